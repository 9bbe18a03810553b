"""A game system in figures, whatever system it is."""

from dataclasses import dataclass, replace

import numpy as np

from games.stats.columns.block import (
    HAS_LINES,
    MARGIN,
    PARTS,
    PLACE,
    TIE_DECIDED,
    TIE_SHARED,
    VP,
    Array,
)
from games.stats.columns.selecting import Selected, Selection
from games.stats.filters import StatsFilter
from games.stats.layout import BITS_IN_WORD, Layout, layout_of
from games.stats.selectors.answers import remembered
from games.stats.selectors.scores import BIN, ScoreBin, counted_bins
from games.stats.selectors.tallies import Split, TallyBy

# Totals outside are counted with the last bin: nobody scores them in earnest.
_LOWEST, _HIGHEST = -100, 1000
_BINS = (_HIGHEST - _LOWEST) // BIN
_HIGHEST_WORTH = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsFacts:
    """Tables of one size. `mean_margin` is how far winners were ahead of the mean of the others."""

    seats: int
    games: int
    scores: tuple[ScoreBin, ...]
    winning: tuple[ScoreBin, ...]
    mean: float | None
    mean_winning: float | None
    mean_margin: float | None


@dataclass(frozen=True, slots=True)
class PlaceMean:
    place: int
    seats: int
    mean_quantity: float
    mean_vp: float


@dataclass(frozen=True, slots=True, kw_only=True)
class LineFacts:
    """`share` is the line's part of all VP; `games` counts seats with lines."""

    key: str
    games: int
    mean_vp: float
    share: float
    places: tuple[PlaceMean, ...]


@dataclass(frozen=True, slots=True)
class TieFacts:
    """Of so many games the first place was decided by the tie-break, or stayed shared."""

    games: int
    decided_by_tie_break: int
    shared: int


@dataclass(frozen=True, slots=True)
class GoodRarity:
    """In how many of the games a good was worth how much."""

    key: str
    games: int
    counts: dict[int, int]


@dataclass(frozen=True, slots=True)
class Usage:
    option: str
    value: str
    games: int
    share: float


@dataclass(frozen=True, slots=True)
class PieceUse:
    """Seats that had the piece, their share of the seats with lines, and the mean of their places."""

    key: str
    seats: int
    share: float
    mean_place: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemFacts:
    games: int
    sheets: int
    totals_only: int
    left_out: int
    by_seats: tuple[SeatsFacts, ...]
    seat_values: dict[str, tuple[Split, ...]]
    lines: tuple[LineFacts, ...]
    ties: TieFacts
    rarity: tuple[GoodRarity, ...]
    options: tuple[Usage, ...]
    pieces: dict[str, tuple[PieceUse, ...]]


def system_facts(*, wanted: StatsFilter) -> SystemFacts:
    """A filter by seat does not apply to whole tables, and pieces are counted by number of people only."""
    tables = replace(wanted, seat=())
    return remembered("system_facts", tables, lambda selection: _facts(selection, tables))


def _facts(selection: Selection, wanted: StatsFilter) -> SystemFacts:
    layout = layout_of(wanted.system)
    games, sheets = selection.games, selection.games_with(HAS_LINES)
    sums = _line_sums(selection, layout, wanted)
    return SystemFacts(
        games=games,
        sheets=sheets,
        totals_only=games - sheets,
        left_out=selection.left_out,
        by_seats=_by_seats(selection, layout),
        seat_values=_seat_values(selection, layout),
        lines=_lines(layout, sums),
        ties=TieFacts(games, selection.games_with(TIE_DECIDED), selection.games_with(TIE_SHARED)),
        rarity=_rarity(selection, layout),
        options=_options(selection, layout, games),
        pieces=_pieces(selection, layout, wanted, sums),
    )


