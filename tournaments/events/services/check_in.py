"""Say that somebody is there.

Leave a running tournament, come back, or sit out a round.
"""

from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from games.clubs.models import Membership
from games.clubs.services.locks import MembershipGoneError
from tournaments.events.enums import EntryState, EventHistoryKind, EventState
from tournaments.events.models import Event, EventEntry, EventHistory
from tournaments.events.services.changes import lock_living_event, mark_event, note_event
from tournaments.events.services.errors import EventBegunError, NotOnTheListError, WrongDoorKeyError
from tournaments.events.services.registration import (
    entry_now,
    move_entry,
    next_round_number,
    refuse_if_too_late,
    refuse_unless,
    require_own_or,
)


@transaction.atomic
def check_in(*, actor: Any, entry: EventEntry) -> EventEntry:
    """By who keeps the scores, or by the players themselves. Checking in twice is checking in once; who comes late
    plays from the next round on. Raises WrongEntryStateError, MembershipGoneError, TooLateToEnterError,
    EventFinishedError.
    """
    event = lock_living_event(entry.event)
    entry = entry_now(event, entry)
    require_own_or(actor, "events.check_in", entry)
    return _there(event, entry, actor)


@transaction.atomic
def check_in_by_token(*, actor: Any, token: str) -> EventEntry:
    """Whoever holds the player's QR code: the player without an account, or an organiser who scans it.

    Raises NotOnTheListError and what `check_in` raises.
    """
    found = EventEntry.objects.select_related("event__club").filter(token=token).first()
    if found is None:
        raise NotOnTheListError
    event = lock_living_event(found.event)
    return _there(event, entry_now(event, found), actor)


@transaction.atomic
def check_in_at_door(*, actor: Any, event: Event, door_key: str) -> EventEntry:
    """A signed-in player who scanned the QR code on the door. Raises WrongDoorKeyError, NotOnTheListError and what
    `check_in` raises."""
    event = lock_living_event(event)
    if door_key != event.door_key:
        raise WrongDoorKeyError
    found = event.entries.filter(player__account=actor.pk or 0).first()
    if found is None:
        raise NotOnTheListError
    return _there(event, entry_now(event, found), actor)


@transaction.atomic
def check_in_everybody(*, actor: Any, event: Event) -> int:
    """All who have a place, are in the club and not checked in yet, before the first round: how many. Nobody needs to
    be tapped who is there anyway; who is missing is taken back. Raises EventBegunError, EventFinishedError.
    """
    event = lock_living_event(event)
    require(actor, "events.check_in", event)
    if event.has_begun:
        raise EventBegunError
    members = event.club.memberships.values("player")
    coming = list(
        event.entries.filter(state=EntryState.REGISTERED, player__in=members).order_by("queued_at", "pk")
    )
    EventEntry.objects.filter(pk__in=[entry.pk for entry in coming]).update(state=EntryState.CHECKED_IN)
    detail = {"old": EntryState.REGISTERED.value, "new": EntryState.CHECKED_IN.value}
    EventHistory.objects.bulk_create(
        EventHistory(event=event, kind=EventHistoryKind.ENTRY, account=actor, entry=entry, detail=detail)
        for entry in coming
    )
    return len(coming)


@transaction.atomic
def undo_check_in(*, actor: Any, entry: EventEntry) -> EventEntry:
    """Before the first round: they were not there after all. Raises WrongEntryStateError, EventFinishedError."""
    event = lock_living_event(entry.event)
    entry = entry_now(event, entry)
    require_own_or(actor, "events.check_in", entry)
    refuse_unless(entry, EntryState.CHECKED_IN, EntryState.REGISTERED)
    if entry.state == EntryState.CHECKED_IN and not entry.places.exists():
        entry = move_entry(entry, EntryState.REGISTERED, actor=actor)
    return entry


def _there(event: Event, entry: EventEntry, actor: Any) -> EventEntry:
    if entry.state == EntryState.CHECKED_IN:
        return entry
    refuse_unless(entry, EntryState.REGISTERED)
    if not Membership.objects.filter(club=event.club_id, player=entry.player_id).exists():
        raise MembershipGoneError
    joined = entry.joined_round
    if event.state == EventState.RUNNING and not entry.places.exists():
        refuse_if_too_late(event)
        joined = next_round_number(event)
    return move_entry(entry, EntryState.CHECKED_IN, actor=actor, joined_round=joined)


@transaction.atomic
def drop_entry(*, actor: Any, entry: EventEntry, disqualify: bool = False) -> EventEntry:
    """They are drawn no more; what they played stays, and so does the place it is worth. Only organisers disqualify:
    then there is no place. A table they sit at now waits for a decision. Dropping twice is dropping once.

    Raises WrongEntryStateError, EventFinishedError.
    """
    event = lock_living_event(entry.event)
    entry = entry_now(event, entry)
    wanted = EntryState.DISQUALIFIED if disqualify else EntryState.DROPPED
    if disqualify:
        require(actor, "events.run_event", event)
    else:
        require_own_or(actor, "events.run_event", entry)
    if entry.state == wanted:
        return entry
    refuse_unless(entry, EntryState.REGISTERED, EntryState.CHECKED_IN, EntryState.DROPPED)
    entry = move_entry(entry, wanted, actor=actor, left_after=event.rounds.count(), sits_out=False)
    mark_event(event)
    return entry


@transaction.atomic
def return_entry(*, actor: Any, entry: EventEntry) -> EventEntry:
    """They are drawn again, from the next round on; in a knockout only while they are still in it. Organisers alone
    let people back. Raises WrongEntryStateError, EventFinishedError.
    """
    event = lock_living_event(entry.event)
    require(actor, "events.run_event", event)
    entry = entry_now(event, entry)
    if entry.state == EntryState.CHECKED_IN:
        return entry
    refuse_unless(entry, EntryState.DROPPED, EntryState.DISQUALIFIED)
    entry = move_entry(entry, EntryState.CHECKED_IN, actor=actor, left_after=None)
    mark_event(event)
    return entry


@transaction.atomic
def sit_out(*, actor: Any, entry: EventEntry, sits_out: bool = True) -> EventEntry:
    """Not drawn in the next round, in the one after it again. Raises WrongEntryStateError, EventFinishedError."""
    event = lock_living_event(entry.event)
    entry = entry_now(event, entry)
    require_own_or(actor, "events.run_event", entry)
    refuse_unless(entry, EntryState.REGISTERED, EntryState.CHECKED_IN)
    if entry.sits_out != sits_out:
        entry.sits_out = sits_out
        entry.save(update_fields=["sits_out"])
        note_event(event, EventHistoryKind.ENTRY, actor=actor, entry=entry, detail={"sits_out": sits_out})
    return entry
