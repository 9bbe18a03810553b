"""The pad on a phone: four columns, a large keypad, a way through the numbers, blanks that are 0, honest totals."""

import pytest
from playwright.sync_api import expect

from games.results.models import Game
from tests.e2e.sheets import (
    CLANS,
    CLANS_SEAT,
    GLEN,
    cell,
    choose_seat,
    fill,
    fill_seat,
    open_sheet,
    scripts_have_taken_over,
    toast,
    total,
)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def phone(new_page):
    """Makes a phone with a sheet of Clans of Caledonia."""

    def make(players=2):
        page = new_page(device="phone")
        open_sheet(page, f"{CLANS}?human={players}")
        fill(page, {f"seats[{seat}].player": ("Ana", "Bea", "Cid", "Dan")[seat] for seat in range(players)})
        return page

    return make


def keypad(page):
    return page.locator(".keypad")


def press(page, keys):
    """Keys of the keypad: digits, < deletes, > goes on."""
    names = {"<": "[data-back]", ">": "[data-next]"}
    for key in keys:
        keypad(page).locator(names.get(key, f'[data-digit="{key}"]')).tap()


def next_key(page):
    return keypad(page).locator("[data-next]")


class TestKeypad:
    def test_a_tap_on_a_cell_opens_it_and_the_cell_keeps_the_focus(self, phone, axe):
        page = phone()
        glory = cell(page, "seats[0].glory")
        glory.tap()
        expect(keypad(page)).to_be_visible()
        expect(keypad(page)).to_contain_text("Glory · Ana")
        expect(glory).to_have_attribute("inputmode", "none")
        press(page, "145<")
        expect(glory).to_be_focused()
        expect(glory).to_have_value("14")
        expect(keypad(page).locator("[data-value]")).to_have_text("14")
        expect(total(page, 0)).to_have_text("14")
        expect(keypad(page).locator("[data-rule]")).to_contain_text("14")
        axe(page)
        page.get_by_role("button", name="Hide the keypad").tap()
        expect(keypad(page)).to_be_hidden()
        expect(glory).to_have_value("14")

    def test_next_out_of_habit_skips_nobody_where_one_digit_is_enough(self, phone):
        page = phone(4)
        page.locator("summary", has_text="Industria").click()
        cell(page, "options.train").select_option("full")
        cell(page, "seats[0].deliveries").tap()
        for seat in range(1, 4):
            press(page, "4>")
            expect(cell(page, f"seats[{seat}].deliveries")).to_be_focused()
        # Pressed once more, it goes on: a cell may stay blank for now.
        press(page, ">")
        expect(cell(page, "seats[3].deliveries")).not_to_be_focused()

    def test_its_keys_are_large_and_lie_over_no_cell_that_is_typed_in(self, phone):
        page = phone(4)
        last = cell(page, "seats[3].settlements")
        last.tap()
        for key in keypad(page).locator(".keypad-keys button").all():
            box = key.bounding_box()
            assert box["width"] >= 50
            assert box["height"] >= 50
        field = last.bounding_box()
        assert field["y"] + field["height"] <= keypad(page).bounding_box()["y"]

    def test_the_first_digit_replaces_what_stood_there(self, phone):
        page = phone()
        cell(page, "seats[0].glory").fill("45")
        cell(page, "seats[0].money").tap()
        cell(page, "seats[0].glory").tap()
        press(page, "7")
        expect(cell(page, "seats[0].glory")).to_have_value("7")

    def test_one_more_and_one_less_name_the_field_and_the_player(self, phone):
        page = phone()
        cell(page, "seats[1].glory").tap()
        for _ in range(3):
            page.get_by_role("button", name="Glory, Bea: one more").tap()
        page.get_by_role("button", name="Glory, Bea: one less").tap()
        expect(page.locator('[data-vp="seats[1].glory"]')).to_have_text("2")
        # Never below what the field can hold.
        for _ in range(3):
            page.get_by_role("button", name="Glory, Bea: one less").tap()
        expect(cell(page, "seats[1].glory")).to_have_value("0")

    def test_what_is_wrong_with_a_cell_is_told(self, phone):
        page = phone()
        cell(page, "seats[0].glory").tap()
        page.keyboard.type("-3")
        expect(keypad(page).locator("[data-rule]")).to_have_text("Enter 0 or more.")

    def test_a_keyboard_types_beside_it(self, phone):
        page = phone()
        cell(page, "seats[0].glory").tap()
        page.keyboard.type("45")
        page.keyboard.press("Enter")
        expect(cell(page, "seats[1].glory")).to_be_focused()
        expect(keypad(page)).to_contain_text("Glory · Bea")
        expect(total(page, 0)).to_have_text("45")

    def test_a_mouse_needs_none(self, new_page):
        page = new_page()
        open_sheet(page, f"{CLANS}?human=2")
        cell(page, "seats[0].glory").click()
        expect(cell(page, "seats[0].glory")).to_have_attribute("inputmode", "numeric")
        expect(keypad(page)).to_be_hidden()


