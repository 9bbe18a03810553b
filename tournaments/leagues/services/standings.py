"""Recompute a season's standings from its games."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone

from caledonia_site.common.jobs.topics import Topic
from games.exchange.enums import News
from games.exchange.services.webhooks import notify_webhooks
from games.players.models import Player
from tournaments.leagues.enums import SeasonState
from tournaments.leagues.models import Season, SeasonStandings, SeasonStandingsRow
from tournaments.leagues.selectors.results import ReasonedAdjustment, SeasonResults, SeatRow, season_results
from tournaments.shared.standings_rows import game_values, honour_values, row_values
from tournaments.shared.topics import STANDINGS
from tournaments.standings import table as engine
from tournaments.standings.history import form, race
from tournaments.standings.results import Adjustment
from tournaments.standings.rules import Rules

ONE_WEEK = timedelta(days=7)
# More points of a line nobody can tell apart on a screen.
MOST_DAYS = 60


@dataclass(frozen=True, slots=True)
class ComputedTable:
    """The standings of one group (None: of an open season), ready to be stored."""

    group_id: int | None
    games: int
    race: dict[str, Any]
    records: dict[str, Any]
    rows: tuple[dict[str, Any], ...]


class StandingsTopic(Topic[list[ComputedTable] | None]):
    """Keyed by the season's public id. A closed season is frozen: neither computed nor published."""

    name = STANDINGS

    def all_keys(self) -> Iterable[str]:
        return Season.objects.running().values_list("public_id", flat=True)

    def compute(self, *, key: str, since: date | None) -> list[ComputedTable] | None:
        season = Season.objects.select_related("league__club").filter(public_id=key).first()
        return None if season is None or season.is_closed else compute_tables(season)

    def publish(self, *, key: str, result: list[ComputedTable] | None) -> None:
        season = Season.objects.select_for_update(no_key=True).filter(public_id=key).first()
        if result is not None and season is not None and season.state != SeasonState.CLOSED:
            before = _places(season)
            store_tables(season, result)
            if _places(season) != before:
                _announce(season)


def _places(season: Season) -> list[tuple[int, int | None, str]]:
    """Who stands where with how much: what people call the standings."""
    rows = SeasonStandingsRow.objects.filter(standings__season=season).order_by("standings__group", "player")
    return list(rows.values_list("player_id", "place", "points"))


def _announce(season: Season) -> None:
    payload = {"season": season.public_id, "name": season.name, "path": season.get_absolute_url()}
    notify_webhooks(club=season.club, news=News.STANDINGS, body={"standings": payload})


def compute_tables(season: Season) -> list[ComputedTable]:
    results = season_results(season)
    rules = replace(season.configuration.rules, lot_seed=str(season.lot_seed))
    week_ago = timezone.now().astimezone(ZoneInfo(season.club.time_zone)).date() - ONE_WEEK
    keys = {key for entrants in results.entrants.values() for key in entrants}
    players = dict(Player.with_merged.filter(public_id__in=keys).values_list("public_id", "pk"))
    return [_table(results, group, rules, players, until=week_ago) for group in results.by_group]


def _table(
    season: SeasonResults, group: int | None, rules: Rules, players: dict[str, int], *, until: date
) -> ComputedTable:
    results, entrants = season.by_group[group], season.entrants[group]
    adjusted = [adjustment for adjustment in season.adjustments if adjustment.given.player in entrants]
    given: dict[str, Any] = {
        "results": results,
        "entrants": entrants,
        "rules": rules,
        "withdrawn": season.withdrawn,
        "adjustments": [adjustment.given for adjustment in adjusted],
    }
    now, before = engine.standings(**given), engine.standings(**given, until=until)
    places_before = before.places if _has_played(before) else {}
    return ComputedTable(
        group_id=group,
        games=len(results),
        race=_race(now, players, given["adjustments"]),
        records=_records(now, season.seats[group], players),
        rows=tuple(_row(now, number, players, places_before, adjusted) for number in range(len(now.lines))),
    )


def store_tables(season: Season, tables: Iterable[ComputedTable]) -> None:
    """In the caller's transaction, in the place of what was there."""
    SeasonStandings.objects.filter(season=season).delete()
    for table in tables:
        stored = SeasonStandings.objects.create(
            season=season,
            group_id=table.group_id,
            engine=engine.ENGINE,
            engine_version=engine.VERSION,
            parameters={**season.settings, "lot_seed": season.lot_seed},
            games=table.games,
            race=table.race,
            records=table.records,
        )
        SeasonStandingsRow.objects.bulk_create(
            SeasonStandingsRow(standings=stored, **row) for row in table.rows
        )


def _has_played(standings: engine.Standings) -> bool:
    """Before the first game everybody's place is the lot's."""
    return any(line.played for line in standings.lines)


def _row(
    standings: engine.Standings,
    number: int,
    players: dict[str, int],
    before: dict[str, int],
    adjustments: Iterable[ReasonedAdjustment],
) -> dict[str, Any]:
    line = standings.lines[number]
    values = row_values(
        standings,
        line,
        order=number + 1,
        ahead=standings.lines[number - 1].player if number else None,
        form=[_game(game) for game in form(line)],
        adjustments=[
            {"points": str(given.points), "on": given.on.isoformat(), "reason": reason}
            for given, reason in adjustments
            if given.player == line.player
        ],
    )
    return values | {
        "player_id": players[line.player],
        "place_before": before.get(line.player),
        "withdrawn": line.status is engine.Status.WITHDRAWN,
        "results": [_game(game) for game in line.games],
    }


def _game(game: engine.GamePoints) -> dict[str, Any]:
    return game_values(game, on=game.played_on.isoformat())


def _race(
    standings: engine.Standings, players: dict[str, int], adjustments: Sequence[Adjustment]
) -> dict[str, Any]:
    """For the chart, so rounded and thinned: {"dates": [...], "points": {player: [...]}}."""
    days = {game.played_on for line in standings.lines for game in line.games}
    days |= {adjustment.on for adjustment in adjustments}
    run = race(standings, dates=_thinned(sorted(days)), adjustments=adjustments)
    return {
        "dates": [day.isoformat() for day in run.dates],
        "points": {
            str(players[key]): [_rounded(value) for value in points]
            for key, points in run.points.items()
            if key in players
        },
    }


def _thinned(days: list[date]) -> list[date]:
    """At most so many, evenly, always with the last."""
    step = -(-len(days) // MOST_DAYS)
    return days[::-1][::step][::-1] if step > 1 else days


def _rounded(value: Fraction) -> float:
    return round(float(value), 2)


def _records(
    standings: engine.Standings, seats: Iterable[SeatRow], players: dict[str, int]
) -> dict[str, Any]:
    return {
        "honours": honour_values(standings, players),
        "best_by_dimension": _best_by_dimension(seats, players),
    }


def _best_by_dimension(seats: Iterable[SeatRow], players: dict[str, int]) -> list[dict[str, Any]]:
    """The highest score with each clan; of equal ones the first that was played."""
    best: dict[str, SeatRow] = {}
    for seat in seats:
        if seat.faction and seat.player in players and seat.total > _total(best.get(seat.faction)):
            best[seat.faction] = seat
    return [
        {"dimension": name, "player": players[seat.player or ""], "vp": seat.total, "game": seat.game}
        for name, seat in sorted(best.items())
    ]


def _total(seat: SeatRow | None) -> float:
    return seat.total if seat else float("-inf")
