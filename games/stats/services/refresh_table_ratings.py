"""Keep the strength of tables up to date with the players' ratings."""

import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from caledonia_site.common.jobs.topics import Queue, Topic
from games.ratings.models import Block, Pool
from games.ratings.packing import ENTRIES, OUTCOMES, unpack
from games.ratings.selectors.pools import pool_of
from games.stats.columns.numbering import GAMES_IN_BLOCK
from games.stats.models import TableRatingBlock
from scoring import registry

if TYPE_CHECKING:
    from games.stats.columns.types import Array

# What ratings keep as tenths of a point.
TENTHS = 10


@dataclass(frozen=True, slots=True)
class FreshRatings:
    """Only what differs from what is stored, by number; and the numbers there are."""

    changed: dict[int, tuple[str, bytes]]
    numbers: list[int]


class TableRatingsTopic(Topic[FreshRatings]):
    """A piece is a system. Everything is read each time: a correction moves most ratings after it."""

    name = "statistics_ratings"
    queue = Queue.BULK

    def all_keys(self) -> Iterable[str]:
        return [ruleset.description.key for ruleset in registry.systems()]

    def compute(self, *, key: str, since: date | None) -> FreshRatings:
        from games.stats.columns.binary import digest_of

        pool = pool_of(system=key)
        stored = dict(TableRatingBlock.objects.filter(system=key).values_list("number", "digest"))
        fresh = dict(_by_number(pool)) if pool else {}
        changed = {}
        for number, ratings in fresh.items():
            data = ratings.tobytes()
            digest = digest_of(data)
            if stored.get(number) != digest:
                changed[number] = (digest, zlib.compress(data, 1))
        return FreshRatings(changed, list(fresh))

    def publish(self, *, key: str, result: FreshRatings) -> None:
        TableRatingBlock.objects.filter(system=key).exclude(number__in=result.numbers).delete()
        TableRatingBlock.objects.bulk_create(
            [
                TableRatingBlock(system=key, number=number, digest=digest, content=content)
                for number, (digest, content) in result.changed.items()
            ],
            batch_size=200,
            update_conflicts=True,
            unique_fields=["system", "number"],
            update_fields=["digest", "content"],
        )


def _by_number(pool: Pool) -> Iterator[tuple[int, "Array"]]:
    """The mean rating of each table before the game, a block of row numbers at a time."""
    import numpy as np

    games, means = [], []
    rows = Block.objects.filter(pool=pool).order_by("first_key").values_list("entries", "outcomes")
    for packed_entries, packed_outcomes in rows.iterator(chunk_size=20):
        entries = unpack(ENTRIES, bytes(packed_entries)).columns
        before = np.asarray(unpack(OUTCOMES, bytes(packed_outcomes)).columns["before_rating"], dtype=np.int64)
        counts = np.asarray(entries["counts"], dtype=np.int64)
        ends = np.cumsum(counts)
        sums = np.diff(np.concatenate(([0], np.cumsum(before)))[np.concatenate(([0], ends))])
        games.append(np.asarray(entries["ids"], dtype=np.int64))
        means.append((2 * sums + TENTHS * counts) // (2 * TENTHS * counts))
    if not games:
        return
    key, mean = np.concatenate(games), np.concatenate(means)
    order = np.argsort(key)
    key, mean = key[order], mean[order]
    number = key // GAMES_IN_BLOCK
    for one in np.unique(number).tolist():
        begin, end = np.searchsorted(number, [one, one + 1])
        ratings = np.zeros(GAMES_IN_BLOCK, dtype="<i2")
        ratings[key[begin:end] - one * GAMES_IN_BLOCK] = mean[begin:end]
        yield one, ratings
