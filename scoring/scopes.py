"""Reading the fields of one scope from a JSON object."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import NamedTuple

from scoring.conditions import holds
from scoring.description import Field
from scoring.plan import Scope
from scoring.types import Value, Violation, params
from scoring.values import LONGEST_NAME, is_blank, read_value


class Findings(NamedTuple):
    """What turns up while reading one sheet."""

    problems: list[Violation]
    warnings: list[Violation]
    missing: list[str]


def read_scope(
    scope: Scope, raw: object, path: str, facts: Mapping[str, Value], found: Findings
) -> tuple[dict[str, Value], dict[str, Value]]:
    """What was entered, and the values of all fields with blanks and derived totals filled in."""
    if (raw is None or raw == {}) and not scope.required:
        return {}, scope.defaults.copy()
    return _ScopeReader(scope, object_at(raw, path, found.problems), path, found).read(facts)


@dataclasses.dataclass(slots=True)
class _ScopeReader:
    """One object being read, with everything that can be wrong with it."""

    scope: Scope
    given: dict[str, object]
    path: str
    found: Findings
    entered: dict[str, Value] = dataclasses.field(default_factory=dict)

    def read(self, facts: Mapping[str, Value]) -> tuple[dict[str, Value], dict[str, Value]]:
        for key, value in self.given.items():
            if key not in self.scope.reserved:
                self._read_field(key, value)
        if self.scope.dependent:
            self._check_dependent(facts)
        derived = self._derive()
        # A value that could not be read is wrong already; it is not missing on top of that.
        self.found.missing.extend(
            [
                f"{self.path}.{key}"
                for key in self.scope.required
                if key not in self.entered and key not in derived and is_blank(self.given.get(key))
            ]
        )
        return self.entered, self.scope.defaults | self.entered | derived

    def _read_field(self, key: str, value: object) -> None:
        """Read one value of any kind."""
        field = self.scope.fields.get(key)
        if field is not None:
            read = read_value(field, value, f"{self.path}.{key}", self.found.problems)
            if read is not None:
                self.entered[key] = read
                self._warn_unusual(field, read)
        elif key in self.scope.outside:
            if not is_blank(value) and not _same(value, self.scope.outside[key].blank):
                self._blame("not_applicable", key)
        else:
            self._blame("unknown_field", shown(key))

    def _check_dependent(self, facts: Mapping[str, Value]) -> None:
        """Take out fields that do not apply by what else the object holds; miss those that do."""
        scope, entered = self.scope, self.entered
        own = {**facts, **{scope.own + key: entered.get(key, scope.defaults[key]) for key in scope.asked}}
        for key, field in scope.dependent.items():
            if not holds(field.when, own):
                if entered.pop(key, field.blank) != field.blank:
                    self._blame("not_applicable", key)
            elif field.required and key not in entered and is_blank(self.given.get(key)):
                self.found.missing.append(f"{self.path}.{key}")

    def _derive(self) -> dict[str, Value]:
        """The totals that follow from tiles or parts; a typed total must agree with them."""
        entered = self.entered
        derived: dict[str, Value] = {}
        for derivation in self.scope.derivations:
            tiles = entered.get(derivation.source)
            if isinstance(tiles, tuple):
                for target, counted in derivation.sums(tiles).items():
                    derived[target] = counted
                    self._compare(self.scope.fields[target], counted, "tiles_disagree")
        for total in self.scope.totals:
            parts = [entered[part] for part in total.parts if part in entered]
            if parts:
                derived[total.key] = counted = sum(parts)  # type: ignore[arg-type]
                self._compare(total, counted, "parts_disagree")
        return derived

    def _compare(self, field: Field, counted: int, code: str) -> None:
        typed = self.entered.get(field.key)
        if typed is None:
            self._warn_unusual(field, counted)
        elif typed != counted:
            self._blame(code, field.key, typed=typed, counted=counted)

    def _warn_unusual(self, field: Field, value: Value) -> None:
        if field.usual is not None and isinstance(value, int) and value > field.usual:
            detail = params(value=value, usual=field.usual)
            self.found.warnings.append(Violation("unusual", f"{self.path}.{field.key}", detail))

    def _blame(self, code: str, key: str, **named: Value) -> None:
        self.found.problems.append(Violation(code, f"{self.path}.{key}", params(**named)))


def object_at(raw: object, path: str, problems: list[Violation]) -> dict[str, object]:
    if isinstance(raw, dict):
        return raw
    if raw is not None:
        problems.append(Violation("not_an_object", path))
    return {}


def shown(key: object) -> str:
    return key[:LONGEST_NAME] if isinstance(key, str) else type(key).__name__


def _same(raw: object, value: Value) -> bool:
    return type(raw) is type(value) and raw == value
