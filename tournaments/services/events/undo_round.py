"""Undo the last round of a tournament."""

from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from tournaments.event_enums import EventHistoryKind, EventState, RoundState
from tournaments.models import Event
from tournaments.services.events.errors import NotLastRoundError
from tournaments.services.events.locking import lock_living_event
from tournaments.services.events.marking import mark_event
from tournaments.services.events.noting import note_event
from tournaments.services.events.remove_round import remove_round
from tournaments.services.events.round_changes import last_round


@transaction.atomic
def undo_round(*, actor: Any, event: Event, number: int) -> Event:
    """As if it had not been drawn. Games that were played at its tables were played: they stay games of the club and
    count there, only not in the event; the history names them. Undoing twice is undoing once.

    Raises NotLastRoundError, EventFinishedError.
    """
    event = lock_living_event(event)
    require(actor, "events.run_event", event)
    if not event.rounds.filter(number__gte=number).exists():
        return event
    if event.rounds.filter(number__gt=number).exists():
        raise NotLastRoundError
    undone = last_round(event, number)
    games = undone.tables.filter(game__isnull=False).order_by("number")
    detail = {
        "round": number,
        "games": list(games.values_list("game__public_id", flat=True)),
        "tables": table_keys(undone),
    }
    remove_round(undone)
    # The round before it takes results and corrections again.
    event.rounds.filter(number=number - 1).update(state=RoundState.POSTED)
    if number == 1:
        event.state = EventState.PLANNED
        event.save(update_fields=["state"])
    note_event(event, EventHistoryKind.UNDONE, actor=actor, detail=detail)
    mark_event(event)
    return event


def table_keys(of: Any) -> list[list[str]]:
    """Who sat where, by the entries' public ids."""
    tables = of.tables.prefetch_related("seats__entry").order_by("number")
    return [
        [seat.entry.public_id for seat in sorted(table.seats.all(), key=lambda one: one.index)]
        for table in tables
    ]
