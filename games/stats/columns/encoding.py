"""From rows to the columns of a block."""

from collections.abc import Iterable, Sequence
from itertools import chain

import numpy as np

from games.stats.columns.arranging import Arrangement, arrange
from games.stats.columns.bits import whole_words
from games.stats.columns.block import HAS_LINES, MARGIN, PAIR, PLACE, VP, Block
from games.stats.columns.marking import bit_words, flags_of, marks_of, worths_of
from games.stats.columns.measuring import measures_of, places_of
from games.stats.columns.raw import RawGame, RawSeat
from games.stats.columns.sheets import bids_of, codes_of, lines_of, pieces_of
from games.stats.columns.slices import Slices, sliced
from games.stats.columns.types import Array, narrow
from games.stats.layout import LOWEST_STEP, STEP, STEPS, Layout

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
