"""The sheet of a table is the sheet of that table: whatever else lies unfinished on the phone, however late answers
come.
"""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.clubs.enums import Role
from games.players.models import PageVisibility
from games.results.models import Draft, Game
from tests.e2e.accounts import signed_in_as
from tests.e2e.sheets import CLANS, WAITING, cell, open_sheet, record, scripts_have_taken_over, toast
from tests.e2e.tables import (
    PLAIN,
    drafts_on,
    leave_a_ghost,
    players_of,
    result_of,
    rows,
    sheet_of,
    totals,
    type_rows,
)
from tests.e2e.test_sheet_offline import ready_for_no_connection
from tests.factories.clubs import ClubFactory, member_of
from tests.factories.events import event_of, posted_round
from tests.factories.leagues import LeagueFactory, group_season
from tournaments.events.models import EventSeat, EventTable
from tournaments.events.services.rounds import undo_round
from tournaments.leagues.models import Fixture

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

DRAFT = re.compile(r"/score/drafts/[^/]+$")
SHEET = re.compile(r"/score/clans_of_caledonia/$")


@pytest.fixture
def event():
    today = timezone.localdate()
    return event_of(players=6, starts_on=today, ends_on=today)


@pytest.fixture
def tables(event):
    return list(posted_round(event).tables.order_by("number"))


@pytest.fixture
def phone(new_device, live_server):
    """The page of a phone, signed in."""

    def make(account=None, **about):
        page = new_device(**about).new_page()
        if account:
            signed_in_as(page, live_server, account)
        return page

    return make


def names(table):
    return [player.name for player in players_of(table)]


def shown_names(page, seats=3):
    return [cell(page, f"seats[{seat}].player").input_value() for seat in range(seats)]


def recorded(page):
    record(page)
    page.wait_for_url("**/games/*/")


# Another sheet of the same shape ----------------------------------------------------------------------


def test_an_unfinished_sheet_is_not_taken_for_the_sheet_of_a_table(phone, tables):
    first, _second = tables
    page = phone(players_of(first)[0].account)
    leave_a_ghost(page, PLAIN, "Una", "Duncan", "Tara")
    open_sheet(page, sheet_of(first))
    expect(toast(page, "restored")).to_have_count(0)
    assert shown_names(page) == names(first)
    expect(cell(page, "seats[0].glory")).to_have_value("")
    type_rows(page, rows(3, 1))
    recorded(page)
    first.refresh_from_db()
    assert result_of(first.game) == list(zip(names(first), totals(rows(3, 1)), strict=True))
    # What was there before is still there, and a game of its own.
    page.goto("/score/")
    expect(page.locator("[data-names]")).to_have_text("Una, Duncan, Tara")
    page.locator("[data-drafts-here] a").click()
    expect(cell(page, "seats[0].player")).to_have_value("Una")
    expect(cell(page, "prepared")).to_have_count(0)


def test_two_tables_after_each_other_keep_their_own_sheets(phone, event, tables):
    page = phone(event.run_by)
    for number, table in enumerate(tables):
        open_sheet(page, sheet_of(table))
        assert shown_names(page) == names(table)
        type_rows(page, rows(3, number))
    page.goto("/score/")
    titles = page.locator("[data-title-of-sheet]")
    expect(titles).to_have_text([f"Spring Cup: round 1, table {number}" for number in (2, 1)])
    for number, table in enumerate(tables):
        open_sheet(page, sheet_of(table))
        expect(toast(page, "restored")).to_be_visible()
        expect(cell(page, "seats[0].glory")).to_have_value(str(rows(3, number)[0]["glory"]))
        assert shown_names(page) == names(table)
        recorded(page)
    for number, table in enumerate(tables):
        table.refresh_from_db()
        assert result_of(table.game) == list(zip(names(table), totals(rows(3, number)), strict=True))


def test_the_list_leads_back_to_the_table_and_so_does_a_reload(phone, tables):
    table = tables[0]
    page = phone(players_of(table)[0].account)
    open_sheet(page, sheet_of(table))
    type_rows(page, rows(3, 4))
    page.reload()
    scripts_have_taken_over(page)
    expect(cell(page, "prepared")).to_have_value(f"event:{table.public_id}")
    page.goto("/score/")
    page.locator("[data-drafts-here] a").click()
    scripts_have_taken_over(page)
    expect(page.get_by_role("link", name="Spring Cup: round 1, table 1")).to_be_visible()
    recorded(page)
    table.refresh_from_db()
    assert result_of(table.game) == list(zip(names(table), totals(rows(3, 4)), strict=True))


