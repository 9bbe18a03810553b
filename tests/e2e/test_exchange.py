"""Bringing games along and connecting programs, in a browser."""

import pytest
from playwright.sync_api import expect

from games.clubs.enums import Role
from tests.e2e.accounts import signed_in_as
from tests.factories.clubs import ClubFactory, MembershipFactory, member_of
from tests.factories.people import PlayerFactory
from tests.games.exchange.conftest import bgstats_file

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def club():
    club = ClubFactory(name="Leith Traders", slug="leith-traders")
    MembershipFactory(club=club, player=PlayerFactory(name="Ailsa Muir"))
    return club


def test_a_file_of_bg_stats_on_a_phone(new_page, live_server, club, axe, screenshot):
    page = new_page(device="phone", scheme="dark")
    signed_in_as(page, live_server, member_of(club, Role.SCOREKEEPER))
    page.goto("/clubs/leith-traders/")
    page.get_by_role("link", name="Import games").click()
    content = bgstats_file(
        ("p1", "2026-05-02", [120, 110, 90]), ("p2", "never", [1, 2, 3]), players=("Ally", "Rory", "Una")
    )
    page.get_by_label("File").set_input_files(
        {"name": "BGStatsExport.json", "mimeType": "application/json", "buffer": content}
    )
    axe(page)
    screenshot(page, "import-upload-phone-dark")
    page.get_by_role("button", name="Read the file").click()
    expect(page.get_by_text("4 names are not matched yet.")).to_be_visible()
    axe(page)
    screenshot(page, "import-preview-phone-dark")
    page.get_by_role("link", name="Say who is who").click()
    page.get_by_label("Ally").fill("Ailsa Muir")
    page.get_by_label("Le clan Stewart").select_option("Stewart")
    axe(page)
    screenshot(page, "import-names-phone-dark")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_text("1 / 1")).to_be_visible()
    axe(page)
    screenshot(page, "import-done-phone-dark")
    page.get_by_role("link", name="Clans of Caledonia").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_text("Ailsa Muir").first).to_be_visible()
    link = page.get_by_role("link", name="Send to BG Stats").get_attribute("href")
    assert link.startswith("https://app.bgstatsapp.com/createPlay.html?data=")


def test_tokens_connections_and_the_api_at_a_desk(new_page, live_server, club, axe, screenshot):
    page = new_page(device="desktop")
    signed_in_as(page, live_server, member_of(club, Role.ORGANISER))
    page.goto("/account/tokens/")
    page.get_by_label("Name").fill("Spreadsheet")
    page.get_by_role("button", name="Make a token").click()
    assert page.get_by_label("Your new token").input_value().startswith("cal_")
    axe(page)
    screenshot(page, "tokens-desktop-light")
    page.goto("/clubs/leith-traders/")
    page.get_by_role("link", name="Connections").click()
    page.get_by_role("button", name="Make a secret link").click()
    assert "?key=cal_" in page.get_by_label("Events (iCalendar)").input_value()
    axe(page)
    screenshot(page, "connections-desktop-light")
    page.get_by_label("Address").fill("https://localhost/hook")
    page.get_by_role("button", name="Add the webhook").click()
    page.get_by_role("link", name="https://localhost/hook").click()
    page.get_by_role("button", name="Send a test").click()
    expect(page.get_by_text("private_address")).to_be_visible()
    axe(page)
    screenshot(page, "webhook-desktop-light")
    page.goto("/api/v1/docs/")
    page.locator("summary").first.click()
    axe(page)
    screenshot(page, "api-docs-desktop-light")
    page.goto("/export/")
    axe(page)
    screenshot(page, "export-desktop-light")
