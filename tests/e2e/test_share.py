"""Sharing a result in a real browser, with and without the device's own way of sharing."""

import pytest
from playwright.sync_api import expect

from games.players.models import PageVisibility
from games.results.services.results import Person
from tests.e2e.accounts import signed_in_as
from tests.factories.clubs import ClubFactory, GuestMembershipFactory, member_of
from tests.factories.games import clans_seat, clans_sheet, recorded_game

pytestmark = pytest.mark.browser

# Chromium on a desk has no list of messengers: the page gets one that writes down what it was given.
DEVICE_THAT_SHARES = """
  window.shared = [];
  navigator.canShare = (data) => data.files?.every((file) => file.type === "image/png") ?? true;
  navigator.share = async (data) => {
    const files = (data.files ?? []).map((file) => [file.name, file.size > 1000]);
    window.shared.push({ title: data.title, url: data.url ?? null, files });
  };
"""
DEVICE_THAT_DOES_NOT = "delete Navigator.prototype.share; delete Navigator.prototype.canShare;"


@pytest.fixture
def game(transactional_db):
    return recorded_game(
        Person(name="Ailsa Muir"), Person(name="Rory Kerr"), club=ClubFactory(name="Leith Traders")
    )


def test_the_panel_is_accessible_and_fits_its_device(new_page, looks_good, game):
    page = new_page(device="phone")
    page.goto(game.get_absolute_url())
    for name in ("QR code", "Picture"):
        page.locator("summary", has_text=name).click()
    for image in ("img.share-code", "img.share-picture"):
        page.locator(image).scroll_into_view_if_needed()
        page.wait_for_function("(image) => document.querySelector(image).naturalWidth > 0", arg=image)
    looks_good(page, "share")


def test_a_device_that_shares_gets_the_link_and_the_picture(new_page, live_server, game):
    page = new_page(device="phone", first=DEVICE_THAT_SHARES)
    page.goto(game.get_absolute_url())
    page.get_by_role("button", name="Share the link").click()
    page.get_by_role("link", name="Share", exact=True).click()
    assert "#" not in page.url
    page.locator("summary", has_text="Picture").click()
    page.get_by_role("button", name="Share the picture").click()
    page.wait_for_function("() => window.shared.length === 3")
    title = "Clans of Caledonia, 2 May 2026"
    link = {"title": title, "url": f"{live_server.url}{game.get_absolute_url()}", "files": []}
    assert page.evaluate("window.shared") == [
        link,
        link,
        {"title": title, "url": None, "files": [["clans_of_caledonia-2026-05-02.png", True]]},
    ]


def test_the_link_of_the_table_names_its_guests_and_the_bare_address_does_not(
    new_page, live_server, transactional_db
):
    club = ClubFactory(name="Leith Traders")
    ailsa = member_of(club, name="Ailsa Muir")
    guest = GuestMembershipFactory(club=club, player__name="Ben Guest").player
    hidden = GuestMembershipFactory(
        club=club, player__name="Dora Dark", player__visibility=PageVisibility.HIDDEN
    ).player
    sheet = clans_sheet(*(clans_seat(glory=one) for one in (60, 45, 40)))
    people = [Person(player=player) for player in (ailsa.player, guest, hidden)]
    game = recorded_game(*people, sheet=sheet, club=club, recorder=ailsa)
    table = new_page(device="phone")
    signed_in_as(table, live_server, ailsa)
    table.goto(game.get_absolute_url())
    for name in ("Ailsa Muir", "Ben Guest", "Dora Dark"):
        expect(table.locator(".ranking").get_by_text(name)).to_be_visible()
    link = table.get_by_label("Link", exact=True).input_value()
    stranger = new_page()
    stranger.goto(link)
    ranking = stranger.locator(".ranking")
    expect(ranking.get_by_text("Ben Guest")).to_be_visible()
    expect(stranger.get_by_text("Dora Dark")).to_have_count(0)
    stranger.locator("summary", has_text="Picture").click()
    stranger.wait_for_function("() => document.querySelector('img.share-picture').naturalWidth > 0")
    stranger.goto(game.get_absolute_url())
    expect(ranking.get_by_text("Ailsa Muir")).to_be_visible()
    expect(stranger.get_by_text("Ben Guest")).to_have_count(0)


def test_the_link_is_copied(new_page, live_server, game):
    page = new_page(first=DEVICE_THAT_DOES_NOT)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(game.get_absolute_url())
    expect(page.get_by_role("button", name="Share the link")).to_be_hidden()
    page.get_by_role("link", name="Share", exact=True).click()
    expect(page.get_by_role("heading", name="Share")).to_be_in_viewport()
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == f"{live_server.url}{game.get_absolute_url()}"


def test_without_scripts_the_link_code_picture_and_sheet_are_there(new_page, live_server, game):
    page = new_page(scripts=False)
    page.goto(game.get_absolute_url())
    expect(page.get_by_label("Link", exact=True)).to_have_value(f"{live_server.url}{game.get_absolute_url()}")
    expect(page.get_by_role("button", name="Copy the link")).to_be_hidden()
    page.locator("summary", has_text="QR code").click()
    expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()
    with page.expect_download() as saved:
        page.locator("summary", has_text="Picture").click()
        page.get_by_role("link", name="Save the picture").click()
    assert saved.value.suggested_filename == "clans_of_caledonia-2026-05-02.png"
    sheet = page.request.get(page.get_by_role("link", name="Print the sheet").get_attribute("href"))
    assert sheet.body().startswith(b"%PDF-")
