"""The results that count in a season as the standings engine takes them, how its groups ended, and how strong its
players are.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from django.db.models import Exists, F, OuterRef, QuerySet

from games.players.models import Player
from games.results.enums import GameState
from games.results.models import Game, GameOption, Seat
from tournaments.leagues.enums import Decision, SeasonKind, SeasonState
from tournaments.leagues.models import (
    Fixture,
    FixtureSeat,
    Participant,
    Season,
    SeasonAdjustment,
    SeasonStandingsRow,
)
from tournaments.shared.selectors.strength import Strengths, strengths_in
from tournaments.standings.results import Adjustment, Result, ResultKind
from tournaments.standings.results import Seat as ResultSeat


def season_before(season: Season) -> Season | None:
    """The last one of the league that was closed and had groups, by which promotion and relegation go."""
    closed = Season.objects.filter(
        league=season.league_id,
        kind=SeasonKind.GROUPS,
        state=SeasonState.CLOSED,
        ends_on__lt=season.starts_on,
    )
    return closed.order_by("-ends_on", "-pk").first()


def final_groups(season: Season) -> list[list[list[int]]]:
    """Divisions from the top, their groups, and each group's players in the order of the final standings."""
    rows = (
        SeasonStandingsRow.objects.filter(standings__season=season)
        .order_by("standings__group__division__level", "standings__group__number", "order")
        .values_list("standings__group__division__level", "standings__group__number", "player_id")
    )
    levels: dict[int, dict[int, list[int]]] = {}
    for level, number, player in rows:
        levels.setdefault(level, {}).setdefault(number, []).append(player)
    return [list(groups.values()) for _, groups in sorted(levels.items())]


def newcomers_for(taking_part: Iterable[int], before: Collection[int]) -> list[int]:
    """Who was not there, in the order in which they came onto the list."""
    return [player for player in taking_part if player not in before]


def merit_of(season: Season) -> dict[int, Fraction]:
    """Points a game, by which equal places of groups side by side are ordered."""
    rows = SeasonStandingsRow.objects.filter(standings__season=season, games__gt=0)
    return {
        player: Fraction(points) / games
        for player, points, games in rows.values_list("player_id", "points", "games")
    }


class SeatRow(NamedTuple):
    """A person's seat at a counted game; `player` is empty for somebody who is only a name."""

    game_id: int
    game: str
    played_on: date
    seat: int
    player: str | None
    rank: int
    total: int
    faction: str


class ReasonedAdjustment(NamedTuple):
    given: Adjustment
    reason: str


@dataclass(frozen=True, slots=True)
class SeasonResults:
    """`by_group` is keyed by the group's number (None in an open season); `seats` are the people at these games.

    `adjustments` are everybody's, with the reason of each.
    """

    by_group: Mapping[int | None, tuple[Result, ...]]
    entrants: Mapping[int | None, tuple[str, ...]]
    withdrawn: frozenset[str]
    seats: Mapping[int | None, tuple[SeatRow, ...]]
    adjustments: tuple[ReasonedAdjustment, ...] = ()


def games_in_range(season: Season) -> QuerySet[Game]:
    """Games that an open season looks at, before it is asked who sat there."""
    configuration = season.configuration
    games = Game.objects.filter(
        club=season.league.club_id,
        system=season.league.system,
        state=GameState.CONFIRMED,
        played_on__range=(season.starts_on, season.ends_on),
    )
    for variant in configuration.required:
        games = games.filter(_played_with(variant))
    for variant in configuration.excluded:
        games = games.exclude(_played_with(variant))
    return games


def _played_with(variant: str) -> Exists:
    key, _, value = variant.partition(":")
    return Exists(GameOption.objects.filter(game=OuterRef("pk"), key=key, value=value))


def season_results(season: Season) -> SeasonResults:
    """A handful of queries, however many games."""
    return _group_results(season) if season.has_groups else _open_results(season)


def _open_results(season: Season) -> SeasonResults:
    configuration = season.configuration
    participants = list(season.participants.values_list("player__public_id", "withdrawn_on"))
    left_on = dict(participants)
    seats = _seat_rows(Seat.objects.filter(game__in=games_in_range(season).values("pk")))
    results: list[Result] = []
    counted: list[SeatRow] = []
    for _, rows in groupby(seats, key=itemgetter(0)):
        table = list(rows)
        members = [row for row in table if row.player in left_on and _takes_part(left_on[row.player], row)]
        if len(table) in configuration.seat_counts and len(members) >= configuration.least_members:
            results.append(_result(table, sequence=len(results)))
            counted += table
    adjustments = _adjustments(season)
    seen = {row.player for row in counted} | {adjustment.given.player for adjustment in adjustments}
    # A list that everybody of a club stands on would be full of people who never came.
    entrants = [key for key in left_on if key in seen or season.enrolment != "everybody"]
    return SeasonResults(
        by_group={None: tuple(results)},
        entrants={None: tuple(sorted(entrants))},
        withdrawn=frozenset(key for key, day in participants if day is not None),
        seats={None: tuple(counted)},
        adjustments=adjustments,
    )


