"""Phones at a joint sheet: which one this is, whether it may act, taking a seat and leaving.

A phone is known by its cookie. The account is whoever is signed in on it when it acts; with another account, what it
said of its seat ("done") is taken back, as it was somebody else who said so.
"""

from dataclasses import dataclass, field

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from caledonia_site.common.ciphers import cipher_for
from games.joint_sheets.enums import JointState
from games.joint_sheets.models import JointPhone, JointSheet
from games.joint_sheets.protocol import (
    Cell,
    Phone,
    SheetState,
    cells_as_json,
    cells_from_json,
    first_cells,
)
from games.joint_sheets.services.errors import (
    NoSuchSeatError,
    NotJoinedError,
    NotKeeperError,
    SeatTakenError,
    SheetOverError,
    TooManyPhonesError,
)
from games.players.actors import Actor, account_of
from games.players.models import Player
from scoring import registry
from scoring.paths import seat_path

MOST_PHONES = 30
_PURPOSE = "phone of a joint sheet"


def device_at(sheet: JointSheet, device: str) -> str:
    """What is stored of a device: another text on each sheet, so that nobody is followed from sheet to sheet."""
    return salted_hmac(f"joint.device:{sheet.key}", device, algorithm="sha256").hexdigest()


def sealed(device: str) -> str:
    return cipher_for(_PURPOSE).encrypt(device.encode()).decode()


def unsealed(phone: JointPhone) -> str:
    return cipher_for(_PURPOSE).decrypt(phone.sealed_device.encode()).decode()


@dataclass(slots=True)
class LockedSheet:
    """A sheet that is locked until the transaction ends, with all phones it ever had."""

    sheet: JointSheet
    phones: list[JointPhone]
    cells: dict[str, Cell] = field(init=False)

    def __post_init__(self) -> None:
        self.cells = cells_from_json(self.sheet.fields)

    def find(self, device: str) -> JointPhone | None:
        known = device_at(self.sheet, device)
        return next((phone for phone in self.phones if phone.device == known), None)

    def numbered(self, number: int) -> JointPhone | None:
        return next((phone for phone in self.here if phone.number == number), None)

    @property
    def here(self) -> list[JointPhone]:
        return [phone for phone in self.phones if phone.is_here]

    def state(self) -> SheetState:
        sheet = self.sheet
        return SheetState(
            revision=sheet.revision,
            keeper=sheet.keeper,
            writing=sheet.writing,
            setup=sheet.setup,
            is_prepared=bool(sheet.prepared),
            cells=self.cells,
            phones={
                phone.number: Phone(phone.number, phone.seat, phone.done, phone.at) for phone in self.here
            },
            clients=sheet.clients,
        )

    def save(self, *changed: str) -> None:
        """One revision more, with these columns of the sheet."""
        self.sheet.revision += 1
        self.sheet.save(update_fields=["revision", "touched_at", *changed])

    def write(self, name: str, values: list[str], by: int) -> None:
        """Into a field that is blank."""
        self.cells |= first_cells({name: values}, by=by, revision=self.sheet.revision + 1)
        self.sheet.fields = cells_as_json(self.cells)


def locked(key: str) -> LockedSheet:
    """To be called in a transaction. Raises JointSheet.DoesNotExist, SheetOverError."""
    sheet = JointSheet.objects.select_for_update().get(key=key)
    if sheet.state != JointState.OPEN:
        raise SheetOverError(sheet)
    return LockedSheet(sheet, phones_of(sheet))


def phones_of(sheet: JointSheet) -> list[JointPhone]:
    return list(JointPhone.objects.filter(sheet=sheet).select_related("account__player").order_by("number"))


def require_phone(held: LockedSheet, device: str, actor: Actor) -> JointPhone:
    """The phone of whoever acts, heard just now. Raises NotJoinedError."""
    phone = held.find(device)
    if phone is None or not phone.is_here:
        raise NotJoinedError
    _hear(phone, actor)
    return phone


def require_keeper(held: LockedSheet, device: str, actor: Actor) -> JointPhone:
    """Raises NotJoinedError, NotKeeperError."""
    phone = require_phone(held, device, actor)
    if phone.number != held.sheet.keeper:
        raise NotKeeperError
    return phone


def _hear(phone: JointPhone, actor: Actor) -> None:
    account = account_of(actor)
    if phone.account_id != (account.pk if account else None):
        phone.account = account
        phone.done = False
    phone.heard_at = timezone.now()


@transaction.atomic
def take_seat(*, actor: Actor, device: str, key: str, seat: int | None) -> JointPhone:
    """“That is me”, or “just watching” (None); also to change seats. Whoever is signed in brings their name.

    Raises SeatTakenError, NoSuchSeatError, TooManyPhonesError, SheetOverError.
    """
    held = locked(key)
    if seat is not None:
        _require_free_seat(held, device, seat)
    phone = held.find(device) or _new_phone(held, device)
    if phone.seat != seat:
        phone.done = False
    phone.seat, phone.is_here = seat, True
    _hear(phone, actor)
    phone.save()
    player = player_of(phone)
    name = seat_path(seat, "player") if seat is not None else ""
    if player and name and not any(_values(held, name)) and not held.sheet.prepared:
        held.write(name, [player.name], phone.number)
    held.save("fields")
    return phone


def _require_free_seat(held: LockedSheet, device: str, seat: int) -> None:
    kind = _values(held, f"seats[{seat}].kind")
    bots = {one.key for one in registry.get(held.sheet.system).description.seat_kinds if one.bot}
    if not kind or kind[0] in bots:
        raise NoSuchSeatError
    own = device_at(held.sheet, device)
    if any(phone.seat == seat and phone.device != own for phone in held.here):
        raise SeatTakenError


def _values(held: LockedSheet, name: str) -> tuple[str, ...]:
    cell = held.cells.get(name)
    return cell.values if cell else ()


def _new_phone(held: LockedSheet, device: str) -> JointPhone:
    if len(held.phones) >= MOST_PHONES:
        raise TooManyPhonesError
    phone = new_phone(held.sheet, device, number=len(held.phones) + 1)
    held.phones.append(phone)
    return phone


def new_phone(sheet: JointSheet, device: str, *, number: int) -> JointPhone:
    return JointPhone(
        sheet=sheet, number=number, device=device_at(sheet, device), sealed_device=sealed(device)
    )


def player_of(phone: JointPhone) -> Player | None:
    """Who is signed in on the phone."""
    return phone.account.player_or_none if phone.account else None


@transaction.atomic
def leave_table(*, actor: Actor, device: str, key: str) -> None:
    """The seat is free again; what was written stays. A keeper who leaves hands the sheet on to the seated phone that
    was heard last, if there is one. Raises NotJoinedError, SheetOverError.
    """
    held = locked(key)
    phone = require_phone(held, device, actor)
    phone.seat, phone.done, phone.is_here, phone.at = None, False, False, ""
    phone.save()
    if phone.number == held.sheet.keeper:
        hand_to_another(held)
    held.save("keeper")


def hand_to_another(held: LockedSheet) -> None:
    """The seated phone that was heard last keeps the sheet, if there is one."""
    seated = [phone for phone in held.here if phone.seat is not None]
    if seated:
        held.sheet.keeper = max(seated, key=lambda phone: phone.heard_at).number
