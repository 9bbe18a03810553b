"""Brackets of tables: seeds that meet as late as possible, two of each table going on."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.formats.stages import KNOCKOUT_ADVANCE
from tournaments.pairing.sizes import LARGEST

Table = tuple[str, ...]


def table_count(players: int) -> int:
    """The tables of a bracket's next round: the smallest power of two that seats everyone."""
    count = 1
    while count * LARGEST < players:
        count *= 2
    return count


def seeded_tables(players: Sequence[str]) -> tuple[Table, ...]:
    """Tables of a round, players the first seed first: 1-8-9-16, 2-7-10-15, 3-6-11-14, 4-5-12-13.

    A number of players that fills no bracket leaves the last seeds out, so that the first seeds get smaller
    tables; a table of two is not played, both go on.
    """
    count = table_count(len(players))
    tables: list[list[str]] = [[] for _ in range(count)]
    for index, player in enumerate(players):
        turn, step = divmod(index, count)
        tables[step if turn % 2 == 0 else count - 1 - step].append(player)
    return tuple(tuple(table) for table in tables)


def next_tables(winners: Sequence[str], seconds: Sequence[str], before: Sequence[Table]) -> tuple[Table, ...]:
    """The tables after a round: winners seeded before seconds, each by their seed at the start.

    Seconds are turned around the bracket to where the fewest meet the winner of their own table again at once.
    """
    met = {player: set(table) for table in before for player in table}
    best: tuple[Table, ...] = ()
    fewest: int | None = None
    for turn in range(max(len(seconds), 1)):
        tables = seeded_tables([*winners, *seconds[turn:], *seconds[:turn]])
        again = sum(one in met[other] for table in tables for one in table for other in table if one < other)
        if fewest is None or again < fewest:
            best, fewest = tables, again
    return best


def is_walkover(table: Sequence[str]) -> bool:
    """Whether all of a table go on without playing."""
    return len(table) <= KNOCKOUT_ADVANCE
