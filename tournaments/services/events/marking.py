"""Saying that an event's results are others than before."""

from caledonia_site.common.jobs.marking import mark_dirty
from tournaments.models import Event
from tournaments.topics import EVENT_STANDINGS


def mark_event(event: Event) -> None:
    """In the caller's transaction: the standings follow."""
    mark_dirty(topic=EVENT_STANDINGS, key=event.public_id)
