"""The JSON Schema agrees with the reader."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from scoring import registry
from scoring.schema import schema_of
from tests.scoring.clans_of_caledonia.sheets import human, raw_sheet
from tests.scoring.toy import TOY

SCHEMAS = {system.description.key: schema_of(system.description) for system in registry.systems()}
CLANS = Draft202012Validator(SCHEMAS["clans_of_caledonia"])


@pytest.mark.parametrize("key", list(SCHEMAS))
def test_the_schema_is_a_good_schema_and_plain_json(key: str) -> None:
    Draft202012Validator.check_schema(SCHEMAS[key])
    assert json.loads(json.dumps(SCHEMAS[key])) == SCHEMAS[key]


def test_a_good_sheet_fits() -> None:
    tiles = {"contract_tiles": [1, 50], "contracts": None, "clan": "gordon", "player": "Isla"}
    CLANS.validate(raw_sheet(human(**tiles), human(kind=None, contract_tiles=[]), train="full", auction=True))


@pytest.mark.parametrize(
    "raw",
    [
        {},
        {"seats": []},
        {"seats": [human()] * 5},
        raw_sheet(human(glory=-1)),
        raw_sheet(human(glory=1.5)),
        raw_sheet(human(kind="ghost")),
        raw_sheet(human(clan="smith")),
        raw_sheet(human(contract_tiles=[1, 1])),
        raw_sheet(human(contract_tiles=[51])),
        raw_sheet(human(rounds={})),
        raw_sheet(human(), train="half"),
        raw_sheet(human(), auction="yes"),
        raw_sheet(human()) | {"ruleset": "chess"},
        raw_sheet(human()) | {"more": 1},
    ],
)
def test_a_bad_sheet_does_not(raw: Any) -> None:
    assert not CLANS.is_valid(raw)


def test_rounds_are_objects_by_round() -> None:
    schema = Draft202012Validator(schema_of(TOY.description))
    assert schema.is_valid({"seats": [{"rounds": {"a": {"points": 3}}}]})
    assert not schema.is_valid({"seats": [{"rounds": {"c": {"points": 3}}}]})
    assert not schema.is_valid({"seats": [{"rounds": {"a": {"stars": 3}}}]})
