"""At the door of a tournament: guests with their own codes, organisers who tap whoever has come."""

import pytest
from playwright.sync_api import expect

from tests.factories.events import event_of
from tournaments.event_enums import EntryState
from tournaments.services.events.add_entry import add_guest_entry

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def event():
    return event_of(needs_check_in=True)


def test_a_guest_checks_in_with_the_own_code(new_page, event):
    entry = add_guest_entry(actor=event.run_by, event=event, name="Una Guest")
    page = new_page(device="phone")
    page.goto(f"/tournaments/place/{entry.token}/")
    page.get_by_role("button", name="I am here").click()
    expect(page.get_by_text("You are checked in.")).to_be_visible()
    entry.refresh_from_db()
    assert entry.state == EntryState.CHECKED_IN
