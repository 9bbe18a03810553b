"""How long the server takes for one answer of the live score."""

from __future__ import annotations

import json
import os
import random
import time
from typing import Any

ANSWERS = 1_000


def run() -> str:
    """A Markdown section with the times of the preview endpoint, and how many times the bare engine they are."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "caledonia_site.settings.test")
    import django
    from django.test import RequestFactory

    django.setup()
    from games.web.sheet.views.preview import preview
    from scoring import registry
    from tests.bench.bench_scoring import _ticked_game

    ruleset = registry.get("clans_of_caledonia")
    chance = random.Random(1887)
    games = [_ticked_game(chance) for _ in range(ANSWERS)]
    requests = [
        RequestFactory().post(
            "/preview",
            json.dumps({"sheet": game, "names": ["Ailsa", "Rory", "Moira", "Ewan"]}),
            content_type="application/json",
            # Each from an address of its own: the limit for one address is not what is measured.
            REMOTE_ADDR=f"10.0.{number // 250}.{number % 250}",
        )
        for number, game in enumerate(games)
    ]
    whole = sorted(_times(lambda request: preview(request, "clans_of_caledonia"), requests))
    engine = sorted(_times(ruleset.evaluate, games))
    middle, late = whole[ANSWERS // 2], whole[ANSWERS * 95 // 100]
    return "\n".join(
        [
            "## Live score",
            "",
            "One answer of the preview endpoint: 4 seats of Clans of Caledonia with all modules and ticked contracts,",
            "JSON in, every line with its sentence out. Each of the sheets is different. Processor time, so that",
            "whatever else the machine is doing does not count.",
            "",
            "| | milliseconds | times the bare engine |",
            "| --- | ---: | ---: |",
            f"| median | {1000 * middle:.1f} | {middle / engine[ANSWERS // 2]:.0f} |",
            f"| 95th percentile | {1000 * late:.1f} | {late / engine[ANSWERS * 95 // 100]:.0f} |",
        ]
    )


def _times(work: Any, inputs: list[Any]) -> list[float]:
    taken = []
    for one in inputs:
        start = time.process_time()
        work(one)
        taken.append(time.process_time() - start)
    return taken
