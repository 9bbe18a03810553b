"""The standings: every player's line, in a strict order, with the reason why one stands before another."""

from __future__ import annotations

import functools
import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from fractions import Fraction
from itertools import chain, combinations
from typing import NamedTuple

from tournaments.standings.games import GamePoints as GamePoints
from tournaments.standings.games import games_by_player
from tournaments.standings.results import MOST_SEATS, Adjustment, Result, ResultKind, moment
from tournaments.standings.rules import Rules
from tournaments.standings.schemes import Direction
from tournaments.standings.selection import Verdict
from tournaments.standings.tiebreakers import TIE_BREAKERS, Season, Tally, TieBreaker, exact_sum

ENGINE = "standings"
VERSION = "1"


class Status(StrEnum):
    """Whether a player has a place, and if not, why."""

    RANKED = "ranked"
    TOO_FEW_GAMES = "too_few_games"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One player in the standings; `values` are those of the tie-breakers.

    A value that has a meaning among tied players alone is missing where nobody was tied.
    """

    player: str
    place: int | None
    status: Status
    points: Fraction
    adjustment: Fraction
    counted: int
    played: int
    games: tuple[GamePoints, ...]
    values: Mapping[str, Fraction]


class Reason(NamedTuple):
    """Why one stands before another: the first thing in which they differ."""

    code: str
    params: Mapping[str, Fraction | int]


@dataclass(frozen=True, slots=True)
class Standings:
    """Ranked players in order, then those without a place, in the same order among themselves."""

    rules: Rules
    lines: tuple[Line, ...]
    _index: Mapping[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_index", {line.player: number for number, line in enumerate(self.lines)})

    @property
    def places(self) -> dict[str, int]:
        return {line.player: line.place for line in self.lines if line.place is not None}

    def line(self, player: str) -> Line:
        return self.lines[self._index[player]]

    def why(self, ahead: str, behind: str) -> Reason:
        """Why `ahead` stands before `behind`."""
        if self._index[ahead] >= self._index[behind]:
            raise ValueError(f"{ahead} does not stand before {behind}")
        first, second = self.line(ahead), self.line(behind)
        if first.status is not second.status:
            return _status_reason(second, self.rules)
        if first.points != second.points:
            return _difference("points", first.points, second.points)
        for key in self.rules.chain:
            one, other = first.values.get(key), second.values.get(key)
            if one is not None and other is not None and one != other:
                return _difference(f"tie.{key}", one, other)
        raise AssertionError("the lot always differs")


def standings(
    *,
    results: Iterable[Result],
    entrants: Iterable[str],
    rules: Rules,
    withdrawn: Collection[str] = (),
    adjustments: Sequence[Adjustment] = (),
    until: date | None = None,
) -> Standings:
    """The standings after all results, or after those up to and with a date.

    Only entrants have a line; others may sit at their tables and take their places there.
    """
    taking_part = dict.fromkeys(entrants)
    in_order = sorted((one for one in results if until is None or one.played_on <= until), key=moment)
    games = games_by_player(in_order, taking_part, rules)
    extra = _adjusted(adjustments, until)
    tallies = {player: _tally(games[player], extra[player]) for player in taking_part}
    duels = functools.cache(lambda: _duels(in_order, taking_part))
    season = Season(tallies, duels, rules.lot_seed)
    status = {player: _status(games[player], player in withdrawn, rules) for player in taking_part}
    lines: list[Line] = []
    for wanted in Status:
        group = [player for player in taking_part if status[player] is wanted]
        for number, (player, values) in enumerate(_ordered(group, season, rules), start=1):
            lines.append(
                Line(
                    player=player,
                    place=number if wanted is Status.RANKED else None,
                    status=wanted,
                    points=tallies[player].points,
                    adjustment=extra[player],
                    counted=tallies[player].games,
                    played=sum([one.kind is not ResultKind.BYE for one in games[player]]),
                    games=games[player],
                    values=values,
                )
            )
    return Standings(rules, tuple(lines))


def _status_reason(behind: Line, rules: Rules) -> Reason:
    if behind.status is Status.WITHDRAWN:
        return Reason("status.withdrawn", {})
    return Reason("status.too_few_games", {"games": eligible(behind.games), "minimum": rules.minimum_games})


def _difference(code: str, ahead: Fraction, behind: Fraction) -> Reason:
    return Reason(code, {"ahead": ahead, "behind": behind})


def _status(games: Sequence[GamePoints], withdrawn: bool, rules: Rules) -> Status:
    if withdrawn:
        return Status.WITHDRAWN
    return Status.RANKED if eligible(games) >= rules.minimum_games else Status.TOO_FEW_GAMES


def eligible(games: Sequence[GamePoints]) -> int:
    """Games towards the minimum: all but byes and those over the limit against one opponent."""
    bye, over_limit = ResultKind.BYE, Verdict.OVER_LIMIT
    return sum([one.kind is not bye and one.verdict is not over_limit for one in games])


def _tally(games: Sequence[GamePoints], adjustment: Fraction) -> Tally:
    counts, played = Verdict.COUNTS, ResultKind.PLAYED
    counting = [one for one in games if one.verdict is counts]
    points = exact_sum([one.worth for one in counting])
    taken = Counter(
        [(one.place, one.sharers) for one in counting if one.kind is played and not one.forfeited]
    )
    twelfths = [0] * MOST_SEATS
    for (place, sharers), times in taken.items():
        for shared in range(place - 1, place - 1 + sharers):
            twelfths[shared] += times * (12 // sharers)
    return Tally(
        points=points + adjustment,
        games=len(counting),
        twelfths=twelfths,
        scored=[(one.vp, one.table) for one in counting if one.table is not None and one.vp is not None],
        opponents=list(chain.from_iterable([one.opponents for one in counting])),
    )


def _adjusted(adjustments: Sequence[Adjustment], until: date | None) -> Mapping[str, Fraction]:
    extra: defaultdict[str, Fraction] = defaultdict(Fraction)
    for one in adjustments:
        if until is None or one.on <= until:
            extra[one.player] += one.points
    return extra


def _duels(results: Sequence[Result], players: Collection[str]) -> Mapping[tuple[str, str], int]:
    duels: defaultdict[tuple[str, str], int] = defaultdict(int)
    for result in results:
        if result.kind is not ResultKind.PLAYED:
            continue
        ranking = sorted([(seat.place, seat.player) for seat in result.seats if seat.player in players])
        for (place, ahead), (other_place, behind) in combinations(ranking, 2):
            if place < other_place:
                duels[ahead, behind] += 1
                duels[behind, ahead] -= 1
    return duels


def _ordered(
    players: Sequence[str], season: Season, rules: Rules
) -> Iterable[tuple[str, Mapping[str, Fraction]]]:
    """Players best first with their values: tied groups are split by one tie-breaker after the other."""
    chain = [TIE_BREAKERS[key] for key in rules.chain]
    values: dict[str, dict[str, Fraction]] = {player: {} for player in players}
    for tie_breaker in chain:
        if not tie_breaker.within_ties:
            for player, value in tie_breaker.values(players, season).items():
                values[player][tie_breaker.key] = value
    points = {player: season.tallies[player].points for player in players}
    groups = _split(players, points, Direction.HIGHER)
    for tie_breaker in chain:
        groups = [part for group in groups for part in _apply(tie_breaker, group, season, values)]
    return [(player, values[player]) for group in groups for player in group]


def _apply(
    tie_breaker: TieBreaker, group: Sequence[str], season: Season, values: Mapping[str, dict[str, Fraction]]
) -> list[list[str]]:
    if len(group) == 1:
        return [list(group)]
    if tie_breaker.within_ties:
        for player, value in tie_breaker.values(group, season).items():
            values[player][tie_breaker.key] = value
    own = {player: values[player][tie_breaker.key] for player in group}
    return _split(group, own, tie_breaker.direction)


def _split(players: Sequence[str], values: Mapping[str, Fraction], direction: Direction) -> list[list[str]]:
    """Players grouped by equal value, the better value first."""
    order = sorted({values[player] for player in players}, reverse=direction is Direction.HIGHER)
    groups: dict[Fraction, list[str]] = {value: [] for value in order}
    for player in players:
        groups[values[player]].append(player)
    return list(groups.values())


def shown(value: Fraction, digits: int = 2) -> str:
    """A value as decimal text, rounded half up, without needless zeros."""
    scale = 10**digits
    whole = math.floor(abs(value) * scale + Fraction(1, 2))
    sign = "-" if value < 0 and whole else ""
    text = f"{whole // scale}.{whole % scale:0{digits}d}" if digits else str(whole)
    return sign + (text.rstrip("0").rstrip(".") if digits else text)
