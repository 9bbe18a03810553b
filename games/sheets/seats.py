"""One player more or fewer on a sheet that is being filled in; everything typed stays with its seat."""

import re
from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError
from games.sheets.values import TypedValues
from scoring.description import Description

_SEAT = re.compile(r"seats\[(\d+)\](.*)")


class NoBlankSeatError(UserError):
    """Nobody's numbers are thrown away unasked."""

    code = "no_blank_seat"
    message = _("Every seat has something in it. Empty the one that is to go, then try again.")


def can_grow(description: Description, kinds: Sequence[str]) -> bool:
    people = description.seat_kinds[0]
    return len(kinds) < description.most_seats and kinds.count(people.key) < people.maximum


def can_shrink(description: Description, kinds: Sequence[str]) -> bool:
    people = description.seat_kinds[0]
    return len(kinds) > description.fewest_seats and kinds.count(people.key) > max(1, people.minimum)


def with_one_more(description: Description, values: TypedValues) -> TypedValues:
    """A seat for another person after the last one; bots sit behind people."""
    if not can_grow(description, values.kinds):
        return values
    people = description.seat_kinds[0].key
    after_people = len(values.kinds) - values.kinds[::-1].index(people)
    order: list[int | None] = list(values.seats)
    order.insert(after_people, None)
    return _seated(values, order, people)


def with_one_fewer(description: Description, values: TypedValues) -> TypedValues:
    """Without the last person's seat in which nothing was typed."""
    if not can_shrink(description, values.kinds):
        return values
    people = description.seat_kinds[0].key
    taken = {int(seat[1]) for path in values.cells if (seat := _SEAT.match(path))}
    blank = [
        seat
        for seat in values.seats
        if values.kinds[seat] == people and not values.names[seat] and seat not in taken
    ]
    if not blank:
        raise NoBlankSeatError
    return _seated(values, [seat for seat in values.seats if seat != blank[-1]], people)


def _seated(values: TypedValues, order: Sequence[int | None], new_kind: str) -> TypedValues:
    """The seats in another order; None is a new one."""
    becomes = {before: now for now, before in enumerate(order) if before is not None}
    cells = {}
    for path, value in values.cells.items():
        seat = _SEAT.match(path)
        cells[f"seats[{becomes[int(seat[1])]}]{seat[2]}" if seat else path] = value
    return replace(
        values,
        kinds=tuple(new_kind if seat is None else values.kinds[seat] for seat in order),
        names=tuple("" if seat is None else values.names[seat] for seat in order),
        cells=cells,
    )
