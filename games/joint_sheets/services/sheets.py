"""Opening a joint sheet: with what stands on somebody's own sheet, or for a table that a tournament prepared."""

from collections.abc import Mapping, Sequence
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.joint_sheets.enums import JointState
from games.joint_sheets.models import JointPhone, JointSheet
from games.joint_sheets.protocol import cells_as_json, first_cells
from games.joint_sheets.services.changes import field_names
from games.joint_sheets.services.codes import give_code
from games.joint_sheets.services.errors import AlreadyTogetherError, TooLargeError
from games.joint_sheets.services.phones import device_at, new_phone
from games.players.actors import Actor, account_of
from games.results.models import Game
from games.results.services.drafts import end_draft
from games.results.services.errors import AlreadyRecordedError
from games.sheets.submission import SeatedPerson

LARGEST_SHEET = 100_000


def open_sheet(
    *,
    actor: Actor,
    device: str,
    system: str,
    entry_key: UUID,
    fields: Mapping[str, Sequence[str]],
    prepared: str = "",
    people: Sequence[SeatedPerson] = (),
) -> JointSheet:
    """This phone keeps it. The same key again leads to the same sheet, for its keeper; for anybody else, and where the
    key was used for somebody else's game, what is opened is a sheet of its own. That the actor may enter the result of
    the table in `prepared` has been asked.

    Raises AlreadyRecordedError, AlreadyTogetherError, TooLargeError.
    """
    if sum(len(name) + len(value) for name, values in fields.items() for value in values) > LARGEST_SHEET:
        raise TooLargeError
    opening = (actor, device, system, entry_key, fields, prepared, people)
    try:
        return _open(*opening)
    except IntegrityError:
        # A second tap, or somebody else at the same table, was faster by a moment.
        return _open(*opening)


@transaction.atomic
def _open(
    actor: Actor,
    device: str,
    system: str,
    entry_key: UUID,
    fields: Mapping[str, Sequence[str]],
    prepared: str,
    people: Sequence[SeatedPerson],
) -> JointSheet:
    account = account_of(actor)
    if known := JointSheet.objects.filter(entry_key=entry_key).exclude(state=JointState.ENDED).first():
        if known.system == system and _keeps(known, device):
            return known
        entry_key = uuid4()
    elif game := Game.objects.filter(idempotency_key=entry_key).first():
        if account and game.recorded_by_id == account.pk:
            raise AlreadyRecordedError(game)
        entry_key = uuid4()
    if prepared and (other := open_sheet_of(prepared)):
        raise AlreadyTogetherError(other)
    if account:
        end_draft(owner=account, idempotency_key=entry_key)
    sheet = JointSheet.objects.create(
        entry_key=entry_key,
        system=system,
        prepared=prepared,
        people=[[seat.person.player.public_id if seat.person.player else "", seat.shown] for seat in people],
        fields=cells_as_json(first_cells(_of_sheet(system, fields), by=1, revision=1)),
    )
    give_code(sheet)
    keeper = new_phone(sheet, device, number=1)
    keeper.account, keeper.heard_at = account, timezone.now()
    keeper.save()
    return sheet


def open_sheet_of(prepared: str) -> JointSheet | None:
    """The sheet that a prepared table fills in together now."""
    return JointSheet.objects.filter(prepared=prepared, state=JointState.OPEN).first()


def _keeps(sheet: JointSheet, device: str) -> bool:
    own = device_at(sheet, device)
    return JointPhone.objects.filter(sheet=sheet, number=sheet.keeper, device=own).exists()


def _of_sheet(system: str, fields: Mapping[str, Sequence[str]]) -> dict[str, Sequence[str]]:
    """Without tabs and tokens."""
    seats = 0
    while f"seats[{seats}].kind" in fields:
        seats += 1
    kept = field_names(system, seats) | {f"seats[{seat}].kind" for seat in range(seats)}
    return {
        # PostgreSQL keeps no text with the sign NUL.
        name: [value.replace("\x00", "") for value in values]
        for name, values in fields.items()
        if name in kept
    }
