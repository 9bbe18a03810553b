"""Draw the last round anew, because somebody came, left, or a result was corrected."""

from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from tournaments.event_enums import EventHistoryKind
from tournaments.models import Event, EventRound
from tournaments.services.events.draw_round import make_round
from tournaments.services.events.errors import RoundHasResultsError
from tournaments.services.events.locking import lock_living_event
from tournaments.services.events.noting import note_event
from tournaments.services.events.remove_round import remove_round
from tournaments.services.events.round_changes import has_results, last_round


@transaction.atomic
def redraw_round(*, actor: Any, event: Event, number: int, version: int) -> EventRound:
    """From how things are now, with the same lot: with nothing changed the same tables come out again, so that nobody
    draws until it suits. Changes by hand are lost, and the round must be published again.

    Raises RoundHasResultsError, RoundChangedError, NotLastRoundError and what `draw_round` raises.
    """
    event = lock_living_event(event)
    require(actor, "events.run_event", event)
    old = last_round(event, number, version=version)
    if has_results(old):
        raise RoundHasResultsError
    detail = {"round": number, "old": old.digest, "was_posted": old.is_posted}
    remove_round(old)
    made = make_round(event, number, version=version + 1)
    detail["new"] = made.digest
    note_event(event, EventHistoryKind.REDRAWN, actor=actor, detail=detail)
    return made
