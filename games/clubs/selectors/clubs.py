"""What stands on the pages of clubs; what merging two of their players would do and whose business that is; and which
roles somebody may give.
"""

from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch
from django.utils.functional import Promise

from caledonia_site.common.permissions import may
from games.clubs.enums import Role
from games.clubs.merges import MembershipRows
from games.clubs.models import Club, ClubQuerySet, Invitation, JoinRequest, Membership
from games.clubs.models.admission import InvitationQuerySet, JoinRequestState
from games.clubs.models.club import MembershipQuerySet
from games.players.merges import moving_rows
from games.players.models import Player, PlayerMerge
from games.players.rules import is_own_player, is_site_staff
from games.players.viewers import Viewer


def clubs_to_find(*, viewer: Viewer, search: str = "") -> ClubQuerySet:
    """The public clubs and the viewer's own, by name."""
    return Club.objects.listed_for(viewer).named_like(search).for_viewer(viewer).with_member_count()


def names_of_clubs(*, viewer: Viewer) -> Any:
    """Address and name of each of them, for a list to choose from."""
    return Club.objects.listed_for(viewer).values_list("slug", "name")


def clubs_of_viewer(viewer: Viewer) -> ClubQuerySet:
    return Club.objects.of(viewer).for_viewer(viewer).with_member_count()


def clubs_of_player(*, player: Player, viewer: Viewer) -> ClubQuerySet:
    """Clubs of the player that the viewer finds anyway: a page must not tell of a private club."""
    return Club.objects.listed_for(viewer).filter(memberships__player=player).only("slug", "name", "town")


def club_members(*, club: Club, viewer: Viewer) -> MembershipQuerySet:
    return club.memberships.shown_to(viewer).by_role()


def roles_of_members(club: Club) -> dict[int, str]:
    """By the row number of the player, all of them in the same order."""
    rows = club.memberships.order_by("joined_at", "pk").values_list("player_id", "role")
    ranks = {role.value: role.rank for role in Role}
    # Stable: within a role they stay as they came.
    return dict(sorted(rows, key=lambda row: ranks[row[1]]))


def open_requests(*, club: Club, viewer: Viewer) -> Any:
    players = Prefetch("player", queryset=Player.objects.shown_to(viewer))
    return club.join_requests.filter(state=JoinRequestState.OPEN).prefetch_related(players)


def open_invitations(club: Club) -> InvitationQuerySet:
    return Invitation.objects.usable().filter(club=club).select_related("for_player")


def own_request(*, club: Club, viewer: Viewer) -> JoinRequest | None:
    """The viewer's open request to join the club."""
    if not viewer.is_authenticated:
        return None
    return JoinRequest.objects.filter(
        club=club, player__account=viewer.pk, state=JoinRequestState.OPEN
    ).first()


@dataclass(frozen=True)
class MovingRows:
    label: str | Promise
    count: int


def merge_preview(*, source: Player, target: Player) -> list[MovingRows]:
    """Everything that would move, by kind; kinds without rows are left out."""
    counted = [MovingRows(rows.label, rows.count(source, target)) for rows in moving_rows()]
    return [rows for rows in counted if rows.count]


def clubs_of(player: Player) -> set[int]:
    return set(Membership.objects.filter(player=player).values_list("club_id", flat=True))


def clubs_organised_by(user: Viewer) -> set[int]:
    roles = [role for role in Role if role.is_at_least(Role.ORGANISER)]
    mine = Membership.objects.filter(player__account=user.pk or 0, role__in=roles)
    return set(mine.values_list("club_id", flat=True))


def clubs_of_merged_guest(merge: PlayerMerge) -> set[int]:
    """The clubs the merged player was in before."""
    return MembershipRows.clubs_in(merge.moved.get(MembershipRows.relation, {}))


def undoable_merges(*, player: Player, user: Viewer) -> list[PlayerMerge]:
    """Merges into the player that the user can still take back, the latest first."""
    if not user.is_authenticated:
        return []
    merges = PlayerMerge.objects.undoable().filter(target=player).select_related("source", "target")
    organised = clubs_organised_by(user) if merges else set()
    return [merge for merge in merges if _concerns(user, merge, organised)]


def may_undo(user: Viewer, merge: PlayerMerge) -> bool:
    return bool(user.is_authenticated) and _concerns(user, merge, clubs_organised_by(user))


def _concerns(user: Viewer, merge: PlayerMerge, organised: set[int]) -> bool:
    """The person themselves, organisers of every club the guest came from, and site staff."""
    if is_site_staff(user) or is_own_player(user, merge.target):
        return True
    affected = clubs_of_merged_guest(merge)
    return bool(affected) and affected <= organised


def roles_to_give(user: Viewer, club: Club) -> list[Role]:
    return [role for role in Role if may(user, "clubs.change_role", Membership(club=club, role=role))]


def roles_to_invite(user: Viewer, club: Club) -> list[Role]:
    """From the humblest up; nobody becomes an owner by invitation."""
    roles = [role for role in reversed(Role) if role != Role.OWNER]
    return [role for role in roles if may(user, "clubs.handle_invitation", Invitation(club=club, role=role))]
