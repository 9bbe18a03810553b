"""The browser decides what applies, what is missing and what is sent exactly as the server does."""

import json
import random
from urllib.parse import urlencode

import pytest
from django.http import QueryDict

from games.sheets.compiler.generator import compile_modules
from games.sheets.outline import skeleton_of
from games.sheets.rules import rules_for
from games.sheets.values import applicable, places_of, posted_values
from games.systems import words_of
from scoring import registry
from scoring.conditions import holds
from scoring.form import _idle, _places
from scoring.preview import preview
from tests.e2e.same_rules import open_script

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FACTS = {
    "seats": [2, 3],
    "options.a": [True, False, None],
    "options.b": ["full", "half", None],
    "game.c": [(), ("x",), ("x", 1)],
    "seat.d": [0, 1, 5],
    "setup.unknown": [None],
}


def some_condition(chance, depth=0):
    operator = chance.choice(["eq", "in", "ge", "has", "all", "any", "not"][: 4 if depth > 2 else 7])
    if operator in {"all", "any"}:
        return (operator, *(some_condition(chance, depth + 1) for _ in range(chance.randint(0, 3))))
    if operator == "not":
        return (operator, some_condition(chance, depth + 1))
    fact = chance.choice(list(FACTS))
    if operator == "ge":
        return (operator, fact, chance.randint(0, 4))
    values = [True, False, None, 0, 1, 2, 5, "full", "x"]
    return (operator, fact, *chance.sample(values, chance.randint(1, 3) if operator == "in" else 1))


# Plain JSON knows no tuples, which conditions and their facts are made of.
CONDITIONS = """
from scoring.conditions import holds

def frozen(value):
    return tuple([frozen(part) for part in value]) if isinstance(value, list) else value

def decide(condition, facts):
    return holds(frozen(condition), {name: frozen(fact) for name, fact in facts.items()})
"""


def test_conditions_mean_the_same_in_the_browser(new_page):
    chance = random.Random(3)
    cases = [
        (some_condition(chance), {fact: chance.choice(values) for fact, values in FACTS.items()})
        for _ in range(2_000)
    ]
    expected = [holds(condition, facts) for condition, facts in cases]
    assert 400 < sum(expected) < 1_600
    page = new_page()
    page.goto("/score/")
    open_script(page, "/conditions.js", compile_modules(["conditions"], {"conditions": CONDITIONS}))
    found = page.evaluate(
        "(cases) => cases.map(([condition, facts]) => compiled.call('conditions.decide', condition, facts))",
        json.loads(json.dumps(cases)),
    )
    assert [case for case, one, other in zip(cases, expected, found, strict=True) if one != other] == []


def some_form(chance, description):
    """A form half filled in, also with what no longer applies and what no game allows."""
    kinds = [chance.choice(description.seat_kinds).key for _ in range(chance.randint(1, 4))]
    sent = [(f"seats[{seat}].kind", kind) for seat, kind in enumerate(kinds)]
    eager = chance.choice([0.1, 0.5, 0.95])
    for place in places_of(description, len(kinds)):
        field = place.field
        if chance.random() > eager:
            continue
        if field.kind == "count":
            values = [chance.choice(["0", "3", " 12 ", "-1", "+4", "x", "1.5", ""])]
        elif field.kind == "flag":
            values = [chance.choice(["yes", "yes", "on", "maybe"])]
        elif field.kind == "choice":
            values = [chance.choice([*map(str, field.choices), "nothing", ""])]
        else:
            values = chance.sample([*map(str, field.choices)], chance.randint(0, min(3, len(field.choices))))
        sent += [(place.path, value) for value in values]
    return sent


@pytest.mark.parametrize("system", [ruleset.description.key for ruleset in registry.systems()])
def test_the_browser_makes_the_same_of_a_form_as_the_server(new_page, system):
    """Which fields, lines and choices apply, what is missing and wrong, and the score: all of the answer."""
    ruleset = registry.get(system)
    description = ruleset.description
    chance = random.Random(system)
    forms = [some_form(chance, description) for _ in range(150)]
    expected = []
    for sent in forms:
        values = posted_values(description, QueryDict(urlencode(sent)))
        applied = applicable(description, values)
        names = [""] * len(values.kinds)
        score = preview(system, {"sheet": applied.sheet, "names": names}, words_of(system))
        missing = list(ruleset.check(applied.sheet, partial=True).missing)
        besides = {"idle": _idle(description, applied), "places": _places(description, applied)}
        expected.append(score | besides | {"unfilled": missing})
    page = new_page()
    page.goto("/score/")
    found = page.evaluate(
        """async ([skeleton, rules, forms]) => {
            const { readSheet } = await import("/static/sheets/values.js");
            const { call, hold } = await import(rules.script);
            const words = hold("scoring.sentences.read_words", await (await fetch(rules.words)).json());
            return forms.map((sent) => {
                const data = new FormData();
                for (const [name, value] of sent) data.append(name, value);
                return call("scoring.form.fill", rules.system, readSheet(skeleton, data), words);
            });
        }""",
        [skeleton_of(description), rules_for(system), forms],
    )
    for sent, one, other in zip(forms, expected, found, strict=True):
        assert json.loads(json.dumps(one)) == other, sent
    assert sum(bool(one["unfilled"]) for one in expected) > 30
    assert sum(bool(one["idle"]["fields"]) for one in expected) > 30
