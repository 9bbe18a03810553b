"""Put oneself on the list of a tournament."""

from typing import Any

from django.db import transaction

from caledonia_site.common.errors import NotAllowedError
from caledonia_site.common.permissions import may
from games.clubs.rules import is_member
from tournaments.event_enums import EntryState
from tournaments.models import Event, EventEntry
from tournaments.services.events.entering import make_member, move_entry, put_on_list, refuse_unless
from tournaments.services.events.locking import lock_living_event
from tournaments.services.events.waiting_list import state_for_newcomer
from tournaments.services.naming import require_told

THERE_ALREADY = {EntryState.REQUESTED, EntryState.WAITING, EntryState.REGISTERED, EntryState.CHECKED_IN}


@transaction.atomic
def register(*, actor: Any, event: Event, names_shown: bool = False) -> EventEntry:
    """A place, or one on the waiting list. Who is not in the club asks first, unless they were invited. Registering
    twice is registering once. `names_shown`: they were told that everybody reads the players' names.

    Raises NotAllowedError, NamesShownError, WrongEntryStateError (who was dropped), EventFinishedError.
    """
    event = lock_living_event(event)
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
