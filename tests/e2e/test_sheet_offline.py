"""The sheet without a connection: it opens, takes numbers, and is sent exactly once when the connection is back."""

import re

import pytest
from playwright.sync_api import expect

from games.results.models import Game
from games.sheets.offline import sheet_addresses
from games.sheets.rules import words_addresses
from tests.e2e.accounts import sign_in, signed_in_as
from tests.e2e.sheets import (
    CLANS,
    WAITING,
    cell,
    fill_two_seats,
    open_sheet,
    record,
    scripts_have_taken_over,
    toast,
    total,
)
from tests.factories.clubs import ClubFactory, member_of
from tests.games.players.accounts.conftest import open_account

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def ready_for_no_connection(page):
    """The service worker has taken over and has kept every sheet."""
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    kept = """async () => {
        const names = (await caches.keys()).filter((name) => name.startsWith("sheets-"));
        return names.length === 1 ? (await (await caches.open(names[0])).keys()).length : 0;
    }"""
    # Besides the sheets: the page of a waiting game, the one that says there is no connection, and the words.
    while page.evaluate(kept) < len(sheet_addresses()) + 2 + len(words_addresses("en")):
        page.wait_for_timeout(100)


@pytest.mark.parametrize("kind", ["phone", "desktop"])
def test_a_sheet_opens_without_a_connection_and_is_sent_once_it_is_back(new_device, screenshot, kind):
    device = new_device(kind, keeps_sheets=True)
    page = device.new_page()
    page.goto("/score/")
    ready_for_no_connection(page)
    device.set_offline(True)
    page.locator(f'a[href="{CLANS}?human=2"]').click()
    scripts_have_taken_over(page)
    fill_two_seats(page)
    expect(total(page, 0)).to_have_text("84")
    expect(page.locator("[data-status]")).to_be_empty()
    screenshot(page, f"sheet-offline-{kind}")
    record(page)
    page.wait_for_url(WAITING)
    expect(page.get_by_text("not sent yet")).to_be_visible()
    expect(page.locator(".ranking-seat")).to_have_text(
        [re.compile(r"Ailsa\s+84 VP"), re.compile(r"Rory\s+64 VP")]
    )
    screenshot(page, f"game-waiting-{kind}")
    page.goto("/score/")
    expect(page.locator("[data-drafts-here]")).to_contain_text("waiting to be sent")
    screenshot(page, f"start-waiting-{kind}")
    assert not Game.objects.exists()

    device.set_offline(False)
    expect(toast(page, "sent")).to_be_visible()
    expect(page.locator("[data-drafts-here]")).to_be_empty()
    toast(page, "sent").get_by_role("link", name="See the game").click()
    page.wait_for_url("**/games/*/")
    game = Game.objects.get()
    assert [(seat.name, seat.total) for seat in game.seats.all()] == [("Ailsa", 84), ("Rory", 64)]


def test_an_answer_that_got_lost_makes_no_second_game(new_device):
    """The server recorded the game, but nobody heard of it; sent again, it is the same game."""
    page = new_device("desktop").new_page()
    open_sheet(page, f"{CLANS}?human=2")
    fill_two_seats(page)
    lost = []

    def swallow(route):
        if route.request.method != "POST":
            route.fallback()
            return
        lost.append(route.fetch(max_redirects=0).status)
        route.abort("connectionreset")

    page.route(re.compile(r"/score/clans_of_caledonia/$"), swallow)
    record(page)
    expect(toast(page, "sending")).to_contain_text("The sheet waits here")
    assert lost == [200]
    assert Game.objects.count() == 1
    page.unroute(re.compile(r"/score/clans_of_caledonia/$"))
    page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_url("**/games/*/")
    assert Game.objects.count() == 1


def test_a_waiting_sheet_can_be_taken_back_and_changed(new_device):
    device = new_device("desktop")
    page = device.new_page()
    open_sheet(page, f"{CLANS}?human=2")
    fill_two_seats(page)
    device.set_offline(True)
    record(page)
    toast(page, "sending").get_by_role("button", name="Change something").click()
    cell(page, "seats[0].glory").fill("46")
    device.set_offline(False)
    record(page)
    page.wait_for_url("**/games/*/")
    assert Game.objects.get().seats.get(index=0).total == 85
    assert page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('caledonia.draft'))") == []


def test_the_browser_sends_it_after_the_page_is_closed(new_device):
    """Background Sync; the event itself comes from the browser, here from the test."""
    device = new_device("desktop", keeps_sheets=True)
    page = device.new_page()
    page.goto("/score/")
    ready_for_no_connection(page)
    open_sheet(page, f"{CLANS}?human=2")
    fill_two_seats(page)
    device.set_offline(True)
    record(page)
    page.wait_for_url(WAITING)
    page.close()
    device.set_offline(False)
    worker = device.service_workers[0]
    worker.evaluate("() => dispatchEvent(new SyncEvent('sync', {tag: 'outbox'}))")
    sleeper = device.new_page()
    while not Game.objects.exists():
        sleeper.wait_for_timeout(100)
    assert Game.objects.count() == 1
    sleeper.goto("/score/")
    expect(toast(sleeper, "sent")).to_be_visible()
    expect(sleeper.locator("[data-drafts-here]")).to_be_empty()


