"""Clubs and what stands on their pages."""

from typing import Any

from django.db.models import Prefetch

from games.clubs.enums import Role
from games.clubs.models import Club, ClubQuerySet, Invitation, JoinRequest
from games.clubs.models.invitation import InvitationQuerySet
from games.clubs.models.join_request import JoinRequestState
from games.clubs.models.membership import MembershipQuerySet
from games.players.models import Player


def clubs_to_find(*, viewer: Any, search: str = "") -> ClubQuerySet:
    """The public clubs and the viewer's own, by name."""
    return Club.objects.listed_for(viewer).named_like(search).for_viewer(viewer).with_member_count()


def names_of_clubs(*, viewer: Any) -> Any:
    """Address and name of each of them, for a list to choose from."""
    return Club.objects.listed_for(viewer).values_list("slug", "name")


def clubs_of_viewer(viewer: Any) -> ClubQuerySet:
    return Club.objects.of(viewer).for_viewer(viewer).with_member_count()


def clubs_of_player(*, player: Player, viewer: Any) -> ClubQuerySet:
    """Clubs of the player that the viewer finds anyway: a page must not tell of a private club."""
    return Club.objects.listed_for(viewer).filter(memberships__player=player).only("slug", "name", "town")


def club_members(*, club: Club, viewer: Any) -> MembershipQuerySet:
    return club.memberships.shown_to(viewer).by_role()


def roles_of_members(club: Club) -> dict[int, str]:
    """By the row number of the player, all of them in the same order."""
    rows = club.memberships.order_by("joined_at", "pk").values_list("player_id", "role")
    ranks = {role.value: role.rank for role in Role}
    # Stable: within a role they stay as they came.
    return dict(sorted(rows, key=lambda row: ranks[row[1]]))


def open_requests(*, club: Club, viewer: Any) -> Any:
    players = Prefetch("player", queryset=Player.objects.shown_to(viewer))
    return club.join_requests.filter(state=JoinRequestState.OPEN).prefetch_related(players)


def open_invitations(club: Club) -> InvitationQuerySet:
    return Invitation.objects.usable().filter(club=club).select_related("for_player")


def own_request(*, club: Club, viewer: Any) -> JoinRequest | None:
    """The viewer's open request to join the club."""
    if not viewer.is_authenticated:
        return None
    return JoinRequest.objects.filter(club=club, player__account=viewer, state=JoinRequestState.OPEN).first()
