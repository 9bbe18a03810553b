"""Keep the blocks of statistics equal to the counted games."""

import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import Max
from django.utils import timezone

from caledonia_site.common.jobs.topics import Topic
from games.models import Game
from games.stats.columns.numbering import block_number
from games.stats.models import StatsBlock
from games.stats.services.fit_worths import mark_due_fits


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
        from games.stats.columns.binary import digest_of, to_bytes
        from games.stats.columns.encoding import encode
        from games.stats.columns.reading import read_games, without_collecting
        from games.stats.layout import layout_of

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
