"""Nothing typed is lost: reloads, closed tabs, other devices, ended sessions, and no connection at all."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from games.models import Draft, Game
from games.web.offline.assets import sheet_addresses
from tests.e2e.conftest import DEVICES
from tests.e2e.test_sheet_live import CLANS, cell, fill_seat, open_sheet, total
from tests.games.players.accounts.conftest import PASSWORD, open_account

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NewDevice = Callable[..., BrowserContext]


@pytest.fixture
def new_device(browser: Browser, live_server: Any) -> Iterator[NewDevice]:
    """Makes a browser whose connection may fail. Its scripts may not; what it says about missing files it may say."""
    contexts = []
    complaints: list[str] = []

    def make(device: str = "phone") -> BrowserContext:
        context = browser.new_context(**DEVICES[device], base_url=live_server.url, reduced_motion="reduce")
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.close()
    assert complaints == []


def sign_in(page: Page, next_address: str = "/account/") -> None:
    page.goto(f"/account/login/?next={next_address}")
    page.get_by_label("E-mail address").fill("ann@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url(f"**{next_address}")


def toast(page: Page, kind: str) -> Any:
    return page.locator(f'.toast[data-kind="{kind}"]')


def fill_two_seats(page: Page) -> None:
    """Worked out by hand in tests/factories/games.py: 84 and 64 VP."""
    cell(page, "seats[0].player").fill("Ailsa")
    cell(page, "seats[1].player").fill("Rory")
    fill_seat(page, 0)
    fill_seat(page, 1, contracts=4, settlements=6)


def ready_for_no_connection(page: Page) -> None:
    """The service worker has taken over and has kept every sheet."""
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    kept = """async () => {
        const names = (await caches.keys()).filter((name) => name.startsWith("sheets-"));
        return names.length === 1 ? (await (await caches.open(names[0])).keys()).length : 0;
    }"""
    while page.evaluate(kept) < len(sheet_addresses()) + 1:
        page.wait_for_timeout(100)


# Drafts of this browser -----------------------------------------------------------------------------


def test_a_reload_and_a_closed_tab_lose_nothing(new_device):
    device = new_device("desktop")
    page = device.new_page()
    open_sheet(page, f"{CLANS}?human=2")
    key = cell(page, "entry_key").input_value()
    cell(page, "seats[0].player").fill("Ailsa")
    cell(page, "seats[0].clan").select_option("fraser")
    cell(page, "seats[0].glory").fill("45")
    page.locator("#seats-0-contract_tiles").click()
    page.locator('#seats-0-contract_tiles-picker .tile:has([value="12"])').click()
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
    expect(total(page, 0)).to_have_text("0")
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
    page.get_by_role("button", name="Record the game").click()
    expect(page.locator(".error-summary")).to_be_visible()
    expect(cell(page, "entry_key")).to_have_value(key)
    expect(toast(page, "restored")).to_have_count(0)
    cell(page, "seats[1].player").fill("Rory")
    page.get_by_role("button", name="Record the game").click()
    page.wait_for_url("**/games/*/")
    assert str(Game.objects.get().entry_key) == key


def test_a_correction_begun_is_gone_on_with(new_device):
    page = new_device("desktop").new_page()
    open_sheet(page, f"{CLANS}?human=2")
    fill_two_seats(page)
    page.get_by_role("button", name="Record the game").click()
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
    page = new_device("desktop").new_page()
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


# No connection --------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["phone", "desktop"])
def test_a_sheet_opens_without_a_connection_and_is_sent_once_it_is_back(new_device, screenshot, kind):
    device = new_device(kind)
    page = device.new_page()
    page.goto("/score/")
    ready_for_no_connection(page)
    device.set_offline(True)
    page.locator(f'a[href="{CLANS}?human=2"]').click()
    expect(page.locator("#sheet")).to_be_visible()
    if kind == "phone":
        page.locator('.seat-tab:has([value="all"])').click()
    fill_two_seats(page)
    expect(page.locator("[data-status]")).to_contain_text("No connection")
    page.get_by_role("button", name="Record the game").click()
    expect(toast(page, "sending")).to_contain_text("The sheet waits here")
    screenshot(page, f"sheet-waiting-{kind}")
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
    page.get_by_role("button", name="Record the game").click()
    expect(toast(page, "sending")).to_contain_text("The sheet waits here")
    assert lost == [302]
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
    page.get_by_role("button", name="Record the game").click()
    toast(page, "sending").get_by_role("button", name="Change something").click()
    cell(page, "seats[0].glory").fill("46")
    device.set_offline(False)
    page.get_by_role("button", name="Record the game").click()
    page.wait_for_url("**/games/*/")
    assert Game.objects.get().seats.get(index=0).total == 85
    assert page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('caledonia.draft'))") == []


def test_the_browser_sends_it_after_the_page_is_closed(new_device):
    """Background Sync; the event itself comes from the browser, here from the test."""
    device = new_device("desktop")
    page = device.new_page()
    page.goto("/score/")
    ready_for_no_connection(page)
    open_sheet(page, f"{CLANS}?human=2")
    fill_two_seats(page)
    device.set_offline(True)
    page.get_by_role("button", name="Record the game").click()
    expect(toast(page, "sending")).to_contain_text("The sheet waits here")
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
    page.get_by_role("button", name="Record the game").click()
    expect(toast(page, "sending")).to_contain_text("Still to fill in before it can be sent: 1")
    expect(cell(page, "seats[1].money")).to_be_focused()


def test_each_game_from_the_same_kept_page_has_its_own_key(new_device):
    device = new_device("desktop")
    page = device.new_page()
    page.goto("/score/")
    ready_for_no_connection(page)
    device.set_offline(True)
    keys = set()
    for glory in ("45", "46"):
        page.goto("/score/")
        page.locator(f'a[href="{CLANS}?human=2"]').click()
        expect(page.locator("#sheet")).to_be_visible()
        page.wait_for_function("() => history.state?.draft !== undefined")
        fill_two_seats(page)
        cell(page, "seats[0].glory").fill(glory)
        keys.add(cell(page, "entry_key").input_value())
        page.get_by_role("button", name="Record the game").click()
        expect(toast(page, "sending")).to_contain_text("The sheet waits here")
    assert len(keys) == 2
    device.set_offline(False)
    page.goto("/score/")
    while Game.objects.count() < 2:
        page.wait_for_timeout(100)
    expect(page.locator("[data-drafts-here]")).to_be_empty()
    assert sorted(game.seats.get(index=0).total for game in Game.objects.all()) == [84, 85]


def test_without_a_connection_nothing_private_is_shown(new_device):
    open_account()
    device = new_device("desktop")
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
    page.get_by_role("button", name="Record the game").click()
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
