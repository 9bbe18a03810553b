"""What makes the sheet quick: names that are offered, the same people again, and only final scores."""

import re

import pytest
from playwright.sync_api import expect

from games.results.models import Game
from tests.factories.games import clans_seat, clans_sheet
from tests.games.sheets.posting import new_address, posted_sheet

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NEW = new_address(human=2)
TOTALS = "/score/clans_of_caledonia/totals/?human=2"


def offered(page):
    return page.evaluate("[...document.getElementById('known-names').options].map((option) => option.value)")


def fill_totals(page, **totals):
    for seat, (name, total) in enumerate(totals.items()):
        page.fill(f'[name="seats[{seat}].player"]', name)
        page.fill(f'[name="seats[{seat}].total"]', str(total))


def test_only_final_scores_and_who_won_the_tie(new_page, axe):
    page = new_page(device="phone")
    page.goto(NEW)
    page.get_by_role("button", name="Only final scores").click()
    page.wait_for_url("**/totals/")
    question = page.get_by_role("group", name="Who won the tie?")
    expect(question).to_be_hidden()
    fill_totals(page, Ailsa=131, Rory=131)
    expect(question).to_be_visible()
    axe(page)
    question.get_by_label("Rory").check()
    page.get_by_role("button", name="Record the game").click()
    page.wait_for_url("**/games/*/")
    assert [seat.rank for seat in Game.objects.get().seats.order_by("index")] == [2, 1]


def test_mistakes_of_final_scores_stand_at_their_fields(new_page):
    page = new_page(device="phone")
    page.goto(TOTALS)
    fill_totals(page, Ailsa=131, Rory="")
    page.get_by_role("button", name="Record the game").click()
    expect(page.locator("#seats-1-total-error")).to_have_text("The final score is missing.")
    expect(page.locator('[name="seats[0].total"]')).to_have_value("131")


def test_final_scores_without_a_connection_stay_where_they_are(new_device):
    context = new_device()
    page = context.new_page()
    page.goto(TOTALS)
    fill_totals(page, Ailsa=131, Rory=98)
    context.set_offline(True)
    page.get_by_role("button", name="Record the game").click()
    expect(page.locator("[data-no-connection]")).to_be_visible()
    context.set_offline(False)
    page.get_by_role("button", name="Record the game").click()
    page.wait_for_url("**/games/*/")


def test_between_the_sheet_and_final_scores_nothing_is_lost(new_page):
    page = new_page(device="phone")
    page.goto(NEW)
    page.fill('[name="seats[0].player"]', "Ailsa")
    page.fill('[name="seats[0].glory"]', "41")
    page.get_by_role("button", name="Only final scores").click()
    page.wait_for_url("**/totals/")
    expect(page.locator('[name="seats[0].player"]')).to_have_value("Ailsa")
    page.fill('[name="seats[1].player"]', "Rory")
    page.get_by_role("button", name="The whole sheet").click()
    page.wait_for_selector("#sheet")
    expect(page.locator('[name="seats[0].glory"]')).to_have_value("41")
    expect(page.locator('[name="seats[1].player"]')).to_have_value("Rory")


def test_recorded_final_scores_leave_no_unfinished_sheet_behind(new_page):
    page = new_page(device="phone")
    page.goto(NEW)
    page.fill('[name="seats[0].player"]', "Ailsa")
    page.get_by_role("button", name="Only final scores").click()
    page.wait_for_url("**/totals/")
    fill_totals(page, Ailsa=131, Rory=98)
    page.get_by_role("button", name="Record the game").click()
    page.wait_for_url("**/games/*/")
    page.goto("/score/")
    expect(page.get_by_text("Names typed on this device")).to_be_visible()
    expect(page.get_by_text("Unfinished on this device")).to_have_count(0)


def test_the_sheet_of_final_scores_is_filled_in_and_a_differing_total_shown_first(new_page):
    page = new_page()
    page.goto(TOTALS)
    fill_totals(page, Ailsa=131, Rory=98)
    page.get_by_role("button", name="Record the game").click()
    page.get_by_role("link", name="Fill in the sheet").click()
    for seat, values in enumerate((clans_seat(), clans_seat(glory=25))):
        for field, value in values.items():
            page.fill(f'[name="seats[{seat}].{field}"]', str(value))
    save = page.get_by_role("button", name="Save the sheet")
    save.click()
    expect(page.locator("[data-mistakes]")).to_contain_text("recorded are 131 VP")
    save.click()
    page.wait_for_url(re.compile(r"/games/\w+/$"))
    assert not Game.objects.get().totals_only


def test_typed_names_are_offered_and_can_be_forgotten(new_page):
    page = new_page()
    page.goto(NEW)
    page.fill('[name="seats[0].player"]', "Ailsa")
    page.locator('[name="seats[0].player"]').blur()
    page.fill('[name="seats[1].player"]', "Rory")
    page.locator('[name="seats[1].player"]').blur()
    page.goto(TOTALS)
    assert offered(page) == ["Rory", "Ailsa"]
    page.fill('[name="seats[0].player"]', "ailsa")
    page.focus('[name="seats[1].player"]')
    assert offered(page) == ["Rory"]
    page.goto("/score/")
    page.get_by_text("Names typed on this device").click()
    page.get_by_role("button", name="Forget the name Rory").click()
    page.goto(TOTALS)
    assert offered(page) == ["ailsa"]


def test_the_same_people_again_are_not_the_sheet_somebody_left_unfinished(new_page, client):
    sheet = clans_sheet(clans_seat(turn_order=1), clans_seat(turn_order=2))
    client.post(new_address(), posted_sheet(sheet, "Ailsa", "Rory", action="record"))
    page = new_page(device="phone")
    page.goto(NEW)
    page.fill('[name="seats[0].player"]', "Somebody")
    page.goto(f"{new_address()}?again={Game.objects.get().public_id}")
    expect(page.locator('[name="seats[0].player"]')).to_have_value("Ailsa")
    page.fill('[name="seats[0].glory"]', "12")
    expect(page.locator('[data-total="0"]').first).not_to_have_text("")
    page.reload()
    expect(page.locator('[name="seats[0].player"]')).to_have_value("Ailsa")
    expect(page.locator('[name="seats[0].glory"]')).to_have_value("12")