def test_what_was_typed_for_other_people_is_kept_but_not_for_the_table(phone, event, tables):
    """The organiser has changed the tables while somebody was typing."""
    first, second = tables
    page = phone(event.run_by)
    open_sheet(page, sheet_of(first))
    type_rows(page, rows(3, 5))
    page.goto("/score/")
    before = names(first)
    one, other = (EventSeat.objects.get(table=table, index=0) for table in tables)
    mine, theirs = one.participant_id, other.participant_id
    EventSeat.objects.filter(pk__in=[one.pk, other.pk]).delete()
    EventSeat.objects.create(table=first, index=0, participant_id=theirs)
    EventSeat.objects.create(table=second, index=0, participant_id=mine)

    page.locator("[data-drafts-here] a").click()
    scripts_have_taken_over(page)
    assert shown_names(page) == names(first) != before
    expect(cell(page, "seats[1].glory")).to_have_value("")
    expect(toast(page, "restored")).to_contain_text("Other players sit at this table now.")
    toast(page, "restored").get_by_role("link", name="Open it").click()
    expect(cell(page, "seats[0].player")).to_have_value(before[0])
    expect(cell(page, "prepared")).to_have_count(0)
    expect(cell(page, "seats[1].glory")).to_have_value(str(rows(3, 5)[1]["glory"]))


def test_a_sheet_whose_table_is_gone_is_gone_on_with_as_a_game_of_its_own(phone, event, tables):
    table = tables[0]
    page = phone(event.run_by)
    open_sheet(page, sheet_of(table))
    type_rows(page, rows(3, 6))
    page.goto("/score/")
    seated = names(table)
    EventTable.objects.filter(pk=table.pk).delete()
    page.locator("[data-drafts-here] a").click()
    # A phone shows one message at a time.
    toast(page, "restored").locator("[data-close]").click()
    expect(page.get_by_text("This game is not waiting for a result any more.")).to_be_visible()
    expect(cell(page, "seats[0].glory")).to_have_value(str(rows(3, 6)[0]["glory"]))
    recorded(page)
    assert result_of(Game.objects.get()) == list(zip(seated, totals(rows(3, 6)), strict=True))


def test_a_draft_from_before_does_not_know_its_table(phone, tables):
    """As it was written when drafts did not say for whom they were prepared."""
    table = tables[0]
    page = phone(players_of(table)[0].account)
    leave_a_ghost(page, PLAIN, "Una", "Duncan", "Tara")
    for prepared in ({}, {"prepared": [f"event:{table.public_id}"]}):
        page.evaluate(
            """(prepared) => {
                for (const [name, text] of Object.entries(localStorage)) {
                    if (!name.startsWith("caledonia.draft.")) continue;
                    const { title, ...draft } = JSON.parse(text);
                    draft.fields = { ...draft.fields, ...prepared };
                    localStorage.setItem(name, JSON.stringify(draft));
                }
            }""",
            prepared,
        )
        open_sheet(page, sheet_of(table))
        assert shown_names(page) == names(table)
    page.goto("/score/")
    page.locator("[data-drafts-here] a").click()
    expect(cell(page, "seats[0].player")).to_have_value("Una")
    expect(cell(page, "prepared")).to_have_count(0)


def test_a_game_of_a_schedule_has_its_own_sheet_too(phone):
    today = timezone.localdate()
    club = ClubFactory()
    organiser = member_of(club, Role.ORGANISER)
    season = group_season(
        league=LeagueFactory(club=club),
        actor=organiser,
        starts_on=today,
        ends_on=today + timedelta(days=60),
    )
    fixtures = list(Fixture.objects.filter(season=season).order_by("pk")[:2])
    seats = len(names(fixtures[0]))
    page = phone(organiser)
    leave_a_ghost(page, f"{CLANS}?human={seats}", "Una", "Duncan", "Tara")
    for number, fixture in enumerate(fixtures):
        open_sheet(page, sheet_of(fixture))
        assert shown_names(page, seats) == names(fixture)
        expect(cell(page, "seats[0].glory")).to_have_value("")
        type_rows(page, rows(seats, number))
    for number, fixture in enumerate(fixtures):
        open_sheet(page, sheet_of(fixture))
        recorded(page)
        fixture.refresh_from_db()
        assert result_of(fixture.game) == list(zip(names(fixture), totals(rows(seats, number)), strict=True))


