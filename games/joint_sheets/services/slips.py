"""The sheet of a table's slip: everybody who scans it comes to the same one, with names and seats set, also without an
account. Who may record it is asked as ever.
"""

from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from games.joint_sheets.enums import JointState
from games.joint_sheets.models import JointSheet
from games.joint_sheets.services.choices import close
from games.joint_sheets.services.errors import AlreadyTogetherError
from games.joint_sheets.services.phones import locked
from games.joint_sheets.services.sheets import open_sheet, open_sheet_of
from games.joint_sheets.slips import purpose_of
from games.players.actors import Actor
from games.sheets.prefill import NotWaitingError, Prepared, sheet_at_table
from games.sheets.submission import people_at_table
from scoring import registry
from scoring.paths import seat_path


def sheet_of_slip(purpose: str, prepared: Prepared) -> JointSheet | None:
    """The sheet this table fills in now; one of other people, before the table was drawn anew, is none."""
    sheet = open_sheet_of(purpose)
    return sheet if sheet and _is_of(sheet, prepared) else None


@transaction.atomic
def open_by_slip(*, actor: Actor, device: str, token: str) -> JointSheet:
    """The sheet of the table, opened with names and seats by the first who asks. One that was begun by other people
    ends; whoever kept it can go on alone. Raises NoSlipError, NotWaitingError.
    """
    purpose = purpose_of(token)
    prepared = sheet_at_table(purpose)
    if prepared is None:
        raise NotWaitingError
    if known := open_sheet_of(purpose):
        if _is_of(known, prepared):
            return known
        close(locked(known.key), JointState.ENDED)
    try:
        return open_sheet(
            actor=actor,
            device=device,
            system=prepared.system,
            entry_key=uuid4(),
            fields=_fields(prepared),
            prepared=purpose,
            people=people_at_table(prepared),
        )
    except AlreadyTogetherError as error:
        return error.sheet


def _is_of(sheet: JointSheet, prepared: Prepared) -> bool:
    return [public_id for public_id, _shown in sheet.people] == [
        player.public_id for player in prepared.players
    ]


def _fields(prepared: Prepared) -> dict[str, list[str]]:
    """The sheet as it would be posted before anybody has typed anything."""
    kind = registry.get(prepared.system).description.seat_kinds[0].key
    fields = {"club": [prepared.club.slug], "played_on": [timezone.localdate().isoformat()]}
    for seat, person in enumerate(people_at_table(prepared)):
        fields[seat_path(seat, "kind")] = [kind]
        fields[seat_path(seat, "player")] = [person.shown]
    return fields | {path: [str(value)] for path, value in prepared.cells.items()}
