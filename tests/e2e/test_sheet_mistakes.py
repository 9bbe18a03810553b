"""From what is wrong on a sheet to the field it is about, above all on a phone, which shows one seat at a time."""

import pytest
from playwright.sync_api import expect

from games.results.models import Game
from tests.e2e.sheets import CLANS, GLEN, cell, choose_seat, fill, fill_seat, open_sheet, record, toast

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def tab(page, name, value):
    return page.locator(f'[name="{name}"][value="{value}"]')


def is_clear_of_the_bars(page, field):
    """Whether nothing lies over the middle of a field."""
    box = field.bounding_box()
    middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    return page.evaluate("([x, y]) => document.elementFromPoint(x, y)?.name ?? ''", middle)


@pytest.fixture
def refused_sheet(new_page):
    """Makes the sheet of three on a phone, one player at a time, sent with a blank in the first and the last seat."""

    def send(*, scripts):
        page = new_page(device="phone", scripts=scripts)
        if scripts:
            open_sheet(page, f"{CLANS}?human=3")
        else:
            page.goto(f"{CLANS}?human=3")
        choose_seat(page, 0)
        for seat in range(3):
            fill_seat(page, seat)
        fill(page, {"seats[0].glory": "", "seats[2].hops": ""})
        record(page)
        return page

    return send


def test_a_link_to_a_mistake_opens_its_seat(refused_sheet, screenshot):
    page = refused_sheet(scripts=True)
    link = page.locator(".error-summary a", has_text="Player 3 · Hops")
    link.click()
    hops = cell(page, "seats[2].hops")
    expect(hops).to_be_focused()
    expect(tab(page, "_seat", 2)).to_be_checked()
    expect(cell(page, "seats[0].hops")).to_be_hidden()
    assert is_clear_of_the_bars(page, hops) == "seats[2].hops"
    screenshot(page, "sheet-link-to-mistake")


def test_a_link_to_a_mistake_opens_its_round(new_page):
    page = new_page(device="phone")
    open_sheet(page, f"{GLEN}?human=2")
    cell(page, "seats[0].rounds.a.barrels").fill("-4")
    page.locator('.round-tab:has([value="3"])').click()
    record(page)
    link = page.locator(".error-summary a", has_text="round A · Whisky barrels").first
    expect(link).to_be_visible()
    page.locator('.round-tab:has([value="1"])').click()
    link.click()
    expect(tab(page, "_round", 0)).to_be_checked()
    expect(cell(page, "seats[0].rounds.a.barrels")).to_be_focused()
    expect(cell(page, "seats[0].rounds.b.barrels")).to_be_hidden()


def test_without_scripts_a_link_shows_the_field_in_its_column(refused_sheet, screenshot):
    page = refused_sheet(scripts=False)
    page.locator(".error-summary a", has_text="Player 3 · Hops").click()
    own, linked = cell(page, "seats[0].hops"), cell(page, "seats[2].hops")
    expect(linked).to_be_visible()
    assert linked.bounding_box()["x"] == pytest.approx(own.bounding_box()["x"], abs=2)
    assert is_clear_of_the_bars(page, linked) == "seats[2].hops"
    screenshot(page, "sheet-link-without-scripts")


def test_the_bar_of_buttons_lies_over_the_head_of_the_table(new_page):
    page = new_page(device="phone")
    open_sheet(page, f"{CLANS}?human=3")
    # The head of the table just behind the bar.
    page.evaluate(
        """() => {
            const bar = document.querySelector(".sheet-actions").getBoundingClientRect();
            const head = document.querySelector(".sheet-table thead").getBoundingClientRect();
            const above = document.querySelector(".sheet-head");
            above.style.height = `${above.offsetHeight + bar.top - head.top}px`;
        }"""
    )
    head = page.locator(".sheet-table thead").bounding_box()
    bar = page.locator(".sheet-actions").bounding_box()
    assert abs(head["y"] - bar["y"]) < 20
    box = page.get_by_role("button", name="Record the game").bounding_box()
    on_top = page.evaluate(
        "([x, y]) => document.elementFromPoint(x, y).closest('.sheet-actions') !== null",
        [box["x"] + box["width"] / 2, box["y"] + 4],
    )
    assert on_top


def test_two_taps_record_one_game(new_page):
    page = new_page(device="phone")
    open_sheet(page, f"{CLANS}?human=2")
    for seat in range(2):
        fill_seat(page, seat)
    page.get_by_role("button", name="Record the game").dblclick()
    page.wait_for_url("**/games/*/")
    assert Game.objects.count() == 1


def test_after_a_round_comes_the_next_one(new_page, screenshot):
    page = new_page(device="phone")
    open_sheet(page, f"{GLEN}?human=2")
    record, onward = page.locator("[data-record]"), page.get_by_role("button", name="Next round")
    for round_tab in page.locator(".round-tab").all():
        box = round_tab.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
    expect(page.get_by_label("Scoring round A")).to_be_checked()
    choose_seat(page, 1)
    screenshot(page, "sheet-rounds-phone")
    for index in (1, 2, 3):
        expect(record).to_be_hidden()
        onward.click()
        expect(tab(page, "_round", index)).to_be_checked()
        expect(tab(page, "_seat", 0)).to_be_checked()
    expect(onward).to_be_hidden()
    expect(record).to_be_visible()


def test_what_is_unusual_leads_to_its_field(new_page, screenshot):
    page = new_page(device="phone")
    open_sheet(page, f"{CLANS}?human=2")
    fill(page, {"seats[0].player": "Ann", "seats[1].player": "Ben"})
    fill_seat(page, 0)
    fill_seat(page, 1, glory=150)
    doubt = page.locator("[data-warning-list] li")
    expect(doubt).to_have_text("Ben · Glory – 150 is more than usual (up to 120). Is that right?")
    doubt.get_by_role("link").click()
    expect(cell(page, "seats[1].glory")).to_be_focused()
    record(page)
    expect(page.locator(".error-summary")).to_be_visible()
    screenshot(page, "sheet-unusual-phone")
    page.get_by_label("I have checked").check()
    record(page)
    page.wait_for_url("**/games/*/")


def test_what_is_no_number_is_called_so(new_page):
    page = new_page()
    open_sheet(page, f"{CLANS}?human=2")
    glory = cell(page, "seats[0].glory")
    glory.press_sequentially("8.5e")
    expect(page.locator('[data-error-for="seats[0].glory"]')).to_have_text("Enter a whole number.")
    record(page)
    expect(page.locator(".error-summary")).to_contain_text("Enter a whole number.")
    expect(glory).to_have_value("8.5e")


def test_a_phone_shows_one_message_at_a_time(new_page):
    page = new_page(device="phone")
    open_sheet(page, f"{CLANS}?human=2")
    cell(page, "seats[0].glory").fill("45")
    page.reload()
    restored = toast(page, "restored")
    expect(restored).to_be_visible()
    # Pasting over several cells tells of itself.
    cell(page, "seats[0].glory").evaluate(
        """cell => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text/plain", "1\\n2");
            cell.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
        }"""
    )
    pasted = toast(page, "pasted")
    expect(pasted).to_be_visible()
    expect(restored).to_be_hidden()
    pasted.locator("[data-close]").click()
    expect(restored).to_be_visible()
