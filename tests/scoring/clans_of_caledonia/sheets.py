"""Raw sheets for tests, as short as a test needs them."""

from __future__ import annotations

from typing import Any

from scoring import registry
from scoring.types import Breakdown, ScoreLine

CLANS = registry.get("clans_of_caledonia")

BLANK_HUMAN = {
    "glory": 0,
    "basic_goods": 0,
    "processed_goods": 0,
    "money": 0,
    "contracts": 0,
    "hops": 0,
    "cotton": 0,
    "tobacco": 0,
    "sugar_cane": 0,
    "settlements": 0,
}
BLANK_AUTOMA = {
    "kind": "automa",
    "level": 1,
    "money": 0,
    "contracts": 0,
    "hops": 0,
    "cotton": 0,
    "tobacco": 0,
    "sugar_cane": 0,
    "settlements": 0,
}


def human(**values: Any) -> dict[str, Any]:
    """A person with everything at 0 but these values; None leaves a field blank."""
    return BLANK_HUMAN | values


def automa(**values: Any) -> dict[str, Any]:
    return BLANK_AUTOMA | values


def raw_sheet(*seats: dict[str, Any], setup: dict[str, Any] | None = None, **options: Any) -> dict[str, Any]:
    return {"options": options, "setup": setup or {}, "seats": list(seats)}


def scored(*seats: dict[str, Any], **options: Any) -> Breakdown:
    """The breakdown of a good sheet."""
    outcome = CLANS.evaluate(raw_sheet(*seats, **options))
    assert outcome.violations == ()
    assert outcome.breakdown is not None
    return outcome.breakdown


def line(breakdown: Breakdown, seat: int, key: str) -> ScoreLine:
    (found,) = [line for line in breakdown.seats[seat].lines if line.key == key]
    return found


def points(breakdown: Breakdown, key: str) -> list[int]:
    """The VP of one line for every seat that has it."""
    return [line.vp for seat in breakdown.seats for line in seat.lines if line.key == key]


def keys(breakdown: Breakdown, seat: int) -> list[str]:
    return [line.key for line in breakdown.seats[seat].lines]


def violations(raw: Any, **how: Any) -> set[tuple[str, str]]:
    """Code and path of everything that is wrong with a raw sheet."""
    return {(violation.code, violation.path) for violation in CLANS.check(raw, **how).violations}


def warnings(raw: Any) -> set[tuple[str, str]]:
    return {(warning.code, warning.path) for warning in CLANS.check(raw).warnings}
