"""Every kind of person tries every action on a tournament: predicate and service agree."""

from types import SimpleNamespace

import pytest
import rules
from django.http import Http404

from caledonia_site.common.errors import NotAllowedError
from caledonia_site.common.permissions import may
from games.clubs.enums import Role
from tests.factories.clubs import ClubFactory, member_of
from tests.factories.events import event_of
from tests.permissions.event_actions import EVENT_ACTIONS, EVENT_KINDS
from tests.permissions.people import person_of
from tournaments.events.enums import EventState, ParticipantState, RoundState
from tournaments.events.models import EventRound, EventSeat, EventTable

pytestmark = pytest.mark.django_db
TRIED = [action for action in EVENT_ACTIONS if action.act]


def stage_of(action, kind):
    """A tournament with a published table, and the person of that kind."""
    club = ClubFactory(visibility="private" if action.private else "public")
    member_of(club, Role.OWNER)
    event = event_of(players=2, club=club, admission=action.admission, needs_check_in=True)
    person = member_of(club) if kind == "player" else person_of(kind, club)
    participant = event.participants.order_by("pk")[0]
    if kind == "player":
        # Who registers cannot be on the list already; for everything else they are.
        participant.player = person.player
        participant.state = ParticipantState.REGISTERED
        participant.save()
        if action.permission == "events.register":
            participant.state = ParticipantState.WITHDRAWN
            participant.save()
    made = EventRound.objects.create(
        event=event, stage=event.stages.get(), number=1, number_in_stage=1, state=RoundState.PUBLISHED
    )
    table = EventTable.objects.create(round=made, number=1)
    for index, one in enumerate(event.participants.order_by("pk")):
        EventSeat.objects.create(table=table, index=index, participant=one)
    event.state = action.state
    event.save()
    participant.event = table.round.event = event
    return SimpleNamespace(club=club, event=event, participant=participant, table=table), person


def test_no_permission_is_missing_from_the_table():
    ours = {name for name in rules.permissions.permissions if name.startswith("events.")}
    assert ours == {action.permission for action in EVENT_ACTIONS}


@pytest.mark.parametrize("kind", EVENT_KINDS)
@pytest.mark.parametrize("action", TRIED, ids=lambda action: action.label)
def test_services_follow_the_predicates(action, kind):
    stage, person = stage_of(action, kind)
    allowed = may(person, action.permission, getattr(stage, action.of))
    if action.permission == "events.check_in" and kind == "player":
        # Players check themselves in, and nobody else.
        allowed = may(person, "events.answer_for_entry", stage.participant)
    if allowed:
        action.act(person, stage)
    else:
        with pytest.raises((NotAllowedError, Http404)):
            action.act(person, stage)


def test_a_finished_tournament_is_run_by_nobody():
    event = event_of()
    event.state = EventState.FINISHED
    assert not may(event.run_by, "events.run_event", event)
