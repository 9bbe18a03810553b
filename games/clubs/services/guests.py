"""The players of a club who have no account: add, correct and merge them, and remember other spellings for imports.

Names of guests are not kept longer than a club or a game needs them.
"""

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError
from caledonia_site.common.permissions import require
from games.clubs.enums import Role
from games.clubs.models import Club, Membership, PlayerAlias
from games.clubs.selectors.clubs import clubs_of, clubs_of_merged_guest, clubs_organised_by, may_undo
from games.clubs.services.locks import lock_club, membership_in
from games.clubs.signals import guests_added
from games.players.actors import Actor
from games.players.models import PageVisibility, Player, PlayerMerge
from games.players.names import normalised, tidy
from games.players.rules import is_own_player, is_site_staff
from games.players.services.merges import AlreadyMergedError, merge_players, undo_merge
from games.players.services.players import usable_player_name


class EmptySpellingError(UserError):
    code = "empty_spelling"
    message = _("Please enter a spelling.")
    status = 400


class AliasTakenError(UserError):
    code = "alias_taken"
    message = _("This spelling belongs to a player of the club already.")


class GuestNameTakenError(UserError):
    code = "guest_name_taken"
    message = _("The club has a guest of this name already. Add an initial to tell them apart.")


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
def add_guest_player(
    *, actor: Actor, club: Club, name: str, visibility: str = PageVisibility.CLUB
) -> Membership:
    """Guests never agreed to be seen by everyone, so only the club sees them unless someone decides otherwise."""
    club = lock_club(club)
    require(actor, "clubs.add_guest", club)
    player = Player(name=free_guest_name(club, name), visibility=visibility, is_demo=club.is_demo)
    player.save()
    return Membership.objects.create(club=club, player=player, role=Role.MEMBER)


@transaction.atomic
def add_guest_players(*, actor: Actor, club: Club, players: Sequence[Player]) -> None:
    """Store players made by `new_guest`, as members of the club. All of them, or none when a name is taken."""
    club = lock_club(club)
    require(actor, "clubs.add_guest", club)
    keys = [normalised(player.name) for player in players]
    guests = Membership.objects.filter(club=club, player__account=None, player__merged_into=None)
    if len(set(keys)) < len(keys) or guests.filter(player__name_key__in=keys).exists():
        raise GuestNameTakenError
    Player.objects.bulk_create(players)
    Membership.objects.bulk_create(
        Membership(club=club, player=player, role=Role.MEMBER) for player in players
    )
    guests_added.send(sender=Club, club=club, players=players)


@transaction.atomic
def update_guest(*, actor: Actor, membership: Membership, name: str, visibility: str) -> Player:
    club = lock_club(membership.club)
    membership = membership_in(club, membership)
    require(actor, "clubs.edit_guest", membership)
    player = membership.player
    player.name = free_guest_name(club, name, besides=player)
    player.visibility = visibility
    player.save(update_fields=["name", "name_key", "visibility"])
    return player


def free_guest_name(club: Club, name: str, *, besides: Player | None = None) -> str:
    """The name, tidied; two guests of a club never share one, or nobody could tell them apart in a list."""
    name = usable_player_name(name)
    guests = Player.objects.filter(memberships__club=club, account=None, name_key=normalised(name))
    if any(guest != besides for guest in guests):
        raise GuestNameTakenError
    return name


def new_guest(club: Club, name: str) -> Player:
    """Not stored yet; as adding a single guest would make them."""
    return Player(name=usable_player_name(name), visibility=PageVisibility.CLUB, is_demo=club.is_demo)


def forget_unused_guests(players: Iterable[Player]) -> None:
    """Delete those without an account to which no row of any app points any more."""
    for player in players:
        if player.is_guest and not _is_needed(player):
            player.delete()


def _is_needed(player: Player) -> bool:
    return any(
        relation.related_model._base_manager.filter(**{relation.field.name: player}).exists()
        for relation in Player._meta.related_objects
    )


@transaction.atomic
def merge_club_players(*, actor: Actor, source: Player, target: Player) -> PlayerMerge:
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


def check_may_merge(*, actor: Actor, source: Player, target: Player) -> None:
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
def undo_club_merge(*, actor: Actor, merge: PlayerMerge) -> PlayerMerge:
    _lock_clubs(clubs_of_merged_guest(merge))
    if not may_undo(actor, merge):
        raise MergeNotAllowedError
    return undo_merge(merge=merge, actor=actor)


@transaction.atomic
def add_alias(*, actor: Actor, membership: Membership, spelling: str) -> PlayerAlias:
    club = lock_club(membership.club)
    membership = membership_in(club, membership)
    require(actor, "clubs.edit_aliases", club)
    spelling = tidy(spelling)
    if not spelling:
        raise EmptySpellingError
    if PlayerAlias.objects.filter(club=club, spelling_key=normalised(spelling)).exists():
        raise AliasTakenError
    return PlayerAlias.objects.create(club=club, player=membership.player, spelling=spelling)


@transaction.atomic
def remove_alias(*, actor: Actor, club: Club, alias: PlayerAlias) -> None:
    """Only spellings of the club itself; those that hold everywhere are the site staff's."""
    club = lock_club(club)
    require(actor, "clubs.edit_aliases", club)
    PlayerAlias.objects.filter(club=club, pk=alias.pk).delete()
