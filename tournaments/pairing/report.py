"""What a round's tables are like: repeats, score spread, seat balance, who floated and why.

Tables drawn by us and tables changed by hand are judged by the same costs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from scoring.types import Violation, params
from tournaments.pairing.costs import Costs, Model
from tournaments.pairing.request import DrawRequest, Entrant, ordered
from tournaments.pairing.sizes import SMALLEST

Table = tuple[str, ...]


class Direction(StrEnum):
    """Whether a player sits with people who have more points, or with people who have fewer."""

    UP = "up"
    DOWN = "down"


class Meeting(NamedTuple):
    """Two players at one table, and how often they have met before."""

    one: str
    other: str
    before: int


class Float(NamedTuple):
    """A player who sits with another score group than their own.

    `reason` is what the cheapest exchange back into the own group would cost most: a part of the cost, or
    "group" when no table is made of the own group; "lot" when an exchange with somebody would have done as well.
    """

    player: str
    table: int
    direction: Direction
    score: Fraction
    table_score: Fraction
    reason: str


class TableReport(NamedTuple):
    """One table, numbered from 1: its costs, meetings again, and the difference between most and fewest points."""

    number: int
    players: Table
    costs: Costs
    repeats: tuple[Meeting, ...]
    spread: Fraction


class Report(NamedTuple):
    """A whole round. `seat_spread` is the most by which anyone will have sat more often in one seat than in
    another. `violations` name what makes the tables impossible to play."""

    costs: Costs
    tables: tuple[TableReport, ...]
    byes: tuple[str, ...]
    repeats: int
    widest_spread: Fraction
    seat_spread: int
    floats: tuple[Float, ...]
    violations: tuple[Violation, ...]


class Exchange(NamedTuple):
    """What it would cost to change places with somebody."""

    player: str
    table: int
    costs: Costs


class Why(NamedTuple):
    """Why a player sits where they sit. `seats_before` counts the seats they had, `exchange` is the cheapest
    change of places with anybody at another table."""

    player: str
    table: int
    seat: int
    seats_before: tuple[int, ...]
    opponents: tuple[Meeting, ...]
    floated: Float | None
    exchange: Exchange | None


def judge(request: DrawRequest, tables: Sequence[Table], byes: Sequence[str] = ()) -> Report:
    """Judge the tables of a round, with players in seat order."""
    model = Model(request)
    violations = _violations(request, tables, byes)
    known = [tuple(player for player in table if player in model.number) for table in tables]
    singles = [(player,) for player in byes if player in model.number]
    reports = tuple(_table_report(model, number, table) for number, table in enumerate(known, start=1))
    return Report(
        costs=model.costs([*known, *singles]),
        tables=reports,
        byes=tuple(byes),
        repeats=sum(len(one.repeats) for one in reports),
        widest_spread=max((one.spread for one in reports), default=Fraction(0)),
        seat_spread=_seat_spread(model, known),
        floats=_floats(model, known),
        violations=violations,
    )


def change(
    request: DrawRequest, before: Sequence[Table], after: Sequence[Table], byes: Sequence[str] = ()
) -> Costs:
    """What a change by hand costs, by part; below zero it is an improvement."""
    model = Model(request)
    singles = [(player,) for player in byes]
    return model.costs([*after, *singles]).less(model.costs([*before, *singles]))


def why(request: DrawRequest, tables: Sequence[Table], player: str) -> Why:
    """Why a player sits at this table, in this seat."""
    model = Model(request)
    index = next(index for index, table in enumerate(tables) if player in table)
    table = tables[index]
    everyone_else = [(other, at) for at, there in enumerate(tables) if at != index for other in there]
    return Why(
        player=player,
        table=index + 1,
        seat=table.index(player) + 1,
        seats_before=_entrant(model, player).seats,
        opponents=tuple(_meeting(model, player, other) for other in table if other != player),
        floated=_float(model, tables, index, player),
        exchange=_cheapest(model, tables, index, player, everyone_else),
    )


def _violations(request: DrawRequest, tables: Sequence[Table], byes: Sequence[str]) -> tuple[Violation, ...]:
    seated = Counter([player for table in tables for player in table] + list(byes))
    present = {one.player for one in request.entrants}
    found = [
        Violation("round.not_present", "tables", params(player=one))
        for one in sorted(seated.keys() - present)
    ]
    found += [
        Violation("round.missing", "tables", params(player=one)) for one in sorted(present - seated.keys())
    ]
    found += [
        Violation("round.player_twice", "tables", params(player=one))
        for one, times in sorted(seated.items())
        if times > 1
    ]
    found += [
        Violation("round.table_size", f"tables[{index}]", params(seats=len(table), most=request.table_size))
        for index, table in enumerate(tables)
        if not SMALLEST <= len(table) <= request.table_size
    ]
    at = {player: index for index, table in enumerate(tables) for player in table}
    for name, pairs, wanted in (("together", request.together, True), ("apart", request.apart, False)):
        for index, (one, other) in enumerate(pairs):
            if one in at and other in at and (at[one] == at[other]) is not wanted:
                found.append(Violation(f"round.not_{name}", f"{name}[{index}]", params(one=one, other=other)))
    return tuple(found)


def _table_report(model: Model, number: int, table: Table) -> TableReport:
    meetings = [
        _meeting(model, one, other) for index, one in enumerate(table) for other in table[index + 1 :]
    ]
    scores = [_entrant(model, player).score for player in table]
    return TableReport(
        number=number,
        players=table,
        costs=model.costs([table]),
        repeats=tuple(meeting for meeting in meetings if meeting.before),
        spread=max(scores, default=Fraction(0)) - min(scores, default=Fraction(0)),
    )


def _entrant(model: Model, player: str) -> Entrant:
    return model.entrants[model.number[player]]


def _meeting(model: Model, one: str, other: str) -> Meeting:
    return Meeting(one, other, model.meetings.get(ordered(one, other), 0))


def _seat_spread(model: Model, tables: Iterable[Table]) -> int:
    widest = 0
    for table in tables:
        for position, player in enumerate(table):
            counts = Counter(dict(enumerate(_entrant(model, player).seats[: model.request.table_size])))
            counts[position] += 1
            widest = max(widest, max(counts.values()) - min(counts.values()))
    return widest


def _floats(model: Model, tables: Sequence[Table]) -> tuple[Float, ...]:
    found = (
        _float(model, tables, index, player) for index, table in enumerate(tables) for player in sorted(table)
    )
    return tuple(one for one in found if one is not None)


def _main_scores(model: Model, table: Table) -> list[Fraction]:
    """The scores that most of a table have: one, or several that are equally frequent."""
    scores = Counter(_entrant(model, player).score for player in table)
    most = max(scores.values(), default=0)
    return sorted(score for score, count in scores.items() if count == most)


def _float(model: Model, tables: Sequence[Table], index: int, player: str) -> Float | None:
    own, scores = _entrant(model, player).score, _main_scores(model, tables[index])
    if own in scores:
        return None
    main = scores[len(scores) // 2]
    back = [
        (other, at)
        for at, table in enumerate(tables)
        if at != index and own in _main_scores(model, table)
        for other in table
    ]
    exchange = _cheapest(model, tables, index, player, back)
    direction = Direction.DOWN if own > main else Direction.UP
    return Float(player, index + 1, direction, own, main, _reason(exchange))


def _reason(exchange: Exchange | None) -> str:
    if exchange is None:
        return "group"
    part, cost = max(exchange.costs.parts.items(), key=lambda item: item[1])
    return part.value if exchange.costs.total > 0 and cost > 0 else "lot"


def _cheapest(
    model: Model, tables: Sequence[Table], index: int, player: str, others: Sequence[tuple[str, int]]
) -> Exchange | None:
    """The cheapest change of places with one of the others; None when there is nobody."""
    best: Exchange | None = None
    for other, at in others:
        before = (tables[index], tables[at])
        after = (_replaced(tables[index], player, other), _replaced(tables[at], other, player))
        costs = model.costs(after).less(model.costs(before))
        if best is None or costs.total < best.costs.total:
            best = Exchange(other, at + 1, costs)
    return best


def _replaced(table: Table, old: str, new: str) -> Table:
    return tuple(new if player == old else player for player in table)
