"""The page of a game that was recorded without a connection: made on the phone, until the game is sent."""

import re

import pytest
from playwright.sync_api import expect

from games.results.models import Game
from tests.e2e.sheets import (
    CLANS,
    WAITING,
    cell,
    choose_seat,
    fill,
    fill_two_seats,
    record,
    scripts_have_taken_over,
    toast,
    total,
)
from tests.e2e.tables import result_of
from tests.e2e.test_sheet_offline import ready_for_no_connection

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def offline_phone(new_device):
    """A phone that has kept the sheets and lost its connection: it has not opened any sheet yet."""

    def make(kind="phone", **more):
        device = new_device(kind, keeps_sheets=True, **more)
        page = device.new_page()
        page.goto("/score/")
        ready_for_no_connection(page)
        device.set_offline(True)
        return page

    return make


def record_two_seats(page, **changes):
    page.goto("/score/")
    page.locator(f'a[href="{CLANS}?human=2"]').click()
    scripts_have_taken_over(page)
    fill_two_seats(page)
    fill(page, {f"seats[0].{key}": value for key, value in changes.items()})
    page.locator("[data-record]").click()
    page.wait_for_url(WAITING)


def test_it_shows_the_result_as_the_games_own_page_will(offline_phone):
    page = offline_phone()
    record_two_seats(page, clan="campbell")
    expect(page.locator(".ranking-seat")).to_have_text(
        [re.compile(r"1\..*Ailsa.*Campbell.*84 VP", re.DOTALL), re.compile(r"2\..*Rory.*64 VP", re.DOTALL)]
    )
    expect(page.get_by_text("It is sent as soon as there is a connection")).to_be_visible()
    waiting = told_on(page)
    page.context.set_offline(False)
    page.wait_for_url("**/games/*/")
    assert waiting == told_on(page)


def told_on(page):
    """The lines, who came where with how much, and how every point came about."""
    parts = (".score-table tbody th", ".score-table tfoot", ".explanations dd", ".remarks li", "h1")
    return {
        part: [" ".join(text.split()) for text in page.locator(part).all_text_contents()] for part in parts
    }


@pytest.mark.parametrize(
    ("locale", "line", "mark"),
    [
        ("fr-FR", "Gloire", "pas encore envoyée"),
        ("pt-BR", "Glória", "ainda não enviada"),
    ],
)
def test_it_speaks_the_visitors_language(offline_phone, screenshot, locale, line, mark):
    page = offline_phone(locale=locale)
    record_two_seats(page)
    expect(page.get_by_text(mark)).to_be_visible()
    expect(page.locator(".explanations")).to_contain_text(line)
    screenshot(page, f"game-waiting-{locale}")
    waiting = told_on(page)
    page.context.set_offline(False)
    page.wait_for_url("**/games/*/")
    assert waiting == told_on(page)


def test_everybody_can_read_it_on_any_screen(new_device, looks_good):
    """The server is away, but gives the page: it is the same as the kept one."""
    page = new_device("desktop", keeps_sheets=True).new_page()
    page.goto("/score/")
    ready_for_no_connection(page)
    page.route("**/score/session/", lambda route: route.fulfill(status=503, body=""))
    record_two_seats(page, clan="campbell")
    expect(page.locator(".ranking-seat")).to_have_count(2)
    page.get_by_text("How every point came about").click()
    looks_good(page, "game-waiting")


def test_it_is_in_the_list_of_what_waits_and_leads_to_the_game_in_the_end(offline_phone):
    page = offline_phone("desktop")
    record_two_seats(page)
    address = page.url
    page.goto("/score/")
    page.locator("[data-drafts-here] a").click()
    page.wait_for_url(WAITING)
    expect(page.get_by_text("not sent yet")).to_be_visible()
    page.context.set_offline(False)
    page.wait_for_url("**/games/*/")
    game = page.url
    # Whoever has kept the address comes to the game, and nobody is told of it twice.
    page.goto(address)
    page.wait_for_url(game)
    assert Game.objects.count() == 1


