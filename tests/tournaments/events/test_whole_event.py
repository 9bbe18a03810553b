"""A tournament from the list to the final ranking."""

import pytest

from caledonia_site.common.errors import NotAllowedError
from games.clubs.enums import Role
from tests.factories.clubs import member_of
from tests.factories.events import (
    enter,
    event_of,
    play_round,
    play_table,
    posted_round,
    refresh_event,
)
from tournaments.events.enums import EventState
from tournaments.events.models import Event, StageStandingsRow
from tournaments.events.selectors.rounds import round_view
from tournaments.events.selectors.standings import final_ranking, stage_tables
from tournaments.events.services.check_in import drop_participant, return_participant
from tournaments.events.services.draws import draw_round
from tournaments.events.services.errors import RoundsLeftError, RoundsOverError, TablesMissingError
from tournaments.events.services.events import finish_event, reopen_event
from tournaments.formats.stages import Kind, Stage

pytestmark = pytest.mark.django_db


def seated(made):
    return sorted(seat.participant_id for table in made.tables.all() for seat in table.seats.all()) + sorted(
        made.byes.values_list("participant", flat=True)
    )


def test_thirteen_players_four_rounds_and_a_final():
    stages = (Stage(kind=Kind.SWISS, rounds=4, advance=4), Stage(kind=Kind.FINAL))
    event = event_of(players=12, stages=stages)
    first = play_round(event)
    assert [table.seats.count() for table in first.tables.order_by("number")] == [4, 4, 4]
    late = enter(event, event.run_by)
    assert late.joined_round == 2
    second = play_round(event)
    assert late.pk in seated(second)
    assert sorted(table.seats.count() for table in second.tables.all()) == [3, 3, 3, 4]
    gone = event.participants.order_by("pk")[0]
    drop_participant(actor=event.run_by, participant=gone)
    third = play_round(event)
    assert gone.pk not in seated(third)
    return_participant(actor=event.run_by, participant=gone)
    play_round(event)
    final = play_round(event)
    assert final.stage.number == 2
    assert final.tables.get().seats.count() == 4
    with pytest.raises(RoundsOverError):
        draw_round(actor=event.run_by, event=event, number=6)
    finished = finish_event(actor=event.run_by, event=event)
    assert finished.state == EventState.FINISHED
    ranking = final_ranking(finished, event.run_by)
    assert [participant.final_place for participant in ranking] == list(range(1, 14))
    winner = final.tables.get().seats.get(index=0).participant
    assert ranking[0] == winner
    assert {participant.pk for participant in ranking[:4]} == {
        seat.participant_id for seat in final.tables.get().seats.all()
    }


def test_standings_follow_the_results():
    event = event_of(players=8)
    made = play_round(event)
    refresh_event(event)
    rows = list(StageStandingsRow.objects.order_by("order").values_list("participant", "points", "wins"))
    winners = {table.seats.get(index=0).participant_id for table in made.tables.all()}
    assert {participant for participant, _, _ in rows[:2]} == winners
    assert [(points, wins) for _, points, wins in rows[:2]] == [("5", 1), ("5", 1)]
    tables = stage_tables(event, event.run_by)
    assert [one.row.order for one in tables[0].rows] == list(range(1, 9))


def test_the_next_round_waits_for_every_table():
    event = event_of(players=8)
    made = posted_round(event)
    one, other = made.tables.order_by("number")
    play_table(event, one)
    with pytest.raises(TablesMissingError) as error:
        draw_round(actor=event.run_by, event=event, number=2)
    assert "2" in str(error.value)
    assert [view.number for view in round_view(event, 1, event.run_by).missing] == [2]
    play_table(event, other)
    assert draw_round(actor=event.run_by, event=event, number=2).number == 2


def test_an_event_finishes_early_only_on_purpose_and_an_owner_reopens_it():
    event = event_of(players=4)
    owner = member_of(event.club, Role.OWNER)
    play_round(event)
    with pytest.raises(RoundsLeftError):
        finish_event(actor=event.run_by, event=event)
    finished = finish_event(actor=event.run_by, event=event, early=True)
    with pytest.raises(NotAllowedError):
        reopen_event(actor=event.run_by, event=finished)
    reopened = reopen_event(actor=owner, event=Event.objects.get(pk=event.pk))
    assert reopened.is_running
    assert not reopened.participants.filter(final_place__isnull=False).exists()
