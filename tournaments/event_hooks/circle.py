"""Who runs a tournament knows the names of those who ask to come in or were invited."""

from typing import Any

from django.db.models import Q

from games.clubs.enums import Role
from games.clubs.models import Membership
from tournaments.event_enums import FROM_OUTSIDE
from tournaments.models import EventEntry

RUNNING = [role for role in Role if role.is_at_least(Role.ORGANISER)]


class EventCircle:
    """Everybody else on the list is a member of the club, and known as such."""

    def mates_of(self, user: Any) -> Q:
        return Q(pk__in=[])

    def kept_by(self, user: Any) -> Q:
        clubs = Membership.objects.held_by(user).filter(role__in=RUNNING).values("club")
        asking = EventEntry.objects.filter(state__in=FROM_OUTSIDE, event__club__in=clubs)
        return Q(pk__in=asking.values("player"))
