"""How fast a large file is read, shown and imported, and what memory it needs.

`CALEDONIA_BENCH_IMPORT` says how many games (20,000 unless told; 100,000 take some minutes), with a tenth as many
unknown names. Processor time, because imports are background work.
"""

import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

from tests.bench.site import bench_site

GAMES = int(os.environ.get("CALEDONIA_BENCH_IMPORT", "20000"))
REPEATS = 15


def run() -> str:
    """A Markdown section."""
    with bench_site():
        return _measure()


def _measure() -> str:
    from django.db import connection
    from django.test import Client

    from caledonia_site.common.jobs.runner import attempt, due_keys, process_marks
    from games.exchange.enums import ImportState, UnknownNames
    from games.exchange.models import ImportBatch
    from games.exchange.services.imports import ImportsTopic, run_import, start_import

    account, club = _club()
    before = _memory()
    content = _file()
    megabytes = len(content) / 1_000_000
    batch = start_import(actor=account, club=club, filename="BGStatsExport.json", content=content)
    del content
    client = Client(headers={"host": "localhost"})
    client.force_login(account)
    address = batch.get_absolute_url()
    rows = {"read the file": _seconds(lambda: attempt(ImportsTopic(), batch.public_id))}
    pages = {
        "page of the preview": _median_ms(lambda: client.get(address)),
        "its last page": _median_ms(lambda: client.get(f"{address}?page=999999")),
        "names, searched": _median_ms(lambda: client.get(f"{address}names/?name=00&unmatched=on")),
    }
    run_import(actor=batch.account, batch=batch, takes_doubtful=True, unknown_names=UnknownNames.GUESTS)
    pages["how far it is (asked every few seconds)"] = _median_ms(lambda: client.get(f"{address}progress/"))

    def import_all() -> None:
        while ImportBatch.objects.only("state").get(pk=batch.pk).state == ImportState.RUNNING:
            attempt(ImportsTopic(), batch.public_id)

    rows["import the games"] = _seconds(import_all)
    memory = _memory()

    def work_everything_off() -> None:
        for topic, key in due_keys():
            process_marks(topic=topic, key=key)

    rows["ratings, statistics and figures afterwards"] = _seconds(work_everything_off)
    return "\n".join(
        [
            "## Importing a large file",
            "",
            f"{GAMES:,} games with {GAMES // 10:,} unknown names in a BG Stats file of {megabytes:.0f} MB, into an",
            f"empty club on {connection.vendor}. The process had at most {memory:.0f} MiB, {before:.0f} of it before",
            "the file came.",
            "",
            "| work | processor seconds | games a second |",
            "| --- | ---: | ---: |",
            *(f"| {name} | {taken:.1f} | {GAMES / taken:,.0f} |" for name, taken in rows.items()),
            "",
            f"| page | ms (median of {REPEATS}) |",
            "| --- | ---: |",
            *(f"| {name} | {taken:.1f} |" for name, taken in pages.items()),
        ]
    )


def _file() -> bytes:
    """Made by a process of its own, whose memory is nothing to us."""
    command = [sys.executable, "-m", "tests.bench.import_file", str(GAMES), str(GAMES // 10)]
    return subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout


def _club() -> tuple[Any, Any]:
    from games.clubs.enums import Role
    from games.clubs.models import Club, Membership
    from games.players.models import Player, User

    account = User.objects.create_user("bench@example.org", "a-good-password")
    player = Player.objects.create(account=account, name="Una Hay")
    club = Club.objects.create(name="Leith Traders", slug="leith-traders")
    Membership.objects.create(club=club, player=player, role=Role.OWNER)
    return account, club


def _memory() -> float:
    """The most this process ever had, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _seconds(work: Callable[[], Any]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def _median_ms(work: Callable[[], Any]) -> float:
    work()
    taken = []
    for _ in range(REPEATS):
        start = time.process_time()
        work()
        taken.append(1_000 * (time.process_time() - start))
    return statistics.median(taken)
