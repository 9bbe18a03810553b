"""The way to a joint sheet, on phones and desks, in both themes, also without scripts and without a connection."""

import pytest
from playwright.sync_api import expect

from tests.e2e.joint import NAMES, is_filling, join, open_together, sent, shows, type_in
from tests.e2e.sheets import CLANS, GLEN, fill

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_pages_can_be_read_and_used_by_everybody(new_page, looks_good):
    keeper, other, third = (new_page(device="phone") for _ in range(3))
    opened = open_together(keeper, *NAMES)
    other.goto("/join/")
    looks_good(other, "joint-join")
    other.get_by_label("Code of the table").fill(f" {opened.code.lower()} ")
    other.get_by_role("button", name="Join").click()
    expect(other.get_by_role("heading", name="Who are you?")).to_be_visible()
    looks_good(other, "joint-who")
    other.get_by_role("button", name="Rory").click()
    is_filling(other)
    join(third, opened, "Just watch")
    type_in(other, "seats[1].money", 34)
    shows(keeper, "seats[1].money", 34)
    type_in(keeper, "seats[1].money", 43)
    other.get_by_role("button", name="I’m done").click()
    expect(other.locator(".joint-choice")).to_have_count(1)
    looks_good(other, "joint-sheet")
    looks_good(third, "joint-sheet-of-a-reader")
    keeper.get_by_role("link", name="Invite").click()
    looks_good(keeper, "joint-invite")
    keeper.get_by_text("End it").click()
    keeper.get_by_role("button", name="End filling in together").click()
    expect(keeper.get_by_role("heading", name="This sheet was ended")).to_be_visible()
    looks_good(keeper, "joint-over")


def test_a_code_that_is_none_is_refused_and_can_be_typed_again(new_page):
    page = new_page(device="phone")
    page.goto("/join/")
    page.get_by_label("Code of the table").fill("ZZZZ")
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_text("No table has this code now.")).to_be_visible()
    expect(page.get_by_label("Code of the table")).to_have_value("ZZZZ")


def test_without_scripts_a_table_is_invited_and_joined_and_the_sheet_filled_in(new_page):
    keeper, other = new_page(scripts=False), new_page(scripts=False)
    keeper.goto(f"{CLANS}?human=2")
    keeper.locator('[name="seats[0].player"]').fill("Ailsa")
    keeper.get_by_role("button", name="Invite the table").click()
    other.goto(f"/join/{keeper.locator('.joint-code').inner_text()}/")
    other.get_by_role("button", name="Player 2").click()
    expect(other.locator('[name="seats[0].player"]')).to_have_value("Ailsa")
    expect(other.get_by_text("Without scripts your numbers are sent")).to_be_visible()
    other.locator('[name="seats[1].money"]').fill("34")
    other.get_by_role("button", name="Work out the score").click()
    keeper.get_by_role("link", name="Go to the sheet").click()
    expect(keeper.locator('[name="seats[1].money"]')).to_have_value("34")


def test_the_start_page_leads_back_to_a_sheet_until_it_is_over(new_page):
    keeper = new_page(device="phone")
    opened = open_together(keeper, "Ailsa", "Rory")
    keeper.goto("/score/")
    expect(keeper.locator("[data-joint-here]")).to_contain_text("Ailsa, Rory")
    # It is the table's, and no unfinished sheet of this device.
    expect(keeper.locator("[data-drafts-here]")).to_be_empty()
    keeper.goto(f"{opened.address}invite/")
    keeper.get_by_text("End it").click()
    keeper.get_by_role("button", name="End filling in together").click()
    keeper.goto("/score/")
    expect(keeper.locator("[data-joint-here]")).to_be_empty()


def test_the_sheet_opens_again_without_a_connection_with_all_that_was_typed(new_page, new_device):
    keeper = new_page(device="phone")
    opened = open_together(keeper, "Ailsa", "Rory")
    device = new_device("phone", keeps_sheets=True)
    rory = device.new_page()
    join(rory, opened, "Rory")
    type_in(rory, "seats[1].glory", 31)
    sent(rory)
    kept = "async (address) => Boolean(await (await caches.open('open-pages')).match(address))"
    while not rory.evaluate(kept, opened.address):
        rory.wait_for_timeout(100)
    device.set_offline(True)
    type_in(rory, "seats[1].money", 57)
    rory.reload()
    is_filling(rory)
    expect(rory.locator("[data-joint-offline]")).to_be_visible()
    shows(rory, "seats[1].glory", 31)
    shows(rory, "seats[1].money", 57)
    device.set_offline(False)
    rory.evaluate("dispatchEvent(new Event('online'))")
    shows(keeper, "seats[1].money", 57)


def test_the_next_round_is_that_of_ones_own_column(new_page):
    keeper, rory = new_page(device="phone"), new_page(device="phone")
    opened = open_together(keeper, "Ailsa", "Rory", sheet=GLEN)
    join(rory, opened, "Rory")
    expect(rory.locator('[name="_seat"][value="1"]')).to_be_checked()
    rory.get_by_role("button", name="Next round").click()
    expect(rory.locator('[name="_round"][value="1"]')).to_be_checked()
    expect(rory.locator('[name="_seat"][value="1"]')).to_be_checked()


@pytest.mark.parametrize("locale", ["fr-FR", "pt-BR"])
def test_it_speaks_the_language_of_whoever_holds_the_phone(new_page, locale):
    keeper, other = new_page(device="phone"), new_page(device="phone", locale=locale)
    opened = open_together(keeper, "Ailsa", "Rory")
    other.goto(f"/join/{opened.code}/")
    other.locator('button[name="seat"][value="1"]').click()
    is_filling(other)
    fill(other, {"seats[1].money": 34})
    shows(keeper, "seats[1].money", 34)
    bar = other.locator("[data-joint-count]")
    expect(bar).to_have_text({"fr-FR": "2 présents", "pt-BR": "2 aqui"}[locale])
