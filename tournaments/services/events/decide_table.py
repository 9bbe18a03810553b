"""An organiser's word on a table that was not played."""

from collections.abc import Collection
from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from tournaments.event_enums import EventHistoryKind, TableDecision
from tournaments.formats.stages import Kind
from tournaments.models import EventTable
from tournaments.services.errors import NobodyForfeitsError
from tournaments.services.events.errors import (
    KnockoutNeedsPlacesError,
    RoundNotPostedError,
    TableSettledError,
)
from tournaments.services.events.locking import lock_living_event
from tournaments.services.events.marking import mark_event
from tournaments.services.events.noting import note_event
from tournaments.services.events.table_now import table_now


@transaction.atomic
def decide_table(
    *, actor: Any, table: EventTable, decision: TableDecision, forfeiting: Collection[int] = ()
) -> EventTable:
    """Forfeited: the seats `forfeiting` (counted from 0) lose, the others share the places before them. Called off:
    nobody gets anything. Raises TableSettledError, NobodyForfeitsError, KnockoutNeedsPlacesError, RoundNotPostedError,
    EventFinishedError.
    """
    event = lock_living_event(table.event)
    require(actor, "events.run_event", event)
    table = table_now(event, table)
    if not table.round.is_posted:
        raise RoundNotPostedError
    if table.has_result or table.decision:
        raise TableSettledError
    if decision == TableDecision.FORFEITED and not forfeiting:
        raise NobodyForfeitsError
    if decision == TableDecision.CANCELLED and table.round.stage.kind == Kind.KNOCKOUT:
        raise KnockoutNeedsPlacesError
    losers = sorted(forfeiting) if decision == TableDecision.FORFEITED else []
    table.decision, table.game = decision, None
    table.save(update_fields=["decision", "game"])
    table.seats.filter(index__in=losers).update(forfeits=True)
    detail = {
        "round": table.round.number,
        "table": table.number,
        "decision": str(decision),
        "forfeiting": losers,
    }
    note_event(event, EventHistoryKind.DECIDED, actor=actor, detail=detail)
    mark_event(event)
    return table_now(event, table)


@transaction.atomic
def undo_table_decision(*, actor: Any, table: EventTable) -> EventTable:
    """The table can be played after all. Twice is once; who goes on without playing was nobody's decision."""
    event = lock_living_event(table.event)
    require(actor, "events.run_event", event)
    table = table_now(event, table)
    if table.decision in {"", TableDecision.THROUGH}:
        return table
    old, table.decision = table.decision, ""
    table.save(update_fields=["decision"])
    table.seats.update(forfeits=False)
    detail = {"round": table.round.number, "table": table.number, "old": old}
    note_event(event, EventHistoryKind.UNDECIDED, actor=actor, detail=detail)
    mark_event(event)
    return table_now(event, table)
