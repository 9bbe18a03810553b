"""The code on a table's slip: everybody who sits there scans it, and one of them, with an account, records."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.joint_sheets.models import JointSheet
from games.joint_sheets.slips import slip_address
from games.results.models import Game
from tests.e2e.accounts import signed_in_as
from tests.e2e.joint import is_filling, sent, shows
from tests.e2e.sheets import fill_seat, record
from tests.e2e.tables import players_of
from tests.factories.events import event_of, posted_round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def table():
    today = timezone.localdate()
    return posted_round(event_of(players=6, starts_on=today, ends_on=today)).tables.order_by("number").first()


def test_a_table_scans_its_slip_and_fills_in_one_sheet(table, new_page, live_server):
    people = players_of(table)
    slip = slip_address(f"event:{table.public_id}")
    guest, player = new_page(device="phone"), new_page(device="phone")
    signed_in_as(player, live_server, people[1].account)

    guest.goto(slip)
    guest.get_by_role("button", name="Fill in together").click()
    guest.get_by_role("button", name=people[0].name).click()
    is_filling(guest)
    player.goto(slip)
    player.get_by_role("button", name=people[1].name).click()
    is_filling(player)
    assert JointSheet.objects.count() == 1

    fill_seat(guest, 0, glory=51)
    shows(player, "seats[0].glory", 51)
    # Who sits where is settled by the draw.
    expect(player.locator('[name="seats[1].player"]')).not_to_be_editable()
    fill_seat(player, 1)
    sent(guest)
    sent(player)
    # Whose phone keeps the sheet fills in who has none.
    for seat in range(2, len(people)):
        fill_seat(guest, seat, glory=40 - seat)
    sent(guest)
    shows(player, "seats[2].settlements", 8)
    record(player)
    player.wait_for_url("**/games/*/")
    game = Game.objects.get()
    table.refresh_from_db()
    assert table.game == game
    assert [seat.player for seat in game.seats.order_by("index")] == people
    guest.wait_for_url("**/games/*/table/**")
