"""What all ways onto a tournament's list, and off it, have in common."""

from typing import Any

from django.utils import timezone

from caledonia_site.common.errors import NotAllowedError
from caledonia_site.common.permissions import may
from games.clubs.enums import Role
from games.clubs.models import Membership
from games.players.models import Player
from tournaments.event_enums import EntryState, EventHistoryKind
from tournaments.formats.stages import Kind
from tournaments.models import Event, EventEntry
from tournaments.services.events.errors import TooLateToEnterError, WrongEntryStateError
from tournaments.services.events.noting import note_event

# In these a round is drawn from whoever is there; all others have a schedule or a bracket.
OPEN_KINDS = {Kind.SWISS, Kind.HEATS}


def put_on_list(event: Event, player: Player, state: EntryState, *, actor: Any, **tags: Any) -> EventEntry:
    """Under the event's lock: a new line, or the old one of who comes again, at the end of the queue."""
    entry = event.entries.filter(player=player).first()
    if entry is None:
        entry = EventEntry(event=event, player=player)
    old = entry.state if entry.pk else ""
    entry.event = event
    entry.state, entry.queued_at = state, timezone.now()
    entry.joined_round = next_round_number(event)
    for name, value in tags.items():
        setattr(entry, name, value)
    entry.save()
    detail = {"old": old, "new": str(state)}
    note_event(event, EventHistoryKind.ENTERED, actor=actor, entry=entry, detail=detail)
    return entry


def move_entry(entry: EventEntry, state: EntryState, *, actor: Any, **changes: Any) -> EventEntry:
    """Under the event's lock, with its line in the history."""
    detail = {"old": entry.state, "new": str(state)}
    entry.state = state
    for name, value in changes.items():
        setattr(entry, name, value)
    entry.save(update_fields=["state", *changes])
    note_event(entry.event, EventHistoryKind.ENTRY, actor=actor, entry=entry, detail=detail)
    return entry


def entry_now(event: Event, entry: EventEntry) -> EventEntry:
    """The entry as it is, of the event that is locked."""
    found = EventEntry.objects.select_related("player").get(pk=entry.pk, event=event)
    found.event = event
    return found


def require_own_or(actor: Any, permission: str, entry: EventEntry) -> None:
    """Players act for themselves; others need the permission."""
    if not may(actor, "events.answer_for_entry", entry) and not may(actor, permission, entry):
        raise NotAllowedError


def refuse_unless(entry: EventEntry, *states: EntryState) -> None:
    if entry.state not in states:
        raise WrongEntryStateError(state=entry.get_state_display())


def make_member(event: Event, player: Player) -> None:
    """Whoever plays belongs to the club: so its members know the names at their tables, and may record the games."""
    Membership.objects.get_or_create(club=event.club, player=player, defaults={"role": Role.MEMBER})


def next_round_number(event: Event) -> int:
    return event.rounds.count() + 1


def refuse_if_too_late(event: Event) -> None:
    """Newcomers come into the first stage, while its rounds are drawn from whoever is there."""
    last = event.rounds.select_related("stage").order_by("-number").first()
    if last and (last.stage.number > 1 or last.stage.kind not in OPEN_KINDS):
        raise TooLateToEnterError
