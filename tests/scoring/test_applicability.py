"""What a form holds back is what the reader would refuse."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import registry
from scoring.applicability import applicable, table_facts
from scoring.conditions import equals, is_on
from scoring.description import Field
from tests.scoring.clans_of_caledonia.strategies import good_sheets as clans_sheets
from tests.scoring.glen_more_2.strategies import good_sheets as glen_more_sheets
from tests.scoring.toy import TOY

SYSTEMS: dict[str, Callable[[], st.SearchStrategy[dict[str, Any]]]] = {
    "clans_of_caledonia": clans_sheets,
    "glen_more_2": glen_more_sheets,
}
DESCRIPTION = TOY.description


def typed(*seats: dict[str, Any], **parts: dict[str, Any]) -> dict[str, Any]:
    named = [{"kind": "human", "rounds": {}, **seat} for seat in seats]
    return {"options": {}, "setup": {}, "game": {}, **parts, "seats": named}


def test_who_sits_at_the_table() -> None:
    assert table_facts(DESCRIPTION, ["human", "robot", "robot"]) == {"seats": 3, "humans": 1, "bots": 2}


def test_what_does_not_apply_is_held_back_and_comes_back_with_its_option() -> None:
    seat = {"stars": 3, "race": 1}
    assert applicable(DESCRIPTION, typed(seat)).sheet["seats"] == [{"kind": "human", "race": 1}]
    with_stars = applicable(DESCRIPTION, typed(seat, options={"stars": True}))
    assert with_stars.sheet["seats"] == [{"kind": "human", "stars": 3, "race": 1}]
    assert with_stars.sheet["options"] == {"stars": True}


def test_a_value_that_drops_out_takes_others_with_it() -> None:
    chain = (
        Field(key="first", kind="flag", when=equals("humans", 2)),
        Field(key="second", kind="flag", when=is_on("game.first")),
        Field(key="third", when=is_on("game.second")),
    )
    described = replace(DESCRIPTION, game=chain)
    game = {"first": True, "second": True, "third": 4}
    assert applicable(described, typed({}, {}, game=game)).sheet["game"] == game
    assert applicable(described, typed({}, game=game)).sheet["game"] == {}


def test_rounds_are_held_back_like_the_rest_and_left_out_when_nothing_is_left() -> None:
    rounds = {"a": {"points": 1, "bonus": 2}, "b": {"points": None, "crown": True, "bonus": 2}}
    applied = applicable(DESCRIPTION, typed({"rounds": rounds}, {"rounds": {"b": {"bonus": 1}}}))
    first, second = applied.sheet["seats"]
    assert first["rounds"] == {"a": {"points": 1}, "b": {"crown": True, "bonus": 2}}
    assert "rounds" not in second
    assert applied.facts_at(0, "b")["seat.crown"] is True
    assert applied.facts_at(None)["humans"] == 2


@pytest.mark.parametrize(
    ("game", "votes"),
    [
        ({"cards": ["q"], "votes": 3}, 3),
        # One card too many, and one that is none: what was typed about the others stays.
        ({"cards": ["q", "p", "q"], "votes": 3}, 3),
        ({"cards": ["q", "?"], "votes": 3}, 3),
        ({"cards": "q", "votes": 3}, None),
        ({"votes": 3}, None),
    ],
)
def test_values_that_are_wrong_so_far_decide_as_well(game: dict[str, Any], votes: int | None) -> None:
    assert applicable(DESCRIPTION, typed({}, game=game)).sheet["game"].get("votes") == votes


@pytest.mark.parametrize(
    ("colour", "shade"), [("red", 1), ("blue", None), ("green", None), (7, None), (["red"], None)]
)
def test_what_is_no_choice_counts_as_blank(colour: object, shade: int | None) -> None:
    applied = applicable(DESCRIPTION, typed({"colour": colour, "shade": 1}))
    assert applied.sheet["seats"][0].get("shade") == shade
    assert applied.sheet["seats"][0]["colour"] == colour


def test_what_is_no_number_and_no_yes_counts_as_blank() -> None:
    applied = applicable(DESCRIPTION, typed({"race": "two"}, options={"stars": "yes"}))
    assert applied.facts_at(0)["seat.race"] == 0
    assert applied.facts_at(None)["options.stars"] is False


@pytest.mark.parametrize("system", SYSTEMS)
@settings(deadline=None)
@given(data=st.data())
def test_of_a_good_sheet_nothing_is_held_back(system: str, data: st.DataObject) -> None:
    ruleset = registry.get(system)
    raw = data.draw(SYSTEMS[system]())
    seats = [{"kind": "human", "rounds": {}, **seat} for seat in raw["seats"]]
    full = {"options": {}, "setup": {}, "game": {}, **raw, "seats": seats}
    kept = applicable(ruleset.description, full).sheet
    for index, seat in enumerate(raw["seats"]):
        kept["seats"][index] |= {"player": seat["player"]} if "player" in seat else {}
    assert ruleset.evaluate(kept) == ruleset.evaluate(raw)
