"""DataFrames of games and seats in, a segment out (see `games.stats.dataset.frame` for their columns).

Properties of whole games become sets of games; what each seat achieved at its table, and what was entered on its
sheet, become columns of seats.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
import pandas as pd

from games.stats.index.bit_sliced import BitSlicedColumn, slice_bits
from games.stats.index.bitmap import BITS, Array, narrow, pack_bits, whole_words
from games.stats.index.grouped import GroupedColumn, group_by
from games.stats.index.layout import FLAGS, HIGHEST_WORTH, LOWEST_STEP, STEP, STEPS, Layout
from games.stats.index.segment import (
    HAS_LINES,
    MARGIN,
    MEASURES,
    PAIR,
    PAR,
    PARTS,
    PLACE,
    TIE_DECIDED,
    TIE_SHARED,
    VP,
    WINS,
    Segment,
)

FEWEST_PEOPLE = 2
_NOTHING = (0, 0)


@dataclass(frozen=True, slots=True)
class _Tables:
    """Games with at least two people. `people` are the seats without bots, with the number of people at the table
    and the place among them; `everybody` has the bots as well. `game` is the position among `games`.
    """

    layout: Layout
    games: pd.DataFrame
    people: pd.DataFrame
    everybody: pd.DataFrame

    @property
    def game_of(self) -> Array:
        return self.number("game")

    @property
    def people_at(self) -> Array:
        return np.bincount(self.game_of, minlength=len(self.games))

    @property
    def has_lines(self) -> Array:
        totals_only: Array = self.games["totals_only"].to_numpy(dtype=bool)
        return ~totals_only

    def number(self, column: str) -> Array:
        """A column of the people."""
        numbers: Array = self.people[column].to_numpy(dtype=np.int64)
        return numbers


def build_segment(layout: Layout, games: pd.DataFrame, seats: pd.DataFrame) -> Segment:
    """Bots are taken out and people ranked among themselves; a game with fewer than two people is left out."""
    tables = _tables(layout, games, seats)
    game_of, people_at, count = tables.game_of, tables.people_at, len(tables.games)
    measures = _measures(tables)
    faction = _codes(layout.factions, tables.people["faction"])
    facets = _facets(tables)
    flags = _flags(tables)
    words = _bit_words(tables, faction, facets)
    quantities, line_vp = _lines(tables)
    by_faction, order = group_by(faction, game_of, measures, never=count)
    length = len(by_faction.source)
    pairs, pair_others = _pairs(faction, measures, people_at, order, length)
    places = people_at[game_of] * (layout.description.most_seats + 1) + measures[PLACE]
    by_place = _by_place(tables, measures, quantities, line_vp)
    return Segment(
        game_key=_filled(tables.games["key"].to_numpy(dtype=np.int64)),
        day=_filled(tables.games["day"].to_numpy(dtype=np.int32)),
        club=_filled(tables.games["club"].to_numpy(dtype=np.int64)),
        people=_filled(people_at.astype(np.uint8)),
        words=_filled(words),
        marks=_marks(tables, words, faction, flags, _worths(tables)),
        line_totals=_line_totals(line_vp, game_of, count),
        faction=_spread(faction, order, length).astype(np.uint8),
        measures=narrow(_spread(measures, order, length), to=np.int16),
        bid=narrow(_spread(_bids(tables), order, length), to=np.int16),
        player=narrow(_spread(tables.number("player"), order, length), to=np.int32),
        facets=_spread(facets, order, length),
        seats=by_faction,
        seat_lines=slice_bits(line_vp, order, length),
        places=group_by(places, game_of, by_place, never=count)[0],
        by_facet=tuple(group_by(codes, game_of, measures, never=count)[0] for codes in facets),
        pairs=pairs,
        pair_others=pair_others,
    )


def _tables(layout: Layout, games: pd.DataFrame, seats: pd.DataFrame) -> _Tables:
    people = seats[~seats["is_bot"]]
    at_table = people.groupby("game")["game"].transform("size")
    people = people[at_table >= FEWEST_PEOPLE]
    kept = people["game"].unique()
    number = pd.Series(np.arange(len(kept)), index=kept)
    everybody = seats[seats["game"].isin(kept)]
    place = people.groupby("game")["rank"].rank(method="min").astype(np.int64)
    return _Tables(
        layout,
        games.loc[kept].reset_index(drop=True),
        people.assign(game=people["game"].map(number).astype(np.int64), place=place).reset_index(drop=True),
        everybody.assign(game=everybody["game"].map(number).astype(np.int64)).reset_index(drop=True),
    )


def _measures(tables: _Tables) -> Array:
    people = tables.people
    by_game = people.groupby("game")
    place, total = tables.number("place"), tables.number("total")
    at_table = by_game["game"].transform("size").to_numpy()
    sums = by_game["total"].transform("sum").to_numpy(dtype=np.int64)
    winners = (people["place"] == 1).groupby(people["game"]).transform("sum").to_numpy(dtype=np.int64)
    measures = np.zeros((MEASURES, len(people)), dtype=np.int64)
    measures[WINS] = np.where(place == 1, PARTS // np.maximum(winners, 1), 0)
    measures[PAR] = PARTS // at_table
    measures[PLACE] = place
    measures[VP] = total
    measures[MARGIN] = PARTS * total - PARTS // (at_table - 1) * (sums - total)
    return measures


def _flags(tables: _Tables) -> Array:
    """Whether there is a sheet, and whether the first place was decided by the tie-break or stayed shared."""
    flags = np.zeros((FLAGS, len(tables.games)), dtype=bool)
    flags[HAS_LINES] = tables.has_lines
    people = tables.people
    best = people.groupby("game")["total"].transform("max")
    level = (people["total"] == best).groupby(people["game"]).sum().to_numpy()
    winners = (people["place"] == 1).groupby(people["game"]).sum().to_numpy()
    flags[TIE_DECIDED] = (level > 1) & (winners == 1)
    flags[TIE_SHARED] = winners > 1
    return flags


def _codes(choices: Sequence[str], values: Iterable[str]) -> Array:
    """Position + 1; 0 for what is not known."""
    known = pd.Index(choices, dtype=object)
    positions: Array = known.get_indexer(pd.Index(list(values), dtype=object))
    return positions.astype(np.int64) + 1


def _facets(tables: _Tables) -> Array:
    codes = [
        _codes(choices, (str(entered.get(facet)) for entered in tables.people["entered"]))
        for facet, choices in tables.layout.facets.items()
    ]
    return np.array(codes, dtype=np.uint8).reshape(len(codes), len(tables.people))


def _bit_words(tables: _Tables, faction: Array, facets: Array) -> Array:
    """Options and pieces of each game, see Layout.bits."""
    layout, games = tables.layout, tables.games
    bit_of = {pair: 1 << number for pair, number in layout.bits.items()}
    expansion = 1 << layout.bits[layout.expansion_bit]
    modules = set(layout.traits.modules)
    for pair in layout.further_pieces & bit_of.keys():
        bit_of[pair] |= expansion
    numbers: list[int] = []
    further = _further_seats(tables, faction, facets)
    for options, setup, is_further in zip(games["options"], games["setup"], further, strict=True):
        bits = expansion if is_further or not modules.isdisjoint(options) else 0
        for pair in options.items():
            bits |= bit_of.get(pair, 0)
        for key, value in setup.items():
            for piece in value if isinstance(value, list | tuple) else (value,):
                bits |= bit_of.get((key, str(piece)), 0)
        numbers.append(bits)
    one_word = (1 << BITS) - 1
    return np.array(
        [[bits >> word * BITS & one_word for bits in numbers] for word in range(layout.words)],
        dtype="<u8",
    ).reshape(layout.words, len(games))


def _further_seats(tables: _Tables, faction: Array, facets: Array) -> list[bool]:
    """Games in which a faction, or what came with one, is not of the base box."""
    layout, further = tables.layout, np.zeros(len(tables.games), dtype=bool)
    columns = {layout.description.dimension: (faction, layout.factions)}
    columns |= {
        facet: (facets[number], choices) for number, (facet, choices) in enumerate(layout.facets.items())
    }
    for field, (codes, choices) in columns.items():
        is_further = np.array([False, *((field, choice) in layout.further_pieces for choice in choices)])
        further[tables.game_of[is_further[codes]]] = True
    flags: list[bool] = further.tolist()
    return flags


def _worths(tables: _Tables) -> Array:
    """What each good was worth, by what the whole table has, bots included, as the rules say; 0 without a sheet."""
    layout = tables.layout
    worths = np.zeros((len(layout.goods), len(tables.games)), dtype=np.int64)
    if layout.traits.rarity is None:
        return worths
    seats = tables.everybody[tables.has_lines[tables.everybody["game"]]]
    held = pd.DataFrame(
        {good: [lines.get(good, _NOTHING)[0] for lines in seats["lines"]] for good in layout.goods},
        index=seats["game"],
    )
    options = tables.games["options"]
    for game, *quantities in held.groupby(level=0).sum().itertuples(name=None):
        by_good = dict(zip(layout.goods, quantities, strict=True))
        worths[:, game] = layout.traits.rarity.worths(by_good, options[game])
    return worths


def _marks(tables: _Tables, words: Array, faction: Array, flags: Array, worths: Array) -> Array:
    layout, games, people_at = tables.layout, len(tables.games), tables.people_at
    sections = layout.marks
    marks = np.zeros((list(sections.values())[-1].stop, whole_words(games)), dtype=bool)
    octets = np.ascontiguousarray(words.T).view(np.uint8)
    marks[sections["bits"], :games] = np.unpackbits(octets, axis=1, bitorder="little").T[: len(layout.bits)]
    marks[sections["factions"].start + faction, tables.game_of] = True
    marks[sections["people"].start + people_at, np.arange(games)] = True
    marks[sections["flags"], :games] = flags
    for number, row in enumerate(worths):
        marks[sections["worths"].start + number * (HIGHEST_WORTH + 1) + row, np.arange(games)] = True
    return pack_bits(marks)


def _lines(tables: _Tables) -> tuple[Array, Array]:
    """Quantity and VP of each line.

    What is told of single lines beside a mere total is not counted: some may be missing, and nobody checked it.
    """
    number_of = {key: number for number, key in enumerate(tables.layout.lines)}
    # Sheets of the same make have the same lines in the same order, and are read together.
    alike: dict[tuple[str, ...], tuple[list[int], list[Any]]] = {}
    for seat, lines in _with_lines(tables, "lines"):
        rows, cells = alike.setdefault(tuple(lines), ([], []))
        rows.append(seat)
        cells.append(lines.values())
    both = np.zeros((2, len(number_of), len(tables.people)), dtype=np.int64)
    for keys, (rows, cells) in alike.items():
        flat = chain.from_iterable(chain.from_iterable(cells))
        values = np.fromiter(flat, dtype=np.int64, count=len(rows) * len(keys) * 2)
        values = values.reshape(len(rows), len(keys), 2)
        known = [position for position, key in enumerate(keys) if key in number_of]
        at = np.array([number_of[keys[position]] for position in known], dtype=np.int64)
        both[:, at[:, None], rows] = values[:, known].transpose(2, 1, 0)
    return both[0], both[1]


def _with_lines(tables: _Tables, column: str) -> Iterable[tuple[int, Mapping[str, Any]]]:
    """A column of the people whose games have lines, with their numbers."""
    there = tables.has_lines[tables.game_of]
    return zip(np.flatnonzero(there).tolist(), tables.people[column][there], strict=True)


def _pieces(tables: _Tables, field: str) -> Array:
    """How many of each piece a seat had; without lines nobody checked them either."""
    choices = tables.layout.pieces[field]
    rows: list[int] = []
    pieces: list[int] = []
    for seat, entered in _with_lines(tables, "entered"):
        for piece in entered.get(field) or ():
            if (at := choices.get(str(piece))) is not None:
                rows.append(seat)
                pieces.append(at)
    counts = np.zeros((len(choices), len(tables.people)), dtype=np.int64)
    np.add.at(counts, (np.array(pieces, dtype=np.int64), np.array(rows, dtype=np.int64)), 1)
    return counts


def _bids(tables: _Tables) -> Array:
    line = tables.layout.traits.bid_line
    return np.array([-lines.get(line, _NOTHING)[1] for lines in tables.people["lines"]], dtype=np.int64)


def _filled(values: Array) -> Array:
    """Of games, up to whole words."""
    return _spread(values, np.arange(values.shape[-1]), whole_words(values.shape[-1]))


def _spread(values: Array, positions: Array, length: int) -> Array:
    """Put where they belong; gaps are 0."""
    placed = np.zeros((*values.shape[:-1], length), dtype=values.dtype)
    placed[..., positions] = values
    return placed


def _by_place(tables: _Tables, measures: Array, quantities: Array, line_vp: Array) -> Array:
    """Everything that Layout.place_rows names."""
    rows = tables.layout.place_rows
    numbers = np.zeros((list(rows.values())[-1].stop, len(tables.people)), dtype=np.int64)
    numbers[rows["sheets"]] = tables.has_lines[tables.game_of]
    numbers[rows["vp"]], numbers[rows["margin"]] = measures[VP], measures[MARGIN]
    step = np.clip(measures[VP] // STEP - LOWEST_STEP, 0, STEPS - 1)
    numbers[rows["steps"].start + step, np.arange(len(step))] = 1
    numbers[rows["quantities"]], numbers[rows["line_vp"]] = quantities, line_vp
    for field in tables.layout.pieces:
        numbers[rows[f"pieces.{field}"]] = _pieces(tables, field)
    return numbers


def _line_totals(line_vp: Array, game_of: Array, games: int) -> BitSlicedColumn:
    totals = np.zeros((games, len(line_vp)), dtype=np.int64)
    np.add.at(totals, game_of, line_vp.T)
    return slice_bits(totals.T, np.arange(games), whole_words(games))


def _pairs(
    faction: Array, measures: Array, people_at: Array, order: Array, length: int
) -> tuple[GroupedColumn, Array]:
    """Seats without a faction, and two of the same, are no pair."""
    first = np.cumsum(people_at) - people_at
    most = int(people_at.max(initial=0))
    couples = [
        first[people_at > after] + np.array([[before], [after]])
        for before in range(most)
        for after in range(before + 1, most)
    ]
    left, right = np.concatenate(couples, axis=1) if couples else np.zeros((2, 0), dtype=np.int64)
    known = (faction[left] > 0) & (faction[right] > 0) & (faction[left] != faction[right])
    left, right = left[known], right[known]
    left, right = np.where(faction[left] < faction[right], (left, right), (right, left))
    place, total = measures[PLACE], measures[VP]
    values = np.vstack((np.sign(place[right] - place[left]) + 1, total[left] - total[right]))
    pairs, positions = group_by(faction[left] * PAIR + faction[right], order[left], values, never=length - 1)
    others = np.full(len(pairs.source), length - 1, dtype=np.int64)
    others[positions] = order[right]
    return pairs, narrow(others, to=np.uint16)
