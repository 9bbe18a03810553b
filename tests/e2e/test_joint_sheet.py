"""One sheet, several phones at once: everybody fills in a column, and all see the same."""

from datetime import timedelta

import pytest
from django.db.models import F
from playwright.sync_api import expect

from games.joint_sheets.models import JointPhone, JointSheet
from games.results.models import Game, SeatClaim
from tests.e2e.accounts import signed_in_as
from tests.e2e.joint import (
    NAMES,
    all_equal,
    here,
    is_back,
    is_filling,
    is_offline,
    join,
    open_together,
    sent,
    shows,
    type_in,
    value_of,
)
from tests.e2e.sheets import fill_seat, record, toast, total
from tests.factories.people import PlayerFactory

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def table(new_page, new_device):
    """The keeper and three others, each with their seat; the connection of the first of them may fail."""
    pages = [
        new_page(device="phone"),
        new_device("phone").new_page(),
        *(new_page(device="phone") for _ in range(2)),
    ]
    return seated(pages), pages


@pytest.fixture
def pair(new_page, new_device):
    """The keeper, and somebody whose connection may fail."""
    pages = [new_page(device="phone"), new_device("phone").new_page()]
    return seated(pages), pages


def seated(pages):
    keeper, *others = pages
    opened = open_together(keeper, *NAMES[: len(pages)])
    for page, name in zip(others, NAMES[1:], strict=False):
        join(page, opened, name)
    return opened


def test_four_people_fill_in_one_sheet_and_see_each_other(table):
    opened, pages = table
    expect(here(pages[0])).to_have_text("4 here")
    for seat, page in enumerate(pages):
        fill_seat(page, seat, glory=45 - seat)
    stored = all_equal(opened, *pages)
    assert stored["seats[2].glory"] == ["43"]
    # Worked out by each phone itself: 4 + 9 of the 84 are for the most exports and settlements, which all share here.
    for page in pages:
        for seat in range(4):
            expect(total(page, seat)).to_have_text(str(77 - seat))


def test_a_phone_without_a_connection_goes_on_and_sends_it_later(pair):
    opened, (keeper, rory) = pair
    is_offline(rory.context, rory)
    type_in(rory, "seats[1].glory", 31)
    type_in(rory, "seats[1].money", 57)
    expect(total(rory, 1)).not_to_have_text("0")
    type_in(keeper, "seats[0].glory", 44)
    sent(keeper)
    assert "seats[1].glory" not in opened.stored()
    is_back(rory.context, rory)
    shows(keeper, "seats[1].money", 57)
    shows(rory, "seats[0].glory", 44)
    all_equal(opened, keeper, rory)


def test_a_page_that_was_closed_too_early_is_sent_by_the_next_one(pair):
    opened, (keeper, rory) = pair
    is_offline(rory.context, rory)
    type_in(rory, "seats[1].glory", 31)
    rory.goto("about:blank")
    rory.context.set_offline(False)
    rory.goto(opened.address)
    is_filling(rory)
    shows(rory, "seats[1].glory", 31)
    shows(keeper, "seats[1].glory", 31)
    all_equal(opened, keeper, rory)


def test_a_reloaded_page_comes_back_to_the_same_seat_with_everything(pair):
    opened, (keeper, rory) = pair
    type_in(rory, "seats[1].glory", 31)
    type_in(keeper, "seats[1].money", 12)
    sent(keeper)
    rory.reload()
    is_filling(rory)
    shows(rory, "seats[1].glory", 31)
    shows(rory, "seats[1].money", 12)
    expect(rory.locator('[name="_seat"][value="1"]')).to_be_checked()
    all_equal(opened, keeper, rory)


def test_a_page_reloaded_at_once_blanks_nothing_it_has_just_sent(pair):
    opened, (keeper, rory) = pair
    type_in(rory, "seats[1].settlements", 7)
    rory.reload()
    is_filling(rory)
    shows(rory, "seats[1].settlements", 7)
    # The next thing typed sends that alone.
    type_in(rory, "seats[1].cotton", 2)
    stored = all_equal(opened, keeper, rory)
    assert (stored["seats[1].settlements"], stored["seats[1].cotton"]) == (["7"], ["2"])


