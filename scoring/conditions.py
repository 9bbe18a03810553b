"""When a field, an option or a line applies: small conditions as plain data.

A condition is a nested tuple, in JSON a nested list, so that server and browser decide alike:

    ("eq", fact, value)         the fact has that value
    ("in", fact, v1, v2, ...)   the fact has one of the values
    ("ge", fact, number)        the fact is at least the number
    ("has", fact, value)        the fact is a list with that value in it
    ("all", c1, c2, ...)        every condition holds (none at all: true)
    ("any", c1, c2, ...)        at least one holds
    ("not", c)                  the condition does not hold

Facts are named `seats`, `humans`, `bots` (numbers), `options.<key>`, `game.<key>`, `setup.<key>`, and for
fields and lines of a seat `seat.kind` and `seat.<key>`. A fact that is unknown or blank is None.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from scoring.types import Value

# A recursive tuple type is beyond what type checkers follow with comfort; the constructors below are typed.
Condition: TypeAlias = tuple[Any, ...]

ALWAYS: Condition = ("all",)


def equals(fact: str, value: int | str) -> Condition:
    return ("eq", fact, value)


def is_on(fact: str) -> Condition:
    return ("eq", fact, True)


def is_off(fact: str) -> Condition:
    return ("eq", fact, False)


def is_chosen(fact: str) -> Condition:
    return ("not", ("eq", fact, None))


def one_of(fact: str, *values: int | str) -> Condition:
    return ("in", fact, *values)


def at_least(fact: str, number: int) -> Condition:
    return ("ge", fact, number)


def contains(fact: str, value: int | str) -> Condition:
    return ("has", fact, value)


def all_of(*conditions: Condition) -> Condition:
    return ("all", *conditions)


def any_of(*conditions: Condition) -> Condition:
    return ("any", *conditions)


def negate(condition: Condition) -> Condition:
    return ("not", condition)


def holds(condition: Condition, facts: Mapping[str, Value]) -> bool:
    """Whether the condition is true of the facts."""
    operator = condition[0]
    if operator == "all":
        return all(holds(part, facts) for part in condition[1:])
    if operator == "any":
        return any(holds(part, facts) for part in condition[1:])
    if operator == "not":
        return not holds(condition[1], facts)
    fact = facts.get(condition[1])
    if operator == "eq":
        return bool(fact == condition[2])
    if operator == "in":
        return fact in condition[2:]
    if operator == "ge":
        return isinstance(fact, int) and fact >= condition[2]
    if operator == "has":
        return isinstance(fact, tuple) and condition[2] in fact
    raise ValueError(f"unknown operator {operator!r}")


def facts_of(condition: Condition) -> Iterator[str]:
    """The names of all facts a condition asks for."""
    if condition[0] in {"all", "any", "not"}:
        for part in condition[1:]:
            yield from facts_of(part)
    else:
        yield condition[1]
