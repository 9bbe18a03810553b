"""Say that the statistics of some games are out of date."""

from collections.abc import Iterable

from django.db.models import QuerySet

from caledonia_site.common.jobs.marking import mark_dirty
from games.models import Game
from games.stats.columns.numbering import block_number
from games.stats.services.refresh_blocks import StatisticsTopic


def mark_games(games: QuerySet[Game]) -> None:
    """In the transaction of the change, for changes that send no news of their own."""
    mark_blocks({block_number(key) for key in games.order_by().values_list("pk", flat=True).iterator()})


def mark_blocks(numbers: Iterable[int]) -> None:
    for number in sorted(numbers):
        mark_dirty(topic=StatisticsTopic.name, key=str(number))


def mark_all_games() -> None:
    """After games came or went by the thousand."""
    mark_blocks(int(key) for key in StatisticsTopic().all_keys())
