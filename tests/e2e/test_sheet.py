"""The score sheet in a real browser: the plain form without scripts, on a phone and on a desk."""

import pytest
from playwright.sync_api import expect

from games.results.models import Game
from tests.e2e.looks import USUAL, sideways_scroll
from tests.e2e.sheets import CLANS, CLANS_SEAT, GLEN, cell, choose_seat, record

pytestmark = pytest.mark.browser

DEVICES = ("phone", "desktop")
SHEETS = {
    "start": "/score/",
    "clans": f"{CLANS}?human=3&automa=1",
    "glen": f"{GLEN}?human=3",
}


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_is_accessible_and_fits_its_device(new_page, looks_good, name):
    page = new_page(device="phone")
    page.goto(SHEETS[name])
    looks_good(page, f"sheet-{name}")


@pytest.mark.parametrize("device", DEVICES)
def test_a_game_is_recorded_without_scripts(new_page, screenshot, device):
    page = new_page(device=device, scripts=False)
    page.goto("/")
    page.get_by_role("main").get_by_role("link", name="Enter a score").click()
    page.locator(f'a[href="{CLANS}?human=2"]').click()
    for index, (name, clan, more) in enumerate((("Ailsa", "campbell", 0), ("Rory", "stewart", -1))):
        if device == "phone":
            choose_seat(page, index)
        cell(page, f"seats[{index}].player").fill(name)
        cell(page, f"seats[{index}].clan").select_option(clan)
        for key, value in CLANS_SEAT.items():
            lower = {"contracts": more, "settlements": 2 * more}.get(key, 0)
            cell(page, f"seats[{index}].{key}").fill(str(value + lower))
    page.get_by_role("button", name="Work out the score").click()
    expect(page.locator('thead [data-total="0"]')).to_have_text("84")
    expect(page.locator('thead [data-total="1"]')).to_have_text("64")
    expect(page.locator('[data-place="0"]')).to_have_text("1")
    screenshot(page, f"sheet-filled-{device}")
    record(page)
    page.wait_for_url("**/games/*/")
    game = Game.objects.get()
    assert [(seat.name, seat.total) for seat in game.seats.all()] == [("Ailsa", 84), ("Rory", 64)]


@pytest.mark.parametrize(("device", "scheme"), USUAL)
def test_contracts_are_ticked_without_scripts(new_page, screenshot, device, scheme):
    page = new_page(device=device, scripts=False, scheme=scheme)
    page.goto(f"{CLANS}?human=2")
    cell(page, "seats[0].glory").fill("45")
    # The server draws the tiles, and what was typed stays.
    page.locator("#seats-0-contract_tiles").click()
    expect(cell(page, "seats[0].glory")).to_have_value("45")
    picker = page.locator("#seats-0-contract_tiles-picker")
    expect(picker).to_be_visible()
    picker.get_by_text("Whisky", exact=True).click()
    expect(picker.locator('[value="1"]')).to_be_hidden()
    picker.locator('.tile:has([value="12"])').click()
    picker.get_by_text("All", exact=True).click()
    picker.locator('.tile:has([value="3"])').click()
    screenshot(page, f"sheet-picker-{device}-{scheme}")
    picker.get_by_role("button", name="Done").click()
    expect(picker).to_be_hidden()
    page.get_by_role("button", name="Work out the score").click()
    # Contract 12 shows 3 hops and 4 sugar cane, contract 3 one hop and 2 sugar cane.
    expect(cell(page, "seats[0].hops")).to_have_attribute("placeholder", "4")
    expect(cell(page, "seats[0].sugar_cane")).to_have_attribute("placeholder", "6")
    expect(cell(page, "seats[0].contracts")).to_have_attribute("placeholder", "2")


@pytest.mark.parametrize("device", DEVICES)
def test_mistakes_stand_at_their_fields_and_nothing_is_lost(new_page, axe, screenshot, device):
    page = new_page(device=device)
    page.goto(f"{GLEN}?human=2")
    cell(page, "seats[0].rounds.a.barrels").fill("-4")
    # Until the last round the way on is the next one.
    page.locator('.round-tab:has([value="3"])').click()
    record(page)
    summary = page.locator(".error-summary")
    expect(summary).to_be_visible()
    expect(page.locator('[data-error-for="seats[0].rounds.a.barrels"]')).to_contain_text("0")
    expect(cell(page, "seats[0].rounds.a.barrels")).to_have_value("-4")
    if device == "phone":
        axe(page)
    screenshot(page, f"sheet-mistakes-{device}")
    assert not Game.objects.exists()


@pytest.mark.parametrize("width", [390, 360, 320])
def test_four_columns_fit_on_a_phone(new_page, screenshot, width):
    page = new_page(device="phone", scripts=False)
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"{CLANS}?human=4")
    for seat in range(4):
        box = cell(page, f"seats[{seat}].glory").bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["width"] >= 55
        assert box["height"] >= 44
    screenshot(page, f"sheet-all-phone-{width}")
    assert sideways_scroll(page) == 0


def test_without_scripts_one_player_is_a_tap_away_and_so_are_all(new_page):
    page = new_page(device="phone", scripts=False)
    page.goto(f"{CLANS}?human=4")
    page.locator(".to-one").click()
    expect(cell(page, "seats[0].glory")).to_be_visible()
    expect(cell(page, "seats[1].glory")).to_be_hidden()
    choose_seat(page, 1)
    expect(cell(page, "seats[0].glory")).to_be_hidden()
    choose_seat(page, "all")
    expect(cell(page, "seats[0].glory")).to_be_visible()


def test_without_scripts_a_list_tells_how_the_points_came_about(new_page):
    page = new_page(scripts=False)
    page.goto(f"{CLANS}?human=2")
    told = page.locator("[data-explanations]")
    told.locator("summary").click()
    expect(told).to_contain_text("Nothing counts yet.")
    cell(page, "seats[0].glory").fill("45")
    page.get_by_role("button", name="Work out the score").click()
    told.locator("summary").click()
    expect(told.locator('[data-sentence="seats[0].glory"]')).to_contain_text("45")


def test_the_whole_table_keeps_its_seats_and_its_row_names_in_view(new_page, screenshot):
    page = new_page(device="phone", scripts=False)
    page.goto(f"{CLANS}?human=4")
    page.locator("#row-settlements").scroll_into_view_if_needed()
    page.locator("#row-hops").evaluate("row => scrollBy(0, row.getBoundingClientRect().top - 200)")
    for seat in range(4):
        expect(page.locator(f"#seat-name-{seat}")).to_be_in_viewport(ratio=1)
    expect(page.locator("#row-settlements")).to_be_in_viewport(ratio=1)
    head, side = page.locator(".seat-all").bounding_box(), page.locator("#row-settlements").bounding_box()
    assert head["x"] == pytest.approx(side["x"], abs=1)
    assert head["y"] == pytest.approx(0, abs=2)
    screenshot(page, "sheet-all-scrolled-phone")
