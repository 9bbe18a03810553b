"""Clubs and who is in them."""

import factory
from factory.django import DjangoModelFactory

from games.clubs.enums import ClubVisibility, Role
from games.clubs.models import Club, Invitation, JoinRequest, Membership, PlayerAlias
from tests.factories.people import GuestFactory, PlayerFactory


class ClubFactory(DjangoModelFactory):
    class Meta:
        model = Club

    name = factory.Sequence(lambda number: f"Club {number}")
    slug = factory.Sequence(lambda number: f"club-{number}")
    visibility = ClubVisibility.PUBLIC


class MembershipFactory(DjangoModelFactory):
    class Meta:
        model = Membership

    club = factory.SubFactory(ClubFactory)
    player = factory.SubFactory(PlayerFactory)
    role = Role.MEMBER


class GuestMembershipFactory(MembershipFactory):
    player = factory.SubFactory(GuestFactory)


class InvitationFactory(DjangoModelFactory):
    class Meta:
        model = Invitation

    club = factory.SubFactory(ClubFactory)


class JoinRequestFactory(DjangoModelFactory):
    class Meta:
        model = JoinRequest

    club = factory.SubFactory(ClubFactory)
    player = factory.SubFactory(PlayerFactory)


class PlayerAliasFactory(DjangoModelFactory):
    class Meta:
        model = PlayerAlias

    player = factory.SubFactory(PlayerFactory)
    club = factory.SubFactory(ClubFactory)
    spelling = factory.Sequence(lambda number: f"Spelling {number}")


def member_of(club, role=Role.MEMBER, **player):
    """The account of a new member."""
    return MembershipFactory(club=club, role=role, player=PlayerFactory(**player)).player.account
