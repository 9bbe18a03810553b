"""What all ways onto a tournament's list, and off it, have in common.

Places of a tournament, and who waits for one.

Put somebody on the list of a tournament: a member, or a guest who is only a name.

Let somebody in who asked.

Invite somebody to a tournament, in the club or not.

Open the list of a tournament, and close it.

Put oneself on the list of a tournament.

Say what the draw should know of a player.

Come off the list of a tournament before playing in it.
"""

from typing import Any

from django.db import transaction
from django.utils import timezone

from caledonia_site.common.errors import NotAllowedError
from caledonia_site.common.permissions import may, require
from games.clubs.enums import Role
from games.clubs.models import Membership
from games.clubs.rules import is_member
from games.clubs.services.guests import add_guest_player
from games.players.models import Player
from tournaments.events.enums import TAKING_A_PLACE, EntryState, EventAuditKind, EventState
from tournaments.events.models import Event, EventEntry
from tournaments.events.services.changes import lock_event
from tournaments.events.services.errors import (
    AlreadyOnTheListError,
    EventBegunError,
    NoStagesError,
    NotAClubPlayerError,
    TooLateToEnterError,
    WrongEntryStateError,
)
from tournaments.events.services.mail import tell_of_places
from tournaments.formats.stages import Kind
from tournaments.shared.audit import record_audit
from tournaments.shared.names import require_told

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
    record_audit(event, EventAuditKind.ENTERED, actor=actor, entry=entry, detail=detail)
    return entry


def move_entry(entry: EventEntry, state: EntryState, *, actor: Any, **changes: Any) -> EventEntry:
    """Under the event's lock, with its line in the history."""
    detail = {"old": entry.state, "new": str(state)}
    entry.state = state
    for name, value in changes.items():
        setattr(entry, name, value)
    entry.save(update_fields=["state", *changes])
    record_audit(entry.event, EventAuditKind.ENTRY, actor=actor, entry=entry, detail=detail)
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


def free_places(event: Event) -> int | None:
    """None without a limit."""
    if event.cap is None:
        return None
    return max(0, event.cap - event.entries.filter(state__in=TAKING_A_PLACE).count())


def state_for_newcomer(event: Event) -> EntryState:
    """A place, or the end of the waiting list when there is none."""
    return EntryState.WAITING if free_places(event) == 0 else EntryState.REGISTERED


def promote_waiting(event: Event) -> list[EventEntry]:
    """Under the event's lock: free places go to those who have waited longest. Once rounds are drawn nobody is put
    into them unasked; organisers do it."""
    if event.has_begun:
        return []
    free = free_places(event)
    waiting = event.entries.filter(state=EntryState.WAITING).order_by("queued_at", "pk")
    promoted = list(waiting if free is None else waiting[:free])
    for entry in promoted:
        entry.state = EntryState.REGISTERED
        entry.save(update_fields=["state"])
        detail = {"old": str(EntryState.WAITING), "new": str(EntryState.REGISTERED)}
        record_audit(event, EventAuditKind.ENTRY, entry=entry, detail=detail)
    tell_of_places(promoted)
    return promoted


COMING_AGAIN = {EntryState.WITHDRAWN, EntryState.INVITED}


@transaction.atomic
def add_entry(*, actor: Any, event: Event, player: Player, team: str = "", family: str = "") -> EventEntry:
    """Also while the event runs: a late entry plays from the next round on, and is there (checked in). Somebody from
    the waiting list gets the next free place.

    Raises NotAClubPlayerError, AlreadyOnTheListError, TooLateToEnterError, EventFinishedError.
    """
    event = lock_event(event)
    require(actor, "events.run_event", event)
    refuse_if_too_late(event)
    if not Membership.objects.filter(club=event.club_id, player=player).exists():
        raise NotAClubPlayerError
    state = state_for_newcomer(event)
    if event.has_begun and state == EntryState.REGISTERED:
        state = EntryState.CHECKED_IN
    entry = event.entries.filter(player=player).first()
    if entry and entry.state == EntryState.WAITING and state != EntryState.WAITING:
        entry.event = event
        joined = event.rounds.count() + 1
        return move_entry(entry, state, actor=actor, joined_round=joined)
    if entry and entry.state not in COMING_AGAIN:
        raise AlreadyOnTheListError
    return put_on_list(event, player, state, actor=actor, team=team.strip(), family=family.strip())


@transaction.atomic
def add_guest_entry(*, actor: Any, event: Event, name: str, team: str = "", family: str = "") -> EventEntry:
    """Somebody without an account becomes a guest of the club.

    Raises GuestNameTakenError and what `add_entry` raises.
    """
    require(actor, "events.run_event", event)
    guest = add_guest_player(actor=actor, club=event.club, name=name).player
    return add_entry(actor=actor, event=event, player=guest, team=team, family=family)


@transaction.atomic
def confirm_entry(*, actor: Any, entry: EventEntry) -> EventEntry:
    """They become a member of the club, with a place or on the waiting list. (To refuse: `withdraw_entry`.)

    Raises WrongEntryStateError, TooLateToEnterError, EventFinishedError.
    """
    event = lock_event(entry.event)
    require(actor, "events.run_event", event)
    entry = entry_now(event, entry)
    refuse_unless(entry, EntryState.REQUESTED)
    refuse_if_too_late(event)
    make_member(event, entry.player)
    joined = event.rounds.count() + 1
    return move_entry(entry, state_for_newcomer(event), actor=actor, joined_round=joined)


