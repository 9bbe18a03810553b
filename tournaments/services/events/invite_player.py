"""Invite somebody to a tournament, in the club or not."""

from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from games.players.models import Player
from tournaments.event_enums import EntryState
from tournaments.models import Event, EventEntry
from tournaments.services.events.entering import put_on_list
from tournaments.services.events.errors import AlreadyOnTheListError, EventBegunError
from tournaments.services.events.locking import lock_living_event


@transaction.atomic
def invite_player(*, actor: Any, event: Event, player: Player) -> EventEntry:
    """They see the event from now on and take the invitation by registering. Inviting twice is inviting once.

    Raises AlreadyOnTheListError, EventBegunError, EventFinishedError.
    """
    event = lock_living_event(event)
    require(actor, "events.run_event", event)
    if event.has_begun:
        raise EventBegunError
    entry = event.entries.filter(player=player).first()
    if entry and entry.state == EntryState.INVITED:
        return entry
    if entry and entry.state != EntryState.WITHDRAWN:
        raise AlreadyOnTheListError
    return put_on_list(event, player, EntryState.INVITED, actor=actor)
