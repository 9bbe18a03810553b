"""Nothing typed is lost: reloads, closed tabs, refused sheets, other devices, ended sessions."""

import re

import pytest
from playwright.sync_api import expect

from games.results.models import Draft, Game
from tests.e2e.accounts import sign_in
from tests.e2e.sheets import (
    CLANS,
    cell,
    fill,
    fill_two_seats,
    open_sheet,
    record,
    scripts_have_taken_over,
    toast,
    total,
)
from tests.games.players.accounts.conftest import PASSWORD, open_account

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_reload_and_a_closed_tab_lose_nothing(new_device):
    device = new_device("desktop")
    page = device.new_page()
    open_sheet(page, f"{CLANS}?human=2")
    key = cell(page, "entry_key").input_value()
    cell(page, "seats[0].player").fill("Ailsa")
    cell(page, "seats[0].clan").select_option("fraser")
    cell(page, "seats[0].glory").fill("45")
    page.locator("#seats-0-contract_tiles").click()
    page.get_by_role("dialog").locator('.tile:has([value="12"])').click()
    page.reload()
    expect(toast(page, "restored")).to_be_visible()
    expect(cell(page, "seats[0].glory")).to_have_value("45")
    expect(total(page, 0)).not_to_be_empty()
    page.close()

    page = device.new_page()
    page.goto("/score/")
    expect(page.get_by_role("heading", name="Unfinished on this device")).to_be_visible()
    expect(page.locator("[data-names]")).to_have_text("Ailsa")
    page.locator("[data-drafts-here] a").click()
    expect(cell(page, "seats[0].player")).to_have_value("Ailsa")
    expect(cell(page, "seats[0].clan")).to_have_value("fraser")
    expect(page.locator('[data-chosen="seats[0].contract_tiles"]')).to_have_text("12")
    expect(cell(page, "entry_key")).to_have_value(key)


def test_starting_afresh_can_be_undone(new_device):
    page = new_device("desktop").new_page()
    open_sheet(page, f"{CLANS}?human=2")
    cell(page, "seats[0].glory").fill("45")
    expect(total(page, 0)).to_have_text("45")
    key = cell(page, "entry_key").input_value()
    page.reload()
    toast(page, "restored").get_by_role("button", name="Start afresh").click()
    expect(cell(page, "seats[0].glory")).to_have_value("")
    expect(cell(page, "entry_key")).not_to_have_value(key)
    expect(total(page, 0)).to_have_text("–")
    toast(page, "restored").get_by_role("button", name="Undo").click()
    expect(cell(page, "seats[0].glory")).to_have_value("45")
    expect(cell(page, "entry_key")).to_have_value(key)
    expect(total(page, 0)).to_have_text("45")


def test_a_second_tab_is_another_game(new_device):
    device = new_device("desktop")
    first, second = device.new_page(), device.new_page()
    open_sheet(first, f"{CLANS}?human=2")
    cell(first, "seats[0].glory").fill("45")
    open_sheet(second, f"{CLANS}?human=2")
    expect(cell(second, "seats[0].glory")).to_have_value("")
    assert cell(first, "entry_key").input_value() != cell(second, "entry_key").input_value()


def test_a_draft_is_thrown_away_and_brought_back(new_device):
    page = new_device().new_page()
    open_sheet(page, f"{CLANS}?human=2")
    cell(page, "seats[0].glory").fill("45")
    page.goto("/score/")
    page.get_by_role("button", name="Throw away").click()
    expect(page.get_by_role("heading", name="Unfinished on this device")).to_be_hidden()
    toast(page, "removed").get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", name="Unfinished on this device")).to_be_visible()


def test_a_refused_sheet_keeps_its_values_and_its_key(new_device):
    page = new_device("desktop").new_page()
    open_sheet(page, f"{CLANS}?human=2")
    fill_two_seats(page)
    cell(page, "seats[1].player").fill("Ailsa")
    key = cell(page, "entry_key").input_value()
    record(page)
    expect(page.locator(".error-summary")).to_be_visible()
    expect(cell(page, "entry_key")).to_have_value(key)
    expect(toast(page, "restored")).to_have_count(0)
    cell(page, "seats[1].player").fill("Rory")
    record(page)
    page.wait_for_url("**/games/*/")
    assert str(Game.objects.get().idempotency_key) == key


def test_after_a_refused_sheet_going_back_and_reloading_are_harmless(new_device):
    page = new_device().new_page()
    page.goto("/score/")
    page.locator(f'a[href="{CLANS}?human=2"]').click()
    scripts_have_taken_over(page)
    fill_two_seats(page)
    fill(page, {"seats[1].hops": "", "duration_minutes": 0})
    record(page)
    summary = page.locator(".error-summary")
    expect(summary).to_be_focused()
    expect(summary.locator("a")).to_have_count(2)
    expect(page.locator('[data-error-for="seats[1].hops"] p')).to_have_count(1)
    # The mistake's own seat and the folded part of the page are open.
    expect(cell(page, "seats[1].hops")).to_be_visible()
    expect(cell(page, "duration_minutes")).to_have_attribute("aria-invalid", "true")
    page.reload()
    expect(cell(page, "seats[1].glory")).to_have_value("45")
    expect(cell(page, "duration_minutes")).to_have_value("0")
    page.go_back()
    page.wait_for_url("**/score/")
    page.go_forward()
    expect(cell(page, "seats[1].glory")).to_have_value("45")
    assert not Game.objects.exists()