class TestWayThroughTheNumbers:
    def test_across_the_line_and_on_to_the_next_one(self, phone):
        page = phone()
        cell(page, "seats[0].glory").tap()
        expect(next_key(page)).to_have_text("Bea")
        press(page, "45>")
        expect(next_key(page)).to_have_text("Basic goods · Ana")
        press(page, "40>")
        expect(cell(page, "seats[0].basic_goods")).to_be_focused()

    def test_down_is_a_choice_that_the_device_remembers(self, phone):
        page = phone()
        cell(page, "seats[0].glory").tap()
        page.get_by_role("button", name="Goes across the players").tap()
        expect(next_key(page)).to_have_text("Basic goods")
        page.reload()
        scripts_have_taken_over(page)
        cell(page, "seats[0].settlements").tap()
        expect(next_key(page)).to_have_text("Glory · Bea")
        press(page, "8>")
        expect(cell(page, "seats[1].glory")).to_be_focused()

    def test_the_last_number_leads_to_what_is_missing_and_then_to_the_button(self, phone):
        page = phone()
        for seat in range(2):
            fill_seat(page, seat)
        fill(page, {"seats[0].hops": ""})
        cell(page, "seats[1].settlements").tap()
        expect(next_key(page)).to_have_text("Hops · Ana")
        press(page, ">6")
        expect(cell(page, "seats[0].hops")).to_have_value("6")
        cell(page, "seats[1].settlements").tap()
        expect(next_key(page)).to_have_text("Record the game")
        press(page, ">")
        expect(page.get_by_role("button", name="Record the game")).to_be_focused()
        expect(keypad(page)).to_be_hidden()
        assert not Game.objects.exists()

    def test_a_field_for_one_digit_goes_on_by_itself(self, phone):
        page = phone()
        page.locator("summary", has_text="Industria").click()
        page.locator('[name="options.train"]').select_option("full")
        deliveries = cell(page, "seats[0].deliveries")
        deliveries.tap()
        press(page, "3")
        expect(deliveries).to_have_value("3")
        expect(cell(page, "seats[1].deliveries")).to_be_focused()

    def test_what_ticked_contracts_have_filled_in_is_passed_by(self, phone):
        page = phone()
        page.locator("#seats-0-contract_tiles").click()
        page.get_by_role("dialog").locator('.tile:has([value="12"])').click()
        page.get_by_role("dialog").get_by_role("button", name="Done").click()
        cell(page, "seats[1].money").tap()
        press(page, "9>")
        expect(cell(page, "seats[1].contracts")).to_be_focused()

    def test_one_player_at_a_time_goes_down_and_opens_the_next_player(self, phone):
        page = phone()
        choose_seat(page, 0)
        cell(page, "seats[0].settlements").tap()
        expect(keypad(page).locator("[data-way]")).to_be_hidden()
        press(page, "8>")
        expect(page.locator('[name="_seat"][value="1"]')).to_be_checked()
        expect(cell(page, "seats[1].glory")).to_be_focused()
        expect(cell(page, "seats[0].glory")).to_be_hidden()
        # The view is remembered by the device, for another sheet as well.
        page.goto(f"{GLEN}?human=2")
        scripts_have_taken_over(page)
        expect(page.locator('[name="_seat"][value="0"]')).to_be_checked()

    def test_a_round_ends_at_its_own_button(self, new_page):
        page = new_page(device="phone")
        open_sheet(page, f"{GLEN}?human=2")
        cell(page, "seats[0].rounds.a.castle_scots").tap()
        press(page, "1>2>" * 4)
        expect(page.get_by_role("button", name="Next round")).to_be_focused()


