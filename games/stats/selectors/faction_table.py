"""The table of all factions."""

from dataclasses import dataclass, replace

from games.stats.columns.block import HAS_LINES
from games.stats.columns.selecting import Selection
from games.stats.figures import Interval
from games.stats.filters import StatsFilter
from games.stats.layout import layout_of
from games.stats.selectors.answers import Ground, remembered
from games.stats.selectors.tallies import Tally, tallied
from games.stats.selectors.worth import FitInfo, WorthRow, worths_for


@dataclass(frozen=True, slots=True, kw_only=True)
class FactionRow:
    """`wins` counts a win shared by k people as 1/k; `par` is the sum of 1 / people."""

    key: str
    games: int
    wins: float
    par: float
    win_rate: Interval | None
    win_index: Interval | None
    mean_vp: float | None
    mean_margin: float | None
    mean_place: float | None
    is_small: bool
    worth: WorthRow | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FactionTable:
    """`totals_only` of the games have no lines; `left_out` games of private clubs are not for everybody."""

    rows: tuple[FactionRow, ...]
    games: int
    totals_only: int
    left_out: int
    fit: FitInfo | None = None
    fit_is_exact: bool = False


def faction_table(*, wanted: StatsFilter, ground: Ground | None = None) -> FactionTable:
    """Every faction of the system in the order of its catalogue, also those nobody played."""
    ground = ground or Ground.of(wanted)
    table = remembered("faction_table", wanted, lambda selection: _table(selection, wanted), ground=ground)
    worths = worths_for(wanted, ground.snapshot) if table.rows else None
    if worths is None:
        return table
    rows = tuple(replace(row, worth=worths.rows.get(row.key)) for row in table.rows)
    return replace(table, rows=rows, fit=worths.info, fit_is_exact=worths.exact)


def faction_row(key: str, tally: Tally) -> FactionRow:
    return FactionRow(
        key=key,
        games=tally.games,
        wins=tally.wins,
        par=tally.par,
        win_rate=tally.win_rate,
        win_index=tally.win_index,
        mean_vp=tally.mean_vp,
        mean_margin=tally.mean_margin,
        mean_place=tally.mean_place,
        is_small=tally.is_small,
    )


def _table(selection: Selection, wanted: StatsFilter) -> FactionTable:
    factions = layout_of(wanted.system).factions
    by_faction = tallied(
        ((part.block.seats, part.sums_by_faction()) for part in selection.parts), len(factions) + 1
    )
    games = selection.games
    return FactionTable(
        rows=tuple(faction_row(key, by_faction.tally(code)) for code, key in enumerate(factions, start=1)),
        games=games,
        totals_only=games - int(selection.marked("flags")[HAS_LINES]),
        left_out=selection.left_out,
    )
