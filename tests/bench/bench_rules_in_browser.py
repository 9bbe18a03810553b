"""How long a browser takes for the score while people type, with the compiled rules."""

from __future__ import annotations

import contextlib
import copy
import gzip
import os
import random
import statistics
import time
from pathlib import Path
from typing import Any

STARTS = 9
NEXT = 20
FIRST_TARGET_MS = 500
TARGET_MS = 20
# A phone is taken to be so many times slower than the machine this runs on.
SLOWER = 4
SITE = "https://rules.test"
WORKER = """
import { call, hold } from "/rules.js";
let held;
onmessage = ({ data: { requests, words } }) => {
  held ??= hold("scoring.sentences.read_words", words);
  for (const [system, request] of requests) call("scoring.form.fill", system, request, held);
  postMessage("done");
};
"""
START = """(address) => { window.worker = new Worker(address, { type: "module" }); }"""
ASK = """(question) => new Promise((resolve, reject) => {
  window.worker.onmessage = resolve;
  window.worker.onerror = reject;
  window.worker.postMessage(question);
}).then(() => null)"""
STOP = "() => window.worker.terminate()"
# The thread of a worker, as Chromium names it.
THREAD = "DedicatedWorker"


def run() -> str:
    """A Markdown section with the times in a worker of Chromium, and how many times those of Python they are."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "caledonia_site.settings.test")
    # Playwright's synchronous interface runs an event loop in this thread.
    os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
    import django

    django.setup()
    from playwright.sync_api import sync_playwright

    from games.sheets.compiler.script import rules_script
    from tests.bench.bench_scoring import _ticked_game
    from tests.bench.bench_scoring_glen_more_2 import _sheet
    from tests.servers.programs import Program

    start = time.process_time()
    script = rules_script().text
    compiling = time.process_time() - start
    chance = random.Random(1887)
    games = {
        "clans_of_caledonia": _ticked_game(chance),
        "glen_more_2": _sheet(chance, all_chronicles=True),
    }
    files = {
        "/": ("text/html", ""),
        "/rules.js": ("text/javascript", script),
        "/worker.js": ("text/javascript", WORKER),
    }

    def answer(route: Any) -> None:
        kind, body = files[route.request.url.removeprefix(SITE)]
        route.fulfill(body=body, content_type=kind)

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=Program.BROWSER.find(), args=["--no-sandbox"])
        context = browser.new_context()
        context.route(f"{SITE}/**", answer)
        page = context.new_page()
        page.goto(f"{SITE}/")
        rows = [_row(page, system, game) for system, game in games.items()]
        browser.close()
    size = len(gzip.compress(script.encode(), 9))
    return "\n".join(
        [
            "## Rules in the browser",
            "",
            "A sheet of four seats with everything a game may have, filled in value by value in a module worker of",
            "headless Chromium, which is asked as the page asks it: what applies, what is missing, every line with its",
            "sentence. The first answer includes reading and running the script, and the words. Processor time of the",
            f"worker's thread, the median of {STARTS}, and of Python for the same answers.",
            "",
            f"| system | first answer, ms | next {NEXT}, ms each | last {NEXT}, ms each | Python, ms | to Python |",
            "| --- | ---: | ---: | ---: | ---: | ---: |",
            *rows,
            "",
            f"The script has {len(script):,} bytes, {size:,} when compressed; compiling it takes {compiling:.1f} s.",
            f"Target on a phone {SLOWER} times slower: {FIRST_TARGET_MS} ms for the first answer, {TARGET_MS} ms for",
            f"each further one; here {FIRST_TARGET_MS // SLOWER} ms and {TARGET_MS // SLOWER} ms.",
        ]
    )


def _row(page: Any, system: str, game: dict[str, Any]) -> str:
    from games.systems import words_of
    from scoring.form import fill

    words = words_of(system)
    requests = [{"sheet": sheet, "names": ["Ailsa", "Rory"], "through": None} for sheet in _typed(game)]
    asked = [[system, request] for request in requests]
    parts = [asked[:1], asked[1 : NEXT + 1], asked[NEXT + 1 : -NEXT], asked[-NEXT:]]
    runs = []
    for _ in range(STARTS):
        page.evaluate(START, "/worker.js")
        taken = [0.0]
        for part in parts:
            page.evaluate(ASK, {"requests": part, "words": words.as_json()})
            taken.append(_worker_seconds())
        page.evaluate(STOP)
        runs.append(
            [
                1_000 * (after - before) / len(part)
                for part, before, after in zip(parts, taken, taken[1:], strict=False)
            ]
        )
    first, soon, _, late = (statistics.median(column) for column in zip(*runs, strict=True))
    start = time.process_time()
    for request in requests[-NEXT:]:
        fill(system, request, words)
    python = 1_000 * (time.process_time() - start) / NEXT
    return f"| {system} | {first:.0f} | {soon:.1f} | {late:.1f} | {python:.1f} | {late / python:.1f} |"


def _worker_seconds() -> float:
    """What the thread of the one worker has taken so far; Linux tells it of every thread."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parents[stat.parent.name] = stat.read_text().rpartition(")")[2].split()[1]
    seconds = 0.0
    for process in parents:
        above = process
        while above in parents and above != str(os.getpid()):
            above = parents[above]
        if above == str(os.getpid()):
            for task in Path(f"/proc/{process}/task").iterdir():
                with contextlib.suppress(OSError):
                    if (task / "comm").read_text().startswith(THREAD):
                        seconds += int((task / "schedstat").read_text().split()[0]) / 1e9
    return seconds


def _typed(game: dict[str, Any]) -> list[dict[str, Any]]:
    """The sheet after each value somebody types, seat by seat."""
    typed: dict[str, Any] = {**game, "seats": [{"kind": "human"} for _ in game["seats"]]}
    sheets = []
    for blank, seat in zip(typed["seats"], game["seats"], strict=True):
        for key, value in seat.items():
            for inner, part in value.items() if key == "rounds" else [(None, value)]:
                for field, entered in part.items() if inner else [(None, part)]:
                    if inner:
                        blank.setdefault("rounds", {}).setdefault(inner, {})[field] = entered
                    else:
                        blank[key] = entered
                    sheets.append(copy.deepcopy(typed))
    return sheets
