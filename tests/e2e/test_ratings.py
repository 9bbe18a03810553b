"""Ratings in a real browser: from the leaderboard to a player, a game, and the forecast of a table."""

from dataclasses import replace
from datetime import timedelta

import pytest
from playwright.sync_api import expect

from games.results.services.results import Person
from tests.factories.clubs import ClubFactory
from tests.factories.games import PLAYED, clans_seat, clans_sheet, recorded_game
from tests.factories.people import PlayerFactory
from tests.games.ratings.tables import FIRST_DAY, rate

pytestmark = pytest.mark.browser

LOOKS = (("phone", "light"), ("desktop", "dark"))


@pytest.fixture
def games(transactional_db):
    """Ailsa always before Rory before Una."""
    club = ClubFactory(name="Leith Traders", slug="leith-traders")
    people = [Person(player=PlayerFactory(name=name)) for name in ("Ailsa Muir", "Rory Kerr", "Una Hay")]
    sheet = clans_sheet(*(clans_seat(glory=glory) for glory in (50, 45, 40)))
    days = [replace(PLAYED, played_on=FIRST_DAY + timedelta(days=number)) for number in range(6)]
    found = [recorded_game(*people, sheet=sheet, club=club, circumstances=day) for day in days]
    rate()
    return found


def test_from_the_leaderboard_to_a_game_and_a_forecast(new_page, looks_good, games):
    page = new_page()

    def looked_at(name):
        looks_good(page, f"ratings-{name}", LOOKS)

    page.goto("/ratings/")
    expect(page.get_by_role("row", name="1. Ailsa Muir")).to_be_visible()
    looked_at("leaderboard")
    # Filters answer without a reload and stand in the address.
    page.get_by_label("Games played").select_option("10")
    expect(page.get_by_text("No player found")).to_be_visible()
    assert "games=10" in page.url
    page.get_by_label("Games played").select_option("")

    page.get_by_role("link", name="Ailsa Muir").click()
    expect(page.get_by_role("heading", name="Ailsa Muir")).to_be_visible()
    looked_at("player")
    # The chart is one stop for the tab key, at the latest game; arrows go from game to game.
    points = page.locator("a.chart-point")
    expect(points).to_have_count(6)
    assert page.locator('a.chart-point[tabindex="0"]').count() == 1
    points.last.focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".chart-pointed")).to_contain_text("6 May 2026")
    page.keyboard.press("Enter")

    page.wait_for_url(f"**{games[4].get_absolute_url()}")
    ratings = page.get_by_role("region", name="Ratings: Everyone")
    expect(ratings.get_by_role("row", name="Ailsa Muir")).to_contain_text("+")
    expect(page.get_by_text("this very order had a chance of").first).to_be_visible()
    looked_at("game")

    page.goto("/ratings/forecast/")
    page.get_by_label("Player 1").fill("Ailsa Muir")
    # While one types, the names that can be meant are offered.
    page.get_by_label("Player 2").press_sequentially("una h")
    expect(page.locator("#forecast-names option")).to_have_count(1)
    page.get_by_label("Player 2").fill("Una Hay")
    page.get_by_role("button", name="Forecast").click()
    expect(page.get_by_text("Ailsa Muir is the favourite")).to_be_visible()
    assert "player_1=Ailsa" in page.url
    looked_at("forecast")
    page.get_by_role("link", name="How forecasts are made").click()
    expect(page.get_by_role("heading", name="How forecasts are made")).to_be_visible()
    looked_at("about")
