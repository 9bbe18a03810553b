"""A game's life in a real browser: read, confirm, dispute, browse, on a phone and on a desk."""

import pytest
from playwright.sync_api import expect

from games.clubs.enums import Role
from games.results.enums import GameState
from games.results.models import ClubConfirmation
from games.results.services.proofs import table_token, token_for
from games.results.services.results import Person
from tests.e2e.accounts import signed_in_as
from tests.factories.clubs import ClubFactory, MembershipFactory
from tests.factories.games import recorded_game
from tests.factories.people import PlayerFactory
from tests.scoring.glen_more_2.sheets import sheet as glen_more_sheet

pytestmark = pytest.mark.browser


@pytest.fixture
def club(transactional_db):
    return ClubFactory(name="Leith Traders", slug="leith-traders")


@pytest.fixture
def people(club):
    return [
        MembershipFactory(club=club, player=PlayerFactory(name=name), role=role).player
        for name, role in (("Ailsa Muir", Role.ORGANISER), ("Rory Kerr", Role.MEMBER))
    ]


@pytest.fixture
def game(club, people):
    ClubConfirmation.objects.create(club=club, rule="all")
    return recorded_game(*(Person(player=one) for one in people), club=club, recorder=people[0].account)


def test_every_page_is_accessible_and_fits_its_device(new_page, looks_good, live_server, game, club, people):
    rounds = recorded_game(
        *(Person(player=one) for one in people),
        club=club,
        system="glen_more_2",
        sheet=glen_more_sheet(2),
        warnings_confirmed=True,
    )
    guests = recorded_game(Person(player=people[0]), Person(name="Gus"), club=club)
    page = new_page(device="phone")
    signed_in_as(page, live_server, people[0].account)
    addresses = {
        "game": game.get_absolute_url(),
        "rounds": rounds.get_absolute_url(),
        "history": f"{game.get_absolute_url()}history/",
        "dispute": f"{game.get_absolute_url()}dispute/",
        "personal_link": f"{guests.get_absolute_url()}links/1/",
        "mine": f"{guests.get_absolute_url()}mine/{token_for(guests.seats.get(index=1), guests)}/",
        "table": f"{guests.get_absolute_url()}table/{table_token(guests, shown_by=None)}/",
        "table_account": f"{game.get_absolute_url()}table/{table_token(game, shown_by=None)}/1/",
        "games": "/games/",
        "games_filtered": "/games/?system=clans_of_caledonia&dimension=campbell",
        "player": people[0].get_absolute_url(),
        "club": club.get_absolute_url(),
        "counting": f"/clubs/{club.slug}/counting/",
    }
    for name, address in addresses.items():
        page.goto(address)
        looks_good(page, f"life-{name}")


@pytest.mark.parametrize("scripts", [True, False])
def test_the_other_player_confirms_and_the_game_counts(new_page, live_server, game, people, scripts):
    page = new_page(device="phone", scripts=scripts)
    signed_in_as(page, live_server, people[1].account)
    page.goto(game.get_absolute_url())
    page.get_by_role("button", name="Confirm the result").click()
    expect(page.get_by_text("This result counts for ratings")).to_be_visible()
    game.refresh_from_db()
    assert game.state == GameState.CONFIRMED


def test_a_guest_disputes_by_the_personal_link(new_page, club, people):
    game = recorded_game(Person(player=people[0]), Person(name="Gus"), club=club)
    page = new_page(device="phone")
    page.goto(f"{game.get_absolute_url()}mine/{token_for(game.seats.get(index=1), game)}/")
    page.get_by_text("Something is wrong").click()
    page.get_by_label("Exports").fill("I had six contracts")
    page.get_by_role("button", name="Dispute the result").click()
    expect(page.get_by_text("You have disputed this result.")).to_be_visible()
    game.refresh_from_db()
    assert game.state == GameState.DISPUTED


def test_tapping_a_number_tells_how_it_came_about(new_page, game):
    page = new_page(device="phone")
    page.goto(game.get_absolute_url())
    row = page.get_by_role("row", name="Glory")
    row.get_by_role("button").first.click()
    expect(page.locator(".popover:popover-open")).to_contain_text("45 steps on the glory track")


@pytest.mark.parametrize("scripts", [True, False])
def test_filters_change_the_list_and_the_address(new_page, game, scripts):
    page = new_page(scripts=scripts)
    page.goto("/games/")
    expect(page.get_by_text("Rory Kerr")).to_be_visible()
    page.locator("#id_system").select_option("glen_more_2")
    if not scripts:
        page.get_by_role("button", name="Show").click()
    expect(page.get_by_text("No game found")).to_be_visible()
    assert "system=glen_more_2" in page.url