def test_two_tabs_of_one_phone_add_up(pair):
    opened, (keeper, rory) = pair
    second = rory.context.new_page()
    second.goto(opened.address)
    is_filling(second)
    for number, name in enumerate(("cotton", "hops", "money")):
        type_in(rory, f"seats[1].{name}", number + 1)
        type_in(second, f"seats[1].{name.replace('money', 'glory').replace('hops', 'tobacco')}", number + 5)
        type_in(second, "seats[1].sugar_cane", number)
    type_in(rory, "seats[1].settlements", 9)
    second.bring_to_front()
    shows(second, "seats[1].settlements", 9)
    rory.bring_to_front()
    stored = all_equal(opened, keeper, rory)
    assert stored["seats[1].hops"] == ["2"]
    assert stored["seats[1].tobacco"] == ["6"]
    assert stored["seats[1].glory"] == ["7"]
    assert stored["seats[1].money"] == ["3"]
    assert stored["seats[1].sugar_cane"] == ["2"]


def test_who_rests_in_a_field_sees_what_the_others_see(pair):
    opened, (keeper, rory) = pair
    value_of(rory, "seats[1].money").focus()
    rory.keyboard.type("34")
    sent(rory)
    type_in(keeper, "seats[1].money", 43)
    expect(value_of(rory, "seats[1].money")).to_be_focused()
    all_equal(opened, keeper, rory)
    shows(rory, "seats[1].money", 43)


def test_who_leaves_gives_the_seat_back_and_what_was_typed_stays(pair):
    _opened, (keeper, rory) = pair
    type_in(rory, "seats[1].glory", 31)
    sent(rory)
    rory.get_by_role("link", name="Invite").click()
    rory.get_by_role("button", name="Leave the table").click()
    expect(rory.get_by_role("heading", name="Who are you?")).to_be_visible()
    expect(here(keeper)).to_have_text("1 here")
    shows(keeper, "seats[1].glory", 31)
    rory.get_by_role("button", name="Rory").click()
    is_filling(rory)
    shows(rory, "seats[1].glory", 31)


def test_nobody_writes_in_a_column_that_is_not_theirs_and_the_page_says_whose_it_is(pair):
    opened, (keeper, rory) = pair
    expect(value_of(rory, "seats[0].glory")).not_to_be_editable()
    expect(value_of(rory, "seats[1].glory")).to_be_editable()
    expect(value_of(keeper, "seats[1].glory")).to_be_editable()
    # Whatever a script may write there.
    type_in(rory, "seats[0].glory", 99)
    expect(toast(rory, "rights")).to_contain_text("This is Ailsa’s column.")
    shows(rory, "seats[0].glory", "")
    assert "seats[0].glory" not in all_equal(opened, keeper, rory)


def test_anyone_writes_anywhere_when_the_keeper_says_so(pair):
    _opened, (keeper, rory) = pair
    keeper.get_by_role("link", name="Invite").click()
    keeper.get_by_role("button", name="Let anyone write anywhere").click()
    expect(keeper.get_by_text("one reads, all type")).to_be_visible()
    keeper.get_by_role("link", name="Go to the sheet").click()
    is_filling(keeper)
    expect(value_of(rory, "seats[0].glory")).to_be_editable()
    type_in(rory, "seats[0].glory", 40)
    shows(keeper, "seats[0].glory", 40)


def test_whose_value_was_replaced_is_told_and_can_take_it_back(pair):
    opened, (keeper, rory) = pair
    type_in(rory, "seats[1].money", 34)
    shows(keeper, "seats[1].money", 34)
    type_in(keeper, "seats[1].money", 43)
    told = toast(rory, "replaced seats[1].money")
    expect(told).to_contain_text("Ailsa changed Money: 34 → 43.")
    shows(rory, "seats[1].money", 43)
    told.get_by_role("button", name="Undo").click()
    shows(keeper, "seats[1].money", 34)
    assert opened.cell("seats[1].money").by == 2
    all_equal(opened, keeper, rory)


