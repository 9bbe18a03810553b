"""Keep the blocks of statistics equal to the counted games.

Say that the statistics of some games are out of date.

Keep the strength of tables up to date with the players' ratings.
"""

import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from django.db.models import Max, QuerySet
from django.utils import timezone

from caledonia_site.common.jobs.marks import mark_dirty
from caledonia_site.common.jobs.topics import Queue, Topic
from games.ratings.engine.packing import OUTCOMES, RATED_GAMES, unpack
from games.ratings.models import Pool, RatingSegment
from games.ratings.selectors.pools import pool_of
from games.results.models import Game
from games.stats.index.snapshot import GAMES_IN_BLOCK, block_number
from games.stats.models import StatsBlock, TableRatingBlock
from games.stats.services.fits import mark_due_fits
from scoring import registry

if TYPE_CHECKING:
    from games.stats.index.bitmap import Array


@dataclass(frozen=True, slots=True)
class FreshBlock:
    system: str
    layout: str
    digest: str
    games: int
    content: bytes


class StatisticsTopic(Topic[list[FreshBlock]]):
    """A piece is a block of row numbers, with the games of every system in it."""

    name = "statistics"
    independent = True

    def all_keys(self) -> Iterable[str]:
        last = Game.objects.aggregate(last=Max("pk"))["last"]
        known = StatsBlock.objects.aggregate(last=Max("number"))["last"]
        numbers = [-1 if last is None else block_number(last), -1 if known is None else known]
        return [str(number) for number in range(max(numbers) + 1)]

    def compute(self, *, key: str, since: date | None) -> list[FreshBlock]:
        # Imported where they are needed: only workers and pages with statistics pay for numpy.
        from games.stats.dataset.frame import read_games, without_collecting
        from games.stats.index.build import encode
        from games.stats.index.layout import layout_of
        from games.stats.index.segment import digest_of, to_bytes

        fresh = []
        with without_collecting():
            blocks = {
                system: encode(layout_of(system), games) for system, games in read_games(int(key)).items()
            }
        for system, block in blocks.items():
            if block.games:
                data = to_bytes(block)
                layout = layout_of(system).fingerprint
                fresh.append(FreshBlock(system, layout, digest_of(data), block.games, zlib.compress(data, 1)))
        return fresh

    def publish(self, *, key: str, result: list[FreshBlock]) -> None:
        StatsBlock.objects.filter(number=int(key)).exclude(
            system__in=[fresh.system for fresh in result]
        ).delete()
        now = timezone.now()
        StatsBlock.objects.bulk_create(
            [
                StatsBlock(
                    system=fresh.system,
                    number=int(key),
                    layout=fresh.layout,
                    digest=fresh.digest,
                    games=fresh.games,
                    content=fresh.content,
                    refreshed_at=now,
                )
                for fresh in result
            ],
            update_conflicts=True,
            unique_fields=["system", "number"],
            update_fields=["layout", "digest", "games", "content", "refreshed_at"],
        )
        for fresh in result:
            mark_due_fits(fresh.system)


def mark_games(games: QuerySet[Game]) -> None:
    """In the transaction of the change, for changes that send no news of their own."""
    mark_blocks({block_number(key) for key in games.order_by().values_list("pk", flat=True).iterator()})


def mark_blocks(numbers: Iterable[int]) -> None:
    for number in sorted(numbers):
        mark_dirty(topic=StatisticsTopic.name, key=str(number))


def mark_all_games() -> None:
    """After games came or went by the thousand."""
    mark_blocks(int(key) for key in StatisticsTopic().all_keys())


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
        from games.stats.index.segment import digest_of

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
    rows = (
        RatingSegment.objects.filter(pool=pool).order_by("first_key").values_list("rated_games", "outcomes")
    )
    for packed_games, packed_outcomes in rows.iterator(chunk_size=20):
        rated = unpack(RATED_GAMES, bytes(packed_games)).columns
        before = np.asarray(unpack(OUTCOMES, bytes(packed_outcomes)).columns["before_rating"], dtype=np.int64)
        counts = np.asarray(rated["counts"], dtype=np.int64)
        ends = np.cumsum(counts)
        sums = np.diff(np.concatenate(([0], np.cumsum(before)))[np.concatenate(([0], ends))])
        games.append(np.asarray(rated["ids"], dtype=np.int64))
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
