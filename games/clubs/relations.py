"""Members of a club know each other; those who keep its records know everybody in it, and who asks to come in."""

from typing import Any

from django.db.models import Q, QuerySet

from games.clubs.enums import Role
from games.clubs.models import JoinRequest, Membership
from games.clubs.models.admission import JoinRequestState
from games.players.viewers import Viewer


class ClubCircle:
    def mates_of(self, viewer: Viewer) -> Q:
        return _members_of(clubs_of(viewer, least=Role.MEMBER))

    def kept_by(self, viewer: Viewer) -> Q:
        asking = JoinRequest.objects.filter(
            state=JoinRequestState.OPEN, club__in=clubs_of(viewer, least=Role.ORGANISER)
        )
        return _members_of(clubs_of(viewer, least=Role.SCOREKEEPER)) | Q(pk__in=asking.values("player"))


def clubs_of(viewer: Viewer, *, least: Role) -> QuerySet[Any, Any]:
    """Where they have this role or a higher one."""
    roles = [role for role in Role if role.is_at_least(least)]
    return Membership.objects.held_by(viewer).filter(role__in=roles).values("club")


def _members_of(clubs: QuerySet[Any, Any]) -> Q:
    return Q(pk__in=Membership.objects.filter(club__in=clubs).values("player"))
