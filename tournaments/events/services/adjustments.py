"""Give points in a stage of a tournament, or take them away as a penalty."""

from fractions import Fraction

from django.db import transaction

from caledonia_site.common.permissions import require
from games.players.actors import Actor, account_of
from tournaments.events.enums import EventAuditKind
from tournaments.events.models import Event, EventAdjustment, EventStage, Participant
from tournaments.events.services.changes import lock_event, mark_event
from tournaments.events.services.errors import NoPointsError, NoReasonError, NotOnTheListError
from tournaments.shared.adjustments import AdjustmentErrors, check_adjustment
from tournaments.shared.audit import record_audit
from tournaments.standings.rules import read_points
from tournaments.standings.schemes import MOST_POINTS

ERRORS = AdjustmentErrors(NoPointsError, NoPointsError, NoReasonError)


@transaction.atomic
def adjust_points(
    *, actor: Actor, stage: EventStage, participant: Participant, points: str, reason: str
) -> EventAdjustment:
    """`points` such as "-2" or "1.5"; everybody reads the reason. Rounds that were drawn stay as they are.

    Raises NoPointsError, NoReasonError, NotOnTheListError (not in that stage), EventFinishedError.
    """
    event = lock_event(stage.event)
    require(actor, "events.run_event", event)
    exact, reason = read_points(points.strip()), reason.strip()
    check_adjustment(exact, reason, most=Fraction(MOST_POINTS), errors=ERRORS)
    if not stage.participants.filter(participant=participant).exists():
        raise NotOnTheListError
    adjustment = EventAdjustment.objects.create(
        stage=stage, participant=participant, points=str(exact), reason=reason, account=account_of(actor)
    )
    _record(event, actor, adjustment, undone=False)
    return adjustment


@transaction.atomic
def undo_adjustment(*, actor: Actor, adjustment: EventAdjustment) -> None:
    """The audit keeps that it was there. Undoing twice is undoing once."""
    event = lock_event(adjustment.stage.event)
    require(actor, "events.run_event", event)
    if EventAdjustment.objects.filter(pk=adjustment.pk).delete()[0]:
        _record(event, actor, adjustment, undone=True)


def _record(event: Event, actor: Actor, adjustment: EventAdjustment, *, undone: bool) -> None:
    detail = {
        "points": adjustment.points,
        "reason": adjustment.reason,
        "stage": adjustment.stage.number,
        "undone": undone,
    }
    record_audit(
        event, EventAuditKind.ADJUSTED, actor=actor, participant=adjustment.participant, detail=detail
    )
    mark_event(event)
