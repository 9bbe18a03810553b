"""How long the server takes for one answer of the live score."""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Callable
from typing import Any

ANSWERS = 500
TARGET_MS = 100


def run() -> str:
    """A Markdown section with the times of the preview endpoint, and how many times the bare engine they are."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "caledonia_site.settings.test")
    os.environ["CALEDONIA_LOG_LEVEL"] = "WARNING"
    import django
    from django.test import Client

    django.setup()
    from scoring import registry
    from tests.bench.bench_scoring import _ticked_game

    ruleset = registry.get("clans_of_caledonia")
    chance = random.Random(1887)
    games = [_ticked_game(chance) for _ in range(ANSWERS)]
    client = Client()

    def answer(numbered: tuple[int, Any]) -> None:
        number, game = numbered
        response = client.post(
            "/score/clans_of_caledonia/preview",
            json.dumps({"sheet": game, "names": ["Ailsa", "Rory", "Moira", "Ewan"]}),
            content_type="application/json",
            # Each from an address of its own: the limit for one address is not what is measured.
            REMOTE_ADDR=f"10.0.{number // 250}.{number % 250}",
        )
        assert response.status_code == 200, response.status_code

    answer((0, games[0]))
    rows = {
        "wall time": _middle_and_late(time.perf_counter, answer, list(enumerate(games))),
        "processor time": _middle_and_late(time.process_time, answer, list(enumerate(games))),
        "processor time, the bare engine": _middle_and_late(time.process_time, ruleset.evaluate, games),
    }
    late = rows["wall time"][1]
    verdict = "met" if late < TARGET_MS else "missed"
    return "\n".join(
        [
            "## Live score",
            "",
            "One answer of the preview endpoint, from the first middleware to the last: 4 seats of Clans of Caledonia",
            "with all modules and ticked contracts, JSON in, every line with its sentence out. Each of the",
            f"{ANSWERS} sheets is different. Wall time counts whatever else the machine is doing.",
            "",
            "| | median, ms | 95th percentile, ms |",
            "| --- | ---: | ---: |",
            *(f"| {name} | {middle:.1f} | {late:.1f} |" for name, (middle, late) in rows.items()),
            "",
            f"Target: under {TARGET_MS} ms of wall time for 95 of 100 answers: {verdict}.",
        ]
    )


def _middle_and_late(
    clock: Callable[[], float], work: Callable[[Any], Any], inputs: list[Any]
) -> tuple[float, float]:
    taken = []
    for value in inputs:
        start = clock()
        work(value)
        taken.append(1_000 * (clock() - start))
    taken.sort()
    return taken[len(taken) // 2], taken[len(taken) * 95 // 100]