def _by_seats(selection: Selection, layout: Layout) -> tuple[SeatsFacts, ...]:
    most = layout.description.most_seats
    games = np.zeros(most + 1, dtype=np.int64)
    counts = np.zeros((2, most + 1, _BINS), dtype=np.int64)
    totals = np.zeros((3, most + 1))
    winners = np.zeros(most + 1, dtype=np.int64)
    for part in selection.parts:
        block = part.block
        rows = part.seat_positions
        people, total = block.people[block.game[rows]], block.measures[VP][rows]
        won = block.measures[PLACE][rows] == 1
        cell = people.astype(np.int64) * _BINS + (np.clip(total, _LOWEST, _HIGHEST - 1) - _LOWEST) // BIN
        games += np.bincount(block.people[part.game_positions], minlength=most + 1)
        counts[0] += np.bincount(cell, minlength=(most + 1) * _BINS).reshape(most + 1, _BINS)
        counts[1] += np.bincount(cell[won], minlength=(most + 1) * _BINS).reshape(most + 1, _BINS)
        winners += np.bincount(people[won], minlength=most + 1)
        totals[0] += np.bincount(people, weights=total, minlength=most + 1)
        totals[1] += np.bincount(people[won], weights=total[won], minlength=most + 1)
        totals[2] += np.bincount(people[won], weights=block.measures[MARGIN][rows][won], minlength=most + 1)
    return tuple(
        SeatsFacts(
            seats=seats,
            games=int(games[seats]),
            scores=_trimmed(counts[0, seats]),
            winning=_trimmed(counts[1, seats]),
            mean=_ratio(totals[0, seats], games[seats] * seats),
            mean_winning=_ratio(totals[1, seats], winners[seats]),
            mean_margin=_ratio(totals[2, seats] / PARTS, winners[seats]),
        )
        for seats in range(2, most + 1)
    )


def _ratio(total: float, count: int) -> float | None:
    return float(total / count) if count else None


