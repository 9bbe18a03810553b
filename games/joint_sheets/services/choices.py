"""What the keeper of a joint sheet decides, and who keeps it."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from games.joint_sheets.enums import JointState, SetupWriting, Writing
from games.joint_sheets.services.codes import give_code
from games.joint_sheets.services.errors import KeeperIsHereError, NoSuchPhoneError, NotKeeperError
from games.joint_sheets.services.phones import LockedSheet, locked, require_keeper, require_phone
from games.players.actors import Actor

# A phone that is seen tells so every half minute.
SILENT_KEEPER = timedelta(minutes=2)


@transaction.atomic
def free_seat(*, actor: Actor, device: str, key: str, seat: int) -> None:
    """Whoever had it goes on as a reader, and may choose anew. Raises NotKeeperError."""
    held = locked(key)
    require_keeper(held, device, actor)
    for phone in held.here:
        if phone.seat == seat:
            phone.seat, phone.done = None, False
            phone.save(update_fields=["seat", "done"])
    held.save()


@transaction.atomic
def hand_on(*, actor: Actor, device: str, key: str, number: int) -> None:
    """Raises NotKeeperError, NoSuchPhoneError."""
    held = locked(key)
    require_keeper(held, device, actor)
    if held.numbered(number) is None:
        raise NoSuchPhoneError
    held.sheet.keeper = number
    held.save("keeper")


@transaction.atomic
def take_over(*, actor: Actor, device: str, key: str) -> None:
    """By a phone with a seat, when the keeper's has been silent or has left.

    Raises NotKeeperError, KeeperIsHereError.
    """
    held = locked(key)
    phone = require_phone(held, device, actor)
    if phone.seat is None:
        raise NotKeeperError
    keeper = held.numbered(held.sheet.keeper)
    if keeper and keeper is not phone and timezone.now() - keeper.heard_at < SILENT_KEEPER:
        raise KeeperIsHereError
    held.sheet.keeper = phone.number
    held.save("keeper")


@transaction.atomic
def choose_writing(*, actor: Actor, device: str, key: str, writing: Writing) -> None:
    held = locked(key)
    require_keeper(held, device, actor)
    held.sheet.writing = writing
    held.save("writing")


@transaction.atomic
def choose_setup(*, actor: Actor, device: str, key: str, setup: SetupWriting) -> None:
    held = locked(key)
    require_keeper(held, device, actor)
    held.sheet.setup = setup
    held.save("setup")


@transaction.atomic
def renew_code(*, actor: Actor, device: str, key: str) -> None:
    """The old one leads nowhere from now on."""
    held = locked(key)
    require_keeper(held, device, actor)
    give_code(held.sheet)
    held.save("code", "code_until")


@transaction.atomic
def end_sheet(*, actor: Actor, device: str, key: str) -> None:
    """Nobody writes any more; the keeper can go on alone with what there is."""
    held = locked(key)
    require_keeper(held, device, actor)
    close(held, JointState.ENDED)


def close(held: LockedSheet, state: JointState) -> None:
    """Of a locked sheet, for verbs that have asked."""
    held.sheet.state = state
    held.sheet.code = ""
    held.save("state", "code", "game")
