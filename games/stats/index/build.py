"""What a block is made from.

Properties of whole games, as sets of games.

What each seat achieved at its table.

What was entered on the sheets, seat by seat.

From rows to the columns of a block.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from games.stats.index.bit_sliced import Slices, sliced
from games.stats.index.bitmap import BITS, Array, narrow, packed, whole_words
from games.stats.index.grouped import Arrangement, arrange
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
    Block,
)


class RawSeat(NamedTuple):
    """`lines` holds quantity and VP by line key; `entered` is the seat's part of the sheet."""

    is_bot: bool
    player: int | None
    faction: str
    total: int
    rank: int
    lines: Mapping[str, Sequence[int]]
    entered: Mapping[str, Any]


class RawGame(NamedTuple):
    """`setup` are the entered facts of the table; `options` those that differ from their default."""

    key: int
    played_on: date
    club: int | None
    totals_only: bool
    options: Mapping[str, str]
    setup: Mapping[str, Any]
    seats: Sequence[RawSeat]


_NOTHING = (0, 0)


def flags_of(games: Sequence[RawGame], game_of: Array, place: Array, total: Array) -> Array:
    """Whether there is a sheet, and whether the first place was decided by the tie-break or stayed shared."""
    flags = np.zeros((FLAGS, len(games)), dtype=bool)
    flags[HAS_LINES] = [not game.totals_only for game in games]
    best = np.full(len(games), np.iinfo(np.int64).min)
    np.maximum.at(best, game_of, total)
    level = np.bincount(game_of[total == best[game_of]], minlength=len(games))
    winners = np.bincount(game_of[place == 1], minlength=len(games))
    flags[TIE_DECIDED] = (level > 1) & (winners == 1)
    flags[TIE_SHARED] = winners > 1
    return flags


def bit_words(
    layout: Layout, games: Sequence[RawGame], game_of: Array, faction: Array, facets: Array
) -> Array:
    """Options and pieces of each game, see Layout.bits."""
    bit_of = {pair: 1 << number for pair, number in layout.bits.items()}
    expansion = 1 << layout.bits[layout.expansion_bit]
    modules = set(layout.traits.modules)
    for pair in layout.further_pieces & bit_of.keys():
        bit_of[pair] |= expansion
    numbers: list[int] = []
    for game, seated in zip(games, _further_seats(layout, game_of, faction, facets, len(games)), strict=True):
        bits = expansion if seated or not modules.isdisjoint(game.options) else 0
        for pair in game.options.items():
            bits |= bit_of.get(pair, 0)
        for key, value in game.setup.items():
            for one in value if isinstance(value, list | tuple) else (value,):
                bits |= bit_of.get((key, str(one)), 0)
        numbers.append(bits)
    one_word = (1 << BITS) - 1
    return np.array(
        [[bits >> word * BITS & one_word for bits in numbers] for word in range(layout.words)],
        dtype="<u8",
    ).reshape(layout.words, len(games))


def _further_seats(layout: Layout, game_of: Array, faction: Array, facets: Array, games: int) -> list[bool]:
    """Games in which a faction, or what came with one, is not of the base box."""
    further = np.zeros(games, dtype=bool)
    columns = {layout.description.dimension: (faction, layout.factions)}
    columns |= {
        facet: (facets[number], choices) for number, (facet, choices) in enumerate(layout.facets.items())
    }
    for field, (codes, choices) in columns.items():
        is_further = np.array([False, *((field, choice) in layout.further_pieces for choice in choices)])
        further[game_of[is_further[codes]]] = True
    found: list[bool] = further.tolist()
    return found


def worths_of(layout: Layout, games: Sequence[RawGame]) -> Array:
    """What each good was worth, by what the whole table has, bots included, as the rules say; 0 without a sheet."""
    worths = np.zeros((len(layout.goods), len(games)), dtype=np.int64)
    if layout.traits.rarity is None:
        return worths
    for position, game in enumerate(games):
        if not game.totals_only:
            held = {
                good: sum(seat.lines.get(good, _NOTHING)[0] for seat in game.seats) for good in layout.goods
            }
            worths[:, position] = layout.traits.rarity.worths(held, game.options)
    return worths


def marks_of(
    layout: Layout,
    words: Array,
    game_of: Array,
    people_at: Array,
    faction: Array,
    flags: Array,
    worths: Array,
) -> Array:
    sections, games = layout.marks, len(people_at)
    marks = np.zeros((list(sections.values())[-1].stop, whole_words(games)), dtype=bool)
    octets = np.ascontiguousarray(words.T).view(np.uint8)
    marks[sections["bits"], :games] = np.unpackbits(octets, axis=1, bitorder="little").T[: len(layout.bits)]
    marks[sections["factions"].start + faction, game_of] = True
    marks[sections["people"].start + people_at, np.arange(games)] = True
    marks[sections["flags"], :games] = flags
    for number, row in enumerate(worths):
        marks[sections["worths"].start + number * (HIGHEST_WORTH + 1) + row, np.arange(games)] = True
    return packed(marks)


