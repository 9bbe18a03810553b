"""Reading one raw value by the field that describes it."""

from __future__ import annotations

from typing import cast

from scoring.description import Field
from scoring.types import Value, Violation, params

# Keys and texts from outside are shown in paths no longer than this.
LONGEST_NAME = 60


def is_blank(raw: object) -> bool:
    return raw is None or raw == []


def read_value(field: Field, raw: object, path: str, problems: list[Violation]) -> Value:
    """The typed value, or None with the reason added to `problems`. A blank is None without a reason."""
    if is_blank(raw):
        return None
    if field.kind == "count":
        return _read_count(field, raw, path, problems)
    if field.kind == "flag":
        if isinstance(raw, bool):
            return raw
        problems.append(Violation("not_yes_or_no", path))
        return None
    if field.kind == "choice":
        return _read_choice(field, raw, path, problems)
    return _read_tiles(field, raw, path, problems)


def _read_count(field: Field, raw: object, path: str, problems: list[Violation]) -> int | None:
    # True and False are integers to Python, but nobody means 1 by true.
    if not isinstance(raw, int) or isinstance(raw, bool):
        problems.append(Violation("not_a_whole_number", path))
    elif raw < field.minimum:
        problems.append(Violation("too_small", path, params(minimum=field.minimum)))
    elif raw > field.maximum:
        problems.append(Violation("too_large", path, params(maximum=field.maximum)))
    else:
        return raw
    return None


def _read_choice(field: Field, raw: object, path: str, problems: list[Violation]) -> int | str | None:
    # The type is compared first: 1, 1.0 and true are equal to Python.
    if isinstance(raw, int | str) and type(raw) is type(field.choices[0]) and raw in field.choices:
        return raw
    problems.append(Violation("not_a_choice", path))
    return None


def _read_tiles(field: Field, raw: object, path: str, problems: list[Violation]) -> Value:
    if not isinstance(raw, list):
        problems.append(Violation("not_a_list", path))
        return None
    if not field.shortest <= len(raw) <= field.longest:
        problems.append(_wrong_length(field, path))
        return None
    before = len(problems)
    seen: list[object] = []
    for index, item in enumerate(raw):
        here = f"{path}[{index}]"
        if _read_choice(field, item, here, problems) is not None and item in seen:
            problems.append(Violation("listed_twice", here))
        seen.append(item)
    if len(problems) > before:
        return None
    return field.in_order(cast("list[int | str]", raw))


def _wrong_length(field: Field, path: str) -> Violation:
    if field.shortest == field.longest:
        return Violation("not_exactly", path, params(number=field.longest))
    if not field.shortest:
        return Violation("too_many_listed", path, params(maximum=field.longest))
    return Violation("wrong_length", path, params(minimum=field.shortest, maximum=field.longest))
