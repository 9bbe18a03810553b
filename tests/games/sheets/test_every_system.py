"""Whatever game is registered: its sheet is drawn from its description, filled, and recorded as the engine scores."""

import re
from copy import deepcopy
from dataclasses import replace

import pytest
from django.http import QueryDict
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.results.models import Game
from games.results.paths import line_rounds
from games.sheets.form import build_form
from games.sheets.values import applicable, empty_values, places_of, posted_values
from games.systems import system_of
from scoring import registry
from scoring.paths import seat_path
from scoring.preview import warnings_key
from scoring.values import read_value
from tests.factories.games import two_seats
from tests.games.sheets.posting import new_address, posted_sheet
from tests.scoring.toy import Toy

RULESETS = {ruleset.description.key: ruleset for ruleset in registry.systems()}
ROUND = {"castle_scots": 1, "landmarks": 1, "barrels": 3, "persons": 1}
GLEN = {
    "options": {"dragon_boat_races": True},
    "seats": [
        {
            "vp_tokens": 3, "coins": 5 + seat, "territory": 9, "race_result": result,
            "rounds": {played: ROUND | {"barrels": 3 - seat} for played in "abcd"},
        }
        for seat, result in enumerate(("winner", "last"))
    ],
}  # fmt: skip
FINISHED = {"clans_of_caledonia": two_seats(), "glen_more_2": GLEN}


def query(fields):
    posted = QueryDict(mutable=True)
    for name, value in fields.items():
        posted.setlist(name, value if isinstance(value, list) else [value])
    return posted


def test_there_is_a_finished_sheet_of_every_system():
    assert FINISHED.keys() == RULESETS.keys()


@pytest.mark.parametrize(
    "description", [*(one.description for one in RULESETS.values())], ids=lambda one: one.key
)
class TestForm:
    def test_every_field_has_one_control_in_every_seat(self, description):
        values = empty_values([description.seat_kinds[0].key] * description.most_seats)
        form = build_form(description, values, applicable(description, values), errors={}, lines={})
        drawn = [control.path for control in form.controls]
        assert sorted(drawn) == sorted(place.path for place in places_of(description, description.most_seats))

    def test_every_line_has_one_place_for_its_points(self, description):
        values = empty_values([description.seat_kinds[0].key] * 2)
        form = build_form(description, values, applicable(description, values), errors={}, lines={})
        shown = [cell.vp.path for group in form.groups for row in group.rows for cell in row.cells if cell.vp]
        expected = [
            seat_path(seat, line.key, played)
            for line in description.lines
            for played in line_rounds(line)
            for seat in range(2)
        ]
        assert sorted(shown) == sorted(expected)

    def test_boxes_that_stand_side_by_side_have_names(self, description):
        for field in (*description.options, *description.setup, *description.game, *description.seat):
            boxes = {piece["set"] for piece in description.catalogues.get(field.catalogue, ())}
            assert len(boxes) <= 1 or boxes <= system_of(description.key).boxes.keys()


def test_conditions_of_any_description_hide_and_show():
    """The toy has what the real games have not: a field of a round that depends on another of the same round."""
    description = Toy.description
    fields = {"seats[0].kind": "human", "seats[0].rounds.b.crown": "yes", "seats[0].rounds.b.bonus": "4"}
    sheet = applicable(description, posted_values(description, query(fields))).sheet
    assert sheet["seats"][0]["rounds"] == {"b": {"crown": True, "bonus": 4}}
    del fields["seats[0].rounds.b.crown"]
    assert (
        "rounds" not in applicable(description, posted_values(description, query(fields))).sheet["seats"][0]
    )


@pytest.mark.django_db
@pytest.mark.parametrize("system", RULESETS)
@pytest.mark.parametrize("language", ["en", "fr", "pt-br"])
def test_a_game_is_filled_in_and_recorded_through_the_plain_form(client, system, language):
    raw = FINISHED[system]
    page = client.get(new_address(system, human=2), headers={"accept-language": language}).content.decode()
    fields = posted_sheet(raw, action="record")
    names = set(re.findall(r'name="([^"]+)"', page))
    assert set(fields) - names == set(), "the form lacks a field"
    assert "style=" not in page
    response = client.post(new_address(system), fields, headers={"accept-language": language})
    assert response.status_code == 302
    engine = RULESETS[system].evaluate(raw).breakdown
    assert [(seat.total, seat.rank) for seat in Game.objects.get().seats.all()] == [
        (seat.total, seat.place) for seat in engine.seats
    ]


