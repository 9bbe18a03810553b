"""A game from the first page to the shared result, in the languages other than English."""

import pytest
from playwright.sync_api import expect

from games.results.models import Game
from games.results.services.proofs import names_signature
from tests.e2e.looks import sideways_scroll
from tests.e2e.sheets import (
    CLANS,
    cell,
    choose_seat,
    fill_seat,
    scripts_have_taken_over,
    total,
)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# Device, what leads to the sheet, how a row is called, the button that records, the link's label.
LANGUAGES = {
    "fr-FR": {
        "device": "phone",
        "lang": "fr",
        "way_in": "Saisir un score",
        "row": "Houblon",
        "record": "Enregistrer la partie",
        "link": "Lien",
    },
    "pt-BR": {
        "device": "desktop",
        "lang": "pt-br",
        "way_in": "Registrar pontuação",
        "row": "Lúpulo",
        "record": "Registrar a partida",
        "link": "Link",
    },
}


@pytest.mark.parametrize("locale", LANGUAGES)
def test_a_game_is_entered_and_shared(new_page, live_server, screenshot, locale):
    said = LANGUAGES[locale]
    page = new_page(device=said["device"], locale=locale)
    page.goto("/")
    page.get_by_role("main").get_by_role("link", name=said["way_in"]).click()
    page.locator(f'a[href="{CLANS}?human=2"]').click()
    expect(page.locator("html")).to_have_attribute("lang", said["lang"])
    expect(page.locator("#row-hops")).to_have_text(said["row"])
    scripts_have_taken_over(page)
    for seat, (name, changes) in enumerate((("Ailsa", {}), ("Rory", {"contracts": 4, "settlements": 6}))):
        if said["device"] == "phone":
            choose_seat(page, seat)
        cell(page, f"seats[{seat}].player").fill(name)
        fill_seat(page, seat, **changes)
    expect(total(page, 0)).to_have_text("84")
    assert sideways_scroll(page) == 0
    screenshot(page, f"sheet-{locale}")
    page.get_by_role("button", name=said["record"]).click()
    page.wait_for_url("**/games/*/")
    game = Game.objects.get()
    expect(page.get_by_label(said["link"], exact=True)).to_have_value(
        f"{live_server.url}{game.get_absolute_url()}?names={names_signature(game)}&lang={said['lang']}"
    )
    assert sideways_scroll(page) == 0
    screenshot(page, f"game-{locale}")
    assert [(seat.name, seat.total) for seat in game.seats.all()] == [("Ailsa", 84), ("Rory", 64)]
