"""Change in which stages a tournament is played."""

from collections.abc import Sequence
from dataclasses import replace

from django.db import transaction

from caledonia_site.common.permissions import require
from games.players.actors import Actor
from tournaments.events.enums import EventAuditKind
from tournaments.events.models import Event, EventStage
from tournaments.events.services.changes import lock_event, mark_event
from tournaments.events.services.errors import StageBegunError, StagesError
from tournaments.events.services.events import store_stages
from tournaments.formats.stages import Stage, check_stages
from tournaments.shared.audit import record_audit


@transaction.atomic
def change_stages(*, actor: Actor, event: Event, version: int, stages: Sequence[Stage]) -> list[EventStage]:
    """Of a stage that has begun only the number of rounds (not below those drawn) and of who goes on can change; stages
    after it are free. Raises StagesError, StageBegunError, EventChangedError, EventFinishedError.
    """
    event = lock_event(event, version=version)
    require(actor, "events.run_event", event)
    if violations := check_stages(stages):
        raise StagesError(violations)
    before = list(event.stages.order_by("number"))
    begun = [stage for stage in before if stage.rounds.exists()]
    old = [stage.settings for stage in before]
    stored = _change_later(event, begun, stages) if begun else store_stages(event, stages)
    event.version += 1
    event.save(update_fields=["version"])
    new = [stage.settings for stage in stored]
    record_audit(event, EventAuditKind.STAGES, actor=actor, detail={"old": old, "new": new})
    mark_event(event)
    return stored


def _change_later(event: Event, begun: Sequence[EventStage], stages: Sequence[Stage]) -> list[EventStage]:
    if len(stages) < len(begun):
        raise StageBegunError
    for there, stage in zip(begun, stages, strict=False):
        allowed = replace(there.stage, rounds=stage.rounds, advance=stage.advance)
        has_followers = there is not begun[-1]
        if (
            allowed != stage
            or stage.rounds < there.rounds.count()
            or (has_followers and stage != there.stage)
        ):
            raise StageBegunError
        there.settings = stage.as_json()
        there.save(update_fields=["settings"])
    event.stages.filter(number__gt=len(begun)).delete()
    later = EventStage.objects.bulk_create(
        EventStage(event=event, number=number, settings=stage.as_json())
        for number, stage in enumerate(stages[len(begun) :], start=len(begun) + 1)
    )
    return [*begun, *later]
