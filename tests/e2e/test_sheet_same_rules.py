"""The browser decides what applies, what is missing and what is sent exactly as the server does."""

import json
import random
from urllib.parse import urlencode

import pytest
from django.http import QueryDict

from games.sheets.values import applicable, places_of, posted_values
from scoring import registry
from scoring.conditions import holds

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
    found = page.evaluate(
        """async (cases) => {
            const { holds } = await import("/static/sheets/conditions.js");
            return cases.map(([condition, facts]) => holds(condition, facts));
        }""",
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
def test_the_browser_makes_the_same_sheet_of_a_form_as_the_server(new_page, system):
    ruleset = registry.get(system)
    description = ruleset.description
    chance = random.Random(system)
    forms = [some_form(chance, description) for _ in range(150)]
    expected = []
    for sent in forms:
        values = posted_values(description, QueryDict(urlencode(sent)))
        sheet = applicable(description, values).sheet
        reading = ruleset.reader.read(sheet, through=None, partial=True)
        # No page has a table that no game allows; of one the engine only says that.
        missing = None if reading.values is None else sorted(reading.missing)
        expected.append({"sheet": sheet, "missing": missing})
    page = new_page()
    page.goto("/score/")
    found = page.evaluate(
        """async ([description, forms]) => {
            const { applicable, readValues } = await import("/static/sheets/values.js");
            const { missingPaths } = await import("/static/sheets/missing.js");
            return forms.map((sent) => {
                const data = new FormData();
                for (const [name, value] of sent) data.append(name, value);
                const applied = applicable(description, readValues(description, data));
                return { sheet: applied.sheet, missing: missingPaths(description, applied).sort() };
            });
        }""",
        [description.as_json(), forms],
    )
    for sent, one, other in zip(forms, expected, found, strict=True):
        assert json.loads(json.dumps(one["sheet"])) == other["sheet"], sent
        if one["missing"] is not None:
            assert one["missing"] == other["missing"], sent
    assert sum(bool(one["missing"]) for one in expected) > 30
