"""A whole tournament by an organiser's clicks: 13 players, 4 rounds, a late entry, a drop, a correction and a final."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.clubs.enums import Role
from tests.e2e.accounts import signed_in_as
from tests.e2e.sheets import cell
from tests.factories.clubs import ClubFactory, MembershipFactory, member_of
from tests.factories.events import event_of, play_table, posted_round, refresh_event, sheet_game
from tests.factories.people import PlayerFactory
from tournaments.events.configuration import EventConfiguration, SetupPlan
from tournaments.events.enums import ParticipantState
from tournaments.events.models import Event, EventTable, StageStandingsRow
from tournaments.events.selectors.standings import final_ranking
from tournaments.events.services.results import report_table
from tournaments.formats.stages import Kind, Stage

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def club():
    club = ClubFactory(name="Leith Traders", slug="leith-traders")
    for number in range(1, 12):
        MembershipFactory(club=club, player=PlayerFactory(name=f"Player {number:02}"))
    return club


@pytest.fixture
def organiser(club):
    return member_of(club, Role.ORGANISER, name="Ailsa Baird")


def results_come_in(event, organiser, number):
    """Of a whole round, as the sheets at the tables send them."""
    event.run_by = organiser
    for table in EventTable.objects.filter(round__event=event, round__number=number, decision="", game=None):
        play_table(event, table, on=event.starts_on)


def draw_and_publish(page, number):
    page.get_by_role("button", name=f"Draw round {number}").click()
    page.get_by_role("button", name=f"Publish round {number}").click()
    expect(page.get_by_text(f"Round {number} is published.")).to_be_visible()


def test_a_tournament_from_the_list_to_the_final_ranking(
    new_page, live_server, axe, screenshot, club, organiser
):
    page = new_page(device="desktop")
    signed_in_as(page, live_server, organiser)
    page.goto("/clubs/leith-traders/tournaments/new/")
    page.get_by_label("Name of the tournament").fill("Spring Cup")
    page.get_by_text("Registration", exact=True).click()
    page.get_by_label("Players check in").uncheck()
    axe(page)
    page.get_by_role("button", name="Set up the tournament").click()
    expect(page.get_by_text("Nobody is on the list yet. Open the registration")).to_be_visible()
    event = Event.objects.select_related("club").get()
    page.get_by_role("link", name="Add players").click()
    for box in page.locator('[name="players"]').all():
        box.check()
    page.get_by_role("button", name="Put on the list").click()
    expect(page.get_by_text("12 players have a place.")).to_be_visible()

    page.get_by_role("button", name="Draw round 1").click()
    page.get_by_role("link", name="Change the tables").click()
    moved = page.locator('[data-table="1"] li').first
    moved.drag_to(page.locator('[data-table="2"] li').first)
    expect(page.locator("#costs").get_by_text("this one has 5")).to_be_visible()
    axe(page)
    screenshot(page, "events-tables-desktop")
    page.get_by_role("link", name="Back", exact=True).click()
    page.get_by_role("button", name="Publish round 1").click()
    results_come_in(event, organiser, 1)

    page.goto(f"{event.get_absolute_url()}run/people/")
    page.get_by_role("link", name="Add a late player").click()
    page.get_by_label("New guests").fill("Late Lena")
    page.get_by_role("button", name="Put on the list").click()
    draw_and_publish(page, 2)
    expect(page.get_by_text("Late Lena").first).to_be_visible()
    results_come_in(event, organiser, 2)

    gone = event.participants.get(player__name="Player 07")
    page.goto(f"{event.get_absolute_url()}run/people/{gone.public_id}/")
    page.get_by_role("button", name="Leaves the tournament").click()
    draw_and_publish(page, 3)
    expect(page.locator("#round-now").get_by_text("Player 07")).to_have_count(0)

    table = EventTable.objects.filter(round__event=event, round__number=2).order_by("number").first()
    winner, last = table.seats.order_by("index").first().participant, table.seats.order_by("index").last()
    refresh_event(event)
    before = StageStandingsRow.objects.get(participant=last.participant).wins
    page.goto(f"{event.get_absolute_url()}run/tables/{table.public_id}/")
    expect(page.get_by_text("Rounds drawn since keep their tables: 3.")).to_be_visible()
    expect(page.get_by_text("Round 3 has no result yet: it can be drawn again afterwards.")).to_be_visible()
    screenshot(page, "events-correction-desktop")
    page.get_by_role("link", name="Correct the sheet").click()
    cell(page, f"seats[{last.index}].glory").fill("90")
    page.get_by_role("button", name="Save the correction").click()
    page.wait_for_url("**/games/*/")
    refresh_event(event)
    assert StageStandingsRow.objects.get(participant=last.participant).wins == before + 1
    assert winner.pk != last.participant_id

    results_come_in(event, organiser, 3)
    page.goto(f"{event.get_absolute_url()}run/")
    draw_and_publish(page, 4)
    results_come_in(event, organiser, 4)
    page.goto(f"{event.get_absolute_url()}run/")
    draw_and_publish(page, 5)
    final = event.rounds.get(number=5).tables.get()
    assert final.seats.count() == 4
    results_come_in(event, organiser, 5)
    page.goto(f"{event.get_absolute_url()}run/")
    page.get_by_role("link", name="Finish the tournament").first.click()
    page.get_by_role("button", name="Finish the tournament").click()
    expect(page.get_by_role("heading", name="Final ranking")).to_be_visible()
    ranking = final_ranking(event, organiser)
    assert [participant.final_place for participant in ranking] == list(range(1, 14))
    assert ranking[0] == final.seats.get(index=0).participant


def busy_event(club, organiser):
    """A running tournament with a bit of everything: a conflict, a result, an open table, a clock, a set-up."""
    today = timezone.localdate()
    stages = (Stage(kind=Kind.SWISS, rounds=4, advance=4), Stage(kind=Kind.FINAL))
    plan = EventConfiguration(setup=SetupPlan(fields=("scoring_tiles", "port_tiles"), offer=5))
    days = {"starts_on": today, "ends_on": today}
    event = event_of(
        club=club, actor=organiser, stages=stages, players=13, round_minutes=90, configuration=plan, **days
    )
    for table in posted_round(event).tables.all():
        play_table(event, table, on=today)
    posted_round(event)
    first, second, *_ = EventTable.objects.filter(round__event=event, round__number=2).order_by("number")
    play_table(event, first, on=today)
    backwards = range(first.seats.count() - 1, -1, -1)
    report_table(actor=organiser, table=first, game=sheet_game(first, order=backwards, on=today))
    play_table(event, second, on=today)
    event.participants.filter(player__name="Player 03").update(state=ParticipantState.CHECKED_IN)
    refresh_event(event)
    return event, first, second


def test_every_page_is_accessible_and_fits_a_phone(new_page, live_server, looks_good, club, organiser):
    event, conflict, played = busy_event(club, organiser)
    home = f"{event.get_absolute_url()}run/"
    participant = event.participants.first()
    pages = {
        "new": "/clubs/leith-traders/tournaments/new/",
        "run": home,
        "settings": f"{home}settings/",
        "stages": f"{home}stages/",
        "people": f"{home}people/",
        "entry": f"{home}people/{participant.public_id}/",
        "add": f"{home}add/",
        "wishes": f"{home}wishes/",
        "door": f"{home}door/",
        "round": f"{home}rounds/2/",
        "tables": f"{home}rounds/2/tables/",
        "conflict": f"{home}tables/{conflict.public_id}/",
        "table": f"{home}tables/{played.public_id}/",
        "points": f"{home}points/",
        "notes": f"{home}notes/",
        "history": f"{home}history/",
    }
    page = new_page(device="phone")
    signed_in_as(page, live_server, organiser)
    for name, path in pages.items():
        page.goto(path)
        looks_good(page, f"events-{name}", [("phone", "dark")])
        if name != "new":
            # Of more tabs than the screen is wide.
            expect(page.locator(".tabs-list [aria-current]")).to_be_in_viewport(ratio=0.9)
