"""Tournaments ahead, for the club's home page."""

from collections.abc import Iterable
from datetime import datetime, time
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext_lazy

from games.clubs.coming import ComingEntry
from games.clubs.models import Club
from tournaments.event_enums import EventState
from tournaments.models import Event


class EventDays:
    """The first day of each, and of those that run the last."""

    def coming(self, *, club: Club, viewer: Any, limit: int) -> Iterable[ComingEntry]:
        zone = ZoneInfo(club.time_zone)
        today = timezone.now().astimezone(zone).date()
        ahead = (
            Event.objects.filter(club=club, ends_on__gte=today)
            .exclude(state=EventState.FINISHED)
            .only("public_id", "name", "place", "starts_on")
            .order_by("starts_on", "pk")[:limit]
        )
        return [
            ComingEntry(
                when=datetime.combine(max(event.starts_on, today), time(0, 0), tzinfo=zone),
                title=event.name,
                address=event.get_absolute_url(),
                kind=gettext_lazy("Tournament"),
                note=event.place,
                whole_day=True,
            )
            for event in ahead
        ]
