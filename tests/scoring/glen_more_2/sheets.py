"""Sheets for the tests: a plain good one, to change where a test needs it."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from scoring.glen_more_2.ruleset import GlenMore2
from scoring.types import Breakdown, Outcome, ScoreLine

ROUNDS = ("a", "b", "c", "d")
SYSTEM = GlenMore2()

Raw = dict[str, Any]


def sheet(seats: int = 3, *, options: tuple[str, ...] = (), game: Raw | None = None) -> Raw:
    """Everybody has one of everything in every round; VP tokens 90, 60, 30, 0 keep totals apart."""
    raw: Raw = {
        "options": dict.fromkeys(options, True),
        "seats": [_seat(index, options) for index in range(seats)],
    }
    if game is not None:
        raw["game"] = game
    return raw


def _seat(index: int, options: tuple[str, ...]) -> Raw:
    values: Raw = {"vp_tokens": 90 - 30 * index, "coins": 0, "territory": 10}
    values["rounds"] = {name: _round(name, options) for name in ROUNDS}
    if "dragon_boat_races" in options:
        values["race_result"] = ("winner", "last", "last", "last")[index]
    if "penny_mobs" in options:
        values |= {"gangster_cost": 0, "minus_pennies": 0, "plus_pennies": 0}
    return values


def _round(name: str, options: tuple[str, ...]) -> Raw:
    values: Raw = {"castle_scots": 1, "landmarks": 1, "barrels": 1, "persons": 1}
    if "dubious_tome" in options:
        values["event_sides"] = 0
    if "haggis" in options and name != "a":
        values |= {"haggis_tokens": 0, "haggis_sum": 0}
    return values


def with_column(raw: Raw, key: str, values: tuple[object, ...], played: str = "") -> Raw:
    """A copy with one field filled in for every seat (None leaves a seat as it is)."""
    changed = deepcopy(raw)
    for seat, value in zip(changed["seats"], values, strict=True):
        if value is not None:
            (seat["rounds"][played] if played else seat)[key] = value
    return changed


def evaluate(raw: Raw, through: str | None = None, *, partial: bool = False) -> Outcome:
    return SYSTEM.evaluate(raw, through=through, partial=partial)


def breakdown(raw: Raw, through: str | None = None, *, partial: bool = False) -> Breakdown:
    outcome = evaluate(raw, through, partial=partial)
    assert partial or not outcome.violations, outcome.violations
    assert outcome.breakdown is not None
    return outcome.breakdown


def row(scored: Breakdown, key: str, played: str = "d") -> list[ScoreLine]:
    """One line of every seat."""
    return [line for seat in scored.seats for line in seat.lines if line.key == key and line.round == played]


def vp(scored: Breakdown, key: str, played: str = "d") -> list[int]:
    return [line.vp for line in row(scored, key, played)]


def violations(raw: Raw, through: str | None = None, *, partial: bool = False) -> list[tuple[str, str]]:
    return [(found.code, found.path) for found in evaluate(raw, through, partial=partial).violations]


def warnings(raw: Raw, through: str | None = None, *, partial: bool = False) -> list[tuple[str, str]]:
    return [(found.code, found.path) for found in evaluate(raw, through, partial=partial).warnings]
