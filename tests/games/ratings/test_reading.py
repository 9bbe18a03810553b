"""What pages read: a game's changes, a player's history, a rating's place."""

from datetime import date, timedelta
from itertools import pairwise

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.clubs.enums import ClubVisibility
from games.players.models import Player
from games.players.signals import collect_personal_data
from games.ratings.engine.reference import chance_ahead
from games.ratings.models import PlayerRating, RatingSegment
from games.ratings.scopes import PoolKey
from games.ratings.selectors.games import changes_by_game
from games.ratings.selectors.players import games_in_pool, place_of, player_history, player_rating_of
from games.ratings.selectors.pools import pool_of
from games.ratings.services.topic import mark_games
from tests.factories.clubs import ClubFactory, MembershipFactory
from tests.factories.people import AccountFactory, PlayerFactory
from tests.games.ratings.helpers import work
from tests.games.ratings.histories import counted_game

pytestmark = pytest.mark.django_db

SYSTEM = "clans_of_caledonia"
FIRST = date(2026, 1, 1)
VISITOR = AnonymousUser()


@pytest.fixture
def pair():
    return [PlayerFactory(), PlayerFactory()]


@pytest.fixture
def club():
    return ClubFactory()


def season(pair, club, count):
    """The first wins every day."""
    games = [counted_game(*pair, day=FIRST + timedelta(days=day), club=club) for day in range(count)]
    mark_games(games)
    work()
    return games


def history(player, *, viewer=VISITOR, **limits):
    pool = pool_of(system=SYSTEM)
    games = games_in_pool(key=PoolKey.parse(pool.key), player=player, viewer=viewer)
    return player_history(pool=pool, player=player, games=games, **limits)


def test_a_games_changes_in_each_of_its_pools(pair, club):
    game = counted_game(*pair, club=club, clans=["campbell", "stewart"], turns=[2, 1])
    mark_games([game])
    work()
    everyone, of_club = changes_by_game(game=game, viewer=VISITOR)
    assert (everyone.label, of_club.label) == ("Everyone", club.name)
    winner, loser = everyone.seats
    assert (winner.player_id, winner.place, winner.clan, winner.position) == (pair[0].pk, 1, "campbell", 2)
    assert (winner.before.rating, winner.before.deviation) == (1500, 86.9)
    assert winner.after.rating == player_rating_of(pool=everyone.pool, player=pair[0]).rating
    assert winner.change == -loser.change > 0
    assert winner.bonus.rating == 0
    assert winner.bonus.deviation == pytest.approx(49.1, abs=0.1)
    assert chance_ahead(winner.strength, loser.strength) == 0.5


def test_clan_and_position_are_worth_something_in_the_next_game(pair, club):
    games = [
        counted_game(*pair, day=FIRST + timedelta(days=day), clans=["campbell", "stewart"], turns=[1, 2])
        for day in range(2)
    ]
    mark_games(games)
    work()
    (change,) = changes_by_game(game=games[1], viewer=VISITOR)
    assert change.seats[0].bonus.rating == -change.seats[1].bonus.rating > 0
    assert chance_ahead(change.seats[0].strength, change.seats[1].strength) > 0.5


def test_a_private_clubs_pool_is_not_shown_to_strangers(pair):
    club = ClubFactory(visibility=ClubVisibility.PRIVATE)
    member = MembershipFactory(club=club).player
    (game,) = season(pair, club, 1)
    assert changes_by_game(game=game, viewer=VISITOR) == []
    assert [change.label for change in changes_by_game(game=game, viewer=member.account)] == [club.name]


def test_a_game_that_is_not_rated_changes_nothing(pair, club):
    season(pair, club, 2)
    assert changes_by_game(game=counted_game(*pair, club=club, day=FIRST), viewer=VISITOR) == []


def test_history_is_in_order_and_goes_on_from_point_to_point(small_segments, pair, club):
    games = season(pair, club, 11)
    points = history(pair[0])
    assert [point.public_id for point in points] == [game.public_id for game in games]
    assert [point.played_on for point in points] == [game.played_on for game in games]
    for earlier, later in pairwise(points):
        assert earlier.after == later.before
        assert later.change > 0
    assert {(point.place, point.seats) for point in points} == {(1, 2)}