def _adjustments(season: Season) -> tuple[ReasonedAdjustment, ...]:
    rows = SeasonAdjustment.objects.filter(season=season).values_list(
        "player__public_id", "points", "on", "reason"
    )
    return tuple(
        ReasonedAdjustment(Adjustment(player, Fraction(points), on), reason)
        for player, points, on, reason in rows
    )


def _takes_part(left_on: date | None, row: SeatRow) -> bool:
    return left_on is None or row.played_on <= left_on


def _seat_rows(seats: QuerySet[Seat]) -> Iterator[SeatRow]:
    """In the order of play; bots take no part."""
    ordered = (
        seats.filter(is_bot=False)
        .order_by("game__played_on", F("game__finished_at").asc(nulls_last=True), "game_id", "index")
        .values_list(
            "game_id",
            "game__public_id",
            "game__played_on",
            "index",
            "player__public_id",
            "rank",
            "total",
            "faction",
        )
    )
    return (SeatRow(*row) for row in ordered.iterator(chunk_size=5_000))


def _result(table: Collection[SeatRow], *, sequence: int) -> Result:
    """Places are counted among the people: a bot between two of them takes none."""
    first = next(iter(table))
    return Result(
        game=first.game,
        played_on=first.played_on,
        seats=tuple(
            ResultSeat(
                player=row.player or f"{row.game}#{row.seat}",
                place=1 + sum(other.rank < row.rank for other in table),
                vp=row.total,
                position=position,
            )
            for position, row in enumerate(table, start=1)
        ),
        sequence=sequence,
    )


def _group_results(season: Season) -> SeasonResults:
    participants = list(
        Participant.objects.filter(season=season).select_related("player").order_by("group", "number")
    )
    fixtures = list(Fixture.objects.settled().filter(season=season).order_by("round", "table", "pk"))
    seated: dict[int, list[FixtureSeat]] = {}
    of_season = FixtureSeat.objects.filter(fixture__in=[fixture.pk for fixture in fixtures])
    for seat in of_season.select_related("participant__player").order_by("index"):
        seated.setdefault(seat.fixture_id, []).append(seat)
    played = [fixture.game_id for fixture in fixtures if fixture.game_id and not fixture.decision]
    tables = {
        game_id: list(rows)
        for game_id, rows in groupby(_seat_rows(Seat.objects.filter(game__in=played)), key=itemgetter(0))
    }
    results: dict[int | None, list[Result]] = {}
    counted: dict[int | None, list[SeatRow]] = {}
    for sequence, fixture in enumerate(fixtures):
        here = seated.get(fixture.pk, [])
        table = tables.get(fixture.game_id or 0, [])
        if fixture.decision == Decision.FORFEITED:
            results.setdefault(fixture.group_id, []).append(_walkover(fixture, here, sequence=sequence))
        elif table and {row.player for row in table} == {seat.participant.player.public_id for seat in here}:
            # A correction may have put other people at the table: then it is no longer this game.
            results.setdefault(fixture.group_id, []).append(_result(table, sequence=sequence))
            counted.setdefault(fixture.group_id, []).extend(table)
    groups = {participant.group_id for participant in participants if participant.group_id}
    return SeasonResults(
        by_group={group: tuple(results.get(group, ())) for group in groups},
        entrants={
            group: _keys(participant for participant in participants if participant.group_id == group)
            for group in groups
        },
        withdrawn=frozenset(
            participant.player.public_id for participant in participants if participant.is_withdrawn
        ),
        seats={group: tuple(counted.get(group, ())) for group in groups},
        adjustments=_adjustments(season),
    )


def _keys(participants: Iterable[Any]) -> tuple[str, ...]:
    return tuple(participant.player.public_id for participant in participants)


def _walkover(fixture: Fixture, seats: Collection[FixtureSeat], *, sequence: int) -> Result:
    present = sum(not seat.forfeits for seat in seats)
    return Result(
        game=f"fixture:{fixture.public_id}",
        played_on=fixture.decided_on or fixture.deadline,
        seats=tuple(
            ResultSeat(
                player=seat.participant.player.public_id,
                place=1 + present if seat.forfeits and present else 1,
                position=seat.index + 1,
                forfeited=seat.forfeits,
            )
            for seat in seats
        ),
        kind=ResultKind.WALKOVER,
        sequence=sequence,
    )


def season_strengths(season: Season) -> Strengths:
    """Of everybody on the season's list, from the club's own pool of ratings for this game."""
    players = Player.with_merged.filter(season_participations__season=season)
    return strengths_in(system=season.league.system, club=season.league.club, players=players)
