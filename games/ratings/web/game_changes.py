"""What a game did to the ratings of those who played, as a table for each pool."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.ratings.selectors.pages_game import ToldGame, ToldSeat
from games.ratings.web.choosing import pool_query
from games.ratings.web.numbers import chance, change, plus_minus
from games.web.life.columns import SeatColumn


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatChange:
    """`before` and `after` are empty for somebody whose name is hidden: a rating would tell that two sightings
    are the same person.
    """

    column: SeatColumn
    told: ToldSeat
    before: str
    after: str
    change: str
    tone: str
    wins: str


@dataclass(frozen=True, slots=True)
class PoolTable:
    label: str
    query: str
    rows: list[SeatChange]
    order_chance: str


def pool_table(told: ToldGame, columns: Mapping[int, SeatColumn]) -> PoolTable:
    """`columns` are the seats of the game by player."""
    rows = [_seat_change(seat, columns[seat.seat.player_id]) for seat in told.seats]
    return PoolTable(
        label=told.label,
        query=pool_query(told.pool.system, told.pool.scope),
        rows=sorted(rows, key=lambda row: (row.told.place, row.column.index)),
        order_chance=chance(told.order_chance),
    )


def _seat_change(told: ToldSeat, column: SeatColumn) -> SeatChange:
    before, after = told.seat.before, told.seat.after
    moved = change(told.seat.change)
    is_told = column.address is not None or column.is_own
    return SeatChange(
        column=column,
        told=told,
        before=plus_minus(before.rating, before.deviation) if is_told else "",
        after=plus_minus(after.rating, after.deviation) if is_told else "",
        change=moved if is_told else "",
        tone={"+": "rating-up", "\N{MINUS SIGN}": "rating-down"}.get(moved[0], "") if is_told else "",
        wins=chance(told.wins),
    )
