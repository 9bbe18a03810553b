"""Properties of whole games, as sets of games."""

from collections.abc import Sequence

import numpy as np

from games.stats.columns.bits import BITS, packed, whole_words
from games.stats.columns.block import HAS_LINES, TIE_DECIDED, TIE_SHARED
from games.stats.columns.raw import RawGame
from games.stats.columns.types import Array
from games.stats.layout import FLAGS, HIGHEST_WORTH, Layout

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