def test_two_values_of_one_field_stand_side_by_side_until_somebody_chooses(table):
    opened, (keeper, rory, gus, _) = table
    is_offline(rory.context, rory)
    type_in(rory, "seats[1].money", 34)
    type_in(keeper, "seats[1].money", 43)
    sent(keeper)
    is_back(rory.context, rory)
    shows(keeper, "seats[1].money", 34)
    mark = ".joint-choice .joint-answer"
    for page in (keeper, rory):
        expect(page.locator(f"button{mark.removeprefix('.joint-choice ')}")).to_have_text(["34", "43"])
    # Who may not write there reads both.
    expect(gus.locator(mark)).to_have_text(["34", "43"])
    expect(gus.locator(f"button{mark.removeprefix('.joint-choice ')}")).to_have_count(0)
    keeper.get_by_role("button", name="Keep 43, written by Ailsa").click()
    for page in (keeper, rory, gus):
        expect(page.locator(".joint-choice")).to_have_count(0)
        shows(page, "seats[1].money", 43)
    assert opened.cell("seats[1].money").others == ()


def test_a_field_somebody_is_in_is_not_written_over_under_their_hands(pair):
    opened, (keeper, rory) = pair
    rory.locator('[name="seats[1].money"]').focus()
    rory.keyboard.type("34")
    sent(rory)
    shows(keeper, "seats[1].money", 34)
    type_in(keeper, "seats[1].money", 43)
    # Looked at in one moment: it stays so only while somebody types.
    rory.wait_for_function(
        """() => {
            const money = document.getElementsByName("seats[1].money")[0];
            return money.closest("td").dataset.jointHeld === "43" && money.value === "34";
        }"""
    )
    # What is typed elsewhere on the page does not send it again.
    type_in(rory, "seats[1].glory", 30)
    sent(rory)
    assert opened.stored()["seats[1].money"] == ["43"]
    rory.locator('[name="seats[1].glory"]').focus()
    shows(rory, "seats[1].money", 43)
    all_equal(opened, keeper, rory)


def test_undo_takes_back_ones_own_last_change_and_nobody_elses(pair):
    opened, (keeper, rory) = pair
    undo = rory.get_by_role("button", name="Undo my last change")
    expect(undo).to_be_disabled()
    rory.locator('[name="seats[1].glory"]').focus()
    rory.keyboard.type("31")
    rory.locator('[name="seats[1].money"]').focus()
    rory.keyboard.type("57")
    type_in(keeper, "seats[0].glory", 44)
    shows(rory, "seats[0].glory", 44)
    undo.click()
    shows(rory, "seats[1].money", "")
    shows(keeper, "seats[1].glory", 31)
    shows(keeper, "seats[1].money", "")
    type_in(keeper, "seats[1].glory", 13)
    shows(rory, "seats[1].glory", 13)
    toast(rory, "replaced seats[1].glory").get_by_role("button", name="Dismiss").click()
    undo.click()
    expect(toast(rory, "undone")).to_contain_text("Glory was changed by Ailsa since")
    shows(rory, "seats[1].glory", 13)
    assert all_equal(opened, keeper, rory)["seats[0].glory"] == ["44"]


def test_it_is_seen_where_somebody_types(pair):
    _opened, (keeper, rory) = pair
    rory.locator('[name="seats[1].money"]').focus()
    expect(keeper.locator('td:has([name="seats[1].money"])')).to_have_attribute("data-joint-at", "R")
    rory.locator('[name="seats[1].money"]').blur()
    expect(keeper.locator("[data-joint-at]")).to_have_count(0)


def test_done_confirms_when_the_game_is_recorded_and_nobody_is_waited_for(table):
    _opened, pages = table
    keeper, rory, gus, ana = pages
    for seat, page in enumerate(pages):
        fill_seat(page, seat)
    for page in (rory, gus):
        expect(page.get_by_text("this counts as your confirmation")).to_be_visible()
        page.get_by_role("button", name="I’m done").click()
    gus.get_by_role("button", name="I’m done").click()
    expect(keeper.get_by_text("Not done yet: Gus, Ana.")).to_be_visible()
    expect(keeper.locator("thead .joint-done")).to_have_count(1)
    record(keeper)
    keeper.wait_for_url("**/games/*/")
    for page, seat in ((rory, 1), (gus, 2), (ana, 3)):
        page.wait_for_url(f"**/{seat}/")
    game = Game.objects.get()
    assert [seat.name for seat in game.seats.order_by("index")] == ["Ailsa", "Rory", "Gus", "Ana"]
    expect(rory.get_by_text("You have confirmed this result.")).to_be_visible()
    expect(gus.get_by_role("button", name="Yes, that is right")).to_be_visible()
    assert SeatClaim.objects.filter(seat__game=game, seat__index=1).exists()


