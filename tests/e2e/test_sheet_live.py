"""The sheet with its scripts: it scores while people type, obeys the keyboard and loses nothing."""

import pytest
from playwright.sync_api import expect

from games.results.models import Game
from scoring import registry
from tests.e2e.sheets import (
    CLANS,
    CLANS_SEAT,
    GLEN,
    cell,
    choose_seat,
    open_sheet,
    record,
    total,
    type_seat,
)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

DEVICES = ("phone", "desktop")


@pytest.mark.parametrize("device", DEVICES)
def test_the_score_follows_the_fingers(new_page, axe, screenshot, picture_for_docs, device):
    page = new_page(device=device)
    open_sheet(page, f"{CLANS}?human=2")
    for seat, (name, changes) in enumerate((("Ailsa", {}), ("Rory", {"contracts": 4, "settlements": 6}))):
        if device == "phone":
            choose_seat(page, seat)
        cell(page, f"seats[{seat}].player").fill(name)
        type_seat(page, seat, **changes)
    # Worked out by hand in tests/factories/games.py.
    expect(total(page, 0)).to_have_text("84")
    expect(total(page, 1)).to_have_text("64")
    expect(page.locator('[data-place="0"]')).to_have_text("1")
    expect(page.locator('[data-place="1"]')).to_have_text("2")
    expect(page.locator('[data-name="0"]').first).to_have_text("Ailsa")
    why = page.locator('[data-vp="seats[1].glory"]')
    expect(why).to_have_text("45")
    expect(why).to_have_accessible_name("Glory, Rory: 45 VP")
    if device == "phone":
        # There is no room to tap the points alone: the keypad of their cell tells.
        cell(page, "seats[1].glory").tap()
        expect(page.locator(".keypad [data-rule]")).to_contain_text("45")
        axe(page)
        page.get_by_role("button", name="Hide the keypad").tap()
        expect(page.locator(".keypad")).to_be_hidden()
        axe(page)
    else:
        why.click()
        expect(page.locator('[data-sentence="seats[1].glory"]')).to_be_visible()
        expect(page.locator('[data-sentence="seats[1].glory"]')).to_contain_text("45")
        page.keyboard.press("Escape")
    screenshot(page, f"sheet-live-{device}")
    if device == "phone":
        picture_for_docs(page, "sheet")
    record(page)
    page.wait_for_url("**/games/*/")
    if device == "phone":
        picture_for_docs(page, "game")
    game = Game.objects.get()
    assert [(seat.name, seat.total) for seat in game.seats.all()] == [("Ailsa", 84), ("Rory", 64)]
    assert page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('caledonia.draft'))") == []


def test_the_entry_of_four_players_takes_so_many_steps(new_page):
    """From the first page to the recorded game on a phone; a step is a tap or a field filled in."""
    page = new_page(device="phone")
    steps = 0

    def tap(target):
        nonlocal steps
        steps += 1
        target.click()

    def enter(path, value):
        nonlocal steps
        steps += 1
        cell(page, path).fill(str(value))

    page.goto("/")
    tap(page.locator(".hero-actions a"))
    tap(page.locator(f'a[href="{CLANS}?human=4"]'))
    for seat, clan in enumerate(("campbell", "stewart", "fergusson", "mackenzie")):
        if seat > 0:
            tap(page.locator(f'.seat-tab:has([name="_seat"][value="{seat}"])'))
        enter(f"seats[{seat}].player", f"Player {clan}")
        steps += 1
        cell(page, f"seats[{seat}].clan").select_option(clan)
        for key, value in CLANS_SEAT.items():
            enter(f"seats[{seat}].{key}", value)
    tap(page.get_by_role("button", name="Record the game"))
    page.wait_for_url("**/games/*/")
    # Two taps to the sheet, twelve fields and a tab for each of four seats (the first is open), one tap to record.
    assert steps == 54
    assert Game.objects.get().seats.count() == 4


def test_options_show_and_hide_their_fields_at_once(new_page):
    page = new_page()
    open_sheet(page, f"{CLANS}?human=2")
    bid = cell(page, "seats[0].bid")
    expect(bid).to_be_hidden()
    page.locator("summary", has_text="Variants").click()
    page.get_by_label("Clan auction").check()
    expect(bid).to_be_visible()
    bid.fill("7")
    # Without clans there is no auction, and what was bid no longer counts.
    without = page.get_by_label("Without clans")
    without.check()
    expect(bid).to_be_hidden()
    expect(page.get_by_label("Clan auction")).to_be_hidden()
    expect(cell(page, "seats[0].clan")).to_be_hidden()
    without.uncheck()
    expect(bid).to_be_visible()
    expect(bid).to_have_value("7")


