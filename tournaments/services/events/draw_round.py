"""Draw the next round of a tournament."""

from typing import Any

from django.db import transaction

from caledonia_site.common.jobs.marking import mark_dirty
from caledonia_site.common.permissions import require
from tournaments.event_enums import EventHistoryKind, EventState, RoundState
from tournaments.formats.rounds import FixedTables
from tournaments.models import Event, EventRound
from tournaments.pairing.draw import PLAIN_PLAYERS, DrawError, draw
from tournaments.pairing.request import DrawRequest
from tournaments.services.events.draw_setup import drawn_setup
from tournaments.services.events.errors import (
    DrawImpossibleError,
    RoundChangedError,
    RoundNotPostedError,
    RoundNotReadyError,
)
from tournaments.services.events.locking import lock_living_event
from tournaments.services.events.marking import mark_event
from tournaments.services.events.noting import note_event
from tournaments.services.events.planning import plan_round
from tournaments.services.events.round_changes import refuse_if_results_missing
from tournaments.services.events.seating import seat_draw, seat_fixed
from tournaments.topics import EVENT_DRAWS

# More players than that keep a request, and everybody who writes, waiting, the first time for the compiler too: a job
# draws them.
DRAWN_AT_ONCE = PLAIN_PLAYERS


@transaction.atomic
def draw_round(*, actor: Any, event: Event, number: int) -> EventRound:
    """`number` is the round the organiser saw as the next: whoever asks second gets the round that is there.

    Up to 16 players it is drawn when this returns (state DRAWN); beyond, a job draws it (state DRAWING, then DRAWN or
    FAILED). Raises TablesMissingError, RoundNotPostedError, RoundNotReadyError, RoundChangedError, TooFewPlayersError,
    RoundsOverError, NoStagesError, DrawImpossibleError, EventFinishedError.
    """
    event = lock_living_event(event)
    require(actor, "events.run_event", event)
    there = event.rounds.filter(number=number).first()
    if there:
        return there
    last = event.rounds.order_by("-number").first()
    if number != (last.number if last else 0) + 1:
        raise RoundChangedError
    if last:
        last.event = event
        _close(last)
    made = make_round(event, number)
    note_event(event, EventHistoryKind.DRAWN, actor=actor, detail={"round": number, "digest": made.digest})
    if not event.is_running:
        event.state = EventState.RUNNING
        event.save(update_fields=["state"])
    mark_event(event)
    return made


def _close(last: EventRound) -> None:
    """The round before it has all its results."""
    if not last.has_tables:
        raise RoundNotReadyError
    if not last.is_posted:
        raise RoundNotPostedError
    refuse_if_results_missing(last.event)
    EventRound.objects.filter(pk=last.pk).update(state=RoundState.FINISHED)


def make_round(event: Event, number: int, *, version: int = 1) -> EventRound:
    """Under the event's lock: the round and, if it is quickly drawn, its tables. Raises DrawImpossibleError."""
    stage, tables = plan_round(event)
    made = EventRound.objects.create(
        event=event,
        stage=stage,
        number=number,
        number_in_stage=stage.rounds.count() + 1,
        state=RoundState.DRAWING,
        setup=drawn_setup(event, event.configuration.setup, number),
        version=version,
    )
    if isinstance(tables, FixedTables):
        seat_fixed(made, tables)
    else:
        _draw(made, tables)
    return made


def _draw(made: EventRound, request: DrawRequest) -> None:
    made.request, made.digest = request.as_json(), request.digest
    made.save(update_fields=["request", "digest"])
    if len(request.entrants) > DRAWN_AT_ONCE:
        mark_dirty(topic=EVENT_DRAWS, key=draw_key(made))
        return
    try:
        seat_draw(made, draw(request))
    except DrawError as error:
        raise DrawImpossibleError(error.violations) from error


def draw_key(of: EventRound) -> str:
    """What the job is told: the event and the round."""
    return f"{of.event.public_id}:{of.number}"
