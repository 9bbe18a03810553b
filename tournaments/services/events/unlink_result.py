"""Take a result off its table."""

from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from tournaments.event_enums import EventHistoryKind
from tournaments.models import EventTable
from tournaments.services.events.locking import lock_living_event
from tournaments.services.events.marking import mark_event
from tournaments.services.events.noting import note_event
from tournaments.services.events.table_now import table_now
from tournaments.services.other_results import set_aside


@transaction.atomic
def unlink_result(*, actor: Any, table: EventTable) -> EventTable:
    """The table waits for another sheet; the game stays a game of the club (others stay taken out, and each can still
    be chosen). Unlinking twice is unlinking once. Raises EventFinishedError.
    """
    event = lock_living_event(table.event)
    require(actor, "events.run_event", event)
    table = table_now(event, table)
    if table.game is None and table.rival is None:
        return table
    others = [one.game for one in table.other_results.waiting().in_order().select_related("game")]
    detail = {
        "round": table.round.number,
        "table": table.number,
        "games": [one.public_id for one in (table.game, *others) if one],
    }
    note_event(event, EventHistoryKind.UNLINKED, actor=actor, game=table.game, detail=detail)
    before, table.game, table.rival = table.game, None, None
    table.save(update_fields=["game", "rival"])
    set_aside(before, of=table)
    mark_event(event)
    return table
