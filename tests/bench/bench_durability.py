"""What it costs that a recorded game survives a power cut: SQLite waits for the disk at every commit, or does not."""

import statistics
import time

from tests.bench.site import bench_site

GAMES = 400
# In turn, so that whatever else the machine does meanwhile slows both.
IN_TURN = 20
WAYS = {
    "FULL": "the disk has it (as the site runs)",
    "NORMAL": "the system has it (a power cut loses the last games)",
}


def run() -> str:
    """A Markdown section: milliseconds for each game, and for a bare commit of one row."""
    with bench_site():
        return _measure()


def _measure() -> str:
    games: dict[str, list[float]] = {way: [] for way in WAYS}
    rows: dict[str, list[float]] = {way: [] for way in WAYS}
    for _ in range(GAMES // IN_TURN):
        for way in WAYS:
            _wait_for_disk(way)
            games[way] += [_ms_for_a_game() for _ in range(IN_TURN)]
            rows[way] += [_ms_for_a_row() for _ in range(IN_TURN)]
    game = {way: statistics.median(taken) for way, taken in games.items()}
    row = {way: statistics.median(taken) for way, taken in rows.items()}
    lines = "\n".join(
        f"| {words} | {game[way]:.2f} | {game[way] / game['NORMAL']:.2f} "
        f"| {statistics.quantiles(games[way], n=20)[-1]:.2f} | {row[way]:.2f} |"
        for way, words in WAYS.items()
    )
    return f"""
## Games that survive a power cut

{GAMES} games of two people recorded by the service on SQLite, each in a transaction of its own, with all its marks;
by the clock, as it is the disk that is waited for. Both ways in turn in one run. A disk with platters takes some ms
more for each commit, whatever is written.

| told that it is kept when | ms a game | times as long | 95th percentile, ms | ms for a commit of one row |
| --- | ---: | ---: | ---: | ---: |
{lines}
"""


def _wait_for_disk(way: str) -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA synchronous={way}")


def _ms_for_a_game() -> float:
    from tests.factories.games import recorded_game

    start = time.perf_counter()
    recorded_game()
    return 1000 * (time.perf_counter() - start)


def _ms_for_a_row() -> float:
    from caledonia_site.common.jobs.models import DirtyMark

    start = time.perf_counter()
    DirtyMark.objects.create(topic="site_figures")
    return 1000 * (time.perf_counter() - start)
