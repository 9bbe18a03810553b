"""Results that come in through the score sheet at the table: once, late, twice, and two that differ."""

import pytest

from games.results.models import Game
from tests.factories.events import DAY, event_of, posted_round, refresh_event
from tests.factories.games import clans_seat, clans_sheet
from tests.games.sheets.posting import posted_sheet
from tournaments.events.enums import TableDecision
from tournaments.events.selectors.rounds import TableState, table_for
from tournaments.events.services.results import decide_table
from tournaments.formats.stages import Kind, Stage

pytestmark = pytest.mark.django_db

CLANS = ("campbell", "stewart", "robertson", "buchanan")


@pytest.fixture
def event():
    return event_of(players=4, stages=(Stage(kind=Kind.SWISS, rounds=2),))


@pytest.fixture
def table(event):
    table = posted_round(event).tables.get()
    table.round.event = event
    return table


def people(table):
    return [
        seat.participant.player
        for seat in table.seats.select_related("participant__player").order_by("index")
    ]


def record(client, table, glory=(60, 50, 40, 30), order=range(4), **more):
    """As a phone posts it; odd numbers want a yes first. `order`: who is written into which seat of the sheet."""
    seats = [clans_seat(clan=CLANS[seat], glory=glory[seat]) for seat in order]
    names = [people(table)[seat].name for seat in order]
    data = posted_sheet(clans_sheet(*seats), *names, action="record", played_on=DAY.isoformat(), **more)
    data |= {"club": table.event.club.slug, "prepared": f"event:{table.public_id}"}
    response = client.post("/score/clans_of_caledonia/", data)
    if response.status_code == 422:
        data |= {"warnings_confirmed": response.context["warnings_key"]}
        response = client.post("/score/clans_of_caledonia/", data)
    return response


def state(event, table):
    return table_for(event, table.public_id, event.run_by).state


def test_a_sheet_of_the_table_is_its_result_in_the_same_transaction(client, event, table):
    client.force_login(people(table)[0].account)
    assert record(client, table).status_code == 302
    table.refresh_from_db()
    assert table.game == Game.objects.get()
    refresh_event(event)
    row = event.stages.get().standings.get().rows.get(order=1)
    assert (row.participant.player, row.points) == (people(table)[0], "5")


def test_the_same_sheet_sent_twice_by_one_phone_is_one_game(client, event, table):
    client.force_login(people(table)[0].account)
    for _ in range(2):
        record(client, table, entry_key="8d3f1c1e-0000-4000-8000-000000000001")
    assert Game.objects.count() == 1
    assert state(event, table) in {TableState.PLAYED, TableState.WAITING}


def test_the_same_result_from_a_second_phone_counts_once(client, event, table):
    for player in people(table)[:2]:
        client.force_login(player.account)
        record(client, table)
    table.refresh_from_db()
    counted = [game for game in Game.objects.all() if game.state != "void"]
    assert counted == [table.game]
    assert table.rival is None


def test_two_different_results_wait_for_an_organiser(client, event, table):
    first, second = people(table)[:2]
    client.force_login(first.account)
    record(client, table)
    client.force_login(second.account)
    assert record(client, table, glory=(30, 60, 40, 50)).status_code == 302
    table.refresh_from_db()
    assert table.rival is not None
    assert state(event, table) == TableState.CONFLICT


def test_a_sheet_that_comes_when_the_next_round_is_drawn_is_a_game_of_the_club(client, event, table):
    """The organiser called the table off and went on; what was played is not lost."""
    decide_table(actor=event.run_by, table=table, decision=TableDecision.CANCELLED)
    posted_round(event)
    client.force_login(people(table)[0].account)
    assert record(client, table).status_code == 302
    table.refresh_from_db()
    assert table.game is None
    assert Game.objects.get().club == event.club
