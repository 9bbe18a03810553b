"""Everything about one faction."""

from dataclasses import dataclass, replace

import numpy as np

from games.stats.columns.block import HAS_LINES, MEASURES, NO_SEAT, PLACE, VP, Array, Block
from games.stats.columns.selecting import Selected, Selection
from games.stats.figures import Interval, wilson
from games.stats.filters import StatsFilter
from games.stats.layout import Layout, layout_of
from games.stats.selectors.answers import remembered
from games.stats.selectors.calendar import quarter_name, quarters_of
from games.stats.selectors.faction_table import FactionRow, faction_row
from games.stats.selectors.scores import ScoreBin, score_bins
from games.stats.selectors.tallies import Split, Tally, TallyBy
from games.stats.selectors.worth import interval, worths_for


@dataclass(frozen=True, slots=True)
class LineMean:
    """VP of a line in the mean of the faction's sheets, in the mean of all sheets of the same games, and as a
    share of the faction's mean total.
    """

    key: str
    mean: float
    average: float
    share: float


@dataclass(frozen=True, slots=True)
class Pair:
    """Against one other faction at the same table: `ahead` counts equal places as a half."""

    other: str
    games: int
    ahead: float
    share_ahead: Interval
    mean_difference: float


@dataclass(frozen=True, slots=True)
class MasteryStep:
    """VP compared with the same players' usual play, by how many games they had played with the faction before."""

    low: int
    high: int | None
    games: int
    vp: Interval | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FactionProfile:
    row: FactionRow
    sheets: int
    lines: tuple[LineMean, ...]
    scores: tuple[ScoreBin, ...]
    median: float | None
    lowest: int | None
    highest: int | None
    by_seats: tuple[Split, ...]
    by_facet: dict[str, tuple[Split, ...]]
    by_setup: dict[str, tuple[Split, ...]]
    against: tuple[Pair, ...]
    over_time: tuple[Split, ...]
    mastery: tuple[MasteryStep, ...] = ()


def faction_profile(*, wanted: StatsFilter, faction: str) -> FactionProfile:
    """Raises KeyError for a faction the system does not have."""
    code = layout_of(wanted.system).faction_codes[faction]
    profile = remembered(
        ("profile", faction), wanted, lambda selection: _profile(selection, wanted, faction, code)
    )
    worths = worths_for(wanted)
    if worths is None:
        return profile
    steps = worths.result["mastery"].get(faction, [])
    return replace(
        profile,
        row=replace(profile.row, worth=worths.rows.get(faction)),
        mastery=tuple(MasteryStep(low, high, games, interval(vp)) for low, high, games, vp in steps),
    )


