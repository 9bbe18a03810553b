"""From rows to the columns of a block."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

import numpy as np

from games.stats.columns.block import (
    HAS_LINES,
    MARGIN,
    MEASURES,
    NO_SEAT,
    PAR,
    PARTS,
    PLACE,
    TIE_DECIDED,
    TIE_SHARED,
    VP,
    WINS,
    Array,
    Block,
    narrow,
)
from games.stats.columns.raw import RawGame, RawSeat
from games.stats.layout import BITS_IN_WORD, Layout

_NOTHING = (0, 0)
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
    place = _places(game_of, np.array([seat.rank for seat in seats], dtype=np.int64), people_at)
    total = np.array([seat.total for seat in seats], dtype=np.int64)
    measures = _measures(game_of, people_at, place, total)
    flags = _flags(games, game_of, place, total)
    quantities, line_vp = _lines(layout, games, tables)
    line_sums = np.zeros((len(games), len(layout.lines)), dtype=np.int64)
    np.add.at(line_sums, game_of, line_vp.T)
    faction = np.array([layout.faction_codes.get(seat.faction, 0) for seat in seats], dtype=np.uint8)
    facets = np.array(
        [
            [codes.get(str(seat.entered.get(facet)), 0) for seat in seats]
            for facet, codes in layout.facet_codes.items()
        ],
        dtype=np.uint8,
    ).reshape(len(layout.facets), len(seats))
    order = np.argsort(faction, kind="stable")
    starts = np.searchsorted(faction[order], np.arange(len(layout.factions) + 2))
    ordered = measures[:, order]
    # Sums over a block fit the type too, so that they can be taken without widening.
    fits = bool(np.abs(measures).sum(axis=1).max(initial=0) <= np.iinfo(np.int32).max)
    return Block(
        game_key=np.array([game.key for game in games], dtype=np.int64),
        day=np.array([game.played_on.toordinal() for game in games], dtype=np.int32),
        club=np.array([game.club or 0 for game in games], dtype=np.int64),
        people=people_at.astype(np.uint8),
        flags=flags,
        words=_words(layout, games, tables),
        factions=_faction_bits(layout, tables),
        rarity=_rarity(layout, games),
        line_sums=narrow(line_sums.T, to=np.int16),
        seat_rows=_seat_rows(layout, order, game_of, people_at),
        game=game_of[order].astype(np.uint16),
        faction=faction[order],
        measures=ordered.astype(np.int32) if fits else ordered,
        bid=narrow(_bids(layout, seats)[order], to=np.int16),
        player=np.array([seat.player or 0 for seat in seats], dtype=np.int64)[order],
        facets=facets[:, order],
        quantities=narrow(quantities[:, order], to=np.int16),
        line_vp=narrow(line_vp[:, order], to=np.int16),
        starts=starts.astype(np.int32),
        summary=_summary(layout, faction, measures),
        line_places=_line_places(layout, flags, game_of, people_at, place, quantities, line_vp),
        piece_counts=_piece_counts(layout, seats, people_at[game_of], place),
    )


def _places(game_of: Array, rank: Array, people_at: Array) -> Array:
    """1 + the number of people at the table with a better rank."""
    order = np.lexsort((rank, game_of))
    first = np.concatenate(([0], np.cumsum(people_at)[:-1])) if len(people_at) else people_at
    position = np.arange(len(order)) - first[game_of[order]]
    new = np.ones(len(order), dtype=bool)
    new[1:] = (np.diff(game_of[order]) != 0) | (np.diff(rank[order]) != 0)
    leader = np.maximum.accumulate(np.where(new, np.arange(len(order)), 0))
    place = np.empty_like(rank)
    place[order] = position[leader] + 1
    return place


def _measures(game_of: Array, people_at: Array, place: Array, total: Array) -> Array:
    winners = np.bincount(game_of[place == 1], minlength=len(people_at))
    sums = _sums(total, game_of, len(people_at))
    others = people_at[game_of] - 1
    measures = np.zeros((MEASURES, len(total)), dtype=np.int64)
    measures[WINS] = np.where(place == 1, PARTS // winners[game_of], 0)
    measures[PAR] = PARTS // people_at[game_of]
    measures[PLACE] = place
    measures[VP] = total
    measures[MARGIN] = PARTS * total - PARTS // others * (sums[game_of] - total)
    return measures


def _sums(values: Array, group: Array, groups: int) -> Array:
    sums = np.zeros(groups, dtype=np.int64)
    np.add.at(sums, group, values)
    return sums


def _flags(games: Sequence[RawGame], game_of: Array, place: Array, total: Array) -> Array:
    """Whether the first place was decided by the tie-break, or stayed shared."""
    flags = np.array([0 if game.totals_only else HAS_LINES for game in games], dtype=np.uint8)
    best = np.full(len(games), np.iinfo(np.int64).min)
    np.maximum.at(best, game_of, total)
    level = np.bincount(game_of[total == best[game_of]], minlength=len(games))
    winners = np.bincount(game_of[place == 1], minlength=len(games))
    flags[(level > 1) & (winners == 1)] |= TIE_DECIDED
    flags[winners > 1] |= TIE_SHARED
    return flags


def _words(layout: Layout, games: Sequence[RawGame], tables: Sequence[Sequence[RawSeat]]) -> Array:
    bit_of = {pair: 1 << number for pair, number in layout.bits.items()}
    expansion = 1 << layout.bits[layout.expansion_bit]
    modules, further = set(layout.traits.modules), layout.further_pieces
    dimension, facets = layout.description.dimension, tuple(layout.facets)
    numbers: list[int] = []
    for game, people in zip(games, tables, strict=True):
        pairs = [*game.options.items(), *_setup_pairs(game.setup)]
        seated = [(dimension, seat.faction) for seat in people]
        seated += [(facet, str(seat.entered.get(facet))) for seat in people for facet in facets]
        bits = 0
        for pair in pairs:
            bits |= bit_of.get(pair, 0)
        if (
            not modules.isdisjoint(game.options)
            or not further.isdisjoint(pairs)
            or not further.isdisjoint(seated)
        ):
            bits |= expansion
        numbers.append(bits)
    one_word = (1 << BITS_IN_WORD) - 1
    return np.array(
        [[bits >> word * BITS_IN_WORD & one_word for bits in numbers] for word in range(layout.words)],
        dtype=np.uint64,
    ).reshape(layout.words, len(games))


def _setup_pairs(setup: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    for key, value in setup.items():
        for one in value if isinstance(value, list | tuple) else (value,):
            yield key, str(one)


def _faction_bits(layout: Layout, tables: Sequence[Sequence[RawSeat]]) -> Array:
    codes = layout.faction_codes
    bits = [sum({1 << codes[seat.faction] for seat in people if seat.faction in codes}) for people in tables]
    return np.array(bits, dtype=np.uint64)


def _rarity(layout: Layout, games: Sequence[RawGame]) -> Array:
    """By what the whole table has, bots included, as the rules say."""
    worths = np.zeros((len(layout.goods), len(games)), dtype=np.uint8)
    if layout.traits.rarity is None:
        return worths
    for position, game in enumerate(games):
        if not game.totals_only:
            held = {
                good: sum(seat.lines.get(good, _NOTHING)[0] for seat in game.seats) for good in layout.goods
            }
            worths[:, position] = layout.traits.rarity.worths(held, game.options)
    return worths


def _seat_rows(layout: Layout, order: Array, game_of: Array, people_at: Array) -> Array:
    rows = np.full((layout.description.most_seats, len(people_at)), NO_SEAT, dtype=np.uint16)
    first = np.concatenate(([0], np.cumsum(people_at)[:-1])) if len(people_at) else people_at
    position = np.arange(len(order)) - first[game_of]
    rows[position[order], game_of[order]] = np.arange(len(order))
    return rows


def _lines(
    layout: Layout, games: Sequence[RawGame], tables: Sequence[Sequence[RawSeat]]
) -> tuple[Array, Array]:
    """What is told of single lines beside a mere total is not counted: some may be missing, and nobody checked it."""
    keys, nothing = layout.lines, [_NOTHING] * len(layout.lines)
    cells = [
        nothing if game.totals_only else [seat.lines.get(key, _NOTHING) for key in keys]
        for game, people in zip(games, tables, strict=True)
        for seat in people
    ]
    both = np.array(cells, dtype=np.int64).reshape(len(cells), len(keys), 2)
    return np.ascontiguousarray(both[:, :, 0].T), np.ascontiguousarray(both[:, :, 1].T)


def _bids(layout: Layout, seats: Sequence[RawSeat]) -> Array:
    line = layout.traits.bid_line
    return np.array([-seat.lines.get(line, _NOTHING)[1] for seat in seats], dtype=np.int64)


def _summary(layout: Layout, faction: Array, measures: Array) -> Array:
    summary = np.zeros((1 + MEASURES, len(layout.factions) + 1), dtype=np.int64)
    summary[0] = np.bincount(faction, minlength=len(layout.factions) + 1)
    np.add.at(summary[1:].T, faction, measures.T)
    return summary


def _line_places(
    layout: Layout,
    flags: Array,
    game_of: Array,
    people_at: Array,
    place: Array,
    quantities: Array,
    line_vp: Array,
) -> Array:
    most = layout.description.most_seats
    sums = np.zeros(((most + 1) * (most + 1), 1 + 2 * len(layout.lines)), dtype=np.int64)
    rows = np.flatnonzero(flags[game_of] & HAS_LINES)
    cell = people_at[game_of[rows]] * (most + 1) + place[rows]
    np.add.at(sums, cell, np.vstack((np.ones_like(rows), quantities[:, rows], line_vp[:, rows])).T)
    return sums.reshape(most + 1, most + 1, -1)


def _piece_counts(layout: Layout, seats: Sequence[RawSeat], people: Array, place: Array) -> Array:
    """Seats and sums of places, by field, people and piece; fields with fewer pieces leave the rest empty."""
    most = max([len(choices) for choices in layout.pieces.values()], default=0)
    counts = np.zeros((len(layout.pieces), 2, layout.description.most_seats + 1, most), dtype=np.int32)
    for number, (field, choices) in enumerate(layout.pieces.items()):
        held = [
            (row, choices[str(piece)])
            for row, seat in enumerate(seats)
            for piece in seat.entered.get(field) or ()
            if str(piece) in choices
        ]
        rows, pieces = np.array(held, dtype=np.int64).reshape(-1, 2).T
        np.add.at(counts[number, 0], (people[rows], pieces), 1)
        np.add.at(counts[number, 1], (people[rows], pieces), place[rows])
    return counts
