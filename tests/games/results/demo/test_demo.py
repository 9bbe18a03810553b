"""Demo data: good sheets, every state, gone without a trace."""

import random

import pytest
from django.core.management import call_command

from games.clubs.models import Club
from games.players.models import Player
from games.results.demo import seed_games
from games.results.enums import GameState
from games.results.models import Game, Seat, SheetVersion
from games.results.services.results import Person
from games.systems.registry import system_keys, system_of
from scoring import registry
from tests.factories.games import recorded_game


@pytest.mark.parametrize("system", system_keys())
def test_every_invented_sheet_is_a_good_one(system):
    rng = random.Random(7)
    ruleset = registry.get(system)
    for _ in range(200):
        assert ruleset.check(system_of(system).demo.invent_sheet(rng)).violations == ()


@pytest.fixture(scope="module")
def seeded(file_data):
    with file_data():
        call_command("seed_demo", games=150)


@pytest.fixture
def demo(db, seeded):
    """A hundred and fifty games; whatever a test does to them is undone."""


def test_results_are_those_of_the_engine(demo):
    for game in Game.objects.all()[:30]:
        sheet = game.versions.get(number=game.version).sheet
        breakdown = registry.get(game.system).evaluate(sheet).breakdown
        assert [seat.total for seat in game.seats.all()] == [seat.total for seat in breakdown.seats]
        assert [seat.rank for seat in game.seats.all()] == [seat.place for seat in breakdown.seats]
        assert (game.margin, game.best_total) == (
            breakdown.margin,
            max(seat.total for seat in breakdown.seats),
        )


def test_every_state_and_both_systems_are_there(demo):
    assert set(Game.objects.values_list("state", flat=True)) == set(GameState.values)
    assert Game.objects.values("system").distinct().count() == 2
    assert SheetVersion.objects.filter(number=2).exists()
    # Besides them the demo league has games of its own.
    assert Game.objects.filter(fixture=None, event_table=None).count() == 150


def test_the_same_numbers_give_the_same_games(demo):
    def snapshot():
        return list(Seat.objects.order_by("game_id", "index").values_list("game__public_id", "name", "total"))

    first = snapshot()
    call_command("remove_demo")
    call_command("seed_demo", games=150)
    assert snapshot() == first


def test_it_goes_and_leaves_what_is_real(demo):
    player = Player.objects.filter(is_demo=True).first()
    real = recorded_game(Person(player=player), Person(name="Rory"))
    call_command("remove_demo")
    assert list(Game.objects.all()) == [real]
    assert real.seats.get(index=0).player == player
    assert list(Player.objects.all()) == [player]
    assert not Club.objects.exists()


def test_more_games_than_different_sheets(demo, monkeypatch):
    monkeypatch.setattr("games.results.demo.MOST_SHEETS", 10)
    clubs = list(Club.objects.all())
    for club in clubs:
        club.confirmation.delete()
    seed_games(random.Random(3), clubs=clubs, count=40)
    assert Game.objects.filter(fixture=None, event_table=None).count() == 190
