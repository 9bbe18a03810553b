"""Phones that write at the same moment: real transactions on both databases."""

from functools import partial
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser

from games.joint_sheets.enums import Writing
from games.joint_sheets.models import JointPhone, JointSheet
from games.joint_sheets.protocol import Batch, Change, cells_from_json
from games.joint_sheets.services.changes import send_changes
from games.joint_sheets.services.choices import choose_writing
from games.joint_sheets.services.phones import take_seat
from games.joint_sheets.services.record import form_of, record_sheet
from games.joint_sheets.services.sheets import open_sheet
from games.results.models import Game
from tests.factories.games import two_seats
from tests.games.sheets.posting import posted_sheet
from tests.moments import at_the_same_moment

pytestmark = pytest.mark.django_db(transaction=True)

ANYBODY = AnonymousUser()
FIELDS = {
    name: values if isinstance(values, list) else [values]
    for name, values in posted_sheet(two_seats()).items()
}


def opened(entry_key=None):
    return open_sheet(
        actor=ANYBODY,
        device="phone 1",
        system="clans_of_caledonia",
        entry_key=entry_key or uuid4(),
        fields=FIELDS,
    )


@pytest.fixture
def sheet():
    found = opened()
    choose_writing(actor=ANYBODY, device="phone 1", key=found.key, writing=Writing.ANYONE)
    for number in (2, 3, 4):
        take_seat(actor=ANYBODY, device=f"phone {number}", key=found.key, seat=None)
    return found


def test_nothing_that_was_written_at_once_is_lost(sheet):
    """Each phone a field of its own, and all the same one."""
    own = ["seats[0].money", "seats[1].money", "seats[0].glory", "seats[1].glory"]
    before = JointSheet.objects.get().revision

    def write(number):
        for seq in range(1, 9, 2):
            changes = (
                Change(seq, own[number - 1], (f"{number}{seq}",)),
                Change(seq + 1, "seats[0].player", (f"by {number}",)),
            )
            batch = Batch(f"page-of-{number}", 0, changes)
            send_changes(actor=ANYBODY, device=f"phone {number}", key=sheet.key, batch=batch)

    outcomes = at_the_same_moment(*(partial(write, number) for number in (1, 2, 3, 4)))
    assert outcomes == ["done"] * 4
    after = JointSheet.objects.get()
    cells = cells_from_json(after.fields)
    assert [cells[name].values for name in own] == [("17",), ("27",), ("37",), ("47",)]
    contested = cells["seats[0].player"]
    assert {contested.values, *(other.values for other in contested.others)} == {
        (f"by {number}",) for number in (1, 2, 3, 4)
    }
    assert after.revision == before + 32
    assert after.clients == {f"page-of-{number}": 8 for number in (1, 2, 3, 4)}


def test_the_same_batch_twice_at_once_is_taken_once(sheet):
    batch = Batch("a-page", 0, (Change(1, "notes", ("once",)),))
    send = partial(send_changes, actor=ANYBODY, device="phone 1", key=sheet.key, batch=batch)
    before = JointSheet.objects.get().revision
    assert at_the_same_moment(send, send) == ["done", "done"]
    assert JointSheet.objects.get().revision == before + 1


def test_one_of_two_gets_the_seat(sheet):
    sit = [
        partial(take_seat, actor=ANYBODY, device=f"phone {number}", key=sheet.key, seat=1)
        for number in (2, 3)
    ]
    assert at_the_same_moment(*sit) == ["done", "seat_taken"]


def test_new_phones_get_numbers_of_their_own(sheet):
    sit = [
        partial(take_seat, actor=ANYBODY, device=f"new {number}", key=sheet.key, seat=None)
        for number in range(3)
    ]
    assert at_the_same_moment(*sit) == ["done"] * 3
    assert sorted(JointPhone.objects.values_list("number", flat=True)) == [1, 2, 3, 4, 5, 6, 7]


def test_a_double_tap_opens_one_sheet():
    key = uuid4()
    assert at_the_same_moment(*[partial(opened, key)] * 2) == ["done", "done"]
    assert JointSheet.objects.count() == 1


def test_it_is_recorded_once_and_what_comes_too_late_is_told_so(sheet):
    form = form_of(sheet, FIELDS)
    record = partial(
        record_sheet, actor=ANYBODY, device="phone 1", key=sheet.key, posted=form, edit_secret="z" * 30
    )
    assert at_the_same_moment(record, record) == ["done", "over"]
    assert Game.objects.count() == 1
