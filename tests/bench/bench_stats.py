"""How fast statistics answer and are kept fresh, and how well the adjusted worth covers the truth.

Runs on a database of its own in a temporary folder, or on `CALEDONIA_DATABASE_URL`. `CALEDONIA_BENCH_GAMES` says how
many games are stored and rebuilt (100,000 unless told), `CALEDONIA_BENCH_LEAGUES` how many leagues are invented (60).
Filters are asked of a million games whatever the first number is: the blocks are copied until there are so many.
"""

import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

GAMES = int(os.environ.get("CALEDONIA_BENCH_GAMES", "100000"))
LEAGUES = int(os.environ.get("CALEDONIA_BENCH_LEAGUES", "60"))
QUESTIONS = 100
SYSTEM = "clans_of_caledonia"
FIT_GAMES = 100_000
FILTERED_GAMES = 1_000_000


def run() -> str:
    """A Markdown section."""
    with tempfile.TemporaryDirectory(prefix="caledonia-bench-") as folder:
        _set_up(folder)
        from django.db import connection

        from tests.bench.stats_data import seed

        seed(GAMES)
        rows = [*_rebuild(), *_refresh(), *_filters(), *_fit()]
        adjusted, raw, runs = _coverage()
        return "\n".join(
            [
                "## Statistics",
                "",
                f"{GAMES:,} counted games on {connection.vendor}; filters over {FILTERED_GAMES:,} games.",
                f"They are {QUESTIONS} random combinations of everything that can be filtered by, each asked for the",
                "first time. Processor time, so that what else the machine does counts less.",
                "",
                "| what | figure |",
                "| --- | ---: |",
                *(f"| {name} | {figure} |" for name, figure in rows),
                "",
                f"{runs} invented leagues of 200 to 1,000 games with known worths, strong players preferring strong",
                f"clans: the 95 % intervals of the adjusted worth hold the truth in **{adjusted:.1%}** of the cases,",
                f"those of the plain win index in {raw:.1%}.",
            ]
        )


def _set_up(folder: str) -> None:
    os.environ |= {"CALEDONIA_DATA_DIR": folder, "CALEDONIA_LOG_LEVEL": "WARNING"}
    os.environ.setdefault("CALEDONIA_DATABASE_URL", f"sqlite:///{folder}/bench.sqlite3")
    # Not those of the tests, which run each job at once: messages wait for a worker that never comes.
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "caledonia_site.settings.dev")
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)


def _rebuild() -> list[tuple[str, str]]:
    """In a process of its own, as an operator runs it, to see what memory it takes."""
    began, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "manage.py", "rebuild", "statistics"],
        check=True,
        capture_output=True,
        env={**os.environ},
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return [
        ("rebuild of all games, processor time", f"{used:.1f} s"),
        ("the same, by the clock", f"{time.perf_counter() - began:.1f} s"),
        ("its memory at most", f"{after.ru_maxrss / 1024:.0f} MiB"),
    ]


