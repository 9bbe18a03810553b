"""One code for the table, and a phone for each of those who sat there: several browsers at once."""

import pytest
from django.conf import settings
from playwright.sync_api import expect

from games.results.enums import GameState
from games.results.models import ClubConfirmation, Game
from games.results.services.results import Person
from tests.e2e.accounts import signed_in_as
from tests.factories.clubs import ClubFactory, GuestMembershipFactory, MembershipFactory
from tests.factories.games import clans_seat, clans_sheet, recorded_game, two_seats
from tests.factories.people import PlayerFactory
from tests.games.sheets.posting import new_address, posted_sheet

pytestmark = pytest.mark.browser


@pytest.fixture
def club(transactional_db):
    club = ClubFactory(name="Leith Traders", slug="leith-traders")
    ClubConfirmation.objects.create(club=club, rule="all")
    return club


@pytest.fixture
def accounts(club):
    return [
        MembershipFactory(club=club, player=PlayerFactory(name=name)).player
        for name in ("Ailsa Muir", "Rory Kerr")
    ]


@pytest.fixture
def game(club, accounts):
    guests = [GuestMembershipFactory(club=club, player__name=name).player for name in ("Gus", "Ana")]
    people = [Person(player=one) for one in (*accounts, *guests)]
    sheet = clans_sheet(*(clans_seat(glory=45 - index) for index in range(4)))
    return recorded_game(*people, sheet=sheet, club=club, recorder=accounts[0].account)


def state(game):
    return Game.objects.get(pk=game.pk).state


def code_on(page):
    return page.locator("#table-link").input_value()


def taps(page, code, name):
    page.goto(code)
    page.get_by_role("button", name=name).click()
    expect(page.get_by_role("heading", name=f"{name}, is this right?")).to_be_visible()


@pytest.mark.parametrize("scripts", [True, False])
def test_the_whole_table_confirms(new_page, live_server, game, accounts, scripts):
    recorder, gus, ana, rory = (new_page(device="phone", scripts=scripts) for _ in range(4))
    signed_in_as(recorder, live_server, accounts[0].account)
    recorder.goto(game.get_absolute_url())
    expect(recorder.get_by_role("heading", name="Everyone: confirm here")).to_be_visible()
    code = code_on(recorder)
    for page, name in ((gus, "Gus"), (ana, "Ana")):
        taps(page, code, name)
        page.get_by_role("button", name="Yes, that is right").click()
        expect(page.get_by_text("You have confirmed this result.")).to_be_visible()
    assert state(game) == GameState.SUBMITTED
    rory.goto(code)
    rory.get_by_role("link", name="Rory Kerr").click()
    expect(rory.get_by_role("link", name="Sign in to confirm")).to_be_visible()
    seat = rory.url
    signed_in_as(rory, live_server, accounts[1].account)
    rory.goto(seat)
    rory.get_by_role("button", name="Yes, that is right").click()
    expect(rory.get_by_text("You have confirmed this result.")).to_be_visible()
    assert state(game) == GameState.CONFIRMED


def test_the_recorders_phone_confirms_for_nobody_else_also_signed_out(new_page, live_server, club, accounts):
    GuestMembershipFactory(club=club, player__name="Gus")
    page = new_page(device="phone")
    signed_in_as(page, live_server, accounts[0].account)
    page.goto(new_address(human=2))
    fields = posted_sheet(two_seats(), "Ailsa Muir", "Gus", club=club.slug, action="record")
    token = page.locator("input[name=csrfmiddlewaretoken]").first.input_value()
    sent = page.request.post(
        page.url, form=fields | {"csrfmiddlewaretoken": token}, headers={"Referer": page.url}
    )
    assert sent.ok
    game = Game.objects.get()
    page.goto(game.get_absolute_url())
    code = code_on(page)
    page.goto(f"{code}1/")
    expect(page.get_by_text("so you can’t answer for Gus")).to_be_visible()
    page.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    page.goto(f"{code}1/")
    expect(page.get_by_text("This game was entered on this phone.")).to_be_visible()
    expect(page.get_by_role("button", name="Yes, that is right")).to_have_count(0)
    page.goto(code)
    page.get_by_role("button", name="Gus").click()
    expect(page.get_by_text("Gus has to answer on another one.")).to_be_visible()
    assert state(game) == GameState.SUBMITTED


def test_a_second_phone_asks_and_gets_the_seat_without_a_click_of_its_own(
    new_page, live_server, game, accounts
):
    recorder, first, second = (new_page(device="phone") for _ in range(3))
    signed_in_as(recorder, live_server, accounts[0].account)
    recorder.goto(game.get_absolute_url())
    code = code_on(recorder)
    taps(first, code, "Gus")
    first.get_by_role("button", name="Yes, that is right").click()
    second.goto(code)
    second.get_by_role("button", name="Gus").click()
    expect(second.get_by_text("on another phone that they are Gus")).to_be_visible()
    expect(second.get_by_role("button", name="Yes, that is right")).to_have_count(0)
    second.get_by_role("button", name="I am Gus: ask there").click()
    expect(second.get_by_text("We have asked there.")).to_be_visible()
    expect(first.get_by_text("Another phone says it is Gus.")).to_be_visible(timeout=20_000)
    first.get_by_role("button", name="Hand over").click()
    expect(first.get_by_role("heading", name="Who are you?")).to_be_visible()
    expect(second.get_by_role("button", name="Yes, that is right")).to_be_visible(timeout=15_000)
    # Also what a script does for the rest of the page, which came with it.
    expect(second.get_by_role("button", name="Copy the link")).to_be_visible()
    second.get_by_role("button", name="Yes, that is right").click()
    expect(second.get_by_text("You have confirmed this result.")).to_be_visible()
    held = game.verdicts.filter(index=2, kind="confirmed", closed_at=None)
    assert held.count() == 1


def test_a_dispute_sent_without_a_connection_is_still_there_when_the_page_opens_again(
    new_page, live_server, game, accounts
):
    recorder, gus = (new_page(device="phone") for _ in range(2))
    signed_in_as(recorder, live_server, accounts[0].account)
    recorder.goto(game.get_absolute_url())
    taps(gus, code_on(recorder), "Gus")
    seat = gus.url
    gus.get_by_text("Something is wrong").click()
    gus.get_by_label("The result as a whole").fill("I had two more farms")
    gus.context.set_offline(True)
    gus.get_by_role("button", name="Dispute the result").click()
    gus.wait_for_url("chrome-error://**")
    gus.context.set_offline(False)
    gus.goto(seat)
    whole = gus.get_by_label("The result as a whole")
    expect(whole).to_have_value("I had two more farms")
    expect(whole).to_be_visible()
    gus.get_by_role("button", name="Dispute the result").click()
    expect(gus.get_by_text("You have disputed this result.")).to_be_visible()
    gus.get_by_text("Something is wrong").last.click()
    expect(whole).to_have_value("")
    gus.get_by_role("button", name="Withdraw my dispute").click()
    expect(gus.get_by_text("You have disputed this result.")).to_have_count(0)
    expect(whole).to_have_value("")