def test_a_day_that_fills_several_segments(small_segments, pair, club):
    """Within a day the time finished decides, and games without one come first."""
    times = [None, None, *(f"2026-01-01T{hour:02}:30:00Z" for hour in range(23, 12, -1))]
    games = [counted_game(*pair, day=FIRST, club=club, finished_at=finished) for finished in times]
    mark_games(games)
    work()
    assert RatingSegment.objects.filter(pool=pool_of(system=SYSTEM)).count() > 2
    ordered = [*games[:2], *reversed(games[2:])]
    points = history(pair[0])
    assert [point.game_id for point in points] == [game.pk for game in ordered]
    assert all(earlier.after == later.before for earlier, later in pairwise(points))


def test_history_can_be_cut_to_the_newest_and_to_dates(small_segments, pair, club):
    games = season(pair, club, 9)

    def numbers(**limits):
        return [point.game_id for point in history(pair[1], **limits)]

    assert numbers(most=3) == [game.pk for game in games[-3:]]
    assert numbers(since=games[2].played_on, until=games[4].played_on) == [game.pk for game in games[2:5]]


def test_games_a_viewer_does_not_find_are_no_points(pair):
    """An unlisted club's games count for everyone, but only its members find them in lists."""
    club = ClubFactory(visibility=ClubVisibility.UNLISTED)
    member = MembershipFactory(club=club).player
    season(pair, club, 2)
    assert history(pair[0]) == []
    for viewer in (member.account, pair[0].account):
        assert len(history(pair[0], viewer=viewer)) == 2


@pytest.mark.parametrize("count", [1, 3])
def test_queries_do_not_grow_with_games(pair, club, count, django_assert_num_queries):
    games = season(pair, club, count)
    # The pool; games, beginnings of segments, segments.
    with django_assert_num_queries(4):
        assert len(history(pair[0])) == count
    # The game's season, its pools, the clubs' names, the segments.
    with django_assert_num_queries(4):
        assert len(changes_by_game(game=games[0], viewer=VISITOR)) == 2


def test_place_counts_those_the_leaderboard_shows(pair, club):
    season(pair, club, 3)
    late = [PlayerFactory() for _ in range(2)]
    mark_games([counted_game(*late, day=FIRST + timedelta(days=30))])
    work()
    pool = pool_of(system=SYSTEM)
    worst = PlayerRating.objects.filter(pool=pool).best_first().last()
    assert worst.player == pair[1] or worst.player == late[1]
    loser = player_rating_of(pool=pool, player=pair[1])
    assert (
        place_of(player_rating=loser)
        == 1 + PlayerRating.objects.filter(pool=pool, floor__gt=loser.floor).count()
    )
    assert place_of(player_rating=loser, minimum_games=3) == 2
    assert place_of(player_rating=loser, active_since=FIRST + timedelta(days=20)) <= 3


def test_who_was_merged_stands_before_nobody(pair, club):
    season(pair, club, 3)
    loser = player_rating_of(pool=pool_of(system=SYSTEM), player=pair[1])
    assert place_of(player_rating=loser) == 2
    Player.objects.filter(pk=pair[0].pk).update(merged_into=pair[1])
    assert place_of(player_rating=loser) == 1


def test_a_leaderboard_page_walks_the_index(pair, club):
    season(pair, club, 2)
    page = PlayerRating.objects.filter(pool=pool_of(system=SYSTEM), games__gte=1).best_first()[:25]
    with CaptureQueriesContext(
        connection,
    ) as captured:
        list(page)
    assert len(captured) == 1
    if connection.vendor == "sqlite":
        plan = page.explain()
        assert "player_rating_best_first" in plan
        assert "TEMP B-TREE" not in plan


def test_a_persons_archive_has_their_ratings(pair, club):
    season(pair, club, 1)
    answers = collect_personal_data.send(sender=None, account=pair[0].account, player=pair[0])
    (section,) = [section for _, sections in answers for section in sections if section.key == "ratings"]
    rows = list(section.rows)
    assert [(row["system"], row["scope"], row["games"]) for row in rows] == [
        (SYSTEM, f"club:{club.public_id}", 1),
        (SYSTEM, "everyone", 1),
    ]


def test_staff_read_a_pool_but_cannot_change_it(client, pair, club):
    season(pair, club, 1)
    client.force_login(AccountFactory(is_staff=True, is_superuser=True))
    assert f"{SYSTEM}/everyone" in client.get("/admin/ratings/pool/").content.decode()
    address = f"/admin/ratings/pool/{pool_of(system=SYSTEM).pk}"
    assert client.get(f"{address}/change/").status_code == 200
    assert client.post(f"{address}/change/", {"games": 7}).status_code == 403
    assert client.post(f"{address}/delete/").status_code == 403
