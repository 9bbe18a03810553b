"""Say what the draw should know of a player."""

from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from tournaments.event_enums import EventHistoryKind
from tournaments.models import EventEntry
from tournaments.services.events.entering import entry_now
from tournaments.services.events.locking import lock_living_event
from tournaments.services.events.noting import note_event


@transaction.atomic
def tag_entry(
    *, actor: Any, entry: EventEntry, team: str, family: str, rating: int | None = None
) -> EventEntry:
    """The draw keeps people of one team or family apart. `rating` is for who has none; the site's own is read when the
    event begins and stays. Draws that were made stay as they are.
    """
    event = lock_living_event(entry.event)
    require(actor, "events.run_event", event)
    entry = entry_now(event, entry)
    wanted = {"team": team.strip(), "family": family.strip(), "rating": rating}
    changes = {name: [getattr(entry, name), new] for name, new in wanted.items()}
    changes = {name: pair for name, pair in changes.items() if pair[0] != pair[1]}
    if changes:
        for name, (_, new) in changes.items():
            setattr(entry, name, new)
        entry.save(update_fields=list(changes))
        note_event(event, EventHistoryKind.TAGS, actor=actor, entry=entry, detail={"changes": changes})
    return entry
