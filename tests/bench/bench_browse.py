"""How fast the list of games is when there are many: first pages, filters, and far down the list.

`CALEDONIA_BENCH_GAMES` says how many games (50,000 unless told; a million takes some minutes and a few gigabytes).
"""

import os
import statistics
import time
from collections.abc import Callable
from typing import Any

from tests.bench.site import bench_site

GAMES = int(os.environ.get("CALEDONIA_BENCH_GAMES", "50000"))
REPEATS = 15


def run() -> str:
    """A Markdown section: each page in milliseconds, and as a multiple of the plain first page."""
    with bench_site(games=GAMES):
        return _measure()


def _measure() -> str:
    from django.contrib.auth.models import AnonymousUser
    from django.db import connection

    from games.clubs.models import Club
    from games.players.models import Player
    from games.results.selectors.games import (
        GAMES_ON_A_PAGE,
        GameFilter,
        GameSort,
        filtered_games,
        games_page,
        with_seats,
    )

    visitor = AnonymousUser()
    player = Player.objects.filter(is_demo=True, visibility="public", memberships__club__visibility="public")[
        0
    ]

    def page(cursor: str = "", **filters: Any) -> Callable[[], Any]:
        return lambda: games_page(viewer=visitor, filters=GameFilter(**filters), cursor=cursor)

    def far_by_offset() -> Any:
        games = with_seats(filtered_games(viewer=visitor, filters=GameFilter()), visitor)
        return list(games.order_by("-played_on", "-id")[GAMES // 2 : GAMES // 2 + GAMES_ON_A_PAGE])

    # The oldest page's backward cursor, some pages up, leads as deep as a list goes.
    oldest = page(sort=GameSort.OLDEST)()
    rows: dict[str, Callable[[], Any]] = {
        "plain first page": page(),
        "one game system": page(system="glen_more_2"),
        "one club": page(club=Club.objects.get(slug="leith-traders")),
        "one player": page(player=player),
        "part of a name": page(name="ailsa"),
        "one clan": page(faction="campbell"),
        "a rare option": page(option=("static_imports", "yes")),
        "an option nobody chose": page(option=("future_contracts", "yes")),
        "disputed games": page(state="disputed"),
        "four seats, one month": page(seats=4, since=_day(60), until=_day(30)),
        "highest score first": page(sort=GameSort.HIGHEST),
        "closest first, one clan": page(sort=GameSort.CLOSEST, faction="stewart"),
        "second page from the end, by key": page(cursor=oldest.next_cursor, sort=GameSort.OLDEST),
        "half-way down, by OFFSET (how it is not done)": far_by_offset,
    }
    times = {name: _median_ms(work) for name, work in rows.items()}
    plain = times["plain first page"]
    return "\n".join(
        [
            "## Browsing games",
            "",
            f"{GAMES:,} games on {connection.vendor}, 25 on a page with seats and names, as a visitor sees them;",
            f"median of {REPEATS} runs of the queries alone.",
            "",
            "| page | ms | times the plain first page |",
            "| --- | ---: | ---: |",
            *(f"| {name} | {ms:.1f} | {ms / plain:.1f} |" for name, ms in times.items()),
        ]
    )


def _day(ago: int) -> Any:
    from datetime import timedelta

    from django.utils import timezone

    return timezone.now().date() - timedelta(days=ago)


def _median_ms(work: Callable[[], Any]) -> float:
    work()
    taken = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        work()
        taken.append(1_000 * (time.perf_counter() - start))
    return statistics.median(taken)