def test_what_is_missing_is_asked_for_before_a_sheet_waits(new_device):
    device = new_device("desktop")
    page = device.new_page()
    open_sheet(page, f"{CLANS}?human=2")
    fill_two_seats(page)
    device.set_offline(True)
    cell(page, "seats[1].money").fill("")
    record(page)
    expect(toast(page, "sending")).to_contain_text("Still to fill in before it can be sent: 1")
    expect(cell(page, "seats[1].money")).to_be_focused()


def test_each_game_from_the_same_kept_page_has_its_own_key(new_device):
    device = new_device("desktop", keeps_sheets=True)
    page = device.new_page()
    page.goto("/score/")
    ready_for_no_connection(page)
    device.set_offline(True)
    keys = set()
    for glory in ("45", "46"):
        page.goto("/score/")
        page.locator(f'a[href="{CLANS}?human=2"]').click()
        scripts_have_taken_over(page)
        fill_two_seats(page)
        cell(page, "seats[0].glory").fill(glory)
        keys.add(cell(page, "entry_key").input_value())
        record(page)
        page.wait_for_url(WAITING)
    assert len(keys) == 2
    device.set_offline(False)
    page.goto("/score/")
    while Game.objects.count() < 2:
        page.wait_for_timeout(100)
    expect(page.locator("[data-drafts-here]")).to_be_empty()
    assert sorted(game.seats.get(index=0).total for game in Game.objects.all()) == [84, 85]


def test_without_a_connection_nothing_private_is_shown(new_device):
    open_account()
    device = new_device("desktop", keeps_sheets=True)
    page = device.new_page()
    sign_in(page, "/score/")
    ready_for_no_connection(page)
    expect(page.get_by_text("You are signed in as Ann.")).to_be_visible()
    device.set_offline(True)
    page.goto("/account/")
    expect(page.get_by_role("heading", name="No connection")).to_be_attached()
    page.goto(f"{CLANS}?human=2")
    expect(page.locator("#sheet")).to_be_visible()
    assert "Ann" not in page.content()
    kept = page.evaluate(
        """async () => {
            const texts = [];
            for (const name of await caches.keys()) {
                const cache = await caches.open(name);
                for (const request of await cache.keys()) texts.push(await (await cache.match(request)).text());
            }
            return texts.filter((text) => text.includes("Ann") && text.includes("<html")).length;
        }"""
    )
    assert kept == 0


def wait_with_a_mistake(page):
    """Two of one name, which only the server notices."""
    fill_two_seats(page)
    cell(page, "seats[1].player").fill("Ailsa")
    page.context.set_offline(True)
    record(page)


def test_a_waiting_sheet_that_is_refused_says_what_is_wrong(new_device, screenshot):
    device = new_device("phone")
    page = device.new_page()
    open_sheet(page, f"{CLANS}?human=2")
    wait_with_a_mistake(page)
    expect(toast(page, "sending")).to_contain_text("The sheet waits here")
    device.set_offline(False)
    expect(page.locator(".error-summary")).to_be_visible()
    expect(page.locator(".error-summary")).to_be_focused()
    expect(toast(page, "sending")).to_have_count(0)
    screenshot(page, "sheet-waiting-refused")
    cell(page, "seats[1].player").fill("Rory")
    record(page)
    page.wait_for_url("**/games/*/")
    assert [seat.name for seat in Game.objects.get().seats.all()] == ["Ailsa", "Rory"]


def test_what_the_browser_sent_on_its_own_is_told_on_the_kept_page(new_device, live_server):
    """The page is a copy that knows no clubs; the answer is one for a signed-in member, and comes to the worker."""
    account = member_of(ClubFactory())
    device = new_device("desktop", keeps_sheets=True)
    page = device.new_page()
    signed_in_as(page, live_server, account)
    page.goto("/score/")
    ready_for_no_connection(page)
    device.set_offline(True)
    page.goto(f"{CLANS}?human=2")
    scripts_have_taken_over(page)
    wait_with_a_mistake(page)
    page.wait_for_url(WAITING)
    # Back to the sheet itself, which waits as well.
    page.go_back()
    scripts_have_taken_over(page)
    expect(toast(page, "sending")).to_contain_text("The sheet waits here")
    # The page itself hears of no connection.
    page.evaluate("addEventListener('online', (event) => event.stopImmediatePropagation(), true)")
    device.set_offline(False)
    device.service_workers[0].evaluate("() => dispatchEvent(new SyncEvent('sync', {tag: 'outbox'}))")
    expect(page.locator(".error-summary")).to_be_visible()
    expect(toast(page, "sending")).to_have_count(0)
    cell(page, "seats[1].player").fill("Rory")
    record(page)
    page.wait_for_url("**/games/*/")


def test_a_waiting_sheet_asks_its_owner_to_sign_in_as_soon_as_that_is_known(new_device, live_server):
    device = new_device("desktop")
    page = device.new_page()
    signed_in_as(page, live_server, member_of(ClubFactory()))
    open_sheet(page, f"{CLANS}?human=2")
    fill_two_seats(page)
    device.set_offline(True)
    record(page)
    expect(toast(page, "sending")).to_contain_text("The sheet waits here")
    device.clear_cookies()
    device.set_offline(False)
    expect(toast(page, "sending").get_by_role("link", name="Sign in")).to_be_visible()
    expect(toast(page, "sending")).not_to_contain_text("The sheet waits here")