def _refresh() -> list[tuple[str, str]]:
    from caledonia_site.common.jobs.models import DirtyMark
    from caledonia_site.common.jobs.working import work_off
    from games.models import Game
    from games.stats.columns.numbering import block_number
    from games.stats.filters import StatsFilter
    from games.stats.selectors.faction_table import faction_table

    faction_table(wanted=StatsFilter(system=SYSTEM))
    taken = []
    for game in Game.objects.filter(system=SYSTEM).order_by("pk")[10 : GAMES : max(1, GAMES // 8)]:
        Game.objects.filter(pk=game.pk).update(state="void")
        DirtyMark.objects.create(topic="statistics", key=str(block_number(game.pk)))
        began = time.process_time()
        work_off(topic="statistics", key=str(block_number(game.pk)))
        faction_table(wanted=StatsFilter(system=SYSTEM))
        taken.append(time.process_time() - began)
    return [("refresh after one game, until the table shows it", f"{1000 * statistics.median(taken):.0f} ms")]


def _copy_blocks() -> int:
    """Copies with other row numbers, so that each is a block of its own in memory as well."""
    import zlib
    from dataclasses import replace

    from django.db.models import Max, Sum

    from games.stats.columns.binary import digest_of, from_buffer, to_bytes
    from games.stats.models import StatsBlock

    originals = list(StatsBlock.objects.filter(system=SYSTEM))
    number = StatsBlock.objects.aggregate(last=Max("number"))["last"]
    while (have := StatsBlock.objects.aggregate(games=Sum("games"))["games"]) < FILTERED_GAMES:
        for row in originals:
            number += 1
            block = from_buffer(zlib.decompress(bytes(row.content)))
            data = to_bytes(replace(block, game_key=block.game_key % 4096 + number * 4096))
            StatsBlock.objects.create(
                system=SYSTEM,
                number=number,
                layout=row.layout,
                digest=digest_of(data),
                games=row.games,
                content=zlib.compress(data, 1),
                refreshed_at=row.refreshed_at,
            )
    return int(have)


def _filters() -> list[tuple[str, str]]:
    from games.stats.columns.store import snapshot_of
    from games.stats.selectors.faction_profile import faction_profile
    from games.stats.selectors.faction_table import faction_table
    from games.stats.selectors.system_facts import system_facts

    _copy_blocks()
    rng = random.Random(1886)
    wanted = [_random_filter(rng) for _ in range(QUESTIONS)]
    asked: dict[str, Callable[[Any], Any]] = {
        "clan table": lambda one: faction_table(wanted=one),
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


def _fit() -> list[tuple[str, str]]:
    """Players as unequally busy as in real leagues; everything else as the model has it."""
    import numpy as np

    from games.stats.estimators import Observations, fit_worths

    rng = np.random.default_rng(1886)
    sizes = rng.integers(2, 5, FIT_GAMES)
    game = np.repeat(np.arange(1, FIT_GAMES + 1), sizes)
    player = (rng.beta(0.6, 2, len(game)) * 5_000).astype(np.int64)
    clan = rng.integers(0, 18, len(game))
    first = np.concatenate(([0], np.cumsum(sizes)[:-1]))
    position = np.arange(len(game)) - np.repeat(first, sizes) + 1 + 100 * np.repeat(sizes, sizes)
    # Nobody sits twice at a table.
    _, kept = np.unique(game * 5_000 + player, return_index=True)
    skill, worth, mastery = rng.normal(0, 10, 5_000), rng.normal(0, 4, 18), rng.normal(0, 3, (5_000, 18))
    vp = np.round(120 + skill[player] + worth[clan] + mastery[player, clan] + rng.normal(0, 12, len(game)))
    observed = Observations(game=game, player=player + 1, faction=clan + 1, position=position, vp=vp)
    began = time.process_time()
    fit_worths(observed.rows(np.sort(kept)))
    return [(f"adjusted fit of {FIT_GAMES:,} games", f"{time.process_time() - began:.1f} s")]


def _coverage() -> tuple[float, float, int]:
    import numpy as np

    from games.stats.estimators import fit_worths
    from games.stats.estimators.reporting import contrasts
    from tests.games.stats.leagues import invent_league, raw_win_index_covers, true_win_index

    adjusted: list[bool] = []
    raw: list[bool] = []
    scenarios = ((200, 20, 1.0), (400, 40, 2.0), (1_000, 60, 2.0))
    for seed in range(LEAGUES):
        games, players, preference = scenarios[seed % len(scenarios)]
        league = invent_league(10_000 + seed, games=games, players=players, preference=preference)
        fit = fit_worths(league.observed)
        assert fit is not None
        worth = contrasts(fit, "faction")
        for number, code in enumerate(worth.codes):
            found = worth.against_mean(number)
            adjusted.append(found is not None and found[1] <= league.worth[code - 1] <= found[2])
        raw += raw_win_index_covers(league, true_win_index(league.worth))
    return float(np.mean(adjusted)), float(np.mean(raw)), LEAGUES
