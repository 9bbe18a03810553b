"""Say whether one comes."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from caledonia_site.common.permissions import require
from games.clubs.enums import Attendance
from games.clubs.models import ClubEvent, EventAnswer
from games.clubs.services.event_locking import EventCancelledError, EventOverError, lock_event
from games.players.selectors.own_player import own_player


@transaction.atomic
def answer_event(*, actor: Any, event: ClubEvent, choice: Attendance) -> EventAnswer:
    """One answer a member; it can change until the event is over."""
    event = lock_event(event)
    require(actor, "clubs.answer_event", event.club)
    if event.is_cancelled:
        raise EventCancelledError
    if event.is_over:
        raise EventOverError
    answer, _created = EventAnswer.objects.update_or_create(
        event=event, player=own_player(actor), defaults={"choice": choice, "answered_at": timezone.now()}
    )
    return answer
