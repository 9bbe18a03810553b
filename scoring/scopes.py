"""Reading the fields of one scope from a JSON object."""

from __future__ import annotations

from collections.abc import Mapping
from operator import contains, le
from typing import NamedTuple, cast

from scoring.conditions import holds
from scoring.description import Field
from scoring.plan import Scope
from scoring.shapes import Shape
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
        return {}, dict(scope.defaults)
    given = object_at(raw, path, found.problems)
    usual = _read_usual(scope, given)
    if usual is None:
        entered: dict[str, Value] = {}
        for key, value in given.items():
            if key not in scope.reserved:
                _read_field(scope, key, value, entered, path, found)
    else:
        shape, entered = usual
        if shape.settled and not scope.demanding:
            return entered, scope.defaults | entered
        for key in shape.tiles:
            _read_field(scope, key, given[key], entered, path, found)
    return entered, _complete(scope, given, entered, path, facts, found)


def _read_usual(scope: Scope, given: dict[str, object]) -> tuple[Shape, dict[str, Value]] | None:
    """The quick way, for what nearly all sheets hold: known fields with usual values. None when it is not so.

    It never reports anything, and leaves tiles to be read. A few looks at all values together are faster than
    several at each one.
    """
    try:
        shape = scope.shape_of(tuple(given))
    except KeyError:
        return None
    plain = dict(given)
    for key in shape.aside:
        del plain[key]
    values = plain.values()
    if tuple(map(type, values)) == shape.types and all(map(contains, shape.usual, values)):
        return shape, cast("dict[str, Value]", plain)
    return None


def _read_field(
    scope: Scope, key: str, value: object, entered: dict[str, Value], path: str, found: Findings
) -> None:
    """Read one value of any kind, with everything that can be wrong with it."""
    if key in scope.fields:
        field = scope.fields[key]
        read = read_value(field, value, f"{path}.{key}", found.problems)
        if read is not None:
            entered[key] = read
            _warn_unusual(field, read, path, found)
    elif key in scope.outside:
        if not is_blank(value) and not _same(value, scope.outside[key].blank):
            found.problems.append(Violation("not_applicable", f"{path}.{key}"))
    else:
        found.problems.append(Violation("unknown_field", f"{path}.{shown(key)}"))


def _complete(
    scope: Scope,
    given: Mapping[str, object],
    entered: dict[str, Value],
    path: str,
    facts: Mapping[str, Value],
    found: Findings,
) -> dict[str, Value]:
    """All values, with what follows from those entered; takes out of these what does not apply after all."""
    if scope.demanding or not scope.dependent.keys().isdisjoint(entered):
        _check_dependent(scope, given, entered, path, facts, found)
    derived = {} if scope.sources.isdisjoint(entered) else _derive(scope, entered, path, found)
    lacking = scope.required_keys.difference(entered, derived)
    if lacking:
        # A value that could not be read is wrong already; it is not missing on top of that.
        found.missing.extend(
            [f"{path}.{key}" for key in scope.required if key in lacking and is_blank(given.get(key))]
        )
    values = scope.defaults | entered
    values.update(derived)
    return values


def _check_dependent(
    scope: Scope,
    given: Mapping[str, object],
    entered: dict[str, Value],
    path: str,
    facts: Mapping[str, Value],
    found: Findings,
) -> None:
    """Fields that apply or not by what else the scope holds."""
    own = {**facts, **{scope.own + key: value for key, value in (scope.defaults | entered).items()}}
    for key, field in scope.dependent.items():
        if not holds(field.when, own):
            if entered.pop(key, field.blank) != field.blank:
                found.problems.append(Violation("not_applicable", f"{path}.{key}"))
        elif field.required and key not in entered and is_blank(given.get(key)):
            found.missing.append(f"{path}.{key}")


def _derive(scope: Scope, entered: dict[str, Value], path: str, found: Findings) -> dict[str, Value]:
    """The totals that follow from tiles or parts; a typed total must agree with them."""
    derived: dict[str, Value] = {}
    for derivation in scope.derivations:
        tiles = entered.get(derivation.source)
        if isinstance(tiles, tuple):
            sums = tuple(map(sum, zip(*map(derivation.worth.__getitem__, tiles), strict=True)))
            derived.update(zip(derivation.targets, sums, strict=True))
            if entered.keys().isdisjoint(derivation.targets) and all(map(le, sums, derivation.usual)):
                continue
            for target, counted in zip(derivation.targets, sums, strict=True):
                _compare(scope.fields[target], counted, "tiles_disagree", entered, path, found)
    for total in scope.totals:
        parts = [entered[part] for part in total.parts if part in entered]
        if parts:
            counted = sum(parts)  # type: ignore[arg-type]
            derived[total.key] = counted
            _compare(total, counted, "parts_disagree", entered, path, found)
    return derived


def _compare(
    field: Field, counted: int, code: str, entered: dict[str, Value], path: str, found: Findings
) -> None:
    typed = entered.get(field.key)
    if typed is None:
        _warn_unusual(field, counted, path, found)
    elif typed != counted:
        problem = Violation(code, f"{path}.{field.key}", params(typed=typed, counted=counted))
        found.problems.append(problem)


def _warn_unusual(field: Field, value: Value, path: str, found: Findings) -> None:
    if field.usual is not None and isinstance(value, int) and value > field.usual:
        detail = params(value=value, usual=field.usual)
        found.warnings.append(Violation("unusual", f"{path}.{field.key}", detail))


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
