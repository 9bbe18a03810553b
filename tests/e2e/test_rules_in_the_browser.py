"""The compiled rules mean in a browser what they mean in Python."""

import json
import textwrap

import pytest

from games.sheets.compiler.generator import compile_modules
from games.sheets.compiler.script import rules_script
from scoring import registry
from scoring.preview import preview
from scoring.sentences import Words
from tests.e2e.answers import describe
from tests.e2e.expressions import EXPRESSIONS
from tests.e2e.programs import PROGRAMS
from tests.e2e.same_rules import (
    ENTRY,
    SHEETS,
    all_words,
    differences,
    golden_cases,
    made_up_cases,
    open_script,
)
from tests.scoring.toy import TOY

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SHEETS_COMPARED = 1_000


@pytest.fixture
def page(new_page):
    """A page of the site, with its content policy."""
    page = new_page()
    page.goto("/score/")
    return page


@pytest.fixture
def page_with_answers(page):
    open_script(page, "/answers.js", compile_modules([ENTRY]))
    return page


def test_games_worked_by_hand_are_scored_and_explained_alike(page_with_answers):
    cases = golden_cases()
    assert len(cases) >= 20
    assert differences(page_with_answers, cases, all_words()) == []


def test_made_up_sheets_are_scored_and_explained_alike(page_with_answers):
    """On demand any number more: `python -m tests.e2e.same_rules 100000`."""
    cases = list(made_up_cases(SHEETS_COMPARED, start=1887))
    assert len(cases) == SHEETS_COMPARED
    assert differences(page_with_answers, cases, all_words()) == []


@pytest.mark.parametrize("system", list(SHEETS))
def test_a_game_system_is_described_alike(page_with_answers, system):
    said = page_with_answers.evaluate(
        "(system) => JSON.stringify(window.compiled.call('tests.e2e.answers.describe', system))", system
    )
    assert json.loads(said) == json.loads(json.dumps(describe(system)))


def answer_of(source):
    """What a program answers in Python, or the class of what it raises."""
    namespace = {"__name__": "program"}
    try:
        exec(compile(source, "program", "exec"), namespace)
        return json.loads(json.dumps(namespace["run"]()))
    except Exception as error:
        return f"raises {type(error).__name__}"


def test_every_construct_and_function_means_the_same(page):
    sources = {
        f"expression_{number}": f"def run():\n    return {text}\n"
        for number, text in enumerate(EXPRESSIONS.strip().splitlines())
    }
    sources |= {f"program_{name}": textwrap.dedent(text) for name, text in PROGRAMS.items()}
    open_script(page, "/programs.js", compile_modules(list(sources), sources))
    answers = page.evaluate(
        """(names) => names.map((name) => {
            try {
                return JSON.stringify(window.compiled.call(`${name}.run`));
            } catch (error) {
                return JSON.stringify(`raises ${error.name}`);
            }
        })""",
        list(sources),
    )
    for (name, source), found in zip(sources.items(), answers, strict=True):
        assert as_text(json.loads(found)) == as_text(answer_of(source)), (name, source)


def as_text(answer):
    """Python takes True and 1 for equal, so texts are compared."""
    return json.dumps(answer, sort_keys=True)


# Texts that a browser's own way of reading would make something else of.
TEXTS = [
    "1", "1.0", "1e0", "-0", "-0.0", "0", "12.50", "1E2", "-1e-3", "9007199254740991", "1e400", "true", "false", "null",
    '""', '"1"', r'"\ud83d\ude00"', r'"\u0000"', r'"a\\\"{[,]}"', '"1.0"', "[]", "{}", "[1, [2.0, {}]]", " [ 1 ,\n2 ] ",
    '{"b": 1, "10": 2, "9": 3, "": 4}', '{"a": 1, "b": 2, "a": 3}', '{"__proto__": {"x": 1}, "constructor": 2}',
]  # fmt: skip
READ = """
def read(x):
    return [
        type(x).__name__, x == 1, x == 0, x == True, bool(x), isinstance(x, int), isinstance(x, float), x in (1, ""),
        len(x) if isinstance(x, str | list | dict) else None,
        [[key, x[key]] for key in x] if isinstance(x, dict) else None,
        {0: "zero", 1: "one"}.get(x) if not isinstance(x, list | dict) else None,
    ]
"""


def test_json_is_read_as_python_reads_it(page):
    open_script(page, "/read.js", compile_modules(["program"], {"program": READ}))
    namespace = {}
    exec(READ, namespace)
    found = page.evaluate(
        "(texts) => texts.map((text) => JSON.stringify(window.compiled.callJson('program.read', `[${text}]`)))",
        TEXTS,
    )
    for text, answer in zip(TEXTS, found, strict=True):
        assert as_text(json.loads(answer)) == as_text(namespace["read"](json.loads(text))), text


def test_a_function_that_is_not_there_and_a_value_that_is_not_plain_are_refused(page):
    open_script(page, "/read.js", compile_modules(["program"], {"program": READ}))
    for arguments in (
        "'program.nothing', 1",
        "'toString', 1",
        "'program.read', undefined",
        "'program.read', () => 1",
    ):
        refused = (
            f"() => {{ try {{ window.compiled.call({arguments}); }} catch (error) {{ return error.name; }} }}"
        )
        assert page.evaluate(refused) == "TypeError", arguments


def test_a_game_that_was_added_to_the_registry_is_scored_in_the_browser_too(page, monkeypatch):
    systems = (*registry.systems(), TOY)
    monkeypatch.setattr(registry, "_SYSTEMS", systems)
    monkeypatch.setattr(registry, "_BY_KEY", {system.description.key: system for system in systems})
    words = Words(
        labels={key: f"<{key}>" for key in TOY.vocabulary.labels},
        sentences={code.key: f"<{code.key}>" for code in TOY.vocabulary.codes},
        nouns={},
        phrases={"player": "Player {number}", "seat": "Seat {number}", "seat_kind": "Kind"},
        one=(1,),
        separator=",",
    )
    seats = [
        {"rounds": {"a": {"points": 3}, "b": {"points": 40}}},
        {"kind": "robot", "rounds": {"a": {"points": "x"}}},
    ]
    asked = {"sheet": {"seats": seats}, "names": ["Ailsa"], "through": "b"}
    rules_script.cache_clear()
    try:
        open_script(page, "/rules.js", rules_script().text)
    finally:
        rules_script.cache_clear()
    found = page.evaluate(
        """([asked, words]) => {
            const held = window.compiled.hold("scoring.sentences.read_words", words);
            return JSON.stringify(window.compiled.call("scoring.preview.preview", "toy", asked, held));
        }""",
        [asked, words.as_json()],
    )
    assert as_text(json.loads(found)) == as_text(preview("toy", asked, words))
