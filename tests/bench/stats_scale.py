"""Statistics of many games on one database: how fast they are rebuilt, kept fresh and asked.

`python -m tests.bench.stats_scale FOLDER` stores the games, measures, and prints rows of names and figures as JSON. The
database is that of `CALEDONIA_DATABASE_URL`, or SQLite in the folder.
"""

import json
import os
import random
import resource
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

GAMES = int(os.environ.get("CALEDONIA_BENCH_GAMES", "1000000"))
QUESTIONS = 100
SYSTEM = "clans_of_caledonia"
LOOK_EVERY = 2.0


def main(folder: str) -> None:
    set_up(folder)
    from tests.bench.stats_data import seed

    seed(GAMES)
    print(json.dumps([*rebuild(), *refresh(), *filters(), memory()]))


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
    from caledonia_site.common.jobs.working import work_off
    from games.models import Game
    from games.stats.columns.numbering import block_number
    from games.stats.filters import StatsFilter
    from games.stats.selectors.faction_table import faction_table

    faction_table(wanted=StatsFilter(system=SYSTEM))
    taken = []
    for game in Game.objects.filter(system=SYSTEM, pk__gt=10).order_by("pk")[: GAMES : max(1, GAMES // 16)]:
        Game.objects.filter(pk=game.pk).update(state="void")
        DirtyMark.objects.create(topic="statistics", key=str(block_number(game.pk)))
        began = time.process_time()
        work_off(topic="statistics", key=str(block_number(game.pk)))
        faction_table(wanted=StatsFilter(system=SYSTEM))
        taken.append(time.process_time() - began)
    return [("refresh after one game, until the table shows it", f"{1000 * statistics.median(taken):.0f} ms")]


def filters() -> list[tuple[str, str]]:
    from games.stats.columns.store import snapshot_of
    from games.stats.selectors.faction_profile import faction_profile
    from games.stats.selectors.faction_table import faction_table
    from games.stats.selectors.pair_table import pair_table
    from games.stats.selectors.system_facts import system_facts

    rng = random.Random(1886)
    wanted = [_random_filter(rng) for _ in range(QUESTIONS)]
    asked: dict[str, Callable[[Any], Any]] = {
        "clan table": lambda one: faction_table(wanted=one),
        "clan against clan": lambda one: pair_table(wanted=one),
        "a clan's page": lambda one: faction_profile(wanted=one, faction="campbell"),
        "facts of the game": lambda one: system_facts(wanted=one),
    }
    rows = []
    for name, ask in asked.items():
        ask(wanted[0])
        taken = []
        for one in wanted:
            snapshot_of(SYSTEM).answers.clear()
            began = time.process_time()
            ask(one)
            taken.append(1000 * (time.process_time() - began))
        taken.sort()
        middle, late = taken[len(taken) // 2], taken[len(taken) * 95 // 100]
        rows.append((f"{name}, any filter: median / 95th percentile", f"{middle:.0f} / {late:.0f} ms"))
    return rows


def memory() -> tuple[str, str]:
    """What a process that answered all this has to itself; files it has mapped are shared."""
    lines = Path("/proc/self/smaps_rollup").read_text().splitlines()
    own = sum(int(line.split()[1]) for line in lines if line.startswith("Anonymous:"))
    return "memory of the answering process, without shared files", f"{own / 1024:.0f} MiB"


def _random_filter(rng: random.Random) -> Any:
    """Each thing that can be filtered by is used now and then, alone and together."""
    from games.stats.filters import RATING_BANDS, StatsFilter, filter_fields

    fields = filter_fields(SYSTEM)
    chosen: dict[str, Any] = {"system": SYSTEM}
    if rng.random() < 0.4:
        chosen["seats"] = rng.choice(fields.seats)
    if rng.random() < 0.3:
        chosen["edition"] = rng.choice(fields.editions)
    if rng.random() < 0.25:
        option = rng.choice(fields.options)
        chosen["options"] = ((option.key, rng.choice(["none", "any"])),)
    if rng.random() < 0.3:
        field = rng.choice(fields.setup)
        chosen["setup"] = ((field.key, str(rng.choice(field.choices))),)
    if rng.random() < 0.2:
        chosen["factions"] = tuple(rng.sample(fields.factions, rng.randint(1, 2)))
    if rng.random() < 0.3:
        chosen["since"] = date(2016, 1, 1) + timedelta(days=rng.randrange(3_900))
    if rng.random() < 0.15:
        chosen["until"] = date(2016, 1, 1) + timedelta(days=rng.randrange(3_900))
    if rng.random() < 0.15:
        chosen["club"] = rng.choice(_clubs())
    if rng.random() < 0.1:
        chosen["rating_from"], chosen["rating_to"] = rng.choice(RATING_BANDS)
    if rng.random() < 0.25:
        facet = rng.choice(fields.seat)
        chosen["seat"] = ((facet.key, str(rng.choice(facet.choices))),)
    return StatsFilter(**chosen)


def _clubs() -> list[int]:
    from games.clubs.models import Club

    return sorted(Club.objects.values_list("pk", flat=True))


if __name__ == "__main__":
    main(sys.argv[1])
