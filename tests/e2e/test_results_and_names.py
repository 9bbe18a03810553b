"""Two phones at one table, and a tournament that names its players, as people see them."""

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from games.clubs.enums import Role
from games.players.models.player import PageVisibility
from tests.e2e.accounts import signed_in_as
from tests.factories.clubs import ClubFactory, member_of
from tests.factories.events import event_of, posted_round, sheet_game
from tests.factories.leagues import LeagueFactory, group_season, played
from tournaments.events.models import Event, EventTable
from tournaments.events.services.results import report_table
from tournaments.leagues.models import Fixture
from tournaments.leagues.services.fixtures import report_fixture

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAMES = ["Ailsa Baird", "Bruno Lefèvre", "Catriona Muir", "Dougal MacAllister"]


@pytest.fixture
def club():
    return ClubFactory(name="Leith Traders", slug="leith-traders")


@pytest.fixture
def organiser(club):
    return member_of(club, Role.ORGANISER, name="Eilidh Ross")


@pytest.fixture
def table(club, organiser):
    """Of a running tournament; nobody's name is for strangers."""
    today = timezone.localdate()
    event = event_of(club=club, actor=organiser, players=4, starts_on=today, ends_on=today)
    for participant, name in zip(event.participants.order_by("pk"), NAMES, strict=True):
        participant.player.name, participant.player.visibility = name, PageVisibility.CLUB
        participant.player.save()
    table = posted_round(event).tables.get()
    table.round.event = event
    return table


def enter(table, seat, order):
    account = table.seats.get(index=seat).participant.player.account
    game = sheet_game(table, order=order, on=table.event.starts_on, recorder=account)
    report_table(actor=account, table=EventTable.objects.get(pk=table.pk), game=game)
    return game, account


def test_second_results_for_players_and_organisers(new_page, live_server, looks_good, table, organiser):
    enter(table, 0, [0, 1, 2, 3])
    same, second_account = enter(table, 1, [0, 1, 2, 3])
    page = new_page(device="phone")
    signed_in_as(page, live_server, second_account)
    page.goto(same.get_absolute_url())
    expect(page.get_by_text("This one is the same in every cell.")).to_be_visible()
    looks_good(page, "second-result-same")
    different, _account = enter(table, 2, [1, 0, 2, 3])
    enter(table, 3, [3, 0, 2, 1])
    page.goto(different.get_absolute_url())
    # From the first, and from the one that came after it.
    expect(page.get_by_text("They differ in 2 cells.")).to_have_count(2)
    looks_good(page, "second-result-different")
    page.goto(f"/score/clans_of_caledonia/?prepared=event:{table.public_id}")
    expect(page.get_by_text("If you enter yours as well, the two are compared.")).to_be_visible()
    looks_good(page, "second-result-sheet")
    page = new_page(device="phone")
    signed_in_as(page, live_server, organiser)
    page.goto(f"{table.event.get_absolute_url()}run/tables/{table.public_id}/")
    looks_good(page, "second-result-organiser", [("phone", "light"), ("phone", "dark"), ("desktop", "light")])
    page.get_by_role("button", name="This result counts").nth(1).click()
    expect(page.get_by_text("Decided.")).to_be_visible()
    page.goto(same.get_absolute_url())
    expect(page.get_by_text("An organiser decided that another result of this table counts.")).to_be_visible()


def test_a_league_game_entered_twice(new_page, live_server, looks_good, club, organiser):
    season = group_season(players=5, league=LeagueFactory(club=club), actor=organiser)
    fixture = Fixture.objects.filter(season=season).order_by("pk").first()
    seated = [
        seat.participant.player
        for seat in fixture.seats.select_related("participant__player").order_by("index")
    ]
    for people in (seated, seated[::-1]):
        game = played(season, *people, on=season.starts_on, recorder=people[0].account)
        report_fixture(actor=organiser, fixture=Fixture.objects.get(pk=fixture.pk), game=game)
    page = new_page(device="phone")
    signed_in_as(page, live_server, organiser)
    page.goto(reverse("leagues:schedule", args=[season.address_key]))
    looks_good(page, "second-result-schedule")
    page.get_by_role("link", name="Choose the result").click()
    looks_good(page, "second-result-league")
    page.get_by_role("button", name="This result counts").nth(1).click()
    expect(page.get_by_text("Decided.")).to_be_visible()


def test_names_for_everyone_and_for_the_room(new_page, live_server, looks_good, table, organiser):
    event = table.event
    page = new_page(device="desktop")
    page.goto(reverse("events:round", args=[event.address_key, 1]))
    expect(page.get_by_text(NAMES[0])).to_have_count(0)
    signed_in_as(page, live_server, organiser)
    page.goto(f"{event.get_absolute_url()}run/screen/")
    page.get_by_role("button", name="Make the link").click()
    looks_good(page, "screen-link")
    page.goto(f"{event.get_absolute_url()}run/settings/")
    page.get_by_text("Registration", exact=True).click()
    page.get_by_label("Show players’ names to everyone").check()
    looks_good(page, "names-settings")
    page.get_by_role("button", name="Save").click()
    event = Event.objects.get(pk=event.pk)
    stranger = new_page(device="phone")
    stranger.goto(reverse("events:round", args=[event.address_key, 1]))
    expect(stranger.get_by_text(NAMES[0])).to_be_visible()
    looks_good(stranger, "names-round")
    stranger.goto(reverse("events:place", args=[event.participants.first().token]))
    expect(stranger.get_by_text("after you came in")).to_be_visible()
    looks_good(stranger, "names-place")
    stranger.goto(f"{reverse('events:room_screen', args=[event.screen_key])}?stay=1")
    expect(stranger.get_by_text(NAMES[3])).to_be_visible()
    looks_good(stranger, "names-room-screen", [("desktop", "light")])
