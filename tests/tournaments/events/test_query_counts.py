"""What pages read costs the same number of queries for one table and for three."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories.events import event_of, play_round, refresh_event
from tournaments.events.models import Event
from tournaments.events.selectors.events import (
    event_honours,
    events_of_club,
    events_to_find,
    history_of,
    notes_of,
    people_of,
    seating_rules_of,
    winners_of,
)
from tournaments.events.selectors.rounds import own_table, round_view
from tournaments.events.selectors.stages import stage_state, tables_without_result
from tournaments.events.selectors.standings import final_ranking, stage_tables
from tournaments.events.services.events import finish_event

pytestmark = pytest.mark.django_db


def names(participants):
    return [participant.player.shown.name for participant in participants]


def seen(view):
    return [(seat.shown.name, seat.rank) for table in view.tables for seat in table.seats]


READS = {
    "round": lambda event, viewer: seen(round_view(event, 1, viewer)),
    "people": lambda event, viewer: names(people_of(event, viewer)),
    "standings": lambda event, viewer: [
        (row.shown.name, row.row.points) for table in stage_tables(event, viewer) for row in table.rows
    ],
    "ranking": lambda event, viewer: names(final_ranking(event, viewer)),
    "honours": event_honours,
    "history": lambda event, viewer: [
        str(line.participant and line.participant.player.shown.name) for line in history_of(event, viewer)
    ],
    "notes": lambda event, viewer: list(notes_of(event, viewer)),
    "wishes": seating_rules_of,
    "state": lambda event, viewer: stage_state(event, event.stages.get()).results,
    "missing": lambda event, viewer: tables_without_result(event),
    "own table": lambda event, viewer: own_table(event.participants.order_by("pk")[0], viewer),
}


def finished_event(players):
    event = event_of(players=players)
    play_round(event)
    refresh_event(event)
    finish_event(actor=event.run_by, event=event, early=True)
    return event.pk, event.run_by


def count(event, viewer, read):
    event = Event.objects.select_related("club").get(pk=event)
    event.club.role_of(viewer)
    with CaptureQueriesContext(connection) as queries:
        read(event, viewer)
    return len(queries)


def test_one_table_and_three_cost_the_same():
    small, large = finished_event(4), finished_event(12)
    few = {name: count(*small, read) for name, read in READS.items()}
    assert {name: count(*large, read) for name, read in READS.items()} == few
    assert max(few.values()) <= 10, few


def test_lists_of_events_cost_the_same_for_one_and_three():
    event = event_of(players=2)
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            found = list(events_to_find(event.run_by))
            assert [(one.club.name, one.player_count) for one in found]
            list(events_of_club(event.club))
            winners_of(found, event.run_by)
        counts.append(len(queries))
        for _ in range(2):
            event_of(players=1, club=event.club, actor=event.run_by)
    assert counts[0] == counts[1]
