"""Clubs in a browser: the main ways through them on a phone and at a desk."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.clubs.enums import Role
from games.clubs.models import Club, Membership
from games.players.models import PlayerMerge
from tests.e2e.accounts import signed_in_as
from tests.e2e.looks import sideways_scroll
from tests.factories.clubs import (
    ClubFactory,
    GuestMembershipFactory,
    InvitationFactory,
    JoinRequestFactory,
    MeetingAnswerFactory,
    MeetingFactory,
    MembershipFactory,
    PlayerAliasFactory,
    member_of,
)
from tests.factories.people import GuestFactory, PlayerFactory

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def club():
    """A club with some of everything."""
    club = ClubFactory(
        name="Leith Traders",
        slug="leith-traders",
        town="Edinburgh",
        description="Every second Thursday in the back room of the chandlery.",
    )
    for name, role in (
        ("Ailsa Baird", Role.OWNER),
        ("Émile Lefèvre", Role.SCOREKEEPER),
        ("Inês Rocha", Role.MEMBER),
    ):
        MembershipFactory(club=club, role=role, player=PlayerFactory(name=name))
    for name in ("Una Bell", "Una B."):
        GuestMembershipFactory(club=club, player=GuestFactory(name=name))
    JoinRequestFactory(club=club, player=PlayerFactory(name="Rory Kerr"), message="I play on Thursdays.")
    InvitationFactory(club=club, max_uses=5)
    InvitationFactory(club=club, email="mairi@example.org")
    start = timezone.now() + timedelta(days=3)
    meeting = MeetingFactory(
        club=club,
        title="Club night",
        place="The back room of the chandlery, 12 Shore",
        description="Newcomers get the gentle clans. Bring a warm pullover.",
        starts_at=start,
        series="bcdfghjkmn",
    )
    for membership in club.memberships.filter(player__account__isnull=False):
        MeetingAnswerFactory(meeting=meeting, player=membership.player)
    MeetingFactory(
        club=club,
        title="Industria for everyone",
        starts_at=start + timedelta(days=7),
        cancelled_at=timezone.now(),
    )
    MeetingFactory(club=club, title="Club night", starts_at=start + timedelta(days=14), series="bcdfghjkmn")
    return club


@pytest.fixture
def organiser(club):
    return member_of(club, Role.ORGANISER, name="Catriona Hay")


def test_found_a_club_and_let_somebody_in(new_page, live_server, axe):
    page = new_page(device="phone")
    signed_in_as(page, live_server, PlayerFactory(name="Ailsa Baird").account)
    page.goto("/clubs/")
    page.get_by_role("link", name="Found a club").click()
    page.get_by_label("Name", exact=True).fill("Leith Traders")
    page.get_by_role("button", name="Found the club").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Leith Traders")
    page.get_by_role("link", name="Manage members").click()
    page.get_by_role("link", name="Invite").click()
    page.get_by_role("button", name="Make the invitation").click()
    link = page.get_by_label("Link", exact=True).input_value()
    expect(page.locator("svg.qr-code")).to_be_visible()
    axe(page)

    newcomer = new_page()
    signed_in_as(newcomer, live_server, PlayerFactory(name="Rory Kerr").account)
    newcomer.goto(link)
    axe(newcomer)
    newcomer.get_by_role("button", name="Join the club").click()
    expect(newcomer.get_by_role("status").get_by_text("Welcome to Leith Traders!")).to_be_visible()
    assert Club.objects.get().memberships.count() == 2


def test_a_guest_is_added_found_to_be_a_double_merged_and_undone(new_page, live_server, club, organiser):
    page = new_page(device="phone")
    signed_in_as(page, live_server, organiser)
    page.goto("/clubs/leith-traders/members/")
    page.get_by_role("link", name="Una B.", exact=True).click()
    page.get_by_role("link", name="Is the same as").click()
    page.get_by_label("Is the same person as").select_option(label="Una Bell")
    page.get_by_role("button", name="See what moves").click()
    expect(page.get_by_role("row", name="Memberships")).to_be_visible()
    page.get_by_role("button", name="Merge them").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Una Bell")
    page.get_by_role("link", name="Undo").click()
    page.get_by_role("button", name="Undo the merge").click()
    expect(page.get_by_text("Una B. is back")).to_be_visible()
    assert PlayerMerge.objects.get().undone_at is not None
    assert club.memberships.filter(player__name="Una B.").exists()


def test_an_event_is_planned_answered_and_called_off(new_page, live_server, club, organiser, axe):
    page = new_page(device="phone")
    signed_in_as(page, live_server, organiser)
    page.goto("/clubs/leith-traders/")
    page.get_by_role("link", name="Plan an event").click()
    page.get_by_label("Title").fill("Finals")
    begins, ends = timezone.now() + timedelta(days=20), timezone.now() + timedelta(days=19)
    page.get_by_label("Begins").fill(begins.strftime("%Y-%m-%dT19:00"))
    page.get_by_label("Ends").fill(ends.strftime("%Y-%m-%dT19:00"))
    page.get_by_role("button", name="Plan it").click()
    expect(page.get_by_text("The event would end before it begins.").first).to_be_visible()
    axe(page)
    page.get_by_label("Ends").fill("")
    page.get_by_role("button", name="Plan it").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Finals")
    page.get_by_role("button", name="Coming", exact=True).click()
    expect(page.get_by_role("button", name="Coming", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("link", name="Catriona Hay")).to_be_visible()
    axe(page)
    page.get_by_role("link", name="Cancel the event").click()
    page.get_by_role("button", name="Cancel the event").click()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("status").get_by_text("takes place after all")).to_be_visible()
    assert club.meetings.get(title="Finals").answers.count() == 1


@pytest.mark.parametrize("scripts", [True, False])
def test_answering_a_request_works_with_and_without_scripts(new_page, live_server, club, organiser, scripts):
    page = new_page(device="phone", scripts=scripts)
    signed_in_as(page, live_server, organiser)
    page.goto("/clubs/leith-traders/members/")
    page.get_by_role("button", name="Let in Rory Kerr").click()
    expect(page.get_by_text("Rory Kerr is a member now.")).to_be_visible()
    assert Membership.objects.filter(club=club, player__name="Rory Kerr").exists()


def test_a_role_is_changed_by_keyboard_alone(new_page, live_server, club, organiser):
    page = new_page()
    signed_in_as(page, live_server, organiser)
    page.goto("/clubs/leith-traders/members/")
    member = page.get_by_role("link", name="Inês Rocha")
    for _ in range(60):
        page.keyboard.press("Tab")
        if member.evaluate("element => element === document.activeElement"):
            break
    page.keyboard.press("Enter")
    page.get_by_role("combobox", name="Role").focus()
    page.keyboard.press("s")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").get_by_text("Scorekeeper")).to_be_visible()
    assert Membership.objects.get(player__name="Inês Rocha").role == Role.SCOREKEEPER


def test_the_link_is_copied(new_page, live_server, club, organiser):
    page = new_page()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    signed_in_as(page, live_server, organiser)
    page.goto("/clubs/leith-traders/members/")
    page.get_by_role("link", name="Link of").click()
    page.get_by_role("button", name="Copy the link").click()
    page.get_by_role("button", name="Copied").wait_for()
    assert (
        page.evaluate("navigator.clipboard.readText()") == page.get_by_label("Link", exact=True).input_value()
    )


def test_every_page_is_accessible_and_fits(new_page, live_server, club, organiser, looks_good):
    member = club.memberships.get(player__name="Inês Rocha")
    guest = club.memberships.get(player__name="Una Bell")
    other = club.memberships.get(player__name="Una B.")
    PlayerAliasFactory(club=club, player=guest.player, spelling="Uni")
    link = club.invitations.get(email="")
    meeting, cancelled = club.meetings.all()[:2]
    home = "/clubs/leith-traders"
    pages = {
        "list": "/clubs/",
        "list-nothing-found": "/clubs/?search=zzz",
        "mine": "/clubs/mine/",
        "new": "/clubs/new/",
        "home": f"{home}/",
        "members": f"{home}/members/",
        "member": f"{home}/members/{member.player.public_id}/",
        "guest": f"{home}/members/{guest.player.public_id}/",
        "remove": f"{home}/members/{guest.player.public_id}/remove/",
        "new-guest": f"{home}/guests/new/",
        "merge": f"{home}/members/{guest.player.public_id}/merge/",
        "merge-preview": f"{home}/members/{guest.player.public_id}/merge/?into={other.player.public_id}",
        "invite": f"{home}/invitations/new/",
        "invitation": f"{home}/invitations/{link.public_id}/",
        "landing": InvitationFactory().get_absolute_url(),
        "closed": "/clubs/invitations/forged/",
        "events": f"{home}/events/",
        "events-past": f"{home}/events/?past=1",
        "new-event": f"{home}/events/new/",
        "event": meeting.get_absolute_url(),
        "edit-event": f"{meeting.get_absolute_url()}edit/",
        "cancel-event": f"{meeting.get_absolute_url()}cancel/",
        "cancelled-event": cancelled.get_absolute_url(),
        "player": member.player.get_absolute_url(),
        "own-player": "/players/me/",
    }
    page = new_page(device="phone")
    signed_in_as(page, live_server, organiser)
    for name, path in pages.items():
        page.goto(path)
        looks_good(page, f"clubs-{name}")


@pytest.mark.parametrize("locale", ["fr-FR", "pt-BR"])
def test_long_words_of_other_languages_fit_a_phone(
    new_page, live_server, locale, club, organiser, screenshot
):
    page = new_page(device="phone", locale=locale)
    signed_in_as(page, live_server, organiser)
    paths = {
        "home": "",
        "members": "members/",
        "invite": "invitations/new/",
        "events": "events/",
        "new-event": "events/new/",
    }
    for name, path in paths.items():
        page.goto(f"/clubs/leith-traders/{path}")
        assert sideways_scroll(page) <= 0, name
        screenshot(page, f"clubs-{name}-{locale}")