def test_the_sheet_of_a_club_goes_on_in_its_club(phone, event):
    page = phone(event.run_by)
    open_sheet(page, PLAIN)
    cell(page, "club").select_option("")
    type_rows(page, rows(3, 7))
    open_sheet(page, f"{PLAIN}&club={event.club.slug}")
    expect(cell(page, "seats[0].glory")).to_have_value("")
    type_rows(page, rows(3, 8))
    page.goto("/score/")
    page.locator("[data-drafts-here] a").first.click()
    page.wait_for_url(f"**club={event.club.slug}**")
    expect(cell(page, "seats[0].glory")).to_have_value(str(rows(3, 8)[0]["glory"]))


def test_without_a_connection_the_sheet_of_a_table_stays_its_sheet(phone, tables):
    table = tables[0]
    page = phone(players_of(table)[0].account, keeps_sheets=True)
    page.goto("/score/")
    ready_for_no_connection(page)
    open_sheet(page, sheet_of(table))
    type_rows(page, rows(3, 9))
    page.context.set_offline(True)
    page.reload()
    scripts_have_taken_over(page)
    expect(page.get_by_text("Spring Cup: round 1, table 1")).to_be_visible()
    assert shown_names(page) == names(table)
    record(page)
    page.wait_for_url(WAITING)
    expect(page.get_by_text("Spring Cup: round 1, table 1")).to_be_visible()
    page.context.set_offline(False)
    page.wait_for_url("**/games/*/")
    table.refresh_from_db()
    assert result_of(table.game) == list(zip(names(table), totals(rows(3, 9)), strict=True))
    assert table.game.club == table.event.club


@pytest.mark.parametrize("closes_the_page", [False, True])
def test_a_sheet_of_an_undone_round_keeps_its_people(phone, event, tables, closes_the_page):
    """Also somebody hidden, whom only the table knows by name: sent late, or gone on with as a game of its own."""
    table = tables[0]
    people = players_of(table)
    people[1].visibility = PageVisibility.HIDDEN
    people[1].save()
    page = phone(people[0].account)
    open_sheet(page, sheet_of(table))
    type_rows(page, rows(3, 9))
    if closes_the_page:
        page.goto("/score/")
        undo_round(actor=event.run_by, event=event, number=1)
        page.locator("[data-drafts-here] a").click()
        scripts_have_taken_over(page)
        expect(cell(page, "seats[0].glory")).not_to_have_value("")
        record(page)
    else:
        page.context.set_offline(True)
        record(page)
        expect(toast(page, "sending")).to_contain_text("The sheet waits here")
        undo_round(actor=event.run_by, event=event, number=1)
        page.context.set_offline(False)
    page.wait_for_url("**/games/*/")
    assert [seat.player for seat in Game.objects.get().seats.order_by("index")] == people


# Answers that come late -------------------------------------------------------------------------------


def test_an_answer_that_comes_after_recording_brings_nothing_back(phone, tables):
    """The page stays for a while after the game is recorded, as it does on a slow phone."""
    table = tables[0]
    page = phone(players_of(table)[0].account)
    page.add_init_script(
        """
        const quick = window.fetch;
        const recorded = new Promise((resolve) => (window.isRecorded = resolve));
        window.fetch = async (address, options) => {
            const answer = await quick(address, options);
            if (String(address).startsWith("/score/drafts/")) await recorded;
            if (options?.body instanceof FormData) setTimeout(window.isRecorded, 200);
            return answer;
        };
        """
    )
    open_sheet(page, sheet_of(table))
    with page.expect_response(DRAFT):
        type_rows(page, rows(3, 1))

    def come_late(route):
        page.wait_for_timeout(1_000)
        route.continue_()

    page.route("**/games/*/", come_late, times=1)
    recorded(page)
    page.goto("/score/")
    expect(page.locator("[data-drafts-here]")).to_be_empty()
    assert not Draft.objects.exists()


def test_a_draft_that_arrives_after_its_game_is_no_draft(phone, tables):
    table = tables[0]
    page = phone(players_of(table)[0].account)
    open_sheet(page, sheet_of(table))
    with page.expect_request(DRAFT) as sent:
        type_rows(page, rows(3, 1))
    recorded(page)
    headers = {name: sent.value.headers[name] for name in ("content-type", "x-csrftoken", "referer")}
    answer = page.context.request.put(sent.value.url, headers=headers, data=sent.value.post_data)
    assert (answer.status, answer.json()["code"]) == (410, "already_recorded")
    page.goto("/score/")
    expect(page.locator("[data-drafts-here]")).to_be_empty()
    assert not Draft.objects.exists()


