"""Reading sheets with anything in them: what must not make a difference, and what is told where."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import registry
from scoring.description import Description, Field
from scoring.plan import scope_of
from scoring.reader import Reader
from scoring.scopes import Findings, read_scope
from scoring.types import Violation, params
from tests.scoring.clans_of_caledonia.strategies import good_sheets as clans_sheets
from tests.scoring.glen_more_2.strategies import good_sheets as glen_more_sheets
from tests.scoring.toy import BOTH, TOY

SYSTEMS: dict[str, Callable[[], st.SearchStrategy[dict[str, Any]]]] = {
    "clans_of_caledonia": clans_sheets,
    "glen_more_2": glen_more_sheets,
}
# Wrong types, values that equal good ones, beyond the usual, beyond the range, and tiles of several kinds
ODD_VALUES = (None, True, False, 0, 1, 1.0, -1, 16, 149, 150, 151, 9_999, 10_000, "1", "", "human")
ODD_OBJECTS: tuple[Any, ...] = ([], [1, 2], [1, 1], [2, True], [1.0], ["jucy"], {}, {"a": 1})


def with_blanks(raw: dict[str, Any], description: Description) -> dict[str, Any]:
    """The same sheet, with a blank in every object that has room for one."""
    full = copy.deepcopy(raw)
    for part, fields in (
        ("options", description.options),
        ("setup", description.setup),
        ("game", description.game),
    ):
        _put_blank(full, part, fields)
    once = [field for field in description.seat if not field.rounds]
    for index, seat in enumerate(full["seats"]):
        _put_blank(full["seats"], index, once)
        rounds = seat.get("rounds") if isinstance(seat, dict) else None
        for name in rounds if isinstance(rounds, dict) else ():
            _put_blank(rounds, name, [field for field in description.seat if name in field.rounds])
    return full


def _put_blank(holder: Any, place: Any, fields: Any) -> None:
    inside = holder.get(place) if isinstance(holder, dict) else holder[place]
    room = [field.key for field in fields if isinstance(inside, dict) and field.key not in inside]
    if room:
        inside[room[-1]] = None


def objects(raw: dict[str, Any]) -> list[dict[str, Any]]:
    """Every JSON object of a sheet but the sheet itself."""
    found: list[dict[str, Any]] = []
    waiting: list[Any] = [*raw.values()]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            found.append(one)
        if isinstance(one, dict | list):
            waiting += one.values() if isinstance(one, dict) else one
    return found


def spoil(raw: dict[str, Any], chance: random.Random, keys: list[str]) -> None:
    """Change, remove or add a value in some objects."""
    for _ in range(chance.randint(0, 3)):
        inside = chance.choice(objects(raw))
        key = chance.choice([*inside, chance.choice([*keys, "nonsense"])])
        if chance.random() < 0.2:
            inside.pop(key, None)
        else:
            inside[key] = copy.deepcopy(chance.choice([*ODD_VALUES, *ODD_OBJECTS]))


@pytest.mark.parametrize("system", SYSTEMS)
@settings(deadline=None)
@given(data=st.data(), seed=st.integers(0, 2**32), partial=st.booleans())
def test_a_blank_means_nothing_wherever_it_stands(
    system: str, data: st.DataObject, seed: int, partial: bool
) -> None:
    ruleset = registry.get(system)
    raw = data.draw(SYSTEMS[system]())
    spoil(raw, random.Random(seed), [field.key for field in ruleset.description.seat])
    full = with_blanks(raw, ruleset.description)
    assert ruleset.check(raw, partial=partial) == ruleset.check(full, partial=partial)


def test_the_order_of_names_makes_no_difference() -> None:
    seat = {"player": "Isla", "race": 1, "colour": "blue", "rounds": {"a": {"points": 1}, "b": {"points": 2}}}
    turned = dict(reversed(seat.items()))
    assert TOY.check({"seats": [seat]}) == TOY.check({"seats": [turned]})


def clans_findings(*seats: dict[str, Any]) -> list[tuple[str, str]]:
    """What is said of seats that lack nothing, apart from what is given."""
    full = dict.fromkeys(("glory", "basic_goods", "processed_goods", "money", "settlements"), 1)
    outcome = registry.get("clans_of_caledonia").check({"seats": [full | seat for seat in seats]})
    return [(one.code, one.path) for one in (*outcome.violations, *outcome.warnings)]


def test_seats_alike_in_shape_may_not_share_what_is_unique() -> None:
    tiles = ({"clan": "stewart", "contract_tiles": [1]}, {"clan": "stewart", "contract_tiles": [2]})
    assert clans_findings(*tiles) == [("taken", "seats[1].clan")]
    tiles[1]["clan"] = "buchanan"
    assert clans_findings(*tiles) == []
    tiles[1]["contract_tiles"] = [3, 1]
    assert clans_findings(*tiles) == [("taken", "seats[1].contract_tiles")]


@pytest.mark.parametrize("tile", [{}, [], 1.0, True, 51, "1"])
def test_what_is_no_tile_is_reported_by_its_position(tile: object) -> None:
    found = clans_findings({"contract_tiles": [2, tile]})
    assert found[0] == ("not_a_choice", "seats[0].contract_tiles[1]")


def test_more_tiles_than_usual_are_warned_of() -> None:
    assert clans_findings({"contract_tiles": [*range(1, 16)]}) == []
    assert clans_findings({"contract_tiles": [*range(1, 17)]}) == [("unusual", "seats[0].contracts")]


def test_a_total_of_parts_beyond_the_usual_is_warned_of() -> None:
    fields = (Field(key="all", parts=("a", "b"), usual=5), Field(key="a"), Field(key="b"))
    scope = scope_of(fields, {}, TOY.description)
    found = Findings([], [], [])
    assert read_scope(scope, {"a": 2, "b": 3}, "x", {}, found) == (
        {"a": 2, "b": 3},
        {"all": 5, "a": 2, "b": 3},
    )
    assert found.warnings == []
    assert read_scope(scope, {"a": 6}, "x", {}, found) == ({"a": 6}, {"all": 6, "a": 6, "b": 0})
    assert found.warnings == [Violation("unusual", "x.all", params(value=6, usual=5))]


def test_a_round_without_entries_is_left_out() -> None:
    reader = Reader(replace(TOY.description, seat=(Field(key="extra", rounds=BOTH),)))
    raw = {"seats": [{"rounds": {"a": {}, "b": {"extra": 1}}}]}
    values = reader.read(raw, through=None, partial=False).values
    assert values is not None
    assert values.seats[0].entered_rounds == {"b": {"extra": 1}}
    assert values.seats[0].rounds == {"a": {"extra": 0}, "b": {"extra": 1}}
