"""Pages of long lists by key: the thousandth page costs as much as the first, and nothing is shown twice.

Numbered pages are Django's own Paginator; use this where a list may grow past some thousands of rows.
"""

import base64
import binascii
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.core.exceptions import ValidationError
from django.db.models import Model, Q, QuerySet

M = TypeVar("M", bound=Model)


class BadCursorError(ValueError):
    """The cursor in the address was not made by this list."""


@dataclass(frozen=True)
class KeysetPage(Generic[M]):
    """The rows of one page, and the cursors of its neighbours (empty where there is none)."""

    rows: Sequence[M]
    previous_cursor: str
    next_cursor: str


def keyset_page(queryset: QuerySet[M], *, order: Sequence[str], cursor: str, size: int) -> KeysetPage[M]:
    """The page a cursor points to; the empty cursor is the first page.

    `order` names columns of the model itself that are never null ("-" for falling); the last one is unique.
    """
    backwards, key = _decode(cursor, queryset.model, order)
    reading_order = [_turned(name) for name in order] if backwards else list(order)
    if key is not None:
        queryset = queryset.filter(_beyond(reading_order, key))
    rows = list(queryset.order_by(*reading_order)[: size + 1])
    more = len(rows) > size
    rows = rows[:size]
    if backwards:
        rows.reverse()
    has_previous = more if backwards else key is not None
    has_next = key is not None if backwards else more
    return KeysetPage(
        rows=rows,
        previous_cursor=_encode("b", rows[0], order) if rows and has_previous else "",
        next_cursor=_encode("f", rows[-1], order) if rows and has_next else "",
    )


def _turned(name: str) -> str:
    return name[1:] if name.startswith("-") else f"-{name}"


def _beyond(order: Sequence[str], key: Sequence[Any]) -> Q:
    """Rows after the key: greater in the first column, or equal there and greater in the second, and so on.

    The outer bound on the first column alone lets a database walk its index from there.
    """
    condition = Q()
    equal = Q()
    for name, value in zip(order, key, strict=True):
        column = name.lstrip("-")
        comparison = "lt" if name.startswith("-") else "gt"
        condition |= equal & Q(**{f"{column}__{comparison}": value})
        equal &= Q(**{column: value})
    first = order[0].lstrip("-")
    bound = "lte" if order[0].startswith("-") else "gte"
    return Q(**{f"{first}__{bound}": key[0]}) & condition


def _encode(direction: str, row: Model, order: Sequence[str]) -> str:
    values = [row._meta.get_field(name.lstrip("-")).value_to_string(row) for name in order]  # type: ignore[union-attr]
    return base64.urlsafe_b64encode(json.dumps([direction, *values]).encode()).decode().rstrip("=")


def _decode(cursor: str, model: type[Model], order: Sequence[str]) -> tuple[bool, list[Any] | None]:
    if not cursor:
        return False, None
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        direction, *texts = json.loads(base64.urlsafe_b64decode(padded))
        if direction not in {"b", "f"}:
            raise BadCursorError(cursor)
        key = [
            model._meta.get_field(name.lstrip("-")).to_python(text)  # type: ignore[union-attr]
            for name, text in zip(order, texts, strict=True)
        ]
        if None in key:
            raise BadCursorError(cursor)
    except (ValueError, TypeError, binascii.Error, ValidationError) as error:
        raise BadCursorError(cursor) from error
    return direction == "b", key