def begun_here_and_recorded_elsewhere(phone, account):
    one, other = phone(account), phone(account, device="desktop")
    leave_a_ghost(one, PLAIN, "Una", "Duncan", "Tara", number=1)
    expect(cell(one, "draft_revision")).not_to_have_value("0")
    other.goto("/score/drafts/")
    other.get_by_role("heading", name="Clans of Caledonia").get_by_role("link").click()
    expect(other.locator("[data-update]")).to_be_hidden()
    expect(cell(other, "seats[0].glory")).to_have_value(str(rows(3, 1)[0]["glory"]))
    recorded(other)
    return one


def test_a_sheet_recorded_on_another_device_is_not_gone_on_with(phone, event):
    one = begun_here_and_recorded_elsewhere(phone, event.run_by)
    # The first device still has a copy.
    one.goto("/score/")
    open_sheet(one, PLAIN)
    expect(toast(one, "restored")).to_contain_text("already recorded on another device")
    expect(cell(one, "seats[0].glory")).to_have_value("")
    assert drafts_on(one) == []
    assert Game.objects.count() == 1


def test_what_only_one_device_has_stays_when_the_other_records(phone, event):
    one = begun_here_and_recorded_elsewhere(phone, event.run_by)
    cell(one, "seats[0].glory").fill("77")
    expect(toast(one, "restored")).to_contain_text("What you typed here is kept as a new sheet.")
    [draft] = drafts_on(one)
    assert draft["fields"]["seats[0].glory"] == ["77"]
    assert draft["key"] != str(Game.objects.get().idempotency_key)


def test_a_second_tab_does_not_keep_what_the_first_has_recorded(phone, tables):
    table = tables[0]
    page = phone(players_of(table)[0].account)
    open_sheet(page, sheet_of(table))
    type_rows(page, rows(3, 1))
    second = page.context.new_page()
    open_sheet(second, sheet_of(table))
    expect(cell(second, "seats[0].glory")).to_have_value("")
    recorded(page)
    second.goto("/score/")
    expect(second.locator("[data-drafts-here]")).to_be_empty()
    assert not Draft.objects.exists()


# A key that was used ----------------------------------------------------------------------------------


def test_another_sheet_under_a_used_key_is_sent_as_a_new_game(phone, tables, screenshot):
    first, _second = tables
    page = phone(players_of(first)[0].account)
    # A draft that is kept while somebody types slowly would hear first that the game is there.
    page.route(DRAFT, lambda route: route.abort("connectionreset"))
    open_sheet(page, sheet_of(first))
    type_rows(page, rows(3, 1))
    key = cell(page, "entry_key").input_value()
    # The game is recorded, but the phone does not hear of it; somebody changes a number and sends again.
    page.route(SHEET, lambda route: (route.fetch(), route.abort("connectionreset")))
    record(page)
    toast(page, "sending").get_by_role("button", name="Change something").click()
    page.unroute(SHEET)
    type_rows(page, rows(3, 2))
    record(page)
    question = toast(page, "sending")
    expect(question).to_contain_text("This sheet was already recorded with other values.")
    screenshot(page, "sheet-key-used")
    assert Game.objects.count() == 1
    page.reload()
    scripts_have_taken_over(page)
    expect(cell(page, "seats[0].glory")).to_have_value(str(rows(3, 2)[0]["glory"]))
    expect(cell(page, "entry_key")).not_to_have_value(key)
    recorded(page)
    first.refresh_from_db()
    assert [seat for _name, seat in result_of(first.game)] == totals(rows(3, 1))
    assert [seat for _name, seat in result_of(first.rival)] == totals(rows(3, 2))


def test_one_tap_sends_it_as_a_new_game(phone):
    page = phone()
    open_sheet(page, PLAIN)
    type_rows(page, rows(3, 1))
    page.route(SHEET, lambda route: (route.fetch(), route.abort("connectionreset")))
    record(page)
    toast(page, "sending").get_by_role("button", name="Change something").click()
    page.unroute(SHEET)
    type_rows(page, rows(3, 2))
    record(page)
    toast(page, "sending").get_by_role("button", name="Send as a new game").click()
    page.wait_for_url("**/games/*/")
    sent = [[total for _name, total in result_of(game)] for game in Game.objects.order_by("pk")]
    assert sent == [totals(rows(3, 1)), totals(rows(3, 2))]
