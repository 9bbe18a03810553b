import random

import pytest
from django.core.management import call_command

from games.clubs.demo import PLAYERS_OF_A_CLUB, seed_clubs
from games.clubs.enums import Role
from games.clubs.models import Club, Membership
from games.players.demo import seed_players
from games.players.models import Player, User
from tests.factories.clubs import MembershipFactory, member_of

pytestmark = pytest.mark.django_db


def test_every_demo_club_has_each_role_nobody_can_sign_in_and_removing_them_leaves_everything_else():
    own = MembershipFactory()
    call_command("seed_demo", games=60, verbosity=0)
    clubs = Club.objects.filter(is_demo=True)
    assert clubs.count() >= 3
    for club in clubs:
        assert set(club.memberships.values_list("role", flat=True)) == set(Role)
        assert club.memberships.filter(player__account=None).exists()
        assert club.meetings.coming().filter(cancelled_at=None).count() >= 3
        assert club.meetings.past().filter(answers__choice="coming").exists()
    assert not Membership.objects.filter(player__account=None).exclude(role=Role.MEMBER).exists()
    assert not any(user.has_usable_password() for user in User.objects.exclude(player=own.player))
    visitor = member_of(clubs.first())
    call_command("remove_demo", verbosity=0)
    assert set(Membership.objects.all()) == {own}
    assert set(Player.objects.all()) == {own.player, visitor.player}


def test_many_players_share_many_clubs():
    players = seed_players(random.Random(1), count=6 * PLAYERS_OF_A_CLUB)
    clubs = seed_clubs(random.Random(1), players=players)
    assert [club.name for club in clubs[4:]] == ["The Stills of Aberdeen", "Les Alambics de Bordeaux"]
    assert all(club.memberships.count() >= PLAYERS_OF_A_CLUB for club in clubs)
    accounts = {player.pk: player.account_id for player in players}
    assert dict(Player.objects.values_list("pk", "account")) == accounts