@transaction.atomic
def invite_player(*, actor: Any, event: Event, player: Player) -> EventEntry:
    """They see the event from now on and take the invitation by registering. Inviting twice is inviting once.

    Raises AlreadyOnTheListError, EventBegunError, EventFinishedError.
    """
    event = lock_event(event)
    require(actor, "events.run_event", event)
    if event.has_begun:
        raise EventBegunError
    entry = event.entries.filter(player=player).first()
    if entry and entry.state == EntryState.INVITED:
        return entry
    if entry and entry.state != EntryState.WITHDRAWN:
        raise AlreadyOnTheListError
    return put_on_list(event, player, EntryState.INVITED, actor=actor)


def open_registration(*, actor: Any, event: Event) -> Event:
    """People put themselves on the list, as the event's admission says. Opening twice is opening once.

    Raises EventBegunError, NoStagesError, EventFinishedError.
    """
    return _turn(actor, event, EventState.REGISTRATION)


def close_registration(*, actor: Any, event: Event) -> Event:
    """From now on organisers put people on the list. Raises EventBegunError, EventFinishedError."""
    return _turn(actor, event, EventState.PLANNED)


@transaction.atomic
def _turn(actor: Any, event: Event, state: EventState) -> Event:
    event = lock_event(event)
    require(actor, "events.run_event", event)
    if event.has_begun:
        raise EventBegunError
    if not event.stages.exists():
        raise NoStagesError
    if event.state != state:
        detail = {"old": event.state, "new": str(state)}
        event.state = state
        event.save(update_fields=["state"])
        record_audit(event, EventAuditKind.REGISTRATION, actor=actor, detail=detail)
    return event


THERE_ALREADY = {EntryState.REQUESTED, EntryState.WAITING, EntryState.REGISTERED, EntryState.CHECKED_IN}


@transaction.atomic
def register(*, actor: Any, event: Event, names_shown: bool = False) -> EventEntry:
    """A place, or one on the waiting list. Who is not in the club asks first, unless they were invited. Registering
    twice is registering once. `names_shown`: they were told that everybody reads the players' names.

    Raises NotAllowedError, NamesShownError, WrongEntryStateError (who was dropped), EventFinishedError.
    """
    event = lock_event(event)
    player = getattr(actor, "player_or_none", None)
    if player is None:
        raise NotAllowedError
    entry = event.entries.filter(player=player).first()
    if entry and entry.state in THERE_ALREADY:
        return entry
    is_invited = entry is not None and entry.state == EntryState.INVITED and not event.has_begun
    if not is_invited and not may(actor, "events.register", event):
        raise NotAllowedError
    require_told(shows_names=event.shows_names, told=names_shown)
    if entry and is_invited:
        entry.event = event
        make_member(event, player)
        return move_entry(entry, state_for_newcomer(event), actor=actor)
    if entry:
        refuse_unless(entry, EntryState.WITHDRAWN)
    state = state_for_newcomer(event) if is_member(actor, event) else EntryState.REQUESTED
    return put_on_list(event, player, state, actor=actor)


@transaction.atomic
def tag_entry(
    *, actor: Any, entry: EventEntry, team: str, family: str, rating: int | None = None
) -> EventEntry:
    """The draw keeps people of one team or family apart. `rating` is for who has none; the site's own is read when the
    event begins and stays. Draws that were made stay as they are.
    """
    event = lock_event(entry.event)
    require(actor, "events.run_event", event)
    entry = entry_now(event, entry)
    wanted = {"team": team.strip(), "family": family.strip(), "rating": rating}
    changes = {name: [getattr(entry, name), new] for name, new in wanted.items()}
    changes = {name: pair for name, pair in changes.items() if pair[0] != pair[1]}
    if changes:
        for name, (_, new) in changes.items():
            setattr(entry, name, new)
        entry.save(update_fields=list(changes))
        record_audit(event, EventAuditKind.TAGS, actor=actor, entry=entry, detail={"changes": changes})
    return entry


NOT_YET_PLAYING = (EntryState.REQUESTED, EntryState.INVITED, EntryState.WAITING)


@transaction.atomic
def withdraw_entry(*, actor: Any, entry: EventEntry) -> EventEntry:
    """Players withdraw, refuse an invitation; organisers take anybody off or refuse who asked. The place goes to who
    has waited longest. Twice is once. Raises EventBegunError (then `drop_entry`), WrongEntryStateError,
    EventFinishedError.
    """
    event = lock_event(entry.event)
    entry = entry_now(event, entry)
    require_own_or(actor, "events.run_event", entry)
    if entry.state == EntryState.WITHDRAWN:
        return entry
    if event.has_begun and entry.places.exists():
        raise EventBegunError
    refuse_unless(entry, *NOT_YET_PLAYING, EntryState.REGISTERED, EntryState.CHECKED_IN)
    entry = move_entry(entry, EntryState.WITHDRAWN, actor=actor)
    promote_waiting(event)
    return entry
