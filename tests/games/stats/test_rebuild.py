"""A rebuild by several processes makes what one makes, also of several topics."""

import os

import pytest
from django.db import connection

from caledonia_site.common.jobs import rebuild
from games.ratings.models import Pool
from games.results.models import Game, Seat
from games.results.services.results import Person
from games.stats.models import StatsSegment
from tests.factories.people import GuestFactory
from tests.games.ratings.histories import dump
from tests.games.stats.helpers import segments, two


def move(game, *, to):
    """A game under another row number, with its seats and sheet."""
    old = game.pk
    Game.objects.filter(pk=old).update(public_id=f"old-{old}"[:10])
    game.pk = to
    game.save(force_insert=True)
    Seat.objects.filter(game=old).update(game=to)
    game.versions.model.objects.filter(game=old).update(game=to)
    Game.objects.filter(pk=old).update(state="void")


def address_of_database():
    found = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{found['NAME']}"
    name = f"{found['USER']}:{found['PASSWORD']}" if found["PASSWORD"] else found["USER"]
    return f"postgres://{name}@{found['HOST']}:{found['PORT']}/{found['NAME']}"


@pytest.mark.django_db(transaction=True)
def test_two_processes_make_the_segments_of_one(monkeypatch):
    people = [Person(player=GuestFactory()), Person(player=GuestFactory())]
    for number in range(3):
        move(two(people=people), to=4096 * number + 100)
    list(rebuild.rebuild(topic="statistics"))
    list(rebuild.rebuild(topic="ratings"))
    alone, rated = segments(), dump()
    assert [number for _, number, *_ in alone] == [0, 1, 2]
    assert rated
    StatsSegment.objects.all().delete()
    Pool.objects.all().delete()

    # The processes have settings of their own, and find the database of this test by its address.
    monkeypatch.setenv("CALEDONIA_DATABASE_URL", address_of_database())
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(rebuild, "FEWEST_JOBS_EACH", 1)

    def not_here(**_):
        raise AssertionError("this process only starts the others")

    monkeypatch.setattr(rebuild, "rebuild", not_here)
    assert rebuild.rebuild_together(topics=["ratings", "statistics"]) == {
        "ratings": len(rated),
        "statistics": 3,
    }
    assert (segments(), dump()) == (alone, rated)
