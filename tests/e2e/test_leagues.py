"""A club's league in a browser: set up, three rounds, one down and one up, the next season."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.clubs.enums import Role
from tests.e2e.accounts import signed_in_as
from tests.e2e.looks import sideways_scroll
from tests.e2e.sheets import CLANS_SEAT, cell, record
from tests.factories.clubs import ClubFactory, MembershipFactory, member_of
from tests.factories.leagues import group_season, open_season, played, refresh
from tests.factories.people import PlayerFactory
from tournaments.leagues.models import Fixture, Season
from tournaments.leagues.services.fixtures import link_game

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAMES = ("Ailsa Baird", "Bruno Rocha", "Camille Perrin", "Davi Muir", "Eilidh Kerr", "Fergus Hay")


@pytest.fixture
def club():
    club = ClubFactory(name="Leith Traders", slug="leith-traders")
    for name in NAMES[1:]:
        MembershipFactory(club=club, player=PlayerFactory(name=name))
    return club


@pytest.fixture
def organiser(club):
    return member_of(club, Role.ORGANISER, name=NAMES[0])


def people(fixture):
    return [
        seat.participant.player
        for seat in fixture.seats.select_related("participant__player").order_by("index")
    ]


def play_the_rest(season, organiser):
    """By the alphabet: who comes first in it wins every game."""
    for fixture in Fixture.objects.open().filter(season=season).order_by("round", "pk"):
        fixture.season = season
        seated = sorted(people(fixture), key=lambda player: player.name)
        link_game(actor=organiser, fixture=fixture, game=played(season, *seated, on=season.starts_on))


def enter_on_the_sheet(page):
    for index, clan in enumerate(("campbell", "stewart", "robertson")):
        cell(page, f"seats[{index}].clan").select_option(clan)
        for key, value in CLANS_SEAT.items():
            cell(page, f"seats[{index}].{key}").fill(str(value))
    record(page)
    page.wait_for_url("**/games/*/")
    expect(page.get_by_text("The game is recorded.")).to_be_visible()


def test_set_up_play_three_rounds_relegate_and_go_on(new_page, live_server, axe, screenshot, club, organiser):
    page = new_page(device="desktop")
    signed_in_as(page, live_server, organiser)
    page.goto("/clubs/leith-traders/")
    page.get_by_role("link", name="Set up a league").click()
    page.get_by_label("Groups with a schedule").check()
    page.get_by_text("Open season: which games count").click()
    expect(page.locator('[data-system="clans_of_caledonia"]').first).to_be_visible()
    expect(page.locator('[data-system="glen_more_2"]').first).to_be_hidden()
    page.get_by_text("Groups, promotion and relegation").click()
    page.get_by_label("Players at a table").select_option("3")
    for name, number in (("group_size", 3), ("promoted", 1), ("relegated", 1)):
        cell(page, name).fill(str(number))
    axe(page)
    screenshot(page, "leagues-new")
    page.get_by_role("button", name="Set up the league").click()
    page.get_by_role("button", name="Deal the players into groups").click()
    expect(page.get_by_role("heading", name="Division 2 · Group A")).to_be_visible()
    page.get_by_role("link", name="Start the season").click()
    page.get_by_role("button", name="Start the season").click()
    expect(page.get_by_role("heading", name="Your next games")).to_be_visible()

    page.get_by_role("link", name="Enter this game").first.click()
    season = Season.objects.select_related("league__club").get()
    own = Fixture.objects.filter(seats__participant__player=organiser.player).order_by("deadline").first()
    assert [cell(page, f"seats[{index}].player").input_value() for index in range(3)] == [
        player.name for player in people(own)
    ]
    enter_on_the_sheet(page)
    own.refresh_from_db()
    assert own.game is not None
    play_the_rest(season, organiser)
    refresh(season)
    page.goto(season.get_absolute_url())
    expect(page.get_by_role("table")).to_have_count(2)
    screenshot(page, "leagues-standings")

    page.get_by_role("link", name="Close the season").click()
    page.get_by_role("button", name="Close the season").click()
    down = season.standings.get(group__division__level=1).rows.last().player
    up = season.standings.get(group__division__level=2).rows.first().player
    page.get_by_role("link", name="Next season").click()
    page.get_by_role("button", name="Save").click()
    screenshot(page, "leagues-groups")
    top = page.locator(".card", has=page.get_by_role("heading", name="Division 1 · Group A"))
    expect(top.get_by_text(up.name, exact=True)).to_be_visible()
    expect(top.get_by_text(down.name, exact=True)).to_have_count(0)


def test_every_page_is_accessible_and_fits_a_phone(new_page, live_server, looks_good, club, organiser):
    today = timezone.localdate()
    season = group_season(
        players=4,
        size=4,
        league=club.leagues.create(name="Ligue", system="clans_of_caledonia"),
        actor=organiser,
        starts_on=today - timedelta(days=40),
        ends_on=today + timedelta(days=40),
    )
    for day, fixture in enumerate(Fixture.objects.filter(season=season).order_by("pk")[:2]):
        fixture.season = season
        on = today - timedelta(days=20 - day)
        link_game(actor=organiser, fixture=fixture, game=played(season, *people(fixture), on=on))
    refresh(season)
    row = season.standings.get().rows.first()
    home = season.get_absolute_url()
    pages = {
        "standings": home,
        "schedule": f"{home}schedule/",
        "outlook": f"{home}outlook/?player={row.player.public_id}",
        "race": f"{home}race/",
        "people": f"{home}people/",
        "player": f"{home}players/{row.player.public_id}/",
        "settings": f"{home}edit/",
        "league": season.league.get_absolute_url(),
        "mine": "/leagues/mine/",
        "embed": f"{home}embed/",
    }
    page = new_page(device="phone")
    signed_in_as(page, live_server, organiser)
    for name, path in pages.items():
        page.goto(path)
        looks_good(page, f"leagues-{name}", [("phone", "dark")])


def test_a_penalty_with_its_reason_on_the_phone(new_page, live_server, axe, club, organiser):
    """Given, read in the standings, taken back."""
    league = club.leagues.create(name="Thursday League", system="clans_of_caledonia")
    season = open_season(league=league, actor=organiser)
    winner, loser = (season.participants.get(player__name=name).player for name in NAMES[1:3])
    played(season, winner, loser)
    page = new_page(device="phone")
    signed_in_as(page, live_server, organiser)
    page.goto(season.get_absolute_url())
    page.get_by_role("link", name="Bonuses and penalties").click()
    page.get_by_label("Player").select_option(winner.name)
    page.get_by_role("textbox", name="Points").fill("4.5")
    page.get_by_label("Reason").fill("Came two hours late")
    axe(page)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("the standings follow in a moment")).to_be_visible()
    refresh(season)
    page.goto(season.get_absolute_url())
    expect(page.get_by_text("Came two hours late")).to_be_visible()
    expect(page.get_by_role("row").nth(1)).to_contain_text(loser.name)
    page.get_by_text("Why?").click()
    expect(page.get_by_text("has more points than")).to_be_visible()
    axe(page)
    assert sideways_scroll(page) == 0
    page.goto(f"{season.get_absolute_url()}adjustments/")
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_text("the history keeps both")).to_be_visible()
    assert not season.adjustments.exists()
