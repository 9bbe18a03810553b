"""Python and a browser score the same made-up sheets; whatever they say must be equal to the last letter.

The tests compare some 1,000 sheets. Any number more, from another seed every time or from the one given:

    python -m tests.e2e.same_rules 100000 [seed]
"""

import copy
import gzip
import json
import os
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from hypothesis import HealthCheck, Phase, given, seed, settings
from playwright.sync_api import Page, sync_playwright

from games.sheets.compiler.generator import compile_modules
from scoring import registry
from scoring.description import Description, Field
from tests.e2e.answers import answer
from tests.scoring.clans_of_caledonia import strategies as clans
from tests.scoring.glen_more_2 import strategies as glen_more
from tests.servers.programs import Program

ENTRY = "tests.e2e.answers"
LANGUAGES = ("en", "fr", "pt-br")
SHEETS = {"clans_of_caledonia": clans.good_sheets(), "glen_more_2": glen_more.good_sheets()}
# Of each sheet that keeps the rules so many spoiled or unfinished ones are made: drawing one costs far more than both.
COPIES = 3
GOLDEN_TIMES = 10
AT_ONCE = 200
GOLDEN = Path(__file__).parents[1] / "data"
# What no form sends, and what a phone may read differently from Python.
STRANGE: list[Any] = [
    -1, 0, 1, 2, 7, 12, 9_999, 10_000, 2**53, -(2**53), 10**30, 10**400,
    1.0, 0.0, -0.0, 1.5, 1e300, True, False, None, "", "x", "1", "human", "automa", "full", " Ailsa ", "\x1c\x85",
    "\ufeff", "ß", "😀" * 70, "z" * 201, "😀" * 150, [], [1], [1, 1.0], [True], ["x", "x"], {}, {"x": 1},
    {"10": 1, "9": 2}, "winner", "last", ["mike_mccastle"], ["john_mcclaim", "sibyl_macsponge"], [1, 2, 3], [3, 2, 1],
]  # fmt: skip
KEYS = [
    "x",
    "10",
    "9",
    "",
    "__proto__",
    "constructor",
    "ß😀",
    "y" * 61,
    "😀" * 61,
    "seats",
    "rounds",
    "kind",
    "player",
    "d",
]
NAMES: list[Any] = [[], ["Ailsa", "", " Rory "], ["Ailsa", None, 3, "😀"], None]


class Case(NamedTuple):
    system: str
    language: str
    request: dict[str, Any]


def golden_sheets(system: str) -> list[Any]:
    """The games worked by hand."""
    return [
        json.loads(path.read_text(encoding="utf-8"))["sheet"]
        for path in sorted((GOLDEN / system).glob("*.json"))
    ]


def golden_cases() -> list[Case]:
    """Every game worked by hand, in every language."""
    return [
        Case(system, language, request(sheet))
        for system in SHEETS
        for sheet in golden_sheets(system)
        for language in LANGUAGES
    ]


def request(sheet: Any, through: Any = None, names: Any = ()) -> dict[str, Any]:
    return {"sheet": sheet, "through": through, "names": list(names) if isinstance(names, tuple) else names}


