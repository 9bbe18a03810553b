"""Portions come out the same whichever way they are stored, and what goes wrong is told."""

import random
from datetime import UTC, date, datetime

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction

from caledonia_site.common.public_id import new_public_id
from games.clubs.demo import seed_clubs
from games.players.demo import seed_players
from games.results.demo import Batch, seed_games, writing
from games.results.models import Game, GameOption, Seat, SheetVersion, Verdict

ROWS = {
    Game: ("public_id", "system", "state", "club__public_id", "played_on", "place", "margin", "submitted_at"),
    Seat: ("game__public_id", "index", "is_bot", "player__public_id", "name", "total", "rank", "lines"),
    SheetVersion: ("game__public_id", "number", "content", "cause", "sheet", "facts", "comment"),
    GameOption: ("game__public_id", "key", "value"),
    Verdict: (
        "game__public_id",
        "index",
        "player__public_id",
        "version",
        "content",
        "kind",
        "objections",
        "means",
    ),
}


def stored():
    """Everything that was stored; games and seats in the order of their row numbers."""
    stored = {}
    for model, names in ROWS.items():
        rows = list(model.objects.order_by("pk").values_list(*names))
        stored[model] = rows if model in (Game, Seat) else sorted(rows, key=repr)
    return stored


def seed():
    rng = random.Random(5)
    clubs = seed_clubs(rng, players=seed_players(rng, count=24))
    # Sheets come again, in other portions too.
    seed_games(rng, clubs=clubs, count=40, portion=3)


@pytest.mark.django_db(transaction=True)
def test_portions_beside_each_other_and_in_one_transaction_are_the_same(monkeypatch):
    monkeypatch.setattr("games.results.demo.MOST_SHEETS", 10)
    seed()
    beside = stored()
    assert len(beside[Game]) == 40
    assert all(beside.values())
    call_command("remove_demo")
    with transaction.atomic():
        seed()
        assert stored() == beside


def portion(*, club):
    """A game without seats."""
    values = ("glen_more_2", "1", "void", club, date(2026, 5, 2), "", None, 1, 2, 3, 100, 1)
    return Batch(games=[(new_public_id(), *values, datetime(2026, 5, 2, 21, tzinfo=UTC))])


def store_all(portions):
    with writing() as store:
        for portion in portions:
            store(portion)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("after", [0, 5])
def test_a_portion_that_cannot_be_stored_is_told(after):
    good = [portion(club=None) for _ in range(1 + after)]
    with pytest.raises(IntegrityError):
        store_all([good[0], portion(club=404), *good[1:]])
    assert 1 <= Game.objects.count() <= 1 + after
    assert not Game.objects.exclude(club=None).exists()
