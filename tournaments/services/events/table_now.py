"""A table as it is, for who holds the event's lock."""

from tournaments.models import Event, EventTable
from tournaments.services.events.errors import TableGoneError


def table_now(event: Event, table: EventTable) -> EventTable:
    """With its seats and players, of the event that is locked. Raises TableGoneError."""
    found = (
        EventTable.objects.select_related("round__stage", "game", "rival")
        .prefetch_related("seats__entry__player")
        .filter(pk=table.pk, round__event=event)
        .first()
    )
    if found is None:
        raise TableGoneError
    found.round.event = event
    return found
