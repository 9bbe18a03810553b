"""Finish a tournament, and open it again."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from caledonia_site.common.permissions import require
from tournaments.event_enums import EntryState, EventHistoryKind, EventState, RoundState
from tournaments.formats.ranking import event_order
from tournaments.models import Event, EventEntry
from tournaments.selectors.events.stage_state import stage_state
from tournaments.services.events.errors import (
    EventBegunError,
    RoundNotPostedError,
    RoundsLeftError,
    RoundsOverError,
    TooFewPlayersError,
)
from tournaments.services.events.locking import lock_event
from tournaments.services.events.marking import mark_event
from tournaments.services.events.noting import note_event
from tournaments.services.events.planning import plan_round
from tournaments.services.events.refresh_event_standings import compute_event, store_event
from tournaments.services.events.round_changes import refuse_if_results_missing


@transaction.atomic
def finish_event(*, actor: Any, event: Event, early: bool = False) -> Event:
    """Freeze the standings and give the final places; whoever reached a later stage stands before who did not. Later
    corrections are noted and change nothing. Finishing twice is finishing once.

    Raises RoundsLeftError (unless `early`, and when nothing was played), TablesMissingError, RoundNotPostedError (undo
    such a round first).
    """
    event = lock_event(event)
    if event.is_finished:
        return event
    require(actor, "events.run_event", event)
    last = event.rounds.order_by("-number").first()
    if last is None:
        raise RoundsLeftError
    if not last.is_posted:
        raise RoundNotPostedError
    refuse_if_results_missing(event)
    if not early and has_rounds_left(event):
        raise RoundsLeftError
    # The jobs may lag behind; what is frozen must be exact.
    store_event(event, compute_event(event))
    _give_places(event)
    event.rounds.filter(state=RoundState.POSTED).update(state=RoundState.FINISHED)
    event.state, event.finished_at = EventState.FINISHED, timezone.now()
    event.save(update_fields=["state", "finished_at"])
    note_event(event, EventHistoryKind.FINISHED, actor=actor, detail={"early": early})
    return event


@transaction.atomic
def reopen_event(*, actor: Any, event: Event) -> Event:
    """Only owners; the history keeps that it happened. Standings follow the games again.

    Raises EventBegunError when it is not finished."""
    event = lock_event(event)
    if not event.is_finished:
        raise EventBegunError
    require(actor, "events.reopen_event", event)
    event.state, event.finished_at = EventState.RUNNING, None
    event.save(update_fields=["state", "finished_at"])
    event.entries.update(final_place=None)
    last = event.rounds.order_by("-number").first()
    if last:
        event.rounds.filter(pk=last.pk).update(state=RoundState.POSTED)
    note_event(event, EventHistoryKind.REOPENED, actor=actor)
    mark_event(event)
    return event


def has_rounds_left(event: Event) -> bool:
    """Asked of a plan that is thrown away again."""
    try:
        with transaction.atomic():
            plan_round(event)
            raise _LeftError
    except _LeftError:
        return True
    except (RoundsOverError, TooFewPlayersError):
        return False


class _LeftError(Exception):
    """Rolls the trial back."""


def _give_places(event: Event) -> None:
    stages = [one for one in event.stages.order_by("number") if one.rounds.exists()]
    order = event_order([stage_state(event, one) for one in stages])
    entries = {entry.public_id: entry for entry in event.entries.all()}
    ranked = [entries[key] for key in order if entries[key].state != EntryState.DISQUALIFIED]
    for place, entry in enumerate(ranked, start=1):
        entry.final_place = place
    EventEntry.objects.bulk_update(ranked, ["final_place"])
