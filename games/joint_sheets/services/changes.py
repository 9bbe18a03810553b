"""What phones send: taken field by field, once, and answered with what they have not seen."""

from functools import cache

from django.db import transaction

from games.joint_sheets.models import JointPhone
from games.joint_sheets.protocol import (
    KEEPERS_FIELDS,
    Batch,
    GapError,
    Outcome,
    TooManyClientsError,
    apply_batch,
    cells_as_json,
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