def _trimmed(counts: Array) -> tuple[ScoreBin, ...]:
    used = np.flatnonzero(counts)
    if not len(used):
        return ()
    return counted_bins(int(used[0]) + _LOWEST // BIN, counts[used[0] : used[-1] + 1])


def _seat_values(selection: Selection, layout: Layout) -> dict[str, tuple[Split, ...]]:
    found = {facet: TallyBy(len(choices) + 1) for facet, choices in layout.facets.items()}
    for part in selection.parts:
        rows = part.seat_positions
        measures = part.block.measures[:, rows]
        for number, tally in enumerate(found.values()):
            tally.add(part.block.facets[number][rows], measures)
    return {
        facet: tuple(found[facet].tally(code).split(key) for code, key in enumerate(choices, start=1))
        for facet, choices in layout.facets.items()
    }


def _line_sums(selection: Selection, layout: Layout, wanted: StatsFilter) -> Array:
    """By people and place: seats with lines, then quantity and VP of each line.

    Where all tables of a size are wanted, or none, the sums of the block are ready.
    """
    by_size_only = replace(wanted, seats=None) == StatsFilter(system=wanted.system) and not selection.left_out
    most = layout.description.most_seats
    sums = np.zeros((most + 1, most + 1, 1 + 2 * len(layout.lines)), dtype=np.int64)
    for part in selection.parts:
        if part.games is None:
            sums += part.block.line_places
        elif by_size_only and wanted.seats is not None:
            sums[wanted.seats] += part.block.line_places[wanted.seats]
        else:
            sums += _line_sums_of(part, most)
    return sums


def _line_sums_of(part: Selected, most: int) -> Array:
    block, rows = part.block, part.seat_positions
    rows = rows[(block.flags[block.game[rows]] & HAS_LINES) > 0]
    cell = block.people[block.game[rows]].astype(np.int64) * (most + 1) + block.measures[PLACE][rows]
    sums = np.zeros(((most + 1) ** 2, 1 + 2 * len(block.quantities)), dtype=np.int64)
    order = np.argsort(cell, kind="stable")
    begin = np.flatnonzero(np.diff(cell[order], prepend=-1))
    if len(begin):
        at, rows = cell[order][begin], rows[order]
        sums[at, 0] = np.diff(begin, append=len(rows))
        both = np.vstack((block.quantities[:, rows], block.line_vp[:, rows])).astype(np.int64)
        sums[at, 1:] = np.add.reduceat(both, begin, axis=1).T
    return sums.reshape(most + 1, most + 1, -1)


def _lines(layout: Layout, sums: Array) -> tuple[LineFacts, ...]:
    by_place = sums.sum(axis=0)
    seats, count = int(by_place[:, 0].sum()), len(layout.lines)
    vp = by_place[:, 1 + count :].sum(axis=0)
    if not seats:
        return ()
    return tuple(
        LineFacts(
            key=key,
            games=seats,
            mean_vp=float(vp[number] / seats),
            share=float(vp[number] / vp.sum()) if vp.sum() else 0.0,
            places=tuple(
                PlaceMean(
                    place,
                    int(row[0]),
                    float(row[1 + number] / row[0]),
                    float(row[1 + count + number] / row[0]),
                )
                for place, row in enumerate(by_place)
                if row[0]
            ),
        )
        for number, key in enumerate(layout.lines)
    )


def _rarity(selection: Selection, layout: Layout) -> tuple[GoodRarity, ...]:
    counts = np.zeros((len(layout.goods), _HIGHEST_WORTH + 1), dtype=np.int64)
    for part in selection.parts:
        worths = part.block.rarity[:, part.game_positions]
        for number, row in enumerate(worths):
            counts[number] += np.bincount(row, minlength=_HIGHEST_WORTH + 1)
    return tuple(
        GoodRarity(
            good,
            int(row[1:].sum()),
            {worth: int(count) for worth, count in enumerate(row) if worth and count},
        )
        for good, row in zip(layout.goods, counts, strict=True)
    )


def _options(selection: Selection, layout: Layout, games: int) -> tuple[Usage, ...]:
    """Bits of options are the first ones, so their words are few."""
    keys = {option.key for option in layout.description.options}
    bits = {pair: bit for pair, bit in layout.bits.items() if pair[0] in keys}
    used = np.zeros(layout.words * BITS_IN_WORD, dtype=np.int64)
    for part in selection.parts:
        for word in sorted({bit // BITS_IN_WORD for bit in bits.values()}):
            values = part.block.words[word] if part.games is None else part.block.words[word][part.games]
            octets = np.ascontiguousarray(values).astype("<u8", copy=False).view(np.uint8).reshape(-1, 8)
            counts = np.unpackbits(octets, axis=1, bitorder="little").sum(axis=0, dtype=np.int64)
            used[word * BITS_IN_WORD : (word + 1) * BITS_IN_WORD] += counts
    return tuple(
        Usage(key, value, int(used[bit]), float(used[bit] / games) if games else 0.0)
        for (key, value), bit in bits.items()
    )


def _pieces(
    selection: Selection, layout: Layout, wanted: StatsFilter, sums: Array
) -> dict[str, tuple[PieceUse, ...]]:
    """Most used first; pieces nobody had are left out."""
    found: dict[str, tuple[PieceUse, ...]] = {}
    sizes = slice(None) if wanted.seats is None else slice(wanted.seats, wanted.seats + 1)
    seats = int(sums[sizes, :, 0].sum())
    for number, (field, choices) in enumerate(layout.pieces.items()):
        counts = np.zeros((2, len(choices)), dtype=np.int64)
        for part in selection.parts:
            counts += part.block.piece_counts[number][:, sizes, : len(choices)].sum(axis=1)
        uses = [
            PieceUse(
                key,
                int(counts[0, at]),
                float(counts[0, at] / seats) if seats else 0.0,
                float(counts[1, at] / counts[0, at]),
            )
            for key, at in choices.items()
            if counts[0, at]
        ]
        found[field] = tuple(sorted(uses, key=lambda use: (-use.seats, use.key)))
    return found
