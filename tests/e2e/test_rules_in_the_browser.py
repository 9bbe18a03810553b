"""The compiled rules mean in a browser what they mean in Python."""

import json
import textwrap

import pytest

from games.sheets.compiler.generator import compile_modules
from tests.e2e.answers import describe
from tests.e2e.programs import EXPRESSIONS, PROGRAMS
from tests.e2e.same_rules import (
    ENTRY,
    SHEETS,
    all_words,
    differences,
    golden_cases,
    made_up_cases,
    open_script,
)

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
