"""What the engine takes and gives back, the same for every game system.

All of it is plain immutable data that turns into JSON with `as_json`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Generic, NamedTuple, TypeAlias, TypeVar

# What one field of a sheet may hold once it has been read; None is a blank.
Value: TypeAlias = int | str | bool | tuple[int | str, ...] | None
# What a parameter of an explanation, violation or warning may hold.
Param: TypeAlias = int | str | bool | tuple[int | str, ...] | None
Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
JsonObject: TypeAlias = dict[str, Json]

SheetT = TypeVar("SheetT")

NO_PARAMS: Mapping[str, Param] = MappingProxyType({})


class Explanation(NamedTuple):
    """Why a number is what it is: a code, and the parameters its sentence needs.

    The sentence of a line may also use the line's own quantity, unit and VP.
    """

    code: str
    params: Mapping[str, Param] = NO_PARAMS

    def as_json(self) -> JsonObject:
        return {"code": self.code, "params": _plain(self.params)}


class Violation(NamedTuple):
    """Something that keeps a sheet from being scored, or (as a warning) that a person should confirm.

    `path` leads to the field in the raw input, such as `seats[2].bid`.
    """

    code: str
    path: str
    params: Mapping[str, Param] = NO_PARAMS

    def as_json(self) -> JsonObject:
        return {"code": self.code, "path": self.path, "params": _plain(self.params)}


class ScoreLine(NamedTuple):
    """One line of a seat: `quantity` of something, worth `unit` VP each where that is how it scores."""

    key: str
    round: str
    quantity: int | None
    unit: int | None
    vp: int
    explanation: Explanation

    def as_json(self) -> JsonObject:
        return {
            "key": self.key,
            "round": self.round,
            "quantity": self.quantity,
            "unit": self.unit,
            "vp": self.vp,
            "explanation": self.explanation.as_json(),
        }


# Lines never change and follow from a few small numbers, so functions that make one are `@shared`: equal lines are made
# once. This many are far more than the games of a season bring up.
shared = lru_cache(maxsize=8192)


class SeatScore(NamedTuple):
    """The score of one seat; `tie_break` says how a tie on the total was settled, or that it stands."""

    kind: str
    lines: tuple[ScoreLine, ...]
    total: int
    place: int
    tie_break: Explanation | None

    def as_json(self) -> JsonObject:
        return {
            "kind": self.kind,
            "lines": [line.as_json() for line in self.lines],
            "total": self.total,
            "place": self.place,
            "tie_break": self.tie_break.as_json() if self.tie_break else None,
        }


class Breakdown(NamedTuple):
    """A scored game. `seats` keep the order of the sheet.

    `final` is false for standings so far. `margin` is the lead of the best total over the next one (None with
    one seat). `notes` explain what concerns the whole table, such as the worth of a good.
    """

    ruleset: str
    version: str
    through: str
    final: bool
    seats: tuple[SeatScore, ...]
    margin: int | None
    notes: tuple[Explanation, ...]

    def as_json(self) -> JsonObject:
        return {
            "ruleset": self.ruleset,
            "version": self.version,
            "through": self.through,
            "final": self.final,
            "seats": [seat.as_json() for seat in self.seats],
            "margin": self.margin,
            "notes": [note.as_json() for note in self.notes],
        }


class SeatValues(NamedTuple):
    """One seat after reading: who sits there, and every value with its type and in its range.

    `entered` and `entered_rounds` are what people typed, without blanks: once, and by round. `values` and `rounds`
    hold every field of the system: blanks and fields that do not apply at their default, totals that follow from
    other fields filled in.
    """

    kind: str
    player: str | None
    entered: dict[str, Value]
    entered_rounds: dict[str, dict[str, Value]]
    values: dict[str, Value]
    rounds: dict[str, dict[str, Value]]


class SheetValues(NamedTuple):
    """A raw sheet after reading, up to the round it goes through."""

    through: str
    options: dict[str, Value]
    setup: dict[str, Value]
    game: dict[str, Value]
    seats: tuple[SeatValues, ...]


class Checked(NamedTuple, Generic[SheetT]):
    """The outcome of checking a raw sheet.

    A finished sheet has no violations. A partial check still gives a sheet when it can (bad values left
    blank), lists the blanks that a finished sheet needs in `missing`, and reports what is wrong so far.
    """

    sheet: SheetT | None
    violations: tuple[Violation, ...]
    warnings: tuple[Violation, ...]
    missing: tuple[str, ...]


class Outcome(NamedTuple):
    """Checked and scored in one step."""

    breakdown: Breakdown | None
    violations: tuple[Violation, ...]
    warnings: tuple[Violation, ...]
    missing: tuple[str, ...]

    def as_json(self) -> JsonObject:
        return {
            "breakdown": self.breakdown.as_json() if self.breakdown else None,
            "violations": [violation.as_json() for violation in self.violations],
            "warnings": [warning.as_json() for warning in self.warnings],
            "missing": list(self.missing),
        }


def params(**named: Param) -> Mapping[str, Param]:
    """Parameters that several results can share safely."""
    return MappingProxyType(named)


def _plain(named: Mapping[str, Param]) -> JsonObject:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in named.items()}
