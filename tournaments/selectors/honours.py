"""Records and honours of a season, and of a league through all its seasons."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.urls import reverse

from games.players.models import Player
from games.players.models.player import ShownPlayer
from games.wording import label
from scoring import registry
from tournaments.models import League, Season, Standings
from tournaments.wording.reasons import shown_value
from tournaments.wording.terms import HONOURS


@dataclass(frozen=True, slots=True)
class Honour:
    """`title` is the record, or the clan of a best score; `season` is named on the league's page only."""

    title: str
    holders: tuple[ShownPlayer, ...]
    value: str
    game: str
    season: Season | None = None


@dataclass(frozen=True, slots=True)
class Honours:
    records: list[Honour]
    best_scores: list[Honour]

    def __bool__(self) -> bool:
        return bool(self.records or self.best_scores)


@dataclass(frozen=True, slots=True)
class Best:
    """A record of a season, everybody who holds it, and the games it was made in."""

    season_id: int
    value: Fraction
    players: list[int]
    games: list[str]

    @property
    def single_game(self) -> str:
        """The address of the game, when one player made it in one."""
        is_single = len(self.games) == 1 and len(self.players) == 1
        return reverse("games:detail", args=self.games) if is_single else ""


def season_honours(season: Season, viewer: Any) -> Honours:
    tables = list(Standings.objects.filter(season=season).defer("race").order_by("pk"))
    return _told(tables, season.league, viewer, seasons={})


def league_records(league: League, viewer: Any) -> Honours:
    """The best of all seasons; of equal ones the earliest."""
    tables = list(
        Standings.objects.filter(season__league=league)
        .defer("race")
        .order_by("season__starts_on", "pk")
        .select_related("season")
    )
    return _told(tables, league, viewer, seasons={table.season_id: table.season for table in tables})


def _told(tables: Iterable[Standings], league: League, viewer: Any, seasons: dict[int, Season]) -> Honours:
    records: dict[str, Best] = {}
    scores: dict[str, Best] = {}
    for table in tables:
        for one in table.records.get("honours", []):
            found = Best(table.season_id, Fraction(one["value"]), one["players"], one["games"])
            _keep(records, one["key"], found)
        for one in table.records.get("best_by_dimension", []):
            found = Best(table.season_id, Fraction(one["vp"]), [one["player"]], [one["game"]])
            _keep(scores, one["dimension"], found)
    wanted = {pk for best in records.values() for pk in best.players}
    wanted |= {pk for best in scores.values() for pk in best.players}
    players = Player.with_merged.shown_to(viewer, named=league.shows_names).in_bulk(wanted)

    def shown(keys: Iterable[int]) -> tuple[ShownPlayer, ...]:
        return tuple(players[key].shown for key in keys if key in players)

    return Honours(
        records=[
            Honour(
                str(HONOURS[key]),
                shown(best.players),
                _figure(key, best),
                best.single_game,
                seasons.get(best.season_id),
            )
            for key, best in _in_order(records)
        ],
        best_scores=[
            Honour(
                str(label(league.system, f"choice.{_dimension_of(league)}.{key}")),
                shown(best.players),
                _figure("best_vp", best),
                best.single_game,
                seasons.get(best.season_id),
            )
            for key, best in sorted(scores.items())
        ],
    )


def _in_order(records: dict[str, Best]) -> Iterator[tuple[str, Best]]:
    return ((key, records[key]) for key in HONOURS if key in records)


def _keep(records: dict[str, Best], key: str, found: Best) -> None:
    """Groups of one season share a record; of several seasons the earliest keeps it."""
    best = records.get(key)
    if best is None or found.value > best.value:
        records[key] = found
    elif found.value == best.value and found.season_id == best.season_id:
        players = list(dict.fromkeys([*best.players, *found.players]))
        games = list(dict.fromkeys([*best.games, *found.games]))
        records[key] = Best(best.season_id, best.value, players, games)


def _figure(key: str, best: Best) -> str:
    text = shown_value("points", str(best.value))
    return f"× {text}" if key == "best_share" else text


def _dimension_of(league: League) -> str:
    return registry.get(league.system).description.dimension
