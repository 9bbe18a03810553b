"""`manage.py rebuild scores`: results follow from the sheets, whatever was stored."""

import pytest
from django.core.management import call_command

from games.results.models import Game, Seat
from games.results.services.maintenance import BATCH, ScoresTopic
from games.results.signals import game_changed
from tests.factories.clubs import ClubFactory
from tests.factories.games import recorded_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def announced():
    heard = []

    def note(sender, *, game, **_):
        heard.append(game.pk)

    game_changed.connect(note)
    yield heard
    game_changed.disconnect(note)


def results():
    return list(Seat.objects.order_by("game", "index").values("total", "rank", "lines", "faction", "name"))


def test_spoiled_results_come_back_and_are_announced(announced):
    games = [recorded_game(club=ClubFactory()) for _ in range(2)]
    right, margins = results(), list(Game.objects.values_list("margin", "best_total"))
    announced.clear()
    Seat.objects.filter(game=games[0]).update(total=1, rank=4, lines={})
    Game.objects.filter(pk=games[0].pk).update(margin=0, best_total=0, engine_version="0")
    call_command("rebuild", "scores")
    assert results() == right
    assert list(Game.objects.values_list("margin", "best_total")) == margins
    assert announced == [games[0].pk]


def test_what_is_right_is_left_alone(announced):
    recorded_game(club=ClubFactory())
    announced.clear()
    topic = ScoresTopic()
    assert not any(topic.compute(key=key, since=None) for key in topic.all_keys())
    assert announced == []


def test_a_correction_in_the_meantime_wins():
    game = recorded_game()
    Seat.objects.filter(game=game).update(total=1)
    topic = ScoresTopic()
    key = str(game.pk // BATCH)
    rescored = topic.compute(key=key, since=None)
    assert [result.game for result in rescored] == [game.pk]
    Game.objects.filter(pk=game.pk).update(version=2)
    topic.publish(key=key, result=rescored)
    assert set(Seat.objects.values_list("total", flat=True)) == {1}


def test_a_sheet_todays_rules_refuse_keeps_its_result():
    game = recorded_game()
    version = game.versions.get()
    version.sheet["seats"][0]["hops"] = -1
    version.save()
    before = results()
    call_command("rebuild", "scores")
    assert results() == before
