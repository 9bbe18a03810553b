"""The job: what it reads, what it leaves when it is killed, and what becomes of a race."""

import threading
from contextlib import contextmanager
from datetime import date, timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from caledonia_site.common.jobs.marks import mark_dirty
from caledonia_site.common.jobs.models import DirtyMark, JobState
from caledonia_site.common.jobs.runner import Outcome, work_off
from games.ratings.models import ChangedGame, PlayerRating, Pool, RatingSegment, Snapshot
from games.ratings.services.topic import RatingsTopic, mark_games
from games.results.enums import GameState
from games.results.models import Game
from games.results.services.results import Person
from games.results.services.verdicts import void_game
from tests.factories.clubs import ClubFactory
from tests.factories.games import keeper, recorded_game
from tests.factories.people import PlayerFactory
from tests.games.ratings.helpers import rebuilt, work
from tests.games.ratings.histories import counted_game, dump

FIRST = date(2026, 1, 1)
KEY = "clans_of_caledonia/everyone"


def played(players, count, *, first=FIRST):
    """A game a day, the players taking turns at winning."""
    games = []
    for number in range(count):
        seated = players[number % 2 :] + players[: number % 2]
        games.append(counted_game(*seated, day=first + timedelta(days=number)))
    mark_games(games)
    return games


@pytest.fixture
def players():
    return [PlayerFactory() for _ in range(3)]


@pytest.mark.django_db
def test_a_recorded_game_is_rated(players):
    game = recorded_game(*(Person(player=player) for player in players[:2]), club=ClubFactory())
    assert game.counts
    work()
    winner, loser = (PlayerRating.objects.get(pool__key=KEY, player=player) for player in players[:2])
    assert winner.rating > 1500 > loser.rating
    assert winner.recent == [winner.rating]
    assert winner.floor == pytest.approx(winner.rating - 2 * winner.deviation, abs=0.2)
    assert winner.is_provisional
    void_game(actor=keeper(), game=game)
    work()
    assert not Pool.objects.exists()
    assert not PlayerRating.objects.exists()


@pytest.mark.django_db
def test_every_result_names_its_engine(players):
    played(players, 1)
    work()
    pool = Pool.objects.get()
    assert (pool.engine, pool.engine_version) == ("pairwise-logistic", "1")
    assert pool.parameters == {"player": 0.5, "clan": 0.2, "position": 0.2, "drift": 0.01}


@pytest.mark.django_db
def test_results_of_another_engine_are_made_anew(players):
    played(players, 3)
    work()
    expected = dump()
    Pool.objects.update(engine_version="0", parameters={"player": 0.9, "clan": 0, "position": 0, "drift": 0})
    PlayerRating.objects.update(rating=3000)
    mark_dirty(topic="ratings", key=KEY, since=FIRST + timedelta(days=100))
    work()
    assert dump() == expected


@pytest.mark.django_db
def test_working_twice_changes_nothing(small_segments, players):
    games = played(players, 9)
    work()
    expected = dump()
    mark_games(games[3:5])
    mark_dirty(topic="ratings", key=KEY, since=FIRST)
    work()
    assert dump() == expected


@pytest.mark.django_db
def test_an_appended_game_touches_only_its_players_and_the_last_segment(small_segments, players):
    others = [PlayerFactory() for _ in range(2)]
    played(others, 9)
    played(players, 1, first=FIRST + timedelta(days=20))
    work()
    before = dict(RatingSegment.objects.values_list("pk", "outcomes"))
    player_ratings = {
        player_rating.player_id: player_rating.rating
        for player_rating in PlayerRating.objects.filter(player__in=others)
    }
    played(players, 1, first=FIRST + timedelta(days=30))
    work()
    after = dict(RatingSegment.objects.values_list("pk", "outcomes"))
    assert sum(bytes(after[number]) != bytes(before[number]) for number in before) <= 1
    assert player_ratings == {
        player_rating.player_id: player_rating.rating
        for player_rating in PlayerRating.objects.filter(player__in=others)
    }
    assert dump() == rebuilt()


@pytest.mark.django_db
def test_a_late_old_game_is_replayed_from_the_nearest_snapshot(small_segments, players):
    played(players, 30)
    work()
    assert Snapshot.objects.count() >= 3
    early = RatingSegment.objects.filter(last_on__lt=FIRST + timedelta(days=15))
    before = {segment.pk: (bytes(segment.rated_games), bytes(segment.outcomes)) for segment in early}
    assert before
    mark_games([counted_game(*players[1:], day=FIRST + timedelta(days=20))])
    work()
    assert before == {segment.pk: (bytes(segment.rated_games), bytes(segment.outcomes)) for segment in early}
    assert dump() == rebuilt()


@pytest.mark.django_db
def test_a_game_that_moves_to_a_later_segment_changes_who_plays_in_between(small_segments, players):
    often, rival, once = players
    (moving, *_) = played([often, rival], 4)
    played([often, once], 1, first=FIRST + timedelta(days=4))
    played([often, rival], 3, first=FIRST + timedelta(days=5))
    work()
    before = PlayerRating.objects.get(player=once).rating
    moving.played_on = FIRST + timedelta(days=6)
    moving.save()
    mark_games([moving], since=FIRST)
    work()
    assert PlayerRating.objects.get(player=once).rating != before
    assert dump() == rebuilt()


