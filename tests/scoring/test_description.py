"""Descriptions and vocabularies of all game systems: complete, consistent, plain data."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from scoring import registry
from scoring.conditions import facts_of
from scoring.description import Description, Field
from scoring.ruleset import Ruleset
from tests.scoring.toy import TOY

SYSTEMS = [*registry.systems(), TOY]
IDS = [system.description.key for system in SYSTEMS]


@pytest.fixture(params=SYSTEMS, ids=IDS)
def system(request: pytest.FixtureRequest) -> Ruleset[Any]:
    found: Ruleset[Any] = request.param
    return found


def all_fields(description: Description) -> list[Field]:
    return [*description.options, *description.setup, *description.game, *description.seat]


def test_a_description_is_plain_json(system: Ruleset[Any]) -> None:
    plain = system.description.as_json()
    assert json.loads(json.dumps(plain)) == plain


def test_keys_are_unique_within_their_place(system: Ruleset[Any]) -> None:
    description = system.description
    for fields in (description.options, description.setup, description.game, description.seat):
        assert max(Counter(field.key for field in fields).values(), default=1) == 1


def test_conditions_ask_only_for_facts_there_are(system: Ruleset[Any]) -> None:
    description = system.description
    facts = {"seats", "humans", "bots", "seat.kind"}
    facts |= {f"options.{option.key}" for option in description.options}
    facts |= {f"game.{field.key}" for field in description.game}
    facts |= {f"seat.{field.key}" for field in description.seat}
    conditions = [field.when for field in all_fields(description)]
    conditions += [when for option in description.options for when in option.choice_when.values()]
    conditions += [line.when for line in description.lines]
    assert {fact for condition in conditions for fact in facts_of(condition)} <= facts


def test_fields_refer_to_what_there_is(system: Ruleset[Any]) -> None:
    description = system.description
    counts = {field.key for field in description.seat if field.kind == "count"}
    for field in all_fields(description):
        assert set(field.parts) <= counts
        assert set(field.derives) <= counts
        assert set(field.rounds) <= set(description.rounds)
        assert set(field.choice_when) <= set(map(str, field.choices))
        assert bool(field.choices) == (field.kind in {"choice", "tiles"})
        assert len({type(choice) for choice in field.choices}) <= 1
        if field.catalogue:
            pieces = description.catalogues[field.catalogue]
            assert {piece["key"] for piece in pieces} >= set(field.choices)
    for line in description.lines:
        assert set(line.fields) <= {field.key for field in description.seat} | {
            f.key for f in description.game
        }


def test_sections_are_listed(system: Ruleset[Any]) -> None:
    used = {field.section for field in all_fields(system.description)} - {""}
    assert used <= set(system.description.sections)


def test_the_dimension_of_statistics_is_a_choice_of_the_seat(system: Ruleset[Any]) -> None:
    dimension = system.description.dimension
    choices = {field.key for field in system.description.seat if field.kind == "choice"}
    assert not dimension or dimension in choices


def test_labels_and_codes_are_listed_once(system: Ruleset[Any]) -> None:
    vocabulary = system.vocabulary
    assert max(Counter(vocabulary.labels).values()) == 1
    assert max(Counter(code.key for code in vocabulary.codes).values()) == 1


def test_parameters_that_are_labels_have_labels(system: Ruleset[Any]) -> None:
    kinds = {"number", "numbers", "flag", "seat"}
    labels = system.vocabulary.labels
    for code in system.vocabulary.codes:
        for kind in code.params.values():
            name, _, prefix = kind.partition(":")
            assert kind in kinds or (
                name in {"label", "labels"} and any(label.startswith(f"{prefix}.") for label in labels)
            )


def test_the_labels_of_a_small_system() -> None:
    assert TOY.vocabulary.labels == (
        "system.toy",
        "seat_kind.human",
        "seat_kind.robot",
        "round.a",
        "round.b",
        "section.main",
        "option.stars",
        "option.mode",
        "choice.mode.x",
        "choice.mode.y",
        "field.deck",
        "field.cards",
        "choice.cards.p",
        "choice.cards.q",
        "field.votes",
        "field.points",
        "field.crown",
        "field.bonus",
        "field.stars",
        "field.race",
        "field.pennies",
        "field.colour",
        "choice.colour.red",
        "choice.colour.blue",
        "field.shade",
        "field.fuel",
        "line.points",
        "line.stars",
        "award.toy",
    )


def test_blanks_by_kind() -> None:
    assert Field(key="x").blank == 0
    assert Field(key="x", kind="flag").blank is False
    assert Field(key="x", kind="choice", choices=(1, 2)).blank is None
    assert Field(key="x", kind="tiles", choices=(1, 2)).blank == ()
    assert Field(key="x", default=4).blank == 4


def test_the_plain_data_of_a_field() -> None:
    assert Field(key="x", kind="tiles", choices=(1, 2), longest=2, derives={"n": ""}).as_json() == {
        "key": "x",
        "kind": "tiles",
        "section": "",
        "required": False,
        "default": [],
        "when": ["all"],
        "rounds": [],
        "unique": False,
        "choices": [1, 2],
        "catalogue": "",
        "choice_when": {},
        "shortest": 0,
        "longest": 2,
        "ordered": False,
        "derives": {"n": ""},
    }


def test_systems_are_found_by_key() -> None:
    for one in registry.systems():
        assert registry.get(one.description.key) is one
    with pytest.raises(KeyError):
        registry.get("chess")
