"""Say that somebody is there."""

from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from games.clubs.models import Membership
from games.clubs.services.locking import MembershipGoneError
from tournaments.event_enums import EntryState, EventHistoryKind, EventState
from tournaments.models import Event, EventEntry, EventHistory
from tournaments.services.events.entering import (
    entry_now,
    move_entry,
    next_round_number,
    refuse_if_too_late,
    refuse_unless,
    require_own_or,
)
from tournaments.services.events.errors import EventBegunError, NotOnTheListError, WrongDoorKeyError
from tournaments.services.events.locking import lock_living_event


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
