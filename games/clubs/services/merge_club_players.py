"""Merge two players of a club who are the same person."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError
from games.clubs.models import Club
from games.clubs.selectors.merges import clubs_of, clubs_of_merged_guest, clubs_organised_by, may_undo
from games.players.models import Player, PlayerMerge
from games.players.rules import is_own_player, is_site_staff
from games.players.services.merge_players import AlreadyMergedError, merge_players
from games.players.services.undo_merge import undo_merge


class MergeNotAllowedError(UserError):
    code = "merge_not_allowed"
    message = _("You can merge players only in clubs you organise, and this concerns another club too.")
    status = 403


class NotInOneClubError(UserError):
    code = "not_in_one_club"
    message = _("These two players are in no club together.")
    status = 403


class ConsentNeededError(UserError):
    code = "consent_needed"
    message = _("This player has an account, so they decide themselves: send them the guest's claim link.")
    status = 403


@transaction.atomic
def merge_club_players(*, actor: Any, source: Player, target: Player) -> PlayerMerge:
    """Guests of a club merge at an organiser's word; into an account's player only with its holder's consent.

    - The organiser must organise every club of the guest that disappears, and one that both belong to.
    - A player with an account takes in a guest only by its holder's own hand: they merge themselves (as
      organiser), or open the claim link. Site staff, asked for help, may do it for them.
    - Two accounts never merge (see `merge_players`).
    """
    _lock_clubs(clubs_of(source) | clubs_of(target))
    # Locked for good: nobody can put either of them into a further club until we are done.
    locked = Player.with_merged.select_for_update().order_by("pk").in_bulk([source.pk, target.pk])
    if len(locked) < len({source.pk, target.pk}):
        raise AlreadyMergedError
    source, target = locked[source.pk], locked[target.pk]
    check_may_merge(actor=actor, source=source, target=target)
    return merge_players(source=source, target=target, actor=actor)


def _lock_clubs(clubs: set[int]) -> None:
    """Rights are roles in clubs, and roles change behind the clubs' locks: what we ask after this holds.

    Always in the same order, and before the players, as whoever claims one does.
    """
    list(Club.objects.select_for_update(no_key=True).filter(pk__in=clubs).order_by("pk"))


def check_may_merge(*, actor: Any, source: Player, target: Player) -> None:
    if is_site_staff(actor):
        return
    affected, organised = clubs_of(source), clubs_organised_by(actor)
    if not affected or not affected <= organised:
        raise MergeNotAllowedError
    if not affected & clubs_of(target):
        raise NotInOneClubError
    if not target.is_guest and not is_own_player(actor, target):
        raise ConsentNeededError


@transaction.atomic
def undo_club_merge(*, actor: Any, merge: PlayerMerge) -> PlayerMerge:
    _lock_clubs(clubs_of_merged_guest(merge))
    if not may_undo(actor, merge):
        raise MergeNotAllowedError
    return undo_merge(merge=merge, actor=actor)
