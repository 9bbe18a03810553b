"""The demo has a league of each kind, and takes it away again."""

import pytest
from django.core.management import call_command

from tournaments.leagues.models import Fixture, League, Season, SeasonStandings

pytestmark = pytest.mark.django_db


def test_demo_leagues_come_and_go():
    call_command("seed_demo", games=60, verbosity=0)
    assert set(Season.objects.values_list("kind", "state")) == {
        ("open", "closed"), ("open", "running"), ("groups", "running"),
    }  # fmt: skip
    assert Fixture.objects.filter(game__isnull=False).exists()
    assert SeasonStandings.objects.filter(season__state="closed").exists()
    call_command("remove_demo", verbosity=0)
    assert not League.objects.exists()
