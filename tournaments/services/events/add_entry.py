"""Put somebody on the list of a tournament: a member, or a guest who is only a name."""

from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from games.clubs.models import Membership
from games.clubs.services.add_guest_player import add_guest_player
from games.players.models import Player
from tournaments.event_enums import EntryState
from tournaments.models import Event, EventEntry
from tournaments.services.events.entering import move_entry, put_on_list, refuse_if_too_late
from tournaments.services.events.errors import AlreadyOnTheListError, NotAClubPlayerError
from tournaments.services.events.locking import lock_living_event
from tournaments.services.events.waiting_list import state_for_newcomer

COMING_AGAIN = {EntryState.WITHDRAWN, EntryState.INVITED}


@transaction.atomic
def add_entry(*, actor: Any, event: Event, player: Player, team: str = "", family: str = "") -> EventEntry:
    """Also while the event runs: a late entry plays from the next round on, and is there (checked in). Somebody from
    the waiting list gets the next free place.

    Raises NotAClubPlayerError, AlreadyOnTheListError, TooLateToEnterError, EventFinishedError.
    """
    event = lock_living_event(event)
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
