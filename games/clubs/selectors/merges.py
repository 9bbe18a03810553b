"""What a merge of two players would do, and whose business it is."""

from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from games.clubs.enums import Role
from games.clubs.merging import MembershipRows
from games.clubs.models import Membership
from games.players.merging import moving_rows
from games.players.models import Player, PlayerMerge
from games.players.rules import is_own_player, is_site_staff


@dataclass(frozen=True)
class MovingRows:
    label: str | Promise
    count: int


def merge_preview(*, source: Player, target: Player) -> list[MovingRows]:
    """Everything that would move, by kind; kinds without rows are left out."""
    found = [MovingRows(rows.label, rows.count(source, target)) for rows in moving_rows()]
    return [rows for rows in found if rows.count]


def clubs_of(player: Player) -> set[int]:
    return set(Membership.objects.filter(player=player).values_list("club_id", flat=True))


def clubs_organised_by(user: Any) -> set[int]:
    roles = [role for role in Role if role.is_at_least(Role.ORGANISER)]
    mine = Membership.objects.filter(player__account=user.pk or 0, role__in=roles)
    return set(mine.values_list("club_id", flat=True))


def clubs_of_merged_guest(merge: PlayerMerge) -> set[int]:
    """The clubs the merged player was in before."""
    return MembershipRows.clubs_in(merge.moved.get(MembershipRows.relation, {}))


def undoable_merges(*, player: Player, user: Any) -> list[PlayerMerge]:
    """Merges into the player that the user can still take back, the latest first."""
    if not user.is_authenticated:
        return []
    merges = PlayerMerge.objects.undoable().filter(target=player).select_related("source", "target")
    organised = clubs_organised_by(user) if merges else set()
    return [merge for merge in merges if _concerns(user, merge, organised)]


def may_undo(user: Any, merge: PlayerMerge) -> bool:
    return bool(user.is_authenticated) and _concerns(user, merge, clubs_organised_by(user))


def _concerns(user: Any, merge: PlayerMerge, organised: set[int]) -> bool:
    """The person themselves, organisers of every club the guest came from, and site staff."""
    if is_site_staff(user) or is_own_player(user, merge.target):
        return True
    affected = clubs_of_merged_guest(merge)
    return bool(affected) and affected <= organised
