"""Reading the fields of one scope from a JSON object."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, cast

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
    scope: Scope,
    raw: object,
    path: str,
    facts: Mapping[str, Value],
    found: Findings,
    *,
    reserved: tuple[str, ...] = (),
) -> tuple[dict[str, Value], dict[str, Value]]:
    """What was entered, and the values of all fields with blanks and derived totals filled in."""
    if (raw is None or raw == {}) and not scope.required:
        return {}, dict(scope.defaults)
    given = object_at(raw, path, found.problems)
    entered = _read_usual(scope, given, reserved)
    if entered is None:
        entered = {}
        for key, value in given.items():
            if key not in reserved:
                _read_slowly(scope, key, value, entered, path, found)
    else:
        for key in scope.tiles:
            if key in given:
                _read_slowly(scope, key, given[key], entered, path, found)
    if scope.demanding or not entered.keys().isdisjoint(scope.dependent):
        _check_dependent(scope, given, entered, path, facts, found)
    if scope.sources.isdisjoint(entered):
        values = scope.defaults | entered
        filled = entered
    else:
        filled = entered | _derive(scope, entered, path, found)
        values = scope.defaults | filled
    if not filled.keys() >= scope.required_keys:
        # A value that could not be read is wrong already; it is not missing on top of that.
        found.missing.extend(
            [f"{path}.{key}" for key in scope.required if key not in filled and is_blank(given.get(key))]
        )
    return entered, values


def _read_usual(
    scope: Scope, given: Mapping[str, object], reserved: Iterable[str]
) -> dict[str, Value] | None:
    """The quick way, for what nearly all sheets hold: known fields with usual values. None when it is not so.

    Tiles are left out. One look at sets instead of one at each value makes reading twice as fast.
    """
    plain = dict(given)
    for key in (*reserved, *scope.tiles):
        plain.pop(key, None)
    values = plain.values()
    try:
        usual = all(map(scope.usual.__contains__, zip(plain, map(type, values), values, strict=True)))
    except TypeError:  # a list or an object, which no set can hold
        return None
    if usual and plain.keys() <= scope.fields.keys():
        return cast("dict[str, Value]", plain)
    return None


def _read_slowly(
    scope: Scope,
    key: str,
    value: object,
    entered: dict[str, Value],
    path: str,
    found: Findings,
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
            sums = map(sum, zip(*[derivation.worth[tile] for tile in tiles], strict=True))
            for target, counted in zip(derivation.targets, sums, strict=True):
                derived[target] = counted
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
