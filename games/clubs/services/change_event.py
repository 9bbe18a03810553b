"""Change what was planned."""

from datetime import timedelta
from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from games.clubs.event_times import span_from_wall
from games.clubs.models import ClubEvent
from games.clubs.services.event_details import EventDetails, put_details, put_times
from games.clubs.services.event_locking import lock_event
from games.clubs.services.send_event_mail import tell_those_coming


@transaction.atomic
def change_event(
    *,
    actor: Any,
    event: ClubEvent,
    details: EventDetails,
    with_later: bool = False,
) -> ClubEvent:
    """With the later ones of its series if wished: they get the same words and move as far as this one does.

    Who means to come hears of another time or place; other words are no news.
    """
    event = lock_event(event)
    require(actor, "clubs.plan_event", event.club)
    later = list(ClubEvent.objects.later_in_series(event)) if with_later else []
    before = event.starts_on_wall, event.ends_on_wall
    place_before = event.place
    put_details(event, details)
    event.save()
    moved = event.starts_on_wall - before[0], event.ends_on_wall - before[1]
    for other in later:
        other.club = event.club
        other.title, other.place, other.description = event.title, event.place, event.description
        _move(other, *moved)
        other.save()
    if not event.is_cancelled and (any(moved) or event.place != place_before):
        tell_those_coming([event, *later], actor=actor)
    return event


def _move(event: ClubEvent, start: timedelta, end: timedelta) -> None:
    if start or end:
        walls = event.starts_on_wall + start, event.ends_on_wall + end
        put_times(event, *span_from_wall(*walls, event.club.time_zone))