def test_a_change_of_the_column_takes_done_back(pair):
    _opened, (keeper, rory) = pair
    type_in(rory, "seats[1].money", 34)
    rory.get_by_role("button", name="I’m done").click()
    expect(keeper.locator("thead .joint-done")).to_have_count(1)
    type_in(keeper, "seats[1].money", 43)
    expect(rory.get_by_role("button", name="I’m done")).to_have_attribute("aria-pressed", "false")
    expect(keeper.locator("thead .joint-done")).to_have_count(0)


def test_a_game_is_not_recorded_with_what_the_keeper_has_not_seen(pair):
    opened, pages = pair
    keeper, rory = pages
    for seat, page in enumerate(pages):
        fill_seat(page, seat)
    all_equal(opened, *pages)
    # The keeper's phone hears nothing of the change that comes just before.
    keeper.route("**/news/*", lambda route: route.fulfill(status=304))
    keeper.route("**/changes/", lambda route: route.abort())
    type_in(rory, "seats[1].money", 99)
    sent(rory)
    keeper.unroute("**/changes/")
    keeper.evaluate("""() => {
        const sheet = document.getElementById("sheet");
        const data = new FormData(sheet);
        data.set("action", "record");
        window.answered = fetch(sheet.getAttribute("action"), {
            method: "POST", body: data, headers: { "X-Requested-With": "fetch" },
        }).then(async (answer) => [answer.status, (await answer.json()).news.fields["seats[1].money"].values]);
    }""")
    assert keeper.evaluate("window.answered") == [412, ["99"]]
    assert not Game.objects.exists()


def test_the_keeper_takes_a_seat_back_and_the_phone_says_so(pair):
    _opened, (keeper, rory) = pair
    keeper.get_by_role("link", name="Invite").click()
    keeper.get_by_role("button", name="Take Rory’s seat back").click()
    keeper.get_by_role("link", name="Go to the sheet").click()
    expect(toast(rory, "seat")).to_contain_text("Rory’s seat was taken back.")
    expect(value_of(rory, "seats[1].money")).not_to_be_editable()
    toast(rory, "seat").get_by_role("link", name="Choose a seat").click()
    expect(rory.get_by_role("button", name="Rory")).to_be_visible()


def test_what_was_typed_for_a_seat_that_is_gone_is_shown_and_not_taken(pair):
    opened, (keeper, rory) = pair
    is_offline(rory.context, rory)
    type_in(rory, "seats[1].money", 57)
    keeper.get_by_role("link", name="Invite").click()
    keeper.get_by_role("button", name="Take Rory’s seat back").click()
    expect(keeper.get_by_role("button", name="Take Rory’s seat back")).to_have_count(0)
    is_back(rory.context, rory)
    expect(toast(rory, "refused")).to_contain_text("Not saved: Money (Rory) 57.")
    shows(rory, "seats[1].money", "")
    assert "seats[1].money" not in opened.stored()


def test_the_sheet_is_handed_on(pair):
    _opened, (keeper, rory) = pair
    expect(rory.get_by_role("button", name="Record the game")).to_be_hidden()
    keeper.get_by_role("link", name="Invite").click()
    keeper.get_by_role("button", name="Hand the sheet on to Rory").click()
    expect(keeper.get_by_role("heading", name="You keep this sheet")).to_have_count(0)
    expect(rory.get_by_role("button", name="Record the game")).to_be_visible()
    expect(toast(rory, "keeper")).to_contain_text("You keep the sheet now")
    expect(value_of(rory, "seats[0].money")).to_be_editable()


