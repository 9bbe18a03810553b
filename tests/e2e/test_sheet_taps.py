"""The work a sheet is: taps and keys of a four-player game with Industria, read from the table by one person, on a
phone that has scored a game of the same people before.
"""

import pytest
from playwright.sync_api import expect

from games.results.models import Game
from tests.e2e.sheets import CLANS, cell, scripts_have_taken_over

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAMES = ("Ana", "Bruno", "Chloé", "Duncan")
FACTIONS = ("macdonald", "mackenzie", "campbell", "sinclair")
NUMBERS = {
    "glory": (62, 58, 54, 57),
    "basic_goods": (3, 1, 4, 2),
    "processed_goods": (5, 2, 6, 1),
    "money": (57, 36, 28, 52),
    "contracts": (6, 5, 6, 4),
    "hops": (24, 15, 20, 10),
    "cotton": (15, 0, 7, 0),
    "tobacco": (0, 6, 7, 4),
    "sugar_cane": (1, 10, 4, 7),
    "settlements": (13, 10, 12, 9),
    "deliveries": (5, 3, 4, 2),
}
# Who claimed each milestone, in order.
MILESTONES = {
    "milestone_1": ("Ana", "Bruno", "Chloé"),
    "milestone_2": ("Chloé",),
    "milestone_3": ("Bruno", "Ana"),
    "milestone_4": ("Duncan",),
}


class Hand:
    """Counts what a person does: a tap on the page, a key of the keypad or of a keyboard."""

    def __init__(self, page):
        self._page = page
        self.taps = 0
        self.keys = 0

    def tap(self, target):
        self.taps += 1
        target.tap()

    def choose(self, path, value):
        """A list is opened by one tap, and chosen from by another."""
        self.taps += 2
        cell(self._page, path).select_option(value)

    def press(self, key):
        self.keys += 1
        self._page.locator(f".keypad {key}").tap()

    def digits(self, number):
        for digit in str(number):
            self.press(f'[data-digit="{digit}"]')


def type_names_once(page):
    """An earlier evening: whoever was typed then is offered now."""
    page.goto(f"{CLANS}?human=4")
    scripts_have_taken_over(page)
    cell(page, "seats[0].player").tap()
    for name in reversed(NAMES):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    page.evaluate(
        "Object.keys(localStorage).filter((k) => k.includes('draft')).forEach((k) => localStorage.removeItem(k))"
    )


def test_a_game_of_four_with_industria_takes_so_many_taps_and_keys(new_page):
    page = new_page(device="phone")
    type_names_once(page)
    hand = Hand(page)
    page.goto("/")
    hand.tap(page.locator(".hero-actions a"))
    hand.tap(page.locator(f'a[href="{CLANS}?human=4"]'))
    scripts_have_taken_over(page)
    hand.tap(page.locator("summary", has_text="Industria"))
    hand.choose("options.reward", "glory")
    hand.choose("options.train", "full")
    hand.tap(page.locator('[data-open-seat="0"]'))
    for name, faction in zip(NAMES, FACTIONS, strict=True):
        hand.tap(page.get_by_role("dialog").get_by_role("button", name=name, exact=True))
        hand.tap(page.get_by_role("dialog").locator(f'[data-key="clan {faction}"]'))
    hand.tap(page.get_by_role("dialog").locator('[data-key="turn 1"]'))

    hand.tap(cell(page, "seats[0].glory"))
    # From here on no tap is needed until the last number stands.
    typing = Hand(page)
    for key, row in NUMBERS.items():
        for seat, number in enumerate(row):
            expect(cell(page, f"seats[{seat}].{key}")).to_be_focused()
            typing.digits(number)
            if key != "deliveries":
                typing.press("[data-next]")
    assert (typing.taps, typing.keys) == (0, 101)
    hand.keys += typing.keys

    for key, claimers in MILESTONES.items():
        for name in claimers:
            hand.tap(page.locator(f'[data-places="{key}"]').get_by_role("button", name=f"{name} was"))
    hand.tap(page.get_by_role("button", name="Record the game"))
    page.wait_for_url("**/games/*/")
    game = Game.objects.get()
    assert [seat.name for seat in game.seats.order_by("index")] == list(NAMES)
    assert hand.taps <= 40
    assert hand.keys <= 110
