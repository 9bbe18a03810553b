"""The clock of a round. It runs in the database: every screen counts from the same moment."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from caledonia_site.common.permissions import require
from tournaments.event_enums import EventHistoryKind
from tournaments.models import Event, EventRound
from tournaments.services.events.errors import NoClockError, RoundNotPostedError
from tournaments.services.events.locking import lock_living_event
from tournaments.services.events.noting import note_event
from tournaments.services.events.round_changes import last_round


def start_clock(*, actor: Any, event: Event, number: int) -> EventRound:
    """Also after a pause. Starting a running clock changes nothing. Raises NoClockError, RoundNotPostedError."""
    return _turn(actor, event, number, "start")


def pause_clock(*, actor: Any, event: Event, number: int) -> EventRound:
    """What has run is kept. Pausing a clock that stands changes nothing. Raises NoClockError, RoundNotPostedError."""
    return _turn(actor, event, number, "pause")


def stop_clock(*, actor: Any, event: Event, number: int) -> EventRound:
    """Back to the full time, standing. Raises NoClockError, RoundNotPostedError."""
    return _turn(actor, event, number, "stop")


@transaction.atomic
def _turn(actor: Any, event: Event, number: int, what: str) -> EventRound:
    event = lock_living_event(event)
    require(actor, "events.run_event", event)
    if not event.round_minutes:
        raise NoClockError
    found = last_round(event, number)
    if not found.is_posted:
        raise RoundNotPostedError
    before = (found.clock_started_at, found.clock_seconds)
    now = timezone.now()
    if what == "stop":
        found.clock_started_at, found.clock_seconds = None, 0
    elif what == "start":
        found.clock_started_at = found.clock_started_at or now
    elif found.clock_started_at:
        found.clock_seconds += max(0, round((now - found.clock_started_at).total_seconds()))
        found.clock_started_at = None
    if (found.clock_started_at, found.clock_seconds) != before:
        found.save(update_fields=["clock_started_at", "clock_seconds"])
        note_event(event, EventHistoryKind.CLOCK, actor=actor, detail={"round": number, "what": what})
    return found
