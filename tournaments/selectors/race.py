"""The race of a season: everybody's points after each day of play."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from games.players.models import Player
from tournaments.models import Group, Season, Standings, StandingsRow

# More lines than this nobody can tell apart.
RUNNERS = 8


@dataclass(frozen=True, slots=True)
class Runner:
    name: str
    points: Sequence[float]
    is_viewer: bool


@dataclass(frozen=True, slots=True)
class RaceTable:
    group: Group | None
    dates: Sequence[date]
    runners: Sequence[Runner]


def race_tables(season: Season, viewer: Any) -> list[RaceTable]:
    """Those in front, and the viewer wherever they stand."""
    tables = list(
        Standings.objects.filter(season=season)
        .select_related("group__division")
        .defer("records")
        .order_by("group__division__level", "group__number", "pk")
    )
    own = getattr(viewer, "player_or_none", None)
    rows = StandingsRow.objects.filter(standings__in=[one.pk for one in tables], games__gt=0).order_by(
        "order"
    )
    order: dict[int, list[int]] = {}
    for table, player in rows.values_list("standings_id", "player_id"):
        order.setdefault(table, []).append(player)
    running = {pk: _running(found, own.pk if own else None) for pk, found in order.items()}
    wanted = {player for found in running.values() for player in found}
    players = Player.with_merged.shown_to(viewer, named=season.shows_names).in_bulk(wanted)
    return [
        RaceTable(
            group=table.group,
            dates=[date.fromisoformat(day) for day in table.race.get("dates", [])],
            runners=[
                Runner(
                    players[pk].shown.name, table.race["points"][str(pk)], own is not None and pk == own.pk
                )
                for pk in running.get(table.pk, [])
                if str(pk) in table.race.get("points", {})
            ],
        )
        for table in tables
    ]


def _running(ordered: list[int], own: int | None) -> list[int]:
    front = ordered[:RUNNERS]
    return [*front[: RUNNERS - 1], own] if own in ordered and own not in front and own else front
