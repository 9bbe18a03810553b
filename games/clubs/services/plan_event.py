"""Plan a club night, or several at once."""

from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError
from caledonia_site.common.permissions import require
from caledonia_site.common.public_id import new_public_id
from games.clubs.enums import Repeat
from games.clubs.event_times import on_wall, repeated, span_from_wall
from games.clubs.models import Club, ClubEvent
from games.clubs.services.event_details import EventDetails, put_details
from games.clubs.services.locking import lock_club

MOST_TIMES = 26
MOST_COMING_EVENTS = 200


class RepeatLimitError(UserError):
    code = "repeat_limit"
    message = _("An event can be planned 1 to %(times)s times at once.")
    status = 400


class TooManyEventsError(UserError):
    code = "too_many_events"
    message = _("A club can have %(count)s events ahead of it, and that would be more.")


@transaction.atomic
def plan_event(
    *, actor: Any, club: Club, details: EventDetails, repeat: Repeat = Repeat.NEVER, times: int = 1
) -> list[ClubEvent]:
    """The event, and those that repeat it at the same time of the club's day, also across a change of clocks."""
    club = lock_club(club)
    require(actor, "clubs.plan_event", club)
    if not 1 <= times <= MOST_TIMES:
        raise RepeatLimitError(times=MOST_TIMES)
    events = list(_events(actor, club, details, repeat, times))
    if ClubEvent.objects.coming().filter(club=club).count() + len(events) > MOST_COMING_EVENTS:
        raise TooManyEventsError(count=MOST_COMING_EVENTS)
    return ClubEvent.objects.bulk_create(events)


def _events(actor: Any, club: Club, details: EventDetails, repeat: Repeat, times: int) -> list[ClubEvent]:
    first = ClubEvent(club=club, created_by=actor)
    put_details(first, details)
    starts, ends = (on_wall(moment, club.time_zone) for moment in (details.starts_at, details.ends_at))
    walls = list(repeated(starts, repeat, times))
    first.series = new_public_id() if len(walls) > 1 else ""
    events = [first]
    for wall in walls[1:]:
        begins, over = span_from_wall(wall, wall + (ends - starts), club.time_zone)
        event = ClubEvent(club=club, created_by=actor, series=first.series)
        put_details(event, replace(details, starts_at=begins, ends_at=over))
        events.append(event)
    return events
