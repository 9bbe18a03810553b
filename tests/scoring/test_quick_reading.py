"""The quick way of reading a sheet gives what the thorough one gives.

A blank in an object keeps it from being read the quick way and means nothing else, so a sheet with a blank put
into every object must be checked like the sheet itself.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import registry
from scoring.description import Description, Field
from scoring.plan import scope_of
from scoring.shapes import usual_values
from tests.scoring.clans_of_caledonia.strategies import good_sheets as clans_sheets
from tests.scoring.glen_more_2.strategies import good_sheets as glen_more_sheets
from tests.scoring.toy import TOY

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
@settings(deadline=None, max_examples=300)
@given(data=st.data(), seed=st.integers(0, 2**32), partial=st.booleans())
def test_quick_and_thorough_reading_agree(system: str, data: st.DataObject, seed: int, partial: bool) -> None:
    ruleset = registry.get(system)
    raw = data.draw(SYSTEMS[system]())
    spoil(raw, random.Random(seed), [field.key for field in ruleset.description.seat])
    thorough = with_blanks(raw, ruleset.description)
    assert ruleset.check(raw, partial=partial) == ruleset.check(thorough, partial=partial)


def test_the_order_of_names_makes_no_difference() -> None:
    seat = {"player": "Isla", "race": 1, "colour": "blue", "rounds": {"a": {"points": 1}, "b": {"points": 2}}}
    turned = dict(reversed(seat.items()))
    assert TOY.check({"seats": [seat]}) == TOY.check({"seats": [turned]})


def test_names_that_are_no_fields_are_not_kept() -> None:
    fields = (Field(key="points"), Field(key="deck", kind="tiles", choices=(1, 2), longest=2))
    scope = scope_of(fields, {}, TOY.description, usual_values(fields), reserved=("player",))
    shape = scope.shape_of(("player", "deck", "points"))
    assert (shape.aside, shape.tiles, shape.types) == (("player", "deck"), ("deck",), (int,))
    with pytest.raises(KeyError):
        scope.shape_of(("points", "x" * 1000))
