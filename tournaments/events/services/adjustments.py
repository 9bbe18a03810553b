"""Give points, or take them away as a penalty."""

from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from tournaments.events.enums import EventHistoryKind
from tournaments.events.models import Event, EventAdjustment, EventEntry, EventStage
from tournaments.events.services.changes import lock_living_event, mark_event, note_event
from tournaments.events.services.errors import NoPointsError, NoReasonError, NotOnTheListError
from tournaments.standings.rules import read_points
from tournaments.standings.schemes import MOST_POINTS


@transaction.atomic
def adjust_points(
    *, actor: Any, stage: EventStage, entry: EventEntry, points: str, reason: str
) -> EventAdjustment:
    """`points` such as "-2" or "1.5"; everybody reads the reason. Rounds that were drawn stay as they are.

    Raises NoPointsError, NoReasonError, NotOnTheListError (not in that stage), EventFinishedError.
    """
    event = lock_living_event(stage.event)
    require(actor, "events.run_event", event)
    exact = read_points(points.strip())
    if not exact or abs(exact) > MOST_POINTS:
        raise NoPointsError
    if not reason.strip():
        raise NoReasonError
    if not stage.places.filter(entry=entry).exists():
        raise NotOnTheListError
    made = EventAdjustment.objects.create(
        stage=stage, entry=entry, points=str(exact), reason=reason.strip(), account=actor
    )
    _note(event, actor, made, undone=False)
    return made


@transaction.atomic
def undo_adjustment(*, actor: Any, adjustment: EventAdjustment) -> None:
    """The history keeps that it was there. Undoing twice is undoing once."""
    event = lock_living_event(adjustment.stage.event)
    require(actor, "events.run_event", event)
    if EventAdjustment.objects.filter(pk=adjustment.pk).delete()[0]:
        _note(event, actor, adjustment, undone=True)


def _note(event: Event, actor: Any, made: EventAdjustment, *, undone: bool) -> None:
    detail = {
        "points": made.points,
        "reason": made.reason,
        "stage": made.stage.number,
        "undone": undone,
    }
    note_event(event, EventHistoryKind.ADJUSTED, actor=actor, entry=made.entry, detail=detail)
    mark_event(event)