@pytest.mark.django_db
def test_one_change_reads_one_game_however_many_there_are(small_segments, players):
    def statements_about_games(count):
        games = played(players, count, first=FIRST + timedelta(days=Game.objects.count()))
        work()
        mark_games([games[0]])
        with CaptureQueriesContext(connection) as captured:
            work()
        return [query["sql"] for query in captured if '"games_' in query["sql"]]

    few, many = statements_about_games(4), statements_about_games(12)
    assert len(few) == len(many)
    assert all("IN (" in statement for statement in many)


@pytest.mark.django_db
def test_a_worker_killed_at_any_step_leaves_the_old_or_the_new(small_segments, players):
    games = played(players, 12)
    work()
    old = dump()
    void_game(actor=keeper(), game=games[5])
    steps = 0
    while True:
        steps += 1
        with dying_at(steps):
            outcome = work_off(topic="ratings", key=KEY)
        if outcome is Outcome.CLEAN:
            break
        assert outcome is Outcome.FAILED
        assert dump() == old
        assert DirtyMark.objects.filter(topic="ratings").exists()
        assert ChangedGame.objects.exists()
    assert steps > 5
    assert dump() == rebuilt() != old


class KilledError(Exception):
    """Stands for kill -9: the transaction is never committed."""


@contextmanager
def dying_at(step):
    """The so-manieth statement of publishing is the last."""
    count = 0

    def wrapper(execute, sql, params, many, context):
        nonlocal count
        writes = not sql.startswith(("SELECT", "SAVEPOINT", "RELEASE", "ROLLBACK")) and "ratings_" in sql
        count += writes
        if writes and count == step:
            raise KilledError
        return execute(sql, params, many, context)

    with connection.execute_wrapper(wrapper):
        yield


@pytest.mark.django_db
def test_a_result_computed_from_what_is_no_longer_there_is_not_written(small_segments, players):
    """One worker was slow and lost its lock; the other has published meanwhile, and marks of the first are left."""
    games = played(players, 12)
    work()
    topic = RatingsTopic()
    mark_games([counted_game(*players, day=FIRST + timedelta(days=3))])
    slow = topic.compute(key=KEY, since=FIRST)
    void_game(actor=keeper(), game=games[7])
    work()
    mark_dirty(topic="ratings", key=KEY, since=FIRST)
    with transaction.atomic():
        topic.publish(key=KEY, result=slow)
    assert dump() == rebuilt()


@pytest.mark.django_db(transaction=True)
def test_two_workers_race_and_nothing_is_lost(small_segments, players, monkeypatch):
    """Without the lock that usually keeps them apart, as if both believed to hold it."""

    @contextmanager
    def everybody(**_):
        yield True

    monkeypatch.setattr("caledonia_site.common.jobs.runner.only_one_worker", everybody)
    played(players, 10)
    work()
    failures = []

    def worker(number):
        try:
            for step in range(6):
                game = counted_game(*players[number:], *players[:number], day=FIRST + timedelta(days=step))
                with transaction.atomic():
                    mark_games([game])
                if work_off(topic="ratings", key=KEY) is Outcome.FAILED:
                    failures.append(JobState.objects.get(topic="ratings", key=KEY).last_error)
        finally:
            connection.close()

    threads = [threading.Thread(target=worker, args=[number]) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    work()
    assert Pool.objects.get().games == 22
    assert dump() == rebuilt()


@pytest.mark.django_db
def test_rebuild_comes_back_from_nothing(small_segments, players):
    played(players, 9)
    work()
    expected = dump()
    Pool.objects.all().delete()
    out = StringIO()
    call_command("rebuild", "ratings", stdout=out)
    assert "ratings: 1 rebuilt" in out.getvalue()
    assert dump() == expected


@pytest.mark.django_db
def test_rebuild_removes_a_pool_whose_games_are_gone(players):
    played(players, 2)
    work()
    Game.objects.update(state=GameState.VOID)
    call_command("rebuild", "ratings", stdout=StringIO())
    assert not Pool.objects.exists()


@pytest.mark.django_db
def test_demo_games_are_rated_and_leave_nothing_behind():
    call_command("seed_demo", games=30, stdout=StringIO())
    work()
    assert PlayerRating.objects.filter(pool__scope="everyone").exists()
    assert Pool.objects.filter(scope__startswith="club:").exists()
    assert dump() == rebuilt()
    call_command("remove_demo", stdout=StringIO())
    work()
    assert not Pool.objects.exists()


@pytest.mark.django_db
def test_packed_columns_are_stored_as_they_are():
    """PostgreSQL would spend nearly half of the time of writing them on compressing them; SQLite never does."""
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, attname, attstorage FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid "
            "WHERE relname IN (%s, %s) AND attname IN ('rated_games', 'outcomes', 'state') ORDER BY 1, 2",
            [RatingSegment._meta.db_table, Snapshot._meta.db_table],
        )
        assert [storage for _, _, storage in cursor.fetchall()] == ["e", "e", "e"]