def test_it_can_be_taken_back_and_changed(offline_phone):
    page = offline_phone("desktop")
    record_two_seats(page)
    page.get_by_role("button", name="Change something").click()
    scripts_have_taken_over(page)
    expect(cell(page, "seats[0].glory")).to_have_value("45")
    cell(page, "seats[0].glory").fill("46")
    expect(total(page, 0)).to_have_text("85")
    record(page)
    page.wait_for_url(WAITING)
    expect(page.locator(".ranking-seat").first).to_contain_text("85")
    page.context.set_offline(False)
    page.wait_for_url("**/games/*/")
    assert [seat.total for seat in Game.objects.get().seats.order_by("index")] == [85, 64]


def test_of_a_sheet_that_is_not_there_it_says_so(offline_phone):
    page = offline_phone("desktop")
    page.goto("/score/waiting/#nothing")
    expect(page.get_by_role("heading", name="Nothing is waiting here").first).to_be_attached()


def test_what_is_wrong_or_missing_is_told_without_a_connection(offline_phone):
    page = offline_phone("desktop")
    page.goto(f"{CLANS}?human=2")
    scripts_have_taken_over(page)
    fill_two_seats(page)
    cell(page, "seats[0].glory").fill("-3")
    expect(page.locator('[data-error-for="seats[0].glory"]')).not_to_be_empty()
    record(page)
    expect(page.locator('.toast[data-kind="sending"]')).to_contain_text(
        "Something on the sheet is not right yet"
    )
    expect(cell(page, "seats[0].glory")).to_be_focused()
    cell(page, "seats[0].glory").fill("500")
    expect(page.locator("[data-warnings]")).to_be_visible()
    record(page)
    expect(page.get_by_label("I have checked")).to_be_focused()
    page.get_by_label("I have checked").check()
    record(page)
    page.wait_for_url(WAITING)


def test_two_phones_come_back_with_their_games(offline_phone):
    """Each has its own page meanwhile, and each game is recorded once."""
    phones = {glory: offline_phone() for glory in (46, 47)}
    for glory, page in phones.items():
        record_two_seats(page, glory=glory)
        expect(page.locator(".ranking-seat").first).to_contain_text(str(39 + glory))
    assert not Game.objects.exists()
    for page in phones.values():
        page.context.set_offline(False)
    for page in phones.values():
        page.wait_for_url("**/games/*/")
    assert sorted(game.seats.get(index=0).total for game in Game.objects.all()) == [85, 86]


def test_what_the_server_would_refuse_is_refused_on_the_phone(offline_phone):
    """What further entries could mend is wrong as soon as there are none left to make."""
    page = offline_phone()
    page.goto(f"{CLANS}?human=2")
    scripts_have_taken_over(page)
    fill_two_seats(page)
    fill(page, {"options.train": "milestones_only", "seats[1].milestone_1": 2})
    choose_seat(page, 0)
    page.locator("[data-record]").click()
    expect(toast(page, "sending")).to_contain_text("Something on the sheet is not right yet")
    # On the other player's tab, which is opened.
    wrong = cell(page, "seats[1].milestone_1")
    expect(wrong).to_be_focused()
    expect(wrong).to_have_attribute("aria-invalid", "true")


def test_a_game_that_waits_is_not_replaced_by_another_tab(offline_phone):
    first = offline_phone()
    first.goto(f"{CLANS}?human=2")
    scripts_have_taken_over(first)
    fill_two_seats(first)
    second = first.context.new_page()
    second.goto("/score/")
    second.locator("[data-drafts-here] a").click()
    scripts_have_taken_over(second)
    expect(total(second, 0)).to_have_text("84")
    fill(first, {"seats[0].glory": 55})
    record(first)
    first.wait_for_url(WAITING)
    fill(second, {"seats[0].glory": 44})
    record(second)
    question = toast(second, "sending")
    expect(question).to_contain_text("already finished in another tab")
    question.get_by_role("button", name="Send as a new game").click()
    second.wait_for_url(WAITING)
    first.context.set_offline(False)
    for page in (first, second):
        page.wait_for_url("**/games/*/")
    assert sorted(result_of(game)[0] for game in Game.objects.all()) == [("Ailsa", 83), ("Ailsa", 94)]