class _Collector:
    """Gathers the seats of one faction from the blocks; what is worked out from them is done once, at the end."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.gathered: dict[str, list[Array]] = {name: [] for name in _GATHERED}
        self.sheets, self.seats_of_sheets = 0, 0
        self.line_vp = np.zeros(len(layout.lines), dtype=np.int64)
        self.line_vp_of_all = np.zeros(len(layout.lines), dtype=np.int64)

    def add(self, part: Selected, code: int) -> None:
        block = part.block
        self._add_lines_of_all(part)
        begin, end = int(block.starts[code]), int(block.starts[code + 1])
        rows = np.arange(begin, end)
        if part.seats is not None:
            rows = rows[part.seats[begin:end]]
        if not len(rows):
            return
        game, gathered = block.game[rows], self.gathered
        gathered["measures"].append(block.measures[:, rows])
        gathered["people"].append(block.people[game])
        gathered["days"].append(block.day[game])
        gathered["facets"].append(block.facets[:, rows])
        gathered["words"].append(block.words[:, game])
        self._add_others(block, rows, game)
        with_lines = rows[(block.flags[game] & HAS_LINES) > 0]
        self.sheets += len(with_lines)
        self.line_vp += block.line_vp[:, with_lines].sum(axis=1, dtype=np.int64)

    def _add_lines_of_all(self, part: Selected) -> None:
        block = part.block
        with_lines = (block.flags & HAS_LINES) > 0
        if part.games is not None:
            with_lines &= part.games
        whole = bool(with_lines.all())
        self.seats_of_sheets += int((block.people if whole else block.people[with_lines]).sum(dtype=np.int64))
        sums = block.line_sums if whole else block.line_sums[:, with_lines]
        self.line_vp_of_all += sums.sum(axis=1, dtype=np.int64)

    def _add_others(self, block: Block, rows: Array, game: Array) -> None:
        """Faction of each other seat at the table, places ahead of it, and difference in VP."""
        others = block.seat_rows[:, game]
        at, seat = np.nonzero((others != NO_SEAT) & (others != rows))
        other, mine = others[at, seat], rows[seat]
        place, vp = block.measures[PLACE], block.measures[VP]
        self.gathered["others"].append(
            np.vstack((block.faction[other], place[other] - place[mine], vp[mine] - vp[other]))
        )

    def joined(self, name: str) -> Array:
        """All that was gathered; there must be some."""
        parts = self.gathered[name]
        return np.concatenate(parts, axis=-1)


_GATHERED = ("measures", "people", "days", "facets", "words", "others")


def _tally_bits(layout: Layout, words: Array, measures: Array) -> Array:
    """For every bit of the set-up the number of seats and the sums of the measures: a histogram of each byte gives
    eight of them.
    """
    octets = np.ascontiguousarray(words.T).astype("<u8", copy=False).view(np.uint8)
    setup = {one.key for one in layout.setup_fields}
    sums = np.zeros((8 * octets.shape[1], 1 + MEASURES))
    # Which of the 256 values of a byte have each of its bits
    has_bit = np.arange(256)[:, None] >> np.arange(8) & 1
    for number in sorted({bit // 8 for (key, _), bit in layout.bits.items() if key in setup}):
        octet = octets[:, number].astype(np.intp)
        columns: list[Array] = [np.bincount(octet, minlength=256)]
        columns += [np.bincount(octet, weights=measure, minlength=256) for measure in measures]
        sums[8 * number : 8 * number + 8] = has_bit.T @ np.array(columns).T
    return sums


def _profile(selection: Selection, wanted: StatsFilter, faction: str, code: int) -> FactionProfile:
    layout = layout_of(wanted.system)
    found = _Collector(layout)
    for part in selection.parts:
        found.add(part, code)
    if not found.gathered["measures"]:
        return _nothing(layout, faction)
    totals = found.joined("measures")[VP]
    # Sums are taken with weights in this type; whole numbers stay exact.
    measures = found.joined("measures").astype(np.float64)
    by_people = TallyBy(layout.description.most_seats + 1)
    by_people.add(found.joined("people"), measures)
    return FactionProfile(
        row=faction_row(faction, Tally(tuple(int(value) for value in by_people.sums.sum(axis=1)))),
        sheets=found.sheets,
        lines=_lines(found),
        scores=score_bins(totals),
        median=float(np.median(totals)),
        lowest=int(totals.min()),
        highest=int(totals.max()),
        by_seats=tuple(
            by_people.tally(people).split(str(people))
            for people in range(2, layout.description.most_seats + 1)
        ),
        by_facet=_by_facet(layout, found.joined("facets"), measures),
        by_setup=_by_setup(layout, _tally_bits(layout, found.joined("words"), measures)),
        against=_pairs(layout, found.joined("others")),
        over_time=_over_time(found.joined("days"), measures),
    )


def _nothing(layout: Layout, faction: str) -> FactionProfile:
    """Of a faction that nobody played in these games."""
    empty = Tally((0,) * (1 + MEASURES))
    return FactionProfile(
        row=faction_row(faction, empty),
        sheets=0,
        lines=(),
        scores=(),
        median=None,
        lowest=None,
        highest=None,
        by_seats=tuple(empty.split(str(people)) for people in range(2, layout.description.most_seats + 1)),
        by_facet={facet: tuple(map(empty.split, choices)) for facet, choices in layout.facets.items()},
        by_setup={
            one.key: tuple(empty.split(str(choice)) for choice in one.choices) for one in layout.setup_fields
        },
        against=(),
        over_time=(),
    )


def _by_facet(layout: Layout, facets: Array, measures: Array) -> dict[str, tuple[Split, ...]]:
    found = {}
    for number, (facet, choices) in enumerate(layout.facets.items()):
        tallies = TallyBy(len(choices) + 1)
        tallies.add(facets[number], measures)
        found[facet] = tuple(tallies.tally(code).split(key) for code, key in enumerate(choices, start=1))
    return found


def _by_setup(layout: Layout, sums: Array) -> dict[str, tuple[Split, ...]]:
    def split(key: str, choice: str) -> Split:
        return Tally(tuple(int(value) for value in sums[layout.bits[key, choice]])).split(choice)

    return {
        one.key: tuple(split(one.key, str(choice)) for choice in one.choices) for one in layout.setup_fields
    }


def _lines(found: _Collector) -> tuple[LineMean, ...]:
    if not found.sheets:
        return ()
    means = found.line_vp / found.sheets
    averages = found.line_vp_of_all / found.seats_of_sheets
    total = float(means.sum())
    return tuple(
        LineMean(key, float(mean), float(average), float(mean) / total if total else 0.0)
        for key, mean, average in zip(found.layout.lines, means, averages, strict=True)
    )


def _pairs(layout: Layout, others: Array) -> tuple[Pair, ...]:
    faction, better, difference = others
    size = len(layout.factions) + 1
    games = np.bincount(faction, minlength=size).tolist()
    ahead = np.bincount(faction, weights=(np.sign(better) + 1) / 2, minlength=size).tolist()
    differences = np.bincount(faction, weights=difference, minlength=size).tolist()
    return tuple(
        Pair(key, games[code], ahead[code], wilson(ahead[code], games[code]), differences[code] / games[code])
        for code, key in enumerate(layout.factions, start=1)
        if games[code]
    )


def _over_time(days: Array, measures: Array) -> tuple[Split, ...]:
    quarters = quarters_of(days)
    first = int(quarters.min())
    tallies = TallyBy(int(quarters.max()) - first + 1)
    tallies.add(quarters - first, measures)
    return tuple(
        tallies.tally(number).split(quarter_name(first + number)) for number in range(tallies.sums.shape[1])
    )
