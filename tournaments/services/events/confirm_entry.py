"""Let somebody in who asked."""

from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from tournaments.event_enums import EntryState
from tournaments.models import EventEntry
from tournaments.services.events.entering import (
    entry_now,
    make_member,
    move_entry,
    refuse_if_too_late,
    refuse_unless,
)
from tournaments.services.events.locking import lock_living_event
from tournaments.services.events.waiting_list import state_for_newcomer


@transaction.atomic
def confirm_entry(*, actor: Any, entry: EventEntry) -> EventEntry:
    """They become a member of the club, with a place or on the waiting list. (To refuse: `withdraw_entry`.)

    Raises WrongEntryStateError, TooLateToEnterError, EventFinishedError.
    """
    event = lock_living_event(entry.event)
    require(actor, "events.run_event", event)
    entry = entry_now(event, entry)
    refuse_unless(entry, EntryState.REQUESTED)
    refuse_if_too_late(event)
    make_member(event, entry.player)
    joined = event.rounds.count() + 1
    return move_entry(entry, state_for_newcomer(event), actor=actor, joined_round=joined)
