"""What holds for every sheet."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from scoring.conditions import holds
from scoring.schema import schema_of
from scoring.types import Breakdown
from tests.scoring.clans_of_caledonia.sheets import CLANS, human, raw_sheet
from tests.scoring.clans_of_caledonia.strategies import JSON_VALUES, good_sheets

SCHEMA = Draft202012Validator(schema_of(CLANS.description))
CODES = {code.key: code for code in CLANS.vocabulary.codes}
LABELS = set(CLANS.vocabulary.labels)
# A slow machine is no reason to fail.
patient = settings(deadline=None)


def scored(raw: Any) -> Breakdown:
    outcome = CLANS.evaluate(raw)
    assert outcome.violations == ()
    assert outcome.breakdown is not None
    return outcome.breakdown


@patient
@given(good_sheets())
def test_the_total_is_the_sum_of_the_lines(raw: dict[str, Any]) -> None:
    for seat in scored(raw).seats:
        assert seat.total == sum(line.vp for line in seat.lines)
        assert all(
            line.quantity is None or line.unit is None or line.vp == line.quantity * line.unit
            for line in seat.lines
        )


@patient
@given(good_sheets(), st.permutations(range(4)))
def test_reordering_seats_reorders_the_result_and_nothing_else(raw: dict[str, Any], mixed: list[int]) -> None:
    order = [index for index in mixed if index < len(raw["seats"])]
    before = scored(raw)
    after = scored(raw | {"seats": [raw["seats"][index] for index in order]})
    assert after.seats == tuple(before.seats[index] for index in order)
    assert (after.margin, after.notes) == (before.margin, before.notes)


@patient
@given(good_sheets())
def test_scoring_is_a_pure_function_that_leaves_its_input_alone(raw: dict[str, Any]) -> None:
    untouched = copy.deepcopy(raw)
    assert CLANS.evaluate(raw) == CLANS.evaluate(copy.deepcopy(raw))
    assert raw == untouched


@patient
@given(good_sheets())
def test_a_sheet_survives_the_round_trip_and_fits_the_schema(raw: dict[str, Any]) -> None:
    SCHEMA.validate(raw)
    sheet = CLANS.check(raw).sheet
    again = json.loads(json.dumps(CLANS.to_raw(sheet)))
    SCHEMA.validate(again)
    assert CLANS.check(again).sheet == sheet
    assert CLANS.to_raw(CLANS.check(again).sheet) == again


@patient
@given(good_sheets())
def test_places_follow_totals(raw: dict[str, Any]) -> None:
    seats = scored(raw).seats
    for one in seats:
        assert one.place == 1 + sum(other.place < one.place for other in seats)
        assert all(one.total >= other.total for other in seats if one.place <= other.place)
        assert (one.tie_break is not None) == (sum(other.total == one.total for other in seats) > 1)


@patient
@given(good_sheets())
def test_rankings_pay_at_most_their_tiers(raw: dict[str, Any]) -> None:
    breakdown = scored(raw)
    for key, most in (("exports", {2: 12, 3: 18, 4: 18}), ("settlements", {2: 18, 3: 36, 4: 36})):
        lines = [line for seat in breakdown.seats for line in seat.lines if line.key == key]
        if len(lines) > 1:
            assert sum(line.vp for line in lines) <= most[len(lines)]
            by_count = sorted((line.quantity or 0, line.vp) for line in lines)
            assert [vp for _, vp in by_count] == sorted(vp for _, vp in by_count)


@patient
@given(good_sheets())
def test_lines_come_in_order_and_where_the_description_says(raw: dict[str, Any]) -> None:
    facts: dict[str, Any] = {f"options.{key}": value for key, value in raw["options"].items()}
    kinds = [seat["kind"] for seat in raw["seats"]]
    facts |= {"seats": len(kinds), "humans": kinds.count("human"), "bots": kinds.count("automa")}
    for kind, seat in zip(kinds, scored(raw).seats, strict=True):
        expected = [
            line.key for line in CLANS.description.lines if holds(line.when, facts | {"seat.kind": kind})
        ]
        assert [line.key for line in seat.lines] == expected


@patient
@given(good_sheets())
def test_everything_said_is_in_the_vocabulary(raw: dict[str, Any]) -> None:
    breakdown = scored(raw)
    said = [("note", note) for note in breakdown.notes]
    said += [("tie_break", seat.tie_break) for seat in breakdown.seats if seat.tie_break]
    said += [("explanation", line.explanation) for seat in breakdown.seats for line in seat.lines]
    for kind, explanation in said:
        code = CODES[explanation.code]
        assert (code.kind, set(code.params)) == (kind, set(explanation.params))
        for name, value in explanation.params.items():
            prefix = code.params[name].partition(":")[2]
            keys = value if isinstance(value, tuple) else (value,)
            assert not prefix or {f"{prefix}.{key}" for key in keys} <= LABELS
    json.dumps(breakdown.as_json())


@patient
@given(good_sheets(), st.integers(0, 2**32))
def test_a_half_filled_sheet_is_previewed(raw: dict[str, Any], seed: int) -> None:
    chance = random.Random(seed)
    for seat in raw["seats"]:
        for key in list(seat):
            if key != "kind" and chance.random() < 0.5:
                del seat[key]
    outcome = CLANS.evaluate(raw, partial=True)
    assert outcome.breakdown is not None
    codes = {violation.code for violation in outcome.violations}
    assert codes <= {"auction_without_zero", "milestones_exceed_deliveries", "not_applicable"}
    finished = {violation.path for violation in CLANS.check(raw).violations if violation.code == "required"}
    assert set(outcome.missing) == finished


def complaints_are_known(raw: Any) -> None:
    for partial in (False, True):
        outcome = CLANS.evaluate(raw, partial=partial)
        assert partial or bool(outcome.violations) == (outcome.breakdown is None)
        for violation in outcome.violations:
            assert CODES[violation.code].kind == "violation"
            assert set(CODES[violation.code].params) == set(violation.params)
        for warning in outcome.warnings:
            assert CODES[warning.code].kind == "warning"
            assert set(CODES[warning.code].params) == set(warning.params)
        json.dumps(outcome.as_json())


@patient
@given(JSON_VALUES)
def test_any_json_value_is_a_list_of_violations_or_a_score(raw: Any) -> None:
    complaints_are_known(raw)


def paths(value: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [here, *(path for key, one in inner for path in paths(one, (*here, key)))]


@patient
@given(good_sheets(), JSON_VALUES, st.data())
def test_a_good_sheet_with_anything_in_one_place(
    raw: dict[str, Any], value: Any, data: st.DataObject
) -> None:
    *way, last = data.draw(st.sampled_from(paths(raw)[1:]))
    inside: Any = raw
    for key in way:
        inside = inside[key]
    inside[last] = value
    complaints_are_known(raw)


@pytest.mark.parametrize(
    "value",
    [10**5000, -(10**5000), float("inf"), float("nan"), "9" * 100_000],
    ids=["huge", "huge_negative", "infinite", "not_a_number", "long_text"],
)
def test_huge_values(value: Any) -> None:
    complaints_are_known(raw_sheet(human(glory=value), human()))
    complaints_are_known(raw_sheet(human(contract_tiles=[value]), human()))
    complaints_are_known(raw_sheet(human(), human(), train=value))


def test_deep_nesting() -> None:
    deep: Any = []
    for _ in range(10_000):
        deep = [deep]
    complaints_are_known(raw_sheet(human(glory=deep), human(contract_tiles=deep)))
    complaints_are_known({"seats": deep})
    complaints_are_known(deep)
