"""Clubs and who is in them."""

from datetime import timedelta

import factory
from django.utils import timezone
from factory.django import DjangoModelFactory

from games.clubs.enums import Attendance, ClubVisibility, Role
from games.clubs.models import (
    Club,
    Invitation,
    JoinRequest,
    Meeting,
    MeetingAnswer,
    Membership,
    PlayerAlias,
)
from games.clubs.signals import guests_added
from games.players.models import Player, User
from tests.factories.people import AccountFactory, GuestFactory, PlayerFactory


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
    # Site staff, so that the club has no more members than a test gave it.
    created_by = factory.SubFactory(AccountFactory, is_staff=True)


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


class MeetingFactory(DjangoModelFactory):
    """Tomorrow, for four hours."""

    class Meta:
        model = Meeting

    club = factory.SubFactory(ClubFactory)
    title = factory.Sequence(lambda number: f"Club night {number}")
    starts_at = factory.LazyFunction(lambda: timezone.now() + timedelta(days=1))
    ends_at = factory.LazyAttribute(lambda meeting: meeting.starts_at + timedelta(hours=4))


class MeetingAnswerFactory(DjangoModelFactory):
    class Meta:
        model = MeetingAnswer

    meeting = factory.SubFactory(MeetingFactory)
    player = factory.SubFactory(PlayerFactory)
    choice = Attendance.COMING


def member_of(club, role=Role.MEMBER, **player):
    """The account of a new member."""
    return MembershipFactory(club=club, role=role, player=PlayerFactory(**player)).player.account


def members_of(club, number):
    """New members, written all at once, which sends no signal of a single row; what follows from them follows."""
    players = PlayerFactory.build_batch(number)
    User.objects.bulk_create(player.account for player in players)
    Player.objects.bulk_create(players)
    Membership.objects.bulk_create(Membership(club=club, player=player) for player in players)
    if players:
        guests_added.send(sender=Club, club=club, players=players)
    return players
