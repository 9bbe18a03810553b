"""More rows on a page than SQLite takes ORs."""

import pytest

from games.clubs.models import Membership
from games.players.models import Player
from tests.factories.clubs import ClubFactory

pytestmark = pytest.mark.django_db


def test_the_other_ends_of_many_foreign_keys_are_prefetched_at_once(django_assert_max_num_queries):
    club = ClubFactory()
    players = Player.objects.bulk_create(Player(name=f"Player {number}") for number in range(1100))
    Membership.objects.bulk_create(Membership(club=club, player=player) for player in players)
    with django_assert_max_num_queries(3):
        found = list(Membership.objects.filter(club=club).prefetch_related("player", "club"))
        names = {one.player.name for one in found}
    assert len(names) == 1100
    assert {one.club for one in found} == {club}


def test_nobody_is_found_for_an_empty_key():
    player = Player.objects.create(name="Alone")
    [found] = Player.objects.filter(pk=player.pk).prefetch_related("account")
    assert found.account is None