NUMBERS = st.one_of(st.integers(-2, 12).map(str), st.sampled_from(["", " ", "x", "1.5", "999999", "yes"]))


@st.composite
def changed_forms(draw, system):
    """A finished sheet with anything at all typed into some of its fields, as a browser or a forger would post it."""
    ruleset = RULESETS[system]
    fields = posted_sheet(FINISHED[system], action="record")
    places = list(places_of(ruleset.description, 2))
    for place in draw(st.lists(st.sampled_from(places), max_size=12)):
        if place.field.choices:
            chosen = st.sampled_from([str(choice) for choice in place.field.choices]) | st.just("nothing")
            several = place.field.kind == "tiles"
            fields[place.path] = draw(st.lists(chosen, max_size=6) if several else chosen)
        elif place.field.kind == "flag":
            fields[place.path] = draw(st.sampled_from(["yes", "", "on", "maybe"]))
        else:
            fields[place.path] = draw(NUMBERS)
    return fields


def value_at(sheet, place):
    owner = sheet[place.path.partition(".")[0]] if place.seat is None else sheet["seats"][place.seat]
    if place.round:
        owner = owner.get("rounds", {}).get(place.round, {})
    return owner.get(place.field.key)


def with_value(sheet, place, value):
    sheet = deepcopy(sheet)
    owner = sheet[place.path.partition(".")[0]] if place.seat is None else sheet["seats"][place.seat]
    if place.round:
        owner = owner.setdefault("rounds", {}).setdefault(place.round, {})
    owner[place.field.key] = value
    return sheet


def is_readable(field, value):
    problems = []
    read_value(field, value, "", problems)
    return not problems


def refused_as_idle(ruleset, sheet):
    violations = ruleset.check(sheet, partial=True).violations
    return {violation.path for violation in violations if violation.code == "not_applicable"}


@pytest.mark.parametrize("system", RULESETS)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_a_form_holds_back_what_the_engine_says_does_not_apply_and_nothing_else(system, data):
    ruleset = RULESETS[system]
    description = ruleset.description
    values = posted_values(description, query(data.draw(changed_forms(system))))
    places = {place.path: place for place in places_of(description, len(values.kinds))}
    readable = {path: value for path, value in values.cells.items() if is_readable(places[path].field, value)}
    sheet = applicable(description, replace(values, cells=readable)).sheet
    single_choices = {f"options.{option.key}" for option in description.options if option.choice_when}
    assert refused_as_idle(ruleset, sheet) <= single_choices
    for path, value in readable.items():
        place = places[path]
        if value_at(sheet, place) is None and value != place.field.blank:
            assert path in refused_as_idle(ruleset, with_value(sheet, place, value))


@pytest.mark.django_db
@pytest.mark.parametrize("system", RULESETS)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_whatever_is_posted_the_stored_score_is_the_engines(client, system, data):
    ruleset = RULESETS[system]
    fields = data.draw(changed_forms(system))
    sheet = applicable(ruleset.description, posted_values(ruleset.description, query(fields))).sheet
    outcome = ruleset.evaluate(sheet)
    fields["warnings_confirmed"] = warnings_key(outcome.warnings)
    before = Game.objects.count()
    response = client.post(new_address(system), fields)
    if outcome.violations:
        assert response.status_code == 422
        assert Game.objects.count() == before
        return
    assert response.status_code == 302
    game = Game.objects.get(idempotency_key=fields["entry_key"])
    for stored, scored in zip(game.seats.all(), outcome.breakdown.seats, strict=True):
        assert (stored.total, stored.rank) == (scored.total, scored.place)
        assert sum(vp for _, vp in stored.lines.values()) == scored.total
    # And what was kept scores the same again.
    assert ruleset.evaluate(game.versions.get().sheet).breakdown == outcome.breakdown
