"""Whatever people do in whatever order, everybody who plays has one place a round and the standings are exact."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from caledonia_site.common.errors import UserError
from tests.examples import examples
from tests.factories.events import enter, event_of, play_table, refresh_event
from tournaments.events.enums import ParticipantState
from tournaments.events.models import Event, EventRound, StageStandingsRow
from tournaments.events.selectors.stages import stage_state
from tournaments.events.services.check_in import drop_participant, return_participant, sit_out
from tournaments.events.services.draws import draw_round, redraw_round
from tournaments.events.services.rounds import publish_round, undo_round
from tournaments.formats.stages import Kind, Stage

STEPS = ["enter", "drop", "return", "sit_out", "draw", "draw", "post", "play", "play", "redraw", "undo"]


class Life:
    """One event and everything that is done with it; refusals are answers like any other."""

    def __init__(self):
        self.event = event_of(players=5, stages=(Stage(kind=Kind.SWISS, rounds=9),))
        self.actor = self.event.run_by

    @property
    def last(self):
        return self.event.rounds.order_by("-number").first()

    def participant(self, pick):
        participants = list(self.event.participants.order_by("pk"))
        return participants[pick % len(participants)]

    def do(self, step, pick):
        getattr(self, step)(pick)
        self.event = Event.objects.get(pk=self.event.pk)
        self.event.run_by = self.actor

    def enter(self, pick):
        if self.event.participants.count() < 9:
            enter(self.event, self.actor)

    def drop(self, pick):
        drop_participant(actor=self.actor, participant=self.participant(pick))

    def __getattr__(self, name):
        if name == "return":
            return lambda pick: return_participant(actor=self.actor, participant=self.participant(pick))
        raise AttributeError(name)

    def sit_out(self, pick):
        sit_out(actor=self.actor, participant=self.participant(pick))

    def draw(self, pick):
        expected = {participant.pk for participant in self._playing()}
        before = self.event.rounds.count()
        made = draw_round(actor=self.actor, event=self.event, number=before + 1)
        assert in_round(made) == sorted(expected)

    def _playing(self):
        for participant in self.event.participants.all():
            participant.event = self.event
            if participant.plays and not participant.sits_out:
                yield participant

    def post(self, pick):
        if last := self.last:
            publish_round(actor=self.actor, event=self.event, number=last.number, version=last.version)

    def play(self, pick):
        if self.last and self.last.is_published:
            for table in self.last.tables.filter(game=None).order_by("number"):
                count = table.seats.count()
                play_table(self.event, table, order=[(seat + pick) % count for seat in range(count)])

    def redraw(self, pick):
        if last := self.last:
            redraw_round(actor=self.actor, event=self.event, number=last.number, version=last.version)

    def undo(self, pick):
        # Often enough to matter, seldom enough that events grow.
        if self.last and pick % 3 == 0:
            undo_round(actor=self.actor, event=self.event, number=self.last.number)


def in_round(made):
    seats = [seat.participant_id for table in made.tables.all() for seat in table.seats.all()]
    return sorted(seats + list(made.byes.values_list("participant", flat=True)))


@pytest.mark.django_db
@settings(
    max_examples=examples(12), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(steps=st.lists(st.tuples(st.sampled_from(STEPS), st.integers(0, 8)), min_size=8, max_size=25))
def test_any_life_of_an_event_is_consistent(db, steps):
    life = Life()
    for step, pick in steps:
        try:
            life.do(step, pick)
        except UserError:
            continue
        check(life.event)
    refresh_event(life.event)
    rows = {row.participant.public_id: row for row in StageStandingsRow.objects.select_related("participant")}
    stage = life.event.stages.get()
    if life.last:
        lines = stage_state(life.event, stage).standings().lines
        assert {key: row.order for key, row in rows.items()} == {
            line.player: number for number, line in enumerate(lines, start=1)
        }
        assert all(rows[line.player].points == str(line.points) for line in lines)
    else:
        assert not rows
    Event.objects.all().delete()


def check(event):
    """Rounds are numbered without a gap, nobody has two places in one, and nobody plays who has left."""
    rounds = list(EventRound.objects.filter(event=event).order_by("number"))
    assert [one.number for one in rounds] == list(range(1, len(rounds) + 1))
    placed = set(event.stages.get().participants.values_list("participant", flat=True))
    for one in rounds:
        found = in_round(one)
        assert len(found) == len(set(found))
        assert set(found) <= placed
        assert all(2 <= table.seats.count() <= 4 for table in one.tables.all())
    withdrawn = event.participants.filter(state=ParticipantState.WITHDRAWN).values_list("pk", flat=True)
    assert not placed & set(withdrawn)