def test_mistakes_and_doubts_come_and_go_while_typing(new_page):
    page = new_page()
    open_sheet(page, f"{CLANS}?human=2")
    glory = cell(page, "seats[0].glory")
    slot = page.locator('[data-error-for="seats[0].glory"]')
    warnings = page.locator("[data-warnings]")
    glory.fill("-3")
    expect(slot).to_contain_text("0")
    expect(glory).to_have_attribute("aria-invalid", "true")
    glory.fill("500")
    expect(slot).to_be_empty()
    expect(warnings).to_be_visible()
    confirmed = page.get_by_label("I have checked")
    confirmed.check()
    cell(page, "seats[1].glory").fill("400")
    # A second doubt is not yet confirmed.
    expect(confirmed).not_to_be_checked()
    expect(warnings.locator("li")).to_have_count(2)
    glory.fill("50")
    cell(page, "seats[1].glory").fill("40")
    expect(warnings).to_be_hidden()


def test_keys_move_between_the_cells(new_page):
    page = new_page()
    open_sheet(page, f"{CLANS}?human=3")
    glory = cell(page, "seats[0].glory")
    glory.focus()
    page.keyboard.type("45")
    page.keyboard.press("ArrowRight")
    expect(cell(page, "seats[1].glory")).to_be_focused()
    page.keyboard.type("40")
    page.keyboard.press("Enter")
    expect(cell(page, "seats[1].basic_goods")).to_be_focused()
    page.keyboard.press("Shift+Enter")
    expect(cell(page, "seats[1].glory")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowLeft")
    expect(cell(page, "seats[0].basic_goods")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(glory).to_be_focused()
    expect(glory).to_have_value("45")
    # What is entered by an arrow key is selected, so that typing replaces it; undo brings it back.
    page.keyboard.type("50")
    expect(glory).to_have_value("50")
    page.keyboard.press("Control+z")
    expect(glory).not_to_have_value("50")
    page.keyboard.press("Tab")
    expect(glory).not_to_be_focused()
    assert not Game.objects.exists()


def test_enter_goes_through_the_numbers_then_to_what_is_missing_then_to_the_button(new_page):
    page = new_page()
    open_sheet(page, f"{CLANS}?human=2")
    cell(page, "seats[0].player").focus()
    for name in ("Ailsa", "Rory"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    # Down a player and on to the next; contracts can be ticked and meat can stay blank, so Enter passes them by.
    for seat in range(2):
        for key, value in CLANS_SEAT.items():
            expect(cell(page, f"seats[{seat}].{key}")).to_be_focused()
            if (seat, key) != (0, "hops"):
                page.keyboard.type(str(value))
            page.keyboard.press("Enter")
    expect(cell(page, "seats[0].hops")).to_be_focused()
    page.keyboard.type("6")
    cell(page, "seats[1].settlements").press("Enter")
    expect(page.get_by_role("button", name="Record the game")).to_be_focused()
    assert not Game.objects.exists()


def test_tab_goes_from_cell_to_cell(new_page):
    page = new_page()
    open_sheet(page, f"{CLANS}?human=2")
    cell(page, "seats[0].glory").fill("45")
    expect(page.locator('[data-vp="seats[0].glory"]')).to_have_text("45")
    for path in ("seats[1].glory", "seats[0].basic_goods"):
        page.keyboard.press("Tab")
        expect(cell(page, path)).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    # The points are no stop on that way; a question mark asks about them.
    page.keyboard.press("?")
    expect(page.locator('[data-sentence="seats[0].glory"]')).to_be_visible()
    expect(cell(page, "seats[0].glory")).to_have_value("45")


def test_a_name_keeps_its_arrow_keys(new_page):
    page = new_page()
    open_sheet(page, f"{CLANS}?human=2")
    name = cell(page, "seats[0].player")
    name.fill("Rory")
    name.press("Home")
    name.press("ArrowRight")
    expect(name).to_be_focused()
    name.press("End")
    name.press("ArrowRight")
    expect(cell(page, "seats[1].player")).to_be_focused()


def paste(page, target, text):
    target.evaluate(
        """(element, text) => {
            element.focus();
            const data = new DataTransfer();
            data.setData("text/plain", text);
            element.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true}));
        }""",
        text,
    )


def test_a_block_of_a_spreadsheet_is_pasted(new_page):
    page = new_page()
    open_sheet(page, f"{CLANS}?human=3")
    paste(page, cell(page, "seats[0].player"), "Ailsa\tRory\tMhairi\nCampbell\tstewart\tno clan\n")
    expect(cell(page, "seats[2].player")).to_have_value("Mhairi")
    expect(cell(page, "seats[0].clan")).to_have_value("campbell")
    expect(cell(page, "seats[1].clan")).to_have_value("stewart")
    expect(cell(page, "seats[2].clan")).to_have_value("")
    toast = page.locator(".toast")
    expect(toast).to_contain_text("Cells filled: 5.")
    expect(toast).to_contain_text("Left as they were: 1.")

    paste(page, cell(page, "seats[1].glory"), "45\t40\r\n3\tmany\r\n")
    expect(cell(page, "seats[1].glory")).to_have_value("45")
    expect(cell(page, "seats[2].glory")).to_have_value("40")
    expect(cell(page, "seats[1].basic_goods")).to_have_value("3")
    expect(cell(page, "seats[2].basic_goods")).to_have_value("")
    expect(page.locator('[data-vp="seats[2].glory"]')).to_have_text("40")
    toast.get_by_role("button", name="Undo").click()
    expect(cell(page, "seats[1].glory")).to_have_value("")
    expect(page.locator('[data-vp="seats[2].glory"]')).to_have_text("–")
    # A single value is pasted as everywhere.
    paste(page, cell(page, "seats[0].player"), "Isla")
    expect(toast).to_have_count(0)


@pytest.mark.parametrize("device", DEVICES)
def test_a_ticked_contract_fills_in_its_goods_and_is_nobody_elses(new_page, axe, screenshot, device):
    page = new_page(device=device)
    open_sheet(page, f"{CLANS}?human=2")
    first = page.get_by_role("dialog", name="Fulfilled contracts · Player 1")
    page.locator("#seats-0-contract_tiles").click()
    first.get_by_role("button", name="Whisky").click()
    expect(first.locator('.tile:has([value="1"])')).to_be_hidden()
    first.locator('.tile:has([value="12"])').click()
    first.get_by_text("All", exact=True).click()
    first.locator('.tile:has([value="3"])').click()
    if device == "phone":
        axe(page)
    screenshot(page, f"sheet-live-picker-{device}")
    first.get_by_role("button", name="Done").click()
    expect(page.locator('[data-chosen="seats[0].contract_tiles"]')).to_have_text("3, 12")
    # Contract 12 shows 3 hops and 4 sugar cane, contract 3 one hop and 2 sugar cane.
    expect(cell(page, "seats[0].hops")).to_have_attribute("placeholder", "4")
    expect(cell(page, "seats[0].sugar_cane")).to_have_attribute("placeholder", "6")
    expect(cell(page, "seats[0].contracts")).to_have_attribute("placeholder", "2")
    expect(page.locator('[data-vp="seats[0].hops"]')).to_have_text("4")
    if device == "phone":
        choose_seat(page, 1)
    page.locator("#seats-1-contract_tiles").click()
    second = page.get_by_role("dialog", name="Fulfilled contracts · Player 2")
    expect(second.locator('.tile:has([value="12"])')).to_have_class("tile taken")
    expect(second.locator('.tile:has([value="12"])')).to_contain_text("Player 1")
    expect(second.locator('[value="12"]')).to_be_disabled()
    expect(second.locator('[value="11"]')).to_be_enabled()


def test_the_rounds_of_another_game_score_on_the_same_page(new_page):
    page = new_page()
    open_sheet(page, f"{GLEN}?human=2")
    for seat, barrels in enumerate((3, 1)):
        for key in ("castle_scots", "landmarks", "persons"):
            cell(page, f"seats[{seat}].rounds.a.{key}").fill("0")
        cell(page, f"seats[{seat}].rounds.a.barrels").fill(str(barrels))
    ruleset = registry.get("glen_more_2")
    rounds = [
        {"a": {"castle_scots": 0, "landmarks": 0, "persons": 0, "barrels": barrels}} for barrels in (3, 1)
    ]
    sheet = {"seats": [{"kind": "human", "rounds": one} for one in rounds]}
    scored = ruleset.evaluate(sheet, through="a", partial=True).breakdown
    line = next(line for line in scored.seats[0].lines if line.key == "barrels")
    assert line.vp > 0
    expect(page.locator('[data-vp="seats[0].rounds.a.barrels"]')).to_have_text(str(line.vp))
    expect(total(page, 0)).to_have_text(str(scored.seats[0].total))
