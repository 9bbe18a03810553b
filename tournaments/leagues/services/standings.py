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
from tournaments.leagues.models import Season, Standings, StandingsRow
from tournaments.leagues.selectors.results import ReasonedAdjustment, SeasonResults, SeatRow, season_results
from tournaments.shared.topics import STANDINGS
from tournaments.standings import table as engine
from tournaments.standings.history import form, race
from tournaments.standings.honours import honours
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
                _tell(season)


def _places(season: Season) -> list[tuple[int, int | None, str]]:
    """Who stands where with how much: what people call the standings."""
    rows = StandingsRow.objects.filter(standings__season=season).order_by("standings__group", "player")
    return list(rows.values_list("player_id", "place", "points"))


def _tell(season: Season) -> None:
    told = {"season": season.public_id, "name": season.name, "path": season.get_absolute_url()}
    notify_webhooks(club=season.club, news=News.STANDINGS, body={"standings": told})


def compute_tables(season: Season) -> list[ComputedTable]:
    found = season_results(season)
    rules = replace(season.configuration.rules, lot_seed=str(season.lot_seed))
    week_ago = timezone.now().astimezone(ZoneInfo(season.club.time_zone)).date() - ONE_WEEK
    keys = {key for entrants in found.entrants.values() for key in entrants}
    players = dict(Player.with_merged.filter(public_id__in=keys).values_list("public_id", "pk"))
    return [_table(found, group, rules, players, until=week_ago) for group in found.by_group]


def _table(
    found: SeasonResults, group: int | None, rules: Rules, players: dict[str, int], *, until: date
) -> ComputedTable:
    results, entrants = found.by_group[group], found.entrants[group]
    adjusted = [one for one in found.adjustments if one.given.player in entrants]
    given: dict[str, Any] = {
        "results": results,
        "entrants": entrants,
        "rules": rules,
        "withdrawn": found.withdrawn,
        "adjustments": [one.given for one in adjusted],
    }
    now, before = engine.standings(**given), engine.standings(**given, until=until)
    places_before = before.places if _has_played(before) else {}
    return ComputedTable(
        group_id=group,
        games=len(results),
        race=_race(now, players, given["adjustments"]),
        records=_records(now, found.seats[group], players),
        rows=tuple(_row(now, number, players, places_before, adjusted) for number in range(len(now.lines))),
    )


def store_tables(season: Season, tables: Iterable[ComputedTable]) -> None:
    """In the caller's transaction, in the place of what was there."""
    Standings.objects.filter(season=season).delete()
    for one in tables:
        stored = Standings.objects.create(
            season=season,
            group_id=one.group_id,
            engine=engine.ENGINE,
            engine_version=engine.VERSION,
            parameters={**season.settings, "lot_seed": season.lot_seed},
            games=one.games,
            race=one.race,
            records=one.records,
        )
        StandingsRow.objects.bulk_create(StandingsRow(standings=stored, **row) for row in one.rows)


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
    ahead = standings.lines[number - 1] if number else None
    detail: dict[str, Any] = {
        "status": line.status.value,
        "counted": line.counted,
        "adjustment": str(line.adjustment),
        "values": {key: str(value) for key, value in line.values.items()},
        "form": [_game(one) for one in form(line)],
        "adjustments": [
            {"points": str(given.points), "on": given.on.isoformat(), "reason": reason}
            for given, reason in adjustments
            if given.player == line.player
        ],
    }
    if ahead:
        reason = standings.why(ahead.player, line.player)
        detail["why"] = {
            "code": reason.code,
            "params": {key: str(value) for key, value in reason.params.items()},
        }
    return {
        "player_id": players[line.player],
        "order": number + 1,
        "place": line.place,
        "place_before": before.get(line.player),
        "points": str(line.points),
        "games": line.played,
        "wins": sum(one.place == 1 and one.kind == "played" for one in line.games),
        "withdrawn": line.status is engine.Status.WITHDRAWN,
        "detail": detail,
        "results": [_game(one) for one in line.games],
    }


def _game(one: engine.GamePoints) -> dict[str, Any]:
    return {
        "game": one.game,
        "on": one.played_on.isoformat(),
        "kind": one.kind.value,
        "seats": one.seats,
        "place": one.place,
        "vp": one.vp,
        "points": str(one.points),
        "verdict": one.verdict.value,
        "forfeited": one.forfeited,
    }


def _race(
    standings: engine.Standings, players: dict[str, int], adjustments: Sequence[Adjustment]
) -> dict[str, Any]:
    """For the chart, so rounded and thinned: {"dates": [...], "points": {player: [...]}}."""
    days = {game.played_on for line in standings.lines for game in line.games}
    days |= {one.on for one in adjustments}
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
        "honours": [
            {
                "key": honour.key,
                "players": [players[key] for key in honour.players if key in players],
                "value": str(honour.value),
                "games": list(honour.games),
            }
            for honour in honours(standings)
        ],
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
