"""Statistics of many games on one database: how fast they are rebuilt, kept fresh and asked.

`python -m tests.bench.stats_scale FOLDER` stores the games, measures, and prints rows of names and figures as JSON. The
database is that of `CALEDONIA_DATABASE_URL`, or SQLite in the folder. Each part is measured in a process of its own:
what a job leaves in memory is nothing to a page.
"""

import json
import os
import resource
import statistics
import subprocess
import sys
import threading
import time
from pathlib import Path

GAMES = int(os.environ.get("CALEDONIA_BENCH_GAMES", "1000000"))
SYSTEM = "clans_of_caledonia"
LOOK_EVERY = 2.0


def main(folder: str, part: str = "") -> None:
    set_up(folder)
    if part == "refresh":
        print(json.dumps(refresh()))
        return
    from tests.bench.stats_data import rate_tables, seed

    seed(GAMES)
    rebuilt = rebuild()
    rate_tables()
    subprocess.run(
        [sys.executable, "manage.py", "rebuild", "statistics_worth"], check=True, stdout=sys.stderr
    )
    refreshed = _measured("tests.bench.stats_scale", folder, "refresh")
    print(json.dumps([*rebuilt, *refreshed, *_measured("tests.bench.stats_answers", folder)]))


def _measured(*command: str) -> list[list[str]]:
    done = subprocess.run([sys.executable, "-m", *command], check=True, stdout=subprocess.PIPE, text=True)
    rows: list[list[str]] = json.loads(done.stdout.splitlines()[-1])
    return rows


def set_up(folder: str) -> None:
    os.environ |= {"CALEDONIA_DATA_DIR": folder, "CALEDONIA_LOG_LEVEL": "WARNING"}
    os.environ.setdefault("CALEDONIA_DATABASE_URL", f"sqlite:///{folder}/bench.sqlite3")
    # Not those of the tests, which run each job at once: messages wait for a worker that never comes.
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "caledonia_site.settings.dev")
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)


def rebuild() -> list[tuple[str, str]]:
    """As an operator runs it; its memory is that of all its processes together."""
    began, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.Popen(
        [sys.executable, "manage.py", "rebuild", "statistics"],
        stdout=subprocess.DEVNULL,
        env={**os.environ},
    )
    most = [0]
    watcher = threading.Thread(target=_watch, args=(done, most))
    watcher.start()
    if done.wait():
        raise SystemExit("the rebuild failed")
    watcher.join()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return [
        (f"rebuild of {GAMES:,} games, by the clock", f"{time.perf_counter() - began:.0f} s"),
        ("its processor time", f"{used:.0f} s"),
        ("its memory at most", f"{most[0] / 1024:.0f} MiB"),
    ]


def _watch(process: "subprocess.Popen[bytes]", most: list[int]) -> None:
    while process.poll() is None:
        most[0] = max(most[0], sum(map(_resident, _family(process.pid))))
        time.sleep(LOOK_EVERY)


def _family(pid: int) -> list[int]:
    """A process and those it started."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return []
    return [pid, *(member for child in children for member in _family(int(child)))]


def _resident(pid: int) -> int:
    """In KiB."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))


def refresh() -> list[tuple[str, str]]:
    from caledonia_site.common.jobs.models import DirtyMark
    from caledonia_site.common.jobs.runner import process_marks
    from games.results.models import Game
    from games.stats.filters.filter_set import FilterSet
    from games.stats.index.snapshot import segment_number
    from games.stats.selectors.factions import faction_summary

    faction_summary(filters=FilterSet(SYSTEM))
    taken = []
    for game in Game.objects.filter(system=SYSTEM, pk__gt=10).order_by("pk")[: GAMES : max(1, GAMES // 16)]:
        Game.objects.filter(pk=game.pk).update(state="void")
        DirtyMark.objects.create(topic="statistics", key=str(segment_number(game.pk)))
        began = time.process_time()
        process_marks(topic="statistics", key=str(segment_number(game.pk)))
        faction_summary(filters=FilterSet(SYSTEM))
        taken.append(time.process_time() - began)
    return [("refresh after one game, until the table shows it", f"{1000 * statistics.median(taken):.0f} ms")]


if __name__ == "__main__":
    main(*sys.argv[1:])
