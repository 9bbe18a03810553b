"""The seats of one faction, split by everything a game can have."""

from functools import cache
from math import prod

import numpy as np

from games.stats.columns.block import MEASURES
from games.stats.columns.calendar import quarter_name, quarters_of
from games.stats.columns.types import Array
from games.stats.layout import BITS_IN_WORD, Layout
from games.stats.selectors.tallies import Split, Tally, TallyBy
from games.stats.selectors.weights import Weights

# More make fewer passes; a histogram of these still fits the fastest memory of a processor.
BITS_AT_A_TIME = 12


def by_people_and_facets(
    layout: Layout, people: Array, facets: Array, weights: Weights
) -> tuple[TallyBy, dict[str, tuple[Split, ...]]]:
    """Counted together in one go, then by each alone."""
    sizes = [layout.description.most_seats + 1, *(len(choices) + 1 for choices in layout.facets.values())]
    code = people.astype(np.int64)
    for size, codes in zip(sizes[1:], facets, strict=True):
        code = code * size + codes
    together = TallyBy.of(code, weights, prod(sizes)).sums.reshape(*sizes, 1 + MEASURES)
    alone = [
        TallyBy(together.sum(axis=tuple(axis for axis in range(len(sizes)) if axis != number)))
        for number in range(len(sizes))
    ]
    splits = {
        facet: tallies.splits(choices)
        for tallies, (facet, choices) in zip(alone[1:], layout.facets.items(), strict=True)
    }
    return alone[0], splits


def by_setup(layout: Layout, words: Array, weights: Weights) -> dict[str, tuple[Split, ...]]:
    """A histogram of some bits at a time gives the sums of all of them."""
    setup = {one.key for one in layout.setup_fields}
    wanted = sorted(bit for (key, _), bit in layout.bits.items() if key in setup)
    sums = np.zeros((len(weights.columns), BITS_IN_WORD * layout.words))
    while wanted:
        word, first = divmod(wanted[0], BITS_IN_WORD)
        count = min(BITS_AT_A_TIME, BITS_IN_WORD - first)
        codes = ((words[word] >> np.uint64(first)) & np.uint64((1 << count) - 1)).astype(np.intp)
        here = slice(wanted[0], wanted[0] + count)
        for column, weight in enumerate(weights.columns):
            found = np.bincount(codes, weights=weight, minlength=1 << count)
            sums[column, here] = _have_bits()[:count, : 1 << count] @ found
        wanted = [bit for bit in wanted if bit >= here.stop]
    by_bit = TallyBy(weights.told_apart(list(sums)))
    return {
        one.key: tuple(
            by_bit.tally(layout.bits[one.key, str(choice)]).split(str(choice)) for choice in one.choices
        )
        for one in layout.setup_fields
    }


@cache
def _have_bits() -> Array:
    """Which of the numbers of so many bits have each of them."""
    numbers, bits = np.arange(1 << BITS_AT_A_TIME), np.arange(BITS_AT_A_TIME)
    have: Array = (numbers >> bits[:, None] & 1).astype(np.float64)
    return have


def over_time(days: Array, weights: Weights) -> tuple[Split, ...]:
    earliest = int(days.min())
    # Quarters of the days there are, looked up for each of the seats: these are many more.
    quarters = quarters_of(np.arange(earliest, int(days.max()) + 1))
    first = int(quarters[0])
    size = int(quarters[-1]) - first + 1
    tallies = TallyBy.of(np.take(quarters - first, days - earliest), weights, size)
    return tallies.splits((quarter_name(first + number) for number in range(size)), start=0)


def no_splits(
    layout: Layout,
) -> tuple[tuple[Split, ...], dict[str, tuple[Split, ...]], dict[str, tuple[Split, ...]]]:
    """By people, by facet and by set-up, of a faction that nobody played."""
    empty = Tally((0,) * (1 + MEASURES))
    return (
        tuple(empty.split(str(people)) for people in range(2, layout.description.most_seats + 1)),
        {facet: tuple(map(empty.split, choices)) for facet, choices in layout.facets.items()},
        {one.key: tuple(empty.split(str(choice)) for choice in one.choices) for one in layout.setup_fields},
    )
