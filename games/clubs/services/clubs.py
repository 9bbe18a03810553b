"""Found a club, change what it says about itself (checked the same way both times), hand it over, dissolve it."""

from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError
from caledonia_site.common.permissions import require
from games.clubs.enums import ClubVisibility, Role
from games.clubs.meeting_times import on_wall, span_from_wall
from games.clubs.models import Club, Meeting, Membership
from games.clubs.services.guests import forget_unused_guests
from games.clubs.services.locks import lock_club, membership_in
from games.clubs.services.members import GuestRoleError
from games.players.actors import Actor, signed_in
from games.players.models import Player
from games.players.names import normalised, tidy
from games.players.selectors.players import own_player

# Addresses of pages that stand beside the clubs' own.
RESERVED_SLUGS = {"new", "mine", "invitations", "merges", "events"}


class ClubNameTakenError(UserError):
    code = "club_name_taken"
    message = _("A public club has this name already. Add your town, for example.")


class ClubDetailsError(UserError):
    code = "club_details"
    message = _("Please check the club's details: %(fields)s.")
    status = 400


@dataclass(frozen=True, kw_only=True)
class ClubDetails:
    name: str
    town: str = ""
    time_zone: str = "UTC"
    language: str = "en"
    description: str = ""
    visibility: str = ClubVisibility.PUBLIC


class AlreadyOwnerError(UserError):
    code = "already_owner"
    message = _("This member owns the club already.")


@transaction.atomic
def create_club(*, actor: Actor, details: ClubDetails) -> Club:
    """Whoever founds a club is its first owner."""
    require(actor, "clubs.create_club")
    player = own_player(actor)
    club = Club()
    store_details(club, details)
    Membership.objects.create(club=club, player=player, role=Role.OWNER)
    return club


@transaction.atomic
def update_club(*, actor: Actor, club: Club, details: ClubDetails) -> Club:
    """Name and visibility decide the address, so it may change with them."""
    club = lock_club(club)
    require(actor, "clubs.edit_club", club)
    store_details(club, details)
    return club


@transaction.atomic
def hand_over_club(*, actor: Actor, membership: Membership) -> Membership:
    """The member becomes an owner, the actor an organiser: never a moment without an owner."""
    club = lock_club(membership.club)
    membership = membership_in(club, membership)
    require(actor, "clubs.hand_over_club", club)
    if membership.player.is_guest:
        raise GuestRoleError
    if membership.role == Role.OWNER:
        raise AlreadyOwnerError
    membership.role = Role.OWNER
    membership.save(update_fields=["role"])
    Membership.objects.filter(club=club, player__account=signed_in(actor)).update(role=Role.ORGANISER)
    return membership


@transaction.atomic
def delete_club(*, actor: Actor, club: Club) -> None:
    """Members lose the club, never their players; guests whom nothing else needs go with it."""
    club = lock_club(club)
    require(actor, "clubs.delete_club", club)
    guests = list(Player.objects.filter(memberships__club=club, account=None))
    club.delete()
    forget_unused_guests(guests)


def store_details(club: Club, details: ClubDetails) -> None:
    """Put the details into the club and save it, with the address that belongs to them."""
    former_zone = Club.objects.filter(pk=club.pk).values_list("time_zone", flat=True).first()
    club.name = tidy(details.name)
    club.town = tidy(details.town)
    club.time_zone = details.time_zone
    club.language = details.language
    club.description = details.description.strip()
    club.visibility = details.visibility
    try:
        club.clean_fields(exclude=["name_key", "town_key", "slug"])
    except ValidationError as error:
        names = [str(Club._meta.get_field(name).verbose_name) for name in error.message_dict]  # type: ignore[union-attr]
        raise ClubDetailsError(fields=", ".join(names)) from error
    if is_name_taken(club):
        raise ClubNameTakenError
    club.slug = _free_slug(club)
    try:
        with transaction.atomic():
            club.save()
    except IntegrityError as error:
        # Somebody else was faster with the same name.
        raise ClubNameTakenError from error
    if former_zone and former_zone != club.time_zone:
        _keep_wall_times(club, former_zone)


def _keep_wall_times(club: Club, former_zone: str) -> None:
    """Seven in the evening stays seven in the evening: whoever corrects the zone has not moved the meetings."""
    for meeting in Meeting.objects.coming().filter(club=club):
        walls = on_wall(meeting.starts_at, former_zone), on_wall(meeting.ends_at, former_zone)
        meeting.starts_at, meeting.ends_at = span_from_wall(*walls, club.time_zone)
        meeting.save(update_fields=["starts_at", "ends_at", "changed_at"])


def _free_slug(club: Club) -> str:
    """The name alone for a public club, with a number if needed; with the unguessable id for any other."""
    name = slugify(club.name)[:60].strip("-")
    if club.visibility != ClubVisibility.PUBLIC:
        return f"{name}-{club.public_id}".lstrip("-")
    name = name or "club"
    taken = set(Club.objects.filter(slug__startswith=name).exclude(pk=club.pk).values_list("slug", flat=True))
    slug, number = name, 1
    while slug in taken or slug in RESERVED_SLUGS:
        number += 1
        slug = f"{name}-{number}"
    return slug


def is_name_taken(club: Club) -> bool:
    return (
        club.visibility == ClubVisibility.PUBLIC
        and Club.objects.filter(visibility=ClubVisibility.PUBLIC, name_key=normalised(club.name))
        .exclude(pk=club.pk)
        .exists()
    )
