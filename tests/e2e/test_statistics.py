"""Statistics in a real browser: from the table of clans over filters to a clan, the facts and draft help."""

import pytest
from playwright.sync_api import expect

from games.results.services.results import Person
from tests.factories.clubs import ClubFactory
from tests.factories.people import PlayerFactory
from tests.games.stats.helpers import fit_all, refresh_statistics, two

pytestmark = pytest.mark.browser


@pytest.fixture
def games(transactional_db):
    """Enough for worths, with three clans."""
    club = ClubFactory(name="Leith Traders", slug="leith-traders")
    people = [Person(player=PlayerFactory(name=name)) for name in ("Ailsa Muir", "Rory Kerr")]
    clans = ("campbell", "stewart", "macdonald")
    for number in range(33):
        two(clans[number % 3], clans[(number + 1) % 3], people=people, club=club)
    refresh_statistics()
    fit_all()


def test_from_the_table_to_a_clan_the_facts_and_the_draft(new_page, looks_good, games):
    page = new_page(device="phone")

    def looked_at(name):
        looks_good(page, f"statistics-{name}", [("phone", "light")])

    page.goto("/statistics/")
    expect(page.get_by_role("row", name="Campbell").first).to_be_visible()
    looked_at("table")
    # The order and the filters answer without a reload, stand in the address, and keep each other.
    page.get_by_role("link", name="Games", exact=True).last.click()
    page.wait_for_url("**sort=-games**")
    page.get_by_label("Players at the table").select_option("2")
    page.wait_for_url("**seats=2**")
    assert "sort=-games" in page.url
    expect(page.get_by_role("list", name="Chosen filters")).to_contain_text("2 players")
    page.get_by_label("Players at the table").select_option("4")
    expect(page.get_by_text("No game fits these filters")).to_be_visible()
    page.goto("/statistics/clans/campbell/")
    expect(page.get_by_role("heading", name="Campbell")).to_be_visible()
    expect(page.get_by_text("Where the VP come from").first).to_be_visible()
    looked_at("clan")
    page.goto("/statistics/games/clans_of_caledonia/")
    expect(page.get_by_role("heading", name="Lines of the score")).to_be_visible()
    looked_at("facts")
    page.goto("/statistics/draft/")
    page.get_by_label("Players at the table").select_option("2")
    page.get_by_label("Clan 1").select_option("campbell")
    page.get_by_label("Clan 2").select_option("stewart")
    page.get_by_role("button", name="Rank the offers").click()
    expect(page.get_by_role("heading", name="Best first")).to_be_visible()
    assert "clan_1=campbell" in page.url
    looked_at("draft")
    page.get_by_role("link", name="How draft help works").click()
    expect(page.get_by_role("heading", name="How draft help works")).to_be_visible()
    looked_at("method")
