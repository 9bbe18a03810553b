"""Conditions as data."""

from __future__ import annotations

import pytest

from scoring.conditions import (
    ALWAYS,
    Condition,
    all_of,
    any_of,
    at_least,
    contains,
    equals,
    facts_of,
    holds,
    is_chosen,
    is_off,
    is_on,
    negate,
    one_of,
)

FACTS = {"seats": 3, "options.train": "full", "options.auction": True, "game.cards": ("a", "b")}


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (ALWAYS, True),
        (equals("seats", 3), True),
        (equals("seats", 2), False),
        (equals("unknown", 2), False),
        (one_of("seats", 2, 3), True),
        (one_of("seats", 1, 2), False),
        (at_least("seats", 3), True),
        (at_least("seats", 4), False),
        (at_least("unknown", 0), False),
        (contains("game.cards", "b"), True),
        (contains("game.cards", "c"), False),
        (contains("unknown", "c"), False),
        (is_on("options.auction"), True),
        (is_off("options.auction"), False),
        (is_chosen("options.train"), True),
        (is_chosen("options.reward"), False),
        (negate(equals("seats", 3)), False),
        (all_of(equals("seats", 3), is_on("options.auction")), True),
        (all_of(equals("seats", 3), is_off("options.auction")), False),
        (any_of(equals("seats", 2), is_on("options.auction")), True),
        (any_of(equals("seats", 2), is_off("options.auction")), False),
        (any_of(), False),
    ],
)
def test_holds(condition: Condition, expected: bool) -> None:
    assert holds(condition, FACTS) is expected


def test_an_unknown_operator_is_a_mistake_in_a_description() -> None:
    with pytest.raises(ValueError, match="unknown operator"):
        holds(("xor", "seats", 1), FACTS)


def test_facts_of_names_every_fact_once_per_use() -> None:
    condition = all_of(equals("a", 1), any_of(one_of("b", 1, 2), negate(at_least("c", 1))), contains("d", 1))
    assert list(facts_of(condition)) == ["a", "b", "c", "d"]
