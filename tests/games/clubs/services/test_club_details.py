"""Founding, changing and dissolving clubs."""

import pytest
from django.contrib.auth.models import AnonymousUser

from caledonia_site.common.errors import NotAllowedError
from games.clubs.enums import ClubVisibility, Role
from games.clubs.models import Club, Membership
from games.clubs.services.clubs import (
    ClubDetails,
    ClubDetailsError,
    ClubNameTakenError,
    create_club,
    delete_club,
    update_club,
)
from games.clubs.services.locks import ClubGoneError
from games.players.models import Player
from games.players.selectors.players import NoPlayerYetError
from tests.factories.clubs import ClubFactory, GuestMembershipFactory, MembershipFactory, member_of
from tests.factories.people import AccountFactory, GuestFactory, PlayerFactory

pytestmark = pytest.mark.django_db


def create(name="Leith Traders", actor=None, **details):
    return create_club(actor=actor or PlayerFactory().account, details=ClubDetails(name=name, **details))


def test_the_founder_is_the_owner():
    actor = PlayerFactory().account
    club = create(actor=actor, name="  Leith   Traders ", town="Édimbourg")
    assert (club.name, club.slug, club.town_key) == ("Leith Traders", "leith-traders", "edimbourg")
    assert Membership.objects.get(club=club).player == actor.player
    assert club.role_of(actor) == Role.OWNER


def test_visitors_and_accounts_without_a_name_found_no_club():
    with pytest.raises(NotAllowedError):
        create(actor=AnonymousUser())
    with pytest.raises(NoPlayerYetError):
        create(actor=AccountFactory())
    assert not Club.objects.exists()


@pytest.mark.parametrize("name", ["Leith Traders", "LEITH traders", "  leith-traders  ", "Léith Tràders"])
def test_a_public_name_is_taken_whatever_its_spelling(name):
    create()
    with pytest.raises(ClubNameTakenError):
        create(name)
    assert Club.objects.count() == 1
    assert Membership.objects.count() == 1


@pytest.mark.parametrize("visibility", [ClubVisibility.UNLISTED, ClubVisibility.PRIVATE])
def test_names_of_clubs_that_are_not_public_cannot_be_probed(visibility):
    """A new public club of the same name gets the same answer and address as if the other did not exist."""
    hidden = create(visibility=visibility)
    assert hidden.slug == f"leith-traders-{hidden.public_id}"
    public = create()
    assert public.slug == "leith-traders"
    again = create(visibility=visibility)
    assert again.slug == f"leith-traders-{again.public_id}"


def test_names_with_the_same_address_get_a_number():
    assert create("A & B").slug == "a-b"
    assert create("A – B!x").slug == "a-bx"
    assert create("new").slug == "new-2"
    assert create("Клуб").slug == "club"
    assert create("俱乐部").slug == "club-2"


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": " \u200b "},
        {"name": "x" * 81},
        {"time_zone": "Europe/Atlantis"},
        {"language": "tlh"},
        {"visibility": "secret"},
        {"description": "x" * 2001},
    ],
)
def test_wrong_details_are_refused_whole(wrong):
    with pytest.raises(ClubDetailsError):
        create(**wrong)
    assert not Club.objects.exists()


def test_changing_the_visibility_changes_the_address():
    actor = PlayerFactory().account
    club = create(actor=actor)
    closed = update_club(actor=actor, club=club, details=ClubDetails(name=club.name, visibility="private"))
    assert closed.slug == f"leith-traders-{club.public_id}"
    create("Leith Traders")
    with pytest.raises(ClubNameTakenError):
        update_club(actor=actor, club=club, details=ClubDetails(name=club.name, visibility="public"))
    club.refresh_from_db()
    assert club.visibility == ClubVisibility.PRIVATE


def test_saving_a_club_unchanged_keeps_its_name_and_address():
    actor = PlayerFactory().account
    club = create(actor=actor)
    same = update_club(actor=actor, club=club, details=ClubDetails(name="Leith Traders", town="Leith"))
    assert same.slug == "leith-traders"


def test_deleting_a_club_forgets_the_guests_nobody_needs():
    club = ClubFactory()
    owner = member_of(club, Role.OWNER)
    only_here = GuestMembershipFactory(club=club).player
    elsewhere = GuestFactory()
    MembershipFactory(club=club, player=elsewhere)
    MembershipFactory(player=elsewhere)
    delete_club(actor=owner, club=club)
    assert not Club.objects.filter(pk=club.pk).exists()
    assert not Player.with_merged.filter(pk=only_here.pk).exists()
    assert Player.objects.filter(pk__in=[elsewhere.pk, owner.player.pk]).count() == 2
    with pytest.raises(ClubGoneError):
        delete_club(actor=owner, club=club)
