"""Work without a person: sheets that nobody needs any more go, and so does what is known of a deleted account.

Nobody is asked for a right here, so only tasks and receivers import it.
"""

from collections.abc import Collection
from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.joint_sheets.enums import JointState
from games.joint_sheets.models import JointPhone, JointSheet
from games.joint_sheets.protocol import cells_as_json
from games.joint_sheets.services.phones import LockedSheet, hand_to_another, phones_of
from games.players.models import User
from scoring.paths import seat_path

# As long as somebody may come back to a game that was not finished.
UNTOUCHED_LIFE = timedelta(days=14)
# Phones that were away learn from it where the game is.
OVER_LIFE = timedelta(days=1)


def clear_old_sheets() -> int:
    """How many went."""
    now = timezone.now()
    untouched = Q(touched_at__lt=now - UNTOUCHED_LIFE)
    over = ~Q(state=JointState.OPEN) & Q(touched_at__lt=now - OVER_LIFE)
    _rows, gone = JointSheet.objects.filter(untouched | over).delete()
    return gone.get(JointSheet._meta.label, 0)


@transaction.atomic
def forget_account(*, account: User, former_ids: Collection[str]) -> None:
    """Their phones are nobody's, without name and seat. A sheet that no other phone fills in goes with them."""
    own = set(JointPhone.objects.filter(account=account).values_list("sheet", flat=True))
    prepared = {
        pk
        for pk, people in JointSheet.objects.exclude(prepared="").values_list("pk", "people")
        if any(public_id in former_ids for public_id, _shown in people)
    }
    for sheet in JointSheet.objects.select_for_update().filter(pk__in=own | prepared).order_by("pk"):
        held = LockedSheet(sheet, phones_of(sheet))
        left = [phone for phone in held.phones if phone.account_id == account.pk]
        if left and not any(phone.account_id != account.pk for phone in held.here):
            sheet.delete()
            continue
        _forget_names(held, {phone.seat for phone in left if phone.seat is not None}, former_ids)
        for phone in left:
            _forget_phone(held, phone)
        held.save("fields", "people", "keeper")


def _forget_names(held: LockedSheet, seats: set[int], former_ids: Collection[str]) -> None:
    for seat, (public_id, _shown) in enumerate(held.sheet.people):
        if public_id in former_ids:
            held.sheet.people[seat] = ["", ""]
            seats.add(seat)
    for seat in seats:
        # With what stands beside it.
        held.cells.pop(seat_path(seat, "player"), None)
        held.write(seat_path(seat, "player"), [], by=0)
    held.sheet.fields = cells_as_json(held.cells)


def _forget_phone(held: LockedSheet, phone: JointPhone) -> None:
    phone.account, phone.seat, phone.done, phone.is_here, phone.at = None, None, False, False, ""
    phone.device, phone.sealed_device = f"gone-{phone.number}", ""
    phone.save()
    if phone.number == held.sheet.keeper:
        hand_to_another(held)