def test_a_player_joins_and_leaves_and_nothing_is_lost(new_device):
    page = new_device().new_page()
    open_sheet(page, f"{CLANS}?human=2")
    key = cell(page, "entry_key").input_value()
    fill_two_seats(page)
    page.get_by_role("button", name="Add a player").click()
    expect(cell(page, "seats[2].glory")).to_be_attached()
    expect(cell(page, "seats[1].player")).to_have_value("Rory")
    expect(cell(page, "entry_key")).to_have_value(key)
    expect(total(page, 0)).not_to_be_empty()
    page.wait_for_url("**human=3**")
    page.reload()
    expect(cell(page, "seats[1].glory")).to_have_value("45")
    expect(cell(page, "seats[2].glory")).to_have_value("")
    page.get_by_role("button", name="One player fewer").click()
    expect(cell(page, "seats[2].glory")).to_have_count(0)
    expect(total(page, 0)).to_have_text("84")


def test_a_correction_begun_is_gone_on_with(new_device):
    page = new_device("desktop").new_page()
    open_sheet(page, f"{CLANS}?human=2")
    fill_two_seats(page)
    record(page)
    page.wait_for_url("**/games/*/")
    page.goto(f"{page.url}edit/")
    expect(page.locator("[data-update]")).to_be_hidden()
    cell(page, "seats[0].glory").fill("46")
    expect(total(page, 0)).to_have_text("85")
    page.reload()
    expect(toast(page, "restored")).to_be_visible()
    expect(cell(page, "seats[0].glory")).to_have_value("46")
    page.get_by_role("button", name="Save the correction").click()
    page.wait_for_url(re.compile(r"/games/[^/]+/$"))
    assert Game.objects.get().seats.get(index=0).total == 85
    assert page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('caledonia.draft'))") == []


def test_the_score_goes_on_when_the_server_is_back(new_device):
    """In a browser in which the rules do not run, and the server is asked."""
    page = new_device("desktop").new_page()
    page.route("**/rules_worker.js", lambda route: route.abort())
    open_sheet(page, f"{CLANS}?human=2")
    cell(page, "seats[0].glory").fill("30")
    expect(total(page, 0)).to_have_text("30")
    page.route("**/preview", lambda route: route.fulfill(status=503, body=""))
    cell(page, "seats[0].glory").fill("40")
    expect(page.locator("[data-status]")).to_contain_text("No connection: the totals are not up to date.")
    expect(total(page, 0)).to_have_text("30")
    expect(total(page, 0)).to_have_css("font-style", "italic")
    page.unroute("**/preview")
    expect(total(page, 0)).to_have_text("40")
    expect(total(page, 0)).to_have_css("font-style", "normal")
    expect(page.locator("[data-status]")).not_to_contain_text("No connection")


# Signed in ------------------------------------------------------------------------------------------


def test_a_second_device_goes_on_and_a_conflict_keeps_both(new_device):
    open_account()
    phone, laptop = new_device().new_page(), new_device("desktop").new_page()
    sign_in(phone, "/score/")
    open_sheet(phone, f"{CLANS}?human=2")
    cell(phone, "seats[0].player").fill("Ailsa")
    cell(phone, "seats[0].glory").fill("45")
    expect(cell(phone, "draft_revision")).not_to_have_value("0")
    draft = Draft.objects.get()
    assert draft.content["fields"]["seats[0].glory"] == ["45"]

    sign_in(laptop, "/score/drafts/")
    laptop.get_by_role("heading", name="Clans of Caledonia").get_by_role("link").click()
    expect(cell(laptop, "seats[0].glory")).to_have_value("45")
    revision = cell(laptop, "draft_revision").input_value()
    cell(laptop, "seats[0].glory").fill("46")
    expect(cell(laptop, "draft_revision")).not_to_have_value(revision)

    cell(phone, "seats[0].basic_goods").fill("3")
    question = toast(phone, "conflict")
    expect(question).to_be_visible()
    question.get_by_role("button", name="The other one").click()
    expect(cell(phone, "seats[0].glory")).to_have_value("46")
    expect(cell(phone, "seats[0].basic_goods")).to_have_value("")
    # Mine is still on this device.
    phone.goto("/score/")
    expect(phone.locator("[data-drafts-here] li")).to_have_count(2)

    cell(laptop, "seats[0].glory").fill("47")
    expect(cell(laptop, "draft_revision")).not_to_have_value(revision)
    assert Draft.objects.count() == 1


def test_a_session_that_ended_loses_nothing(new_device, live_server):
    account = open_account()
    device = new_device("desktop")
    page = device.new_page()
    sign_in(page, "/score/")
    open_sheet(page, f"{CLANS}?human=2")
    fill_two_seats(page)
    expect(total(page, 0)).to_have_text("84")
    device.clear_cookies(name="sessionid")
    record(page)
    expect(toast(page, "sending")).to_contain_text("You are no longer signed in")
    assert not Game.objects.exists()
    toast(page, "sending").get_by_role("link", name="Sign in").click()
    page.get_by_label("E-mail address").fill("ann@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url("**/games/*/")
    game = Game.objects.get()
    assert game.recorded_by == account
    assert [seat.total for seat in game.seats.all()] == [84, 64]