def test_somebody_else_keeps_the_sheet_when_its_keepers_phone_is_silent(pair):
    opened, (keeper, rory) = pair
    leave_silently(keeper)
    make_silent(opened, 1, minutes=3)
    expect(toast(rory, "silent")).to_contain_text("Ailsa’s phone has been silent for 3 minutes.")
    toast(rory, "silent").get_by_role("button", name="Keep the sheet").click()
    expect(rory.get_by_role("button", name="Record the game")).to_be_visible()


def test_the_keeper_takes_the_seat_of_a_silent_phone_back(pair):
    opened, (keeper, rory) = pair
    leave_silently(rory)
    make_silent(opened, 2, minutes=2)
    expect(toast(keeper, "silent")).to_contain_text("Rory’s phone has been silent for 2 minutes.")
    toast(keeper, "silent").get_by_role("button", name="Take the seat back").click()
    expect(keeper.locator(".joint-reader")).to_have_count(1)
    assert JointPhone.objects.get(sheet__key=opened.key, number=2).seat is None


def leave_silently(page):
    """A page has one request under way at a time: while it only asks for news, none of its words is still to arrive."""
    with page.expect_response(lambda answer: "/news/" in answer.url):
        pass
    page.goto("about:blank")


def make_silent(opened, number, *, minutes):
    """As if the phone had not been heard for so long; the others hear of it with the next news."""
    phone = JointPhone.objects.get(sheet__key=opened.key, number=number)
    phone.heard_at -= timedelta(minutes=minutes)
    phone.save()
    JointSheet.objects.filter(key=opened.key).update(revision=F("revision") + 1)


def test_an_ended_sheet_says_so_and_its_keeper_goes_on_alone(pair):
    _opened, (keeper, rory) = pair
    type_in(rory, "seats[1].glory", 31)
    sent(rory)
    is_offline(rory.context, rory)
    type_in(rory, "seats[1].money", 57)
    keeper.get_by_role("link", name="Invite").click()
    keeper.get_by_text("End it").click()
    keeper.get_by_role("button", name="End filling in together").click()
    expect(keeper.get_by_role("heading", name="This sheet was ended")).to_be_visible()
    rory.context.set_offline(False)
    rory.evaluate("dispatchEvent(new Event('online'))")
    expect(toast(rory, "over")).to_contain_text("Money (Rory) 57")
    keeper.get_by_role("button", name="Go on alone").click()
    shows(keeper, "seats[1].glory", 31)
    expect(keeper.get_by_role("button", name="Record the game")).to_be_visible()


def test_what_was_typed_too_late_is_shown_on_the_page_of_the_sheet_that_is_over(pair):
    opened, (_keeper, rory) = pair
    is_offline(rory.context, rory)
    type_in(rory, "seats[1].money", 57)
    rory.goto("about:blank")
    JointSheet.objects.filter(key=opened.key).update(state="ended")
    rory.context.set_offline(False)
    rory.goto(opened.address)
    expect(rory.locator("[data-joint-over] li")).to_have_text("Money (Rory): 57")


def test_the_people_of_accounts_are_those_who_sat_there(new_page, live_server):
    ailsa, rory = PlayerFactory(name="Ailsa Muir"), PlayerFactory(name="Rory Kerr")
    keeper, other = new_page(device="phone"), new_page(device="phone")
    signed_in_as(keeper, live_server, ailsa.account)
    signed_in_as(other, live_server, rory.account)
    opened = open_together(keeper, "Ailsa Muir", "")
    other.goto(f"/join/{opened.code}/")
    other.get_by_role("button", name="Player 2").click()
    is_filling(other)
    shows(keeper, "seats[1].player", "Rory Kerr")
    fill_seat(keeper, 0)
    fill_seat(other, 1, contracts=4, settlements=6)
    other.get_by_role("button", name="I’m done").click()
    expect(keeper.locator("thead .joint-done")).to_have_count(1)
    all_equal(opened, keeper, other)
    record(keeper)
    keeper.wait_for_url("**/games/*/")
    other.wait_for_url("**/1/")
    expect(other.get_by_text("You have confirmed this result.")).to_be_visible()
    seats = Game.objects.get().seats.order_by("index")
    assert [(seat.player, seat.total) for seat in seats] == [(ailsa, 84), (rory, 64)]