def made_up_cases(number: int, start: int) -> Iterator[Case]:
    """Golden sheets and what the rules' own strategies draw, of every game, each with spoiled and unfinished copies."""
    chance = random.Random(start)
    wanted = number // len(SHEETS)
    for system, strategy in SHEETS.items():
        description = registry.get(system).description
        golden = golden_sheets(system) * GOLDEN_TIMES
        drawn = _draw(strategy, max(-(-wanted // (COPIES + 1)) - len(golden), 1), start)
        copies = [
            one
            for sheet in (*golden, *drawn)
            for one in (sheet, *(_spoil(chance, sheet, description) for _ in range(COPIES)))
        ]
        for one in copies[:wanted]:
            through = chance.choice([None] * 8 + [*description.rounds, "x"])
            yield Case(system, chance.choice(LANGUAGES), request(one, through, chance.choice(NAMES)))


def _draw(strategy: Any, number: int, start: int) -> list[Any]:
    drawn: list[Any] = []

    # Hypothesis tries simple examples more than once, so it draws a few more than are wanted.
    @seed(start)
    @settings(
        max_examples=number + 10,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def collect(sheet: Any) -> None:
        drawn.append(sheet)

    collect()
    return drawn[:number]


def _spoil(chance: random.Random, sheet: Any, description: Description) -> Any:
    """A copy with some values changed, left out or added."""
    spoiled = copy.deepcopy(sheet)
    deeds = [_fill_in] * chance.choice([0, 1, 3, 10]) + [_disturb] * chance.choice([0, 1, 1, 2, 20])
    chance.shuffle(deeds)
    for deed in deeds:
        if spoiled:
            deed(chance, spoiled, description)
    return spoiled


def _fill_in(chance: random.Random, sheet: Any, description: Description) -> None:
    """A field that the game has gets a value of its kind, which need not go with the others."""
    seats = sheet.get("seats") if isinstance(sheet, dict) else None
    seats = [seat for seat in seats if isinstance(seat, dict)] if isinstance(seats, list) else []
    if not seats:
        return
    field = chance.choice([*description.seat, *description.game, *description.options])
    spot = chance.choice(seats)
    if field in description.game:
        spot = sheet.setdefault("game", {})
    elif field in description.options:
        spot = sheet.setdefault("options", {})
    elif field.rounds:
        rounds = spot.setdefault("rounds", {})
        spot = rounds.setdefault(chance.choice(field.rounds), {}) if isinstance(rounds, dict) else None
    if isinstance(spot, dict):
        spot[field.key] = _value(chance, field)


def _value(chance: random.Random, field: Field) -> Any:
    if field.kind == "count":
        return chance.choice([0, 1, chance.randint(0, 12), chance.randint(0, 12), field.maximum + 1])
    if field.kind == "flag":
        return chance.random() < 0.8
    if field.kind == "choice":
        return chance.choice(field.choices)
    return chance.choices(field.choices, k=chance.randint(0, min(field.longest + 1, 6)))


def _disturb(chance: random.Random, sheet: Any, description: Description) -> None:
    """Anywhere, whatever stands there."""
    spot, key = _place(chance, sheet)
    deed = chance.random()
    if deed < 0.4:
        del spot[key]
    elif deed < 0.6 and isinstance(spot[key], int):
        spot[key] += chance.choice([-1, 1, 5, 50])
    elif deed < 0.9 or not isinstance(spot, dict):
        spot[key] = copy.deepcopy(chance.choice(STRANGE))
    else:
        spot[chance.choice(KEYS)] = copy.deepcopy(chance.choice(STRANGE))


def _place(chance: random.Random, sheet: Any) -> tuple[Any, Any]:
    spot = sheet
    while True:
        key = chance.choice(list(spot) if isinstance(spot, dict) else list(range(len(spot))))
        inner = spot[key]
        if not isinstance(inner, dict | list) or not inner or chance.random() < 0.03:
            return spot, key
        spot = inner


def open_script(page: Page, address: str, text: str) -> None:
    """Has the page import a script of the test's under an address of its own site, as `window.compiled`."""
    page.route(address, lambda route: route.fulfill(body=text, content_type="text/javascript"))
    page.evaluate("async (address) => { window.compiled = await import(address); }", address)


def differences(page: Page, cases: list[Case], words: dict[tuple[str, str], Any]) -> list[str]:
    """What Python and the browser, which has `answers` open, do not say alike; nothing, if all is well."""
    found: list[str] = []
    for first in range(0, len(cases), AT_ONCE):
        some = cases[first : first + AT_ONCE]
        answers = page.evaluate(
            """([cases, words]) => cases.map(([text, language]) => {
                try {
                    const answer = window.compiled.callJson("tests.e2e.answers.answer", text, words[language]);
                    return JSON.stringify(answer);
                } catch (error) {
                    return JSON.stringify(error.stack);
                }
            })""",
            [
                [
                    [json.dumps([case.system, case.request]), _key(case.system, case.language)]
                    for case in some
                ],
                {_key(*which): one for which, one in words.items()},
            ],
        )
        for case, text in zip(some, answers, strict=True):
            said = answer(case.system, case.request, words[case.system, case.language])
            if _sorted(said) != _sorted(json.loads(text)):
                found.append(
                    f"{json.dumps(case)}\nPython:  {_sorted(said)}\nbrowser: {_sorted(json.loads(text))}"
                )
    return found


def _key(system: str, language: str) -> str:
    return f"{system} {language}"


def _sorted(answer: Any) -> str:
    """As text, since Python takes True and 1 for equal."""
    return json.dumps(answer, sort_keys=True, ensure_ascii=False)


def all_words() -> dict[tuple[str, str], Any]:
    """The words of every game in every language, as a browser gets them."""
    from django.utils.translation import override

    from games.systems import words_of

    words = {}
    for system in SHEETS:
        for language in LANGUAGES:
            with override(language):
                words[system, language] = words_of(system).as_json()
    return words


def main(arguments: list[str]) -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "caledonia_site.settings.test")
    import django

    django.setup()
    number = int(arguments[0])
    start = int(arguments[1]) if len(arguments) > 1 else time.time_ns() % 2**32
    words = all_words()
    text = compile_modules([ENTRY])
    print(f"seed {start}; script of {len(gzip.compress(text.encode())):,} bytes compressed", flush=True)
    different = 0
    with sync_playwright() as playwright:
        page = playwright.chromium.launch(
            executable_path=Program.BROWSER.find(), args=["--no-sandbox"]
        ).new_page()
        page.route("https://rules.test/", lambda route: route.fulfill(body="", content_type="text/html"))
        page.goto("https://rules.test/")
        open_script(page, "https://rules.test/rules.js", text)
        for part in range(0, number, 2_000):
            cases = list(made_up_cases(min(2_000, number - part), start + part))
            for one in differences(page, cases, words):
                different += 1
                print(one, flush=True)
            print(f"{part + len(cases):,} sheets, {different} different", flush=True)
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