class TestBlanks:
    def test_everything_blank_is_0_and_can_be_taken_back(self, phone):
        page = phone()
        fill(page, {"seats[0].glory": 45, "seats[1].money": 12})
        page.get_by_role("button", name="Everything blank is 0").click()
        expect(cell(page, "seats[0].glory")).to_have_value("45")
        expect(cell(page, "seats[1].glory")).to_have_value("0")
        # What may stay blank does.
        expect(cell(page, "seats[0].meat")).to_have_value("")
        expect(page.get_by_role("button", name="Everything blank is 0")).to_be_hidden()
        expect(page.locator("[data-status]")).to_be_empty()
        undo = page.get_by_role("button", name="Undo the zeros (18)")
        expect(undo).to_be_focused()
        # What was typed over since stays.
        fill(page, {"seats[1].glory": 7})
        page.get_by_role("button", name="Undo the zeros (17)").click()
        expect(cell(page, "seats[1].glory")).to_have_value("7")
        expect(cell(page, "seats[0].hops")).to_have_value("")
        expect(undo).to_be_hidden()

    def test_for_one_player(self, phone):
        page = phone()
        page.locator('[data-blanks="1"]').click()
        expect(cell(page, "seats[1].hops")).to_have_value("0")
        expect(cell(page, "seats[0].hops")).to_have_value("")
        expect(page.locator('[data-blanks="1"]')).to_be_hidden()
        expect(page.locator('[data-blanks="0"]')).to_be_visible()
        expect(page.get_by_role("button", name="Undo the zeros (10)")).to_be_visible()

    def test_only_of_the_round_that_is_open(self, new_page):
        page = new_page(device="phone")
        open_sheet(page, f"{GLEN}?human=2")
        page.get_by_role("button", name="Everything blank is 0").click()
        expect(cell(page, "seats[1].rounds.a.barrels")).to_have_value("0")
        expect(cell(page, "seats[1].rounds.b.barrels")).to_have_value("")


class TestTotals:
    def test_who_has_no_number_has_a_dash_and_no_place(self, phone):
        page = phone(3)
        expect(total(page, 0)).to_have_text("–")
        fill(page, {"seats[0].glory": 45, "seats[2].glory": 50})
        expect(total(page, 0)).to_have_text("45")
        expect(total(page, 1)).to_have_text("–")
        expect(page.locator('[data-place="1"]')).to_be_empty()
        expect(page.locator('[data-place="2"]')).to_have_text("1")

    def test_a_ranking_waits_for_everybody(self, phone):
        page = phone()
        fill(page, {"seats[0].settlements": 8, "seats[0].glory": 1})
        expect(total(page, 0)).to_have_text("1")
        expect(page.locator('[data-vp="seats[0].settlements"]')).to_have_text("–")
        fill(page, {"seats[1].settlements": 2})
        expect(page.locator('[data-vp="seats[0].settlements"]')).to_have_text("12")
        expect(page.locator('[data-vp="seats[1].settlements"]')).to_have_text("0")

    def test_places_are_provisional_until_nothing_is_missing_and_words_say_so(self, phone):
        page = phone()
        head = page.locator("thead th").first
        fill_seat(page, 0)
        expect(head).to_contain_text("place so far")
        expect(page.locator("[data-ranking]")).to_have_class("is-provisional")
        fill_seat(page, 1)
        expect(head.get_by_text("place so far")).to_be_hidden()
        expect(page.locator("[data-ranking]")).not_to_have_class("is-provisional")

    def test_the_tartan_of_a_clan_marks_its_column(self, phone):
        page = phone()
        ribbon = page.locator('[data-ribbon="0"]')
        expect(ribbon).not_to_have_attribute("href", "")
        cell(page, "seats[0].clan").select_option("fraser")
        assert ribbon.get_attribute("href").endswith("clans.svg#fraser")


def test_a_message_lies_over_no_button_that_records(phone):
    page = phone()
    fill(page, {f"seats[{seat}].{key}": value for seat in range(2) for key, value in CLANS_SEAT.items()})
    page.reload()
    message = toast(page, "restored").bounding_box()
    button = page.get_by_role("button", name="Record the game").bounding_box()
    assert message["y"] + message["height"] <= button["y"]
