"""A game system in figures, whatever system it is."""

from dataclasses import dataclass

import numpy as np

from games.stats.filters.filter_set import FilterSet
from games.stats.index import (
    HAS_LINES,
    HIGHEST_WORTH,
    LOWEST_STEP,
    PARTS,
    PLACE_AT_TABLE,
    STEP,
    TIE_DECIDED,
    TIE_SHARED,
    Array,
    Layout,
    Selection,
)
from games.stats.selectors.cache import remember
from games.stats.selectors.sums import Split, TallyBy


@dataclass(frozen=True, slots=True)
class ScoreBin:
    """Seats with a total from `low` to `high`, both included."""

    low: int
    high: int
    games: int


def score_bins(totals: Array) -> tuple[ScoreBin, ...]:
    """Without gaps from the lowest to the highest."""
    if not len(totals):
        return ()
    bins = totals // STEP
    return _counted(int(bins.min()), np.bincount(bins - bins.min()))


def stepped_bins(counts: Array) -> tuple[ScoreBin, ...]:
    """From the number of seats in each step of the layout; empty steps at both ends are left out."""
    used = np.flatnonzero(counts)
    if not len(used):
        return ()
    return _counted(int(used[0]) + LOWEST_STEP, counts[used[0] : used[-1] + 1])


def _counted(first: int, counts: Array) -> tuple[ScoreBin, ...]:
    return tuple(
        ScoreBin((first + number) * STEP, (first + number) * STEP + STEP - 1, int(count))
        for number, count in enumerate(counts)
    )


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


def system_facts(*, filters: FilterSet) -> SystemFacts:
    """A filter by seat does not apply to whole tables."""
    return remember("system_facts", filters.for_tables(), _facts)


def _facts(selection: Selection) -> SystemFacts:
    layout, games = selection.layout, selection.count()
    flags = selection.histogram("flags").tolist()
    sums = _Sums(selection)
    return SystemFacts(
        games=games,
        sheets=flags[HAS_LINES],
        totals_only=games - flags[HAS_LINES],
        left_out=selection.left_out,
        by_seats=tuple(
            _of_size(sums, size, int(count))
            for size, count in enumerate(selection.histogram("people"))
            if size >= 2
        ),
        seat_values=_seat_values(selection),
        lines=_lines(layout, sums),
        ties=TieFacts(games, flags[TIE_DECIDED], flags[TIE_SHARED]),
        rarity=_rarity(selection),
        options=_options(selection, games),
        pieces={field: _pieces(layout, field, sums) for field in layout.pieces},
    )


class _Sums:
    """By people and place: the number of seats, and what Layout.place_rows names."""

    def __init__(self, selection: Selection) -> None:
        self.rows = selection.layout.place_rows
        sums = selection.sum_by(PLACE_AT_TABLE)
        self.seats: Array = sums[:, :, 0]
        self.numbers: Array = sums[:, :, 1:]

    def of(self, name: str) -> Array:
        numbers: Array = self.numbers[:, :, self.rows[name]]
        return numbers


def _of_size(sums: _Sums, size: int, games: int) -> SeatsFacts:
    seats, winners = sums.seats[size], int(sums.seats[size, 1])
    vp, steps = sums.of("vp")[size, :, 0], sums.of("steps")[size]
    return SeatsFacts(
        seats=size,
        games=games,
        scores=stepped_bins(steps.sum(axis=0)),
        winning=stepped_bins(steps[1]),
        mean=_ratio(vp.sum(), int(seats.sum())),
        mean_winning=_ratio(vp[1], winners),
        mean_margin=_ratio(sums.of("margin")[size, 1, 0] / PARTS, winners),
    )


def _ratio(total: float, count: int) -> float | None:
    return float(total / count) if count else None


def _seat_values(selection: Selection) -> dict[str, tuple[Split, ...]]:
    return {
        facet: TallyBy(selection.sum_by(facet)).splits(choices)
        for facet, choices in selection.layout.facets.items()
    }


def _lines(layout: Layout, sums: _Sums) -> tuple[LineFacts, ...]:
    by_place = sums.of("sheets")[:, :, 0].sum(axis=0)
    seats = int(by_place.sum())
    if not seats:
        return ()
    quantities, vp = sums.of("quantities").sum(axis=0), sums.of("line_vp").sum(axis=0)
    totals, everything = vp.sum(axis=0), int(vp.sum())
    return tuple(
        LineFacts(
            key=key,
            games=seats,
            mean_vp=float(totals[number] / seats),
            share=float(totals[number] / everything) if everything else 0.0,
            places=tuple(
                PlaceMean(
                    place,
                    int(count),
                    float(quantities[place, number] / count),
                    float(vp[place, number] / count),
                )
                for place, count in enumerate(by_place)
                if count
            ),
        )
        for number, key in enumerate(layout.lines)
    )


def _rarity(selection: Selection) -> tuple[GoodRarity, ...]:
    goods = selection.layout.goods
    counts = selection.histogram("worths").reshape(len(goods), HIGHEST_WORTH + 1)
    return tuple(
        GoodRarity(
            good,
            int(row[1:].sum()),
            {worth: int(count) for worth, count in enumerate(row) if worth and count},
        )
        for good, row in zip(goods, counts, strict=True)
    )


def _options(selection: Selection, games: int) -> tuple[Usage, ...]:
    keys = {option.key for option in selection.layout.description.options}
    used = selection.histogram("bits")
    return tuple(
        Usage(key, value, int(used[bit]), float(used[bit] / games) if games else 0.0)
        for (key, value), bit in selection.layout.bits.items()
        if key in keys
    )


def _pieces(layout: Layout, field: str, sums: _Sums) -> tuple[PieceUse, ...]:
    """Most used first; pieces nobody had are left out."""
    by_place = sums.of(f"pieces.{field}").sum(axis=0)
    sheets = int(sums.of("sheets").sum())
    counts, places = by_place.sum(axis=0), np.arange(len(by_place)) @ by_place
    uses = [
        PieceUse(key, int(counts[at]), float(counts[at] / sheets), float(places[at] / counts[at]))
        for key, at in layout.pieces[field].items()
        if counts[at]
    ]
    return tuple(sorted(uses, key=lambda use: (-use.seats, use.key)))
