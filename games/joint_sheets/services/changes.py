"""What phones send: taken field by field, once, and answered with what they have not seen."""

from collections.abc import Sequence
from functools import cache
from uuid import uuid4

from django.db import transaction
from django.http import QueryDict

from games.joint_sheets.models import JointPhone
from games.joint_sheets.protocol import (
    KEEPERS_FIELDS,
    Batch,
    Cell,
    Change,
    GapError,
    Outcome,
    TooManyClientsError,
    apply_batch,
    cells_as_json,
    may_write,
)
from games.joint_sheets.services.errors import MissingChangesError, TooManyPagesError
from games.joint_sheets.services.phones import LockedSheet, locked, require_phone
from games.players.actors import Actor
from games.sheets.values import places_of
from scoring import registry
from scoring.paths import seat_path


@transaction.atomic
def send_changes(*, actor: Actor, device: str, key: str, batch: Batch) -> tuple[LockedSheet, Outcome]:
    """Every field is asked for by itself: what this phone may not write is told, and keeps nothing else from being
    taken. Raises NotJoinedError, SheetOverError, MissingChangesError, TooManyPagesError.
    """
    held = locked(key)
    phone = require_phone(held, device, actor)
    try:
        outcome = apply_batch(held.state(), phone.number, batch, fields_of(held))
    except GapError:
        raise MissingChangesError from None
    except TooManyClientsError:
        raise TooManyPagesError from None
    _store(held, phone, outcome)
    return held, outcome


@transaction.atomic
def send_form(*, actor: Actor, device: str, key: str, posted: QueryDict, seen: int) -> None:
    """From a browser without scripts: what differs from the sheet as its page showed it, where nobody else has written
    since and this phone may. Raises NotJoinedError, SheetOverError.
    """
    held = locked(key)
    phone = require_phone(held, device, actor)
    state = held.state()
    typed = [
        (name, values)
        for name, values in _posted_fields(held, posted).items()
        if may_write(state, phone.number, name) and _is_new(held.cells.get(name), values, seen)
    ]
    changes = tuple(Change(seq, name, values, seen) for seq, (name, values) in enumerate(typed, start=1))
    batch = Batch(client=f"form-{uuid4()}", since=seen, changes=changes)
    _store(held, phone, apply_batch(state, phone.number, batch, fields_of(held)))


def _posted_fields(held: LockedSheet, posted: QueryDict) -> dict[str, tuple[str, ...]]:
    """By the names of the sheet. A browser leaves out boxes that are not ticked; anything else it leaves out was not on
    its page.
    """
    places = places_of(registry.get(held.sheet.system).description, seats_of(held))
    boxes = {place.path for place in places if place.field.kind in {"flag", "tiles"}}
    return {
        name: tuple(value.replace("\x00", "") for value in posted.getlist(name))
        for name in sorted(fields_of(held))
        if name in posted or name in boxes
    }


def _is_new(cell: Cell | None, values: tuple[str, ...], seen: int) -> bool:
    if cell is None:
        return any(values)
    return cell.revision <= seen and tidy(cell.values) != tidy(values)


def tidy(values: Sequence[str]) -> list[str]:
    """As far as a browser may write the same differently."""
    tidied = (value.replace("\r\n", "\n").strip() for value in values)
    return [value for value in tidied if value]


def _store(held: LockedSheet, sender: JointPhone, outcome: Outcome) -> None:
    sheet, state = held.sheet, outcome.state
    columns = ["revision", "touched_at"]
    if state.clients != sheet.clients:
        sheet.clients = dict(state.clients)
        columns.append("clients")
    if outcome.applied:
        held.cells = dict(state.cells)
        sheet.fields = cells_as_json(held.cells)
        columns.append("fields")
    sheet.revision = state.revision
    sheet.save(update_fields=columns)
    for phone in held.here:
        told = state.phones[phone.number]
        phone.at, phone.done = told.at, told.done
    sender.save(update_fields=["at", "done", "heard_at", "account"])
    undone = [phone.pk for phone in held.here if phone is not sender and not phone.done]
    JointPhone.objects.filter(pk__in=undone, done=True).update(done=False)


def fields_of(held: LockedSheet) -> frozenset[str]:
    """The names of the fields this sheet has."""
    return field_names(held.sheet.system, seats_of(held))


def seats_of(held: LockedSheet) -> int:
    seats = 0
    while f"seats[{seats}].kind" in held.cells:
        seats += 1
    return seats


@cache
def field_names(system: str, seats: int) -> frozenset[str]:
    places = {place.path for place in places_of(registry.get(system).description, seats)}
    return frozenset(places | {seat_path(seat, "player") for seat in range(seats)} | KEEPERS_FIELDS)