def places_of(game_of: Array, rank: Array, people_at: Array) -> Array:
    """1 + the number of people at the table with a better rank."""
    order = np.lexsort((rank, game_of))
    first = np.cumsum(people_at) - people_at
    position = np.arange(len(order)) - first[game_of[order]]
    new = np.ones(len(order), dtype=bool)
    new[1:] = (np.diff(game_of[order]) != 0) | (np.diff(rank[order]) != 0)
    leader = np.maximum.accumulate(np.where(new, np.arange(len(order)), 0))
    place = np.empty_like(rank)
    place[order] = position[leader] + 1
    return place


def measures_of(game_of: Array, people_at: Array, place: Array, total: Array) -> Array:
    winners = np.bincount(game_of[place == 1], minlength=len(people_at))
    sums = np.zeros(len(people_at), dtype=np.int64)
    np.add.at(sums, game_of, total)
    others = people_at[game_of] - 1
    measures = np.zeros((MEASURES, len(total)), dtype=np.int64)
    measures[WINS] = np.where(place == 1, PARTS // np.maximum(winners, 1)[game_of], 0)
    measures[PAR] = PARTS // people_at[game_of]
    measures[PLACE] = place
    measures[VP] = total
    measures[MARGIN] = PARTS * total - PARTS // others * (sums[game_of] - total)
    return measures


def codes_of(codes: Mapping[str, int], values: Iterable[Any]) -> Array:
    """0 for what is not known."""
    return np.array(
        [codes.get(value if value.__class__ is str else str(value), 0) for value in values], dtype=np.int64
    )


def lines_of(
    layout: Layout, games: Sequence[RawGame], tables: Sequence[Sequence[RawSeat]]
) -> tuple[Array, Array]:
    """Quantity and VP of each line.

    What is told of single lines beside a mere total is not counted: some may be missing, and nobody checked it.
    """
    number_of = {key: number for number, key in enumerate(layout.lines)}
    # Sheets of the same make have the same lines in the same order, and are read together.
    alike: dict[tuple[str, ...], tuple[list[int], list[Any]]] = {}
    seat = -1
    for game, people in zip(games, tables, strict=True):
        for one in people:
            seat += 1
            if not game.totals_only:
                rows, lines = alike.setdefault(tuple(one.lines), ([], []))
                rows.append(seat)
                lines.append(one.lines.values())
    both = np.zeros((2, len(layout.lines), seat + 1), dtype=np.int64)
    for keys, (rows, lines) in alike.items():
        cells = chain.from_iterable(chain.from_iterable(lines))
        values = np.fromiter(cells, dtype=np.int64, count=len(rows) * len(keys) * 2)
        values = values.reshape(len(rows), len(keys), 2)
        known = [position for position, key in enumerate(keys) if key in number_of]
        at = np.array([number_of[keys[position]] for position in known], dtype=np.int64)
        both[:, at[:, None], rows] = values[:, known].transpose(2, 1, 0)
    return both[0], both[1]


def pieces_of(
    layout: Layout, field: str, games: Sequence[RawGame], tables: Sequence[Sequence[RawSeat]]
) -> Array:
    """How many of each piece a seat had; without lines nobody checked them either."""
    choices = layout.pieces[field]
    rows: list[int] = []
    pieces: list[int] = []
    seat = -1
    for game, people in zip(games, tables, strict=True):
        for one in people:
            seat += 1
            if not game.totals_only:
                for piece in one.entered.get(field) or ():
                    if (at := choices.get(str(piece))) is not None:
                        rows.append(seat)
                        pieces.append(at)
    counts = np.zeros((len(choices), seat + 1), dtype=np.int64)
    np.add.at(counts, (np.array(pieces, dtype=np.int64), np.array(rows, dtype=np.int64)), 1)
    return counts


def bids_of(layout: Layout, seats: Sequence[RawSeat]) -> Array:
    line = layout.traits.bid_line
    return np.array([-seat.lines.get(line, _NOTHING)[1] for seat in seats], dtype=np.int64)


FEWEST_PEOPLE = 2


def encode(layout: Layout, raw_games: Iterable[RawGame]) -> Block:
    """Bots are taken out and people ranked among themselves; a game with fewer than two people is left out."""
    games: list[RawGame] = []
    tables: list[list[RawSeat]] = []
    for game in raw_games:
        people = [seat for seat in game.seats if not seat.is_bot]
        if len(people) >= FEWEST_PEOPLE:
            games.append(game)
            tables.append(people)
    seats = list(chain.from_iterable(tables))
    people_at = np.array([len(people) for people in tables], dtype=np.int64)
    game_of = np.repeat(np.arange(len(games)), people_at)
    place = places_of(game_of, np.array([seat.rank for seat in seats], dtype=np.int64), people_at)
    total = np.array([seat.total for seat in seats], dtype=np.int64)
    measures = measures_of(game_of, people_at, place, total)
    faction = codes_of(layout.faction_codes, [seat.faction for seat in seats])
    facets = np.array(
        [
            codes_of(codes, [seat.entered.get(facet) for seat in seats])
            for facet, codes in layout.facet_codes.items()
        ],
        dtype=np.uint8,
    ).reshape(len(layout.facets), len(seats))
    flags = flags_of(games, game_of, place, total)
    words = bit_words(layout, games, game_of, faction, facets)
    line_vp, by_place = _by_place(layout, games, tables, flags[HAS_LINES][game_of], measures)
    by_faction, order = arrange(faction, game_of, measures, never=len(games))
    pairs, pair_others = _pairs(faction, measures, people_at, order, len(by_faction.source))
    length = len(by_faction.source)
    return Block(
        game_key=_filled(np.array([game.key for game in games], dtype=np.int64)),
        day=_filled(np.array([game.played_on.toordinal() for game in games], dtype=np.int32)),
        club=_filled(np.array([game.club or 0 for game in games], dtype=np.int64)),
        people=_filled(people_at.astype(np.uint8)),
        words=_filled(words),
        marks=marks_of(layout, words, game_of, people_at, faction, flags, worths_of(layout, games)),
        line_totals=_line_totals(line_vp, game_of, len(games)),
        faction=_spread(faction, order, length).astype(np.uint8),
        measures=narrow(_spread(measures, order, length), to=np.int16),
        bid=narrow(_spread(bids_of(layout, seats), order, length), to=np.int16),
        player=narrow(
            _spread(np.array([seat.player or 0 for seat in seats], dtype=np.int64), order, length),
            to=np.int32,
        ),
        facets=_spread(facets, order, length),
        seats=by_faction,
        seat_lines=sliced(line_vp, order, length),
        places=arrange(
            people_at[game_of] * (layout.description.most_seats + 1) + place,
            game_of,
            by_place,
            never=len(games),
        )[0],
        by_facet=tuple(arrange(codes, game_of, measures, never=len(games))[0] for codes in facets),
        pairs=pairs,
        pair_others=pair_others,
    )


def _filled(values: Array) -> Array:
    """Of games, up to whole words."""
    return _spread(values, np.arange(values.shape[-1]), whole_words(values.shape[-1]))


def _spread(values: Array, positions: Array, length: int) -> Array:
    """Put where they belong; gaps are 0."""
    placed = np.zeros((*values.shape[:-1], length), dtype=values.dtype)
    placed[..., positions] = values
    return placed


def _by_place(
    layout: Layout,
    games: Sequence[RawGame],
    tables: Sequence[Sequence[RawSeat]],
    with_lines: Array,
    measures: Array,
) -> tuple[Array, Array]:
    """The VP of each line by seat, and everything that Layout.place_rows names."""
    rows = layout.place_rows
    quantities, line_vp = lines_of(layout, games, tables)
    numbers = np.zeros((list(rows.values())[-1].stop, len(with_lines)), dtype=np.int64)
    numbers[rows["sheets"]] = with_lines
    numbers[rows["vp"]], numbers[rows["margin"]] = measures[VP], measures[MARGIN]
    step = np.clip(measures[VP] // STEP - LOWEST_STEP, 0, STEPS - 1)
    numbers[rows["steps"].start + step, np.arange(len(step))] = 1
    numbers[rows["quantities"]], numbers[rows["line_vp"]] = quantities, line_vp
    for field in layout.pieces:
        numbers[rows[f"pieces.{field}"]] = pieces_of(layout, field, games, tables)
    return line_vp, numbers


def _line_totals(line_vp: Array, game_of: Array, games: int) -> Slices:
    totals = np.zeros((games, len(line_vp)), dtype=np.int64)
    np.add.at(totals, game_of, line_vp.T)
    return sliced(totals.T, np.arange(games), whole_words(games))


def _pairs(
    faction: Array, measures: Array, people_at: Array, order: Array, length: int
) -> tuple[Arrangement, Array]:
    """Seats without a faction, and two of the same, are no pair."""
    first = np.cumsum(people_at) - people_at
    most = int(people_at.max(initial=0))
    couples = [
        first[people_at > after] + np.array([[before], [after]])
        for before in range(most)
        for after in range(before + 1, most)
    ]
    one, other = np.concatenate(couples, axis=1) if couples else np.zeros((2, 0), dtype=np.int64)
    known = (faction[one] > 0) & (faction[other] > 0) & (faction[one] != faction[other])
    one, other = one[known], other[known]
    one, other = np.where(faction[one] < faction[other], (one, other), (other, one))
    place, total = measures[PLACE], measures[VP]
    values = np.vstack((np.sign(place[other] - place[one]) + 1, total[one] - total[other]))
    pairs, positions = arrange(faction[one] * PAIR + faction[other], order[one], values, never=length - 1)
    others = np.full(len(pairs.source), length - 1, dtype=np.int64)
    others[positions] = order[other]
    return pairs, narrow(others, to=np.uint16)
