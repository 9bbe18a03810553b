"""The organiser's lists cost the same number of queries with one row and with three."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories.events import enter, event_of, play_round, posted_round
from tournaments.events.enums import SeatingRuleKind
from tournaments.events.services.adjustments import adjust_points
from tournaments.events.services.requests import add_seating_rule, write_note


def queries_of(client, path):
    client.get(path)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(path).status_code == 200
    return len(captured)


@pytest.mark.parametrize(
    ("name", "most"),
    [("run", 12), ("manage_people", 12), ("check_in", 13), ("place_codes", 10), ("add_entry", 10)],
)
def test_lists_of_people(client, signed_in, club, address, name, most):
    event = event_of(club=club, actor=signed_in, needs_check_in=True)
    counts = []
    for _ in range(3):
        enter(event, signed_in, team="Leith")
        counts.append(queries_of(client, address(event, name)))
    assert len(set(counts)) == 1
    assert counts[0] <= most


def test_wishes_notes_and_points(client, signed_in, club, address):
    event = event_of(club=club, actor=signed_in, players=8)
    made = posted_round(event)
    made.stage.event = event
    participants, tables = list(event.participants.all()), list(made.tables.all())
    counts = {"wishes": [], "notes": [], "points": [], "history": []}
    for index in range(3):
        one, other = participants[index], participants[index + 1]
        add_seating_rule(actor=signed_in, event=event, first=one, second=other, kind=SeatingRuleKind.APART)
        write_note(actor=signed_in, event=event, text="Slow", table=tables[index % 2], participant=one)
        adjust_points(actor=signed_in, stage=made.stage, participant=one, points="-1", reason="Late")
        for name, found in counts.items():
            found.append(queries_of(client, address(event, name)))
    for name, found in counts.items():
        assert len(set(found)) == 1, name
        assert found[0] <= 17, (name, found)


def test_a_round_with_one_table_and_with_three(client, signed_in, club, address):
    counts = {"manage_round": [], "round_now": [], "change_tables": []}
    for players in (4, 12):
        event = event_of(club=club, actor=signed_in, players=players)
        play_round(event)
        posted_round(event)
        for name, found in counts.items():
            found.append(queries_of(client, address(event, name, 2)))
    for name, found in counts.items():
        assert len(set(found)) == 1, (name, found)
        assert found[0] <= 28, (name, found)
