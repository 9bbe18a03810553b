"""Counting what somebody does in a day, in the cache that all processes share."""

from datetime import timedelta

from django.core.cache import cache
from django.utils import timezone

KEPT_SECONDS = int(timedelta(days=2).total_seconds())


def count_today(key: str) -> int:
    """One more of these; how many it makes today.

    Read and written back, not `incr`: the file cache forgets there how long the number is to be kept. Of two at
    the same moment one may go uncounted, which a limit of many bears.
    """
    key = f"{key}:{timezone.now():%Y-%m-%d}"
    count = int(cache.get(key, 0)) + 1
    cache.set(key, count, timeout=KEPT_SECONDS)
    return count
