"""Demo data that somebody stopped making: whole portions, and gone like any other."""

import random

import pytest
from django.core.management import call_command

from caledonia_site.common.public_id import ALPHABET
from games.clubs.demo import seed_clubs
from games.players.demo import seed_players
from games.players.models import Player
from games.results.demo import seed_games
from games.results.models import Game


class _Interrupted(random.Random):
    """Like Ctrl-C in the middle: after so many games their addresses run out."""

    def __init__(self, seed, games):
        super().__init__(seed)
        self.left = games

    def choices(self, population, weights=None, *, cum_weights=None, k=1):
        if population == ALPHABET:
            self.left -= 1
            if self.left < 0:
                raise KeyboardInterrupt
        return super().choices(population, weights, cum_weights=cum_weights, k=k)


@pytest.mark.django_db(transaction=True)
def test_an_interrupted_demo_keeps_whole_portions_and_can_be_removed():
    clubs = seed_clubs(random.Random(1), players=seed_players(random.Random(1), count=24))
    with pytest.raises(KeyboardInterrupt):
        seed_games(_Interrupted(1, games=12), clubs=clubs, count=20, portion=5)
    assert Game.objects.filter(is_demo=True).count() == 10
    assert not Game.objects.filter(seats=None).exists()
    call_command("remove_demo")
    assert not Game.objects.exists()
    assert not Player.objects.exists()
