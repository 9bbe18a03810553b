import pytest
from django.core.management import call_command

from games.clubs.enums import Role
from games.clubs.models import Club, Membership
from games.players.models import Player, User
from tests.factories.clubs import MembershipFactory, member_of

pytestmark = pytest.mark.django_db


def test_every_demo_club_has_each_role_and_nobody_can_sign_in():
    call_command("seed_demo", verbosity=0)
    clubs = Club.objects.filter(is_demo=True)
    assert clubs.count() >= 3
    for club in clubs:
        assert set(club.memberships.values_list("role", flat=True)) == set(Role)
        assert club.memberships.filter(player__account=None).exists()
        assert club.events.coming().filter(cancelled_at=None).count() >= 3
        assert club.events.past().filter(answers__choice="coming").exists()
    assert not Membership.objects.filter(player__account=None).exclude(role=Role.MEMBER).exists()
    assert not any(user.has_usable_password() for user in User.objects.all())


def test_removing_the_demo_leaves_everything_else():
    own = MembershipFactory()
    call_command("seed_demo", verbosity=0)
    visitor = member_of(Club.objects.filter(is_demo=True).first())
    call_command("remove_demo", verbosity=0)
    assert set(Membership.objects.all()) == {own}
    assert set(Player.objects.all()) == {own.player, visitor.player}
