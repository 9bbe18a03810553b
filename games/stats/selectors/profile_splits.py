"""The seats of one faction, split by everything a game can have."""

from math import prod

import numpy as np

from games.stats.columns.block import MEASURES, PLACE
from games.stats.columns.calendar import quarter_name, quarters_of
from games.stats.columns.types import Array
from games.stats.layout import Layout
from games.stats.selectors.tallies import Split, Tally, TallyBy


def by_people_and_facets(
    layout: Layout, people: Array, facets: Array, measures: Array
) -> tuple[TallyBy, dict[str, tuple[Split, ...]]]:
    """Counted together in one go, then by each alone."""
    sizes = [layout.description.most_seats + 1, *(len(choices) + 1 for choices in layout.facets.values())]
    code = people.astype(np.int64)
    for size, codes in zip(sizes[1:], facets, strict=True):
        code = code * size + codes
    together = TallyBy.of(code, measures, prod(sizes)).sums.reshape(*sizes, 1 + MEASURES)
    alone = [
        TallyBy(together.sum(axis=tuple(axis for axis in range(len(sizes)) if axis != number)))
        for number in range(len(sizes))
    ]
    splits = {
        facet: tallies.splits(choices)
        for tallies, (facet, choices) in zip(alone[1:], layout.facets.items(), strict=True)
    }
    return alone[0], splits


def by_setup(layout: Layout, words: Array, measures: Array) -> dict[str, tuple[Split, ...]]:
    """A histogram of each 16 bits gives the sums of all of them. Places are not part of what a split shows."""
    halves = np.ascontiguousarray(words.T).astype("<u8", copy=False).view("<u2")
    wanted = {one.key for one in layout.setup_fields}
    sums = np.zeros((16 * halves.shape[1], 1 + MEASURES))
    # Which of the 256 values of a byte have each of its bits
    has_bit = (np.arange(256)[:, None] >> np.arange(8) & 1).T.astype(np.float64)
    for number in sorted({bit // 16 for (key, _), bit in layout.bits.items() if key in wanted}):
        half, first = halves[:, number].astype(np.intp), 16 * number
        for column, weights in enumerate((None, *measures)):
            if column == 1 + PLACE:
                continue
            found = np.bincount(half, weights=weights, minlength=1 << 16).reshape(256, 256)
            sums[first : first + 8, column] = has_bit @ found.sum(axis=0)
            sums[first + 8 : first + 16, column] = has_bit @ found.sum(axis=1)
    by_bit = TallyBy(sums)
    return {
        one.key: tuple(
            by_bit.tally(layout.bits[one.key, str(choice)]).split(str(choice)) for choice in one.choices
        )
        for one in layout.setup_fields
    }


def over_time(days: Array, measures: Array) -> tuple[Split, ...]:
    quarters = quarters_of(days)
    first = int(quarters.min())
    size = int(quarters.max()) - first + 1
    tallies = TallyBy.of(quarters - first, measures, size)
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
