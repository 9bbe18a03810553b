"""At the door of a tournament: guests with their own codes, organisers who tap whoever has come."""

import pytest
from playwright.sync_api import expect

from tests.e2e.accounts import signed_in_as
from tests.factories.events import event_of
from tournaments.events.enums import ParticipantState
from tournaments.events.services.registration import add_guest_participant

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def event():
    return event_of(needs_check_in=True)


def test_a_guest_checks_in_with_the_own_code(new_page, event):
    participant = add_guest_participant(actor=event.run_by, event=event, name="Una Guest")
    page = new_page(device="phone")
    page.goto(f"/tournaments/place/{participant.token}/")
    page.get_by_role("button", name="I am here").click()
    expect(page.get_by_text("You are checked in.")).to_be_visible()
    participant.refresh_from_db()
    assert participant.state == ParticipantState.CHECKED_IN


def test_who_left_the_club_cannot_be_tapped_and_the_tap_says_why(new_page, live_server, screenshot, event):
    """They leave while the list is open."""
    gone, other = (
        add_guest_participant(actor=event.run_by, event=event, name=name) for name in ("Una", "Rory")
    )
    page = new_page(device="phone")
    signed_in_as(page, live_server, event.run_by)
    page.goto(f"{event.get_absolute_url()}run/door/")
    page.get_by_role("button", name="Rory").click()
    expect(page.locator(".door-there")).to_have_text("Rory")
    gone.player.memberships.all().delete()
    page.get_by_role("button", name="Una").click()
    expect(page.locator("#toasts")).to_contain_text("This player is not in the club any more.")
    # Whose name the organiser may not know any more, either.
    expect(page.locator(".door-list button:disabled")).to_contain_text("not in the club any more")
    screenshot(page, "events-door-left-the-club")
    page.locator("#toasts [data-dismiss]").click()
    expect(page.locator(".toast")).to_have_count(0)
    page.get_by_role("button", name="Rory").click()
    expect(page.locator(".door-there")).to_have_count(0)
    other.refresh_from_db()
    assert other.state == ParticipantState.REGISTERED
