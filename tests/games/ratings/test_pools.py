"""Which games count in which pool, and who sees it."""

from datetime import date

import pytest
from django.contrib.auth.models import AnonymousUser

from caledonia_site.common.permissions import may
from games.clubs.enums import ClubVisibility
from games.clubs.services.clubs import delete_club
from games.ratings.models import PlayerRating, Pool
from games.ratings.selectors.pools import listed_pools, pool_label, pool_of
from games.ratings.services.topic import mark_games
from games.results.enums import GameState
from tests.factories.clubs import ClubFactory, MembershipFactory
from tests.factories.people import GuestFactory, PlayerFactory
from tests.games.ratings.helpers import work
from tests.games.ratings.histories import counted_game

pytestmark = pytest.mark.django_db

CLANS = "clans_of_caledonia"


def rate(*games):
    mark_games(games)
    work()


def rated(scope="everyone", system=CLANS):
    """The players of a pool, with the number of their games."""
    player_ratings = PlayerRating.objects.filter(pool__key=f"{system}/{scope}")
    return {player_rating.player: player_rating.games for player_rating in player_ratings}


@pytest.fixture
def trio():
    return [PlayerFactory() for _ in range(3)]


def test_a_clubs_game_counts_for_everyone_and_for_the_club(trio):
    club = ClubFactory()
    rate(counted_game(*trio[:2], club=club), counted_game(*trio))
    assert rated() == {trio[0]: 2, trio[1]: 2, trio[2]: 1}
    assert rated(f"club:{club.public_id}") == {trio[0]: 1, trio[1]: 1}


def test_each_game_system_is_a_pool_of_its_own(trio):
    rate(counted_game(*trio[:2]), counted_game(*trio[1:], system="glen_more_2"))
    assert rated() == {trio[0]: 1, trio[1]: 1}
    assert rated(system="glen_more_2") == {trio[1]: 1, trio[2]: 1}


def test_an_automa_is_not_rated_but_the_people_with_it_are(trio):
    rate(counted_game(trio[0], "automa", trio[1], places=[2, 1, 3]))
    assert rated() == {trio[0]: 1, trio[1]: 1}
    first, second = (PlayerRating.objects.get(player=player) for player in trio[:2])
    assert first.rating > 1500 > second.rating


@pytest.mark.parametrize(
    "others", [[], ["automa"], [None]], ids=["alone", "against an automa", "a name only"]
)
def test_a_game_with_one_known_person_is_not_rated(trio, others):
    rate(counted_game(trio[0], *others))
    assert not Pool.objects.exists()


@pytest.mark.parametrize("state", [GameState.SUBMITTED, GameState.DISPUTED, GameState.VOID])
def test_a_game_that_does_not_count_is_not_rated(trio, state):
    rate(counted_game(*trio, state=state))
    assert not Pool.objects.exists()


def test_a_private_clubs_games_are_rated_in_the_club_only(trio):
    club = ClubFactory(visibility=ClubVisibility.PRIVATE)
    rate(counted_game(*trio, club=club))
    assert rated() == {}
    assert rated(f"club:{club.public_id}") == dict.fromkeys(trio, 1)


def test_a_club_that_opens_or_closes_brings_or_takes_its_games(trio):
    club = ClubFactory(visibility=ClubVisibility.PRIVATE)
    rate(counted_game(*trio, club=club), counted_game(*trio[:2]))
    club.visibility = ClubVisibility.UNLISTED
    club.save()
    work()
    assert rated() == {trio[0]: 2, trio[1]: 2, trio[2]: 1}
    club.visibility = ClubVisibility.PRIVATE
    club.save()
    work()
    assert rated() == {trio[0]: 1, trio[1]: 1}


def test_a_dissolved_clubs_games_stay_without_it(trio):
    owner = MembershipFactory(role="owner")
    rate(counted_game(*trio, club=owner.club))
    delete_club(actor=owner.player.account, club=owner.club)
    work()
    assert rated() == dict.fromkeys(trio, 1)
    assert [pool.scope for pool in Pool.objects.all()] == ["everyone"]


def test_a_deleted_game_is_gone(trio):
    game = counted_game(*trio)
    rate(game, counted_game(*trio[:2]))
    game.delete()
    work()
    assert rated() == {trio[0]: 1, trio[1]: 1}


def test_turn_order_clan_and_date_are_read_from_the_game(trio):
    rate(
        counted_game(*trio, clans=["campbell", "", "stewart"], turns=[3, 1, 2], day=date(2026, 2, 3)),
    )
    pool = pool_of(system=CLANS)
    assert set(pool.clans) == {"campbell", "stewart"}
    assert set(pool.positions) == {"3:1", "3:2", "3:3"}
    # The first place sat in the third position, with Campbell.
    assert pool.position_belief(seats=3, position=3).mean > 0
    assert pool.clan_belief("campbell").mean > 0 > pool.clan_belief("stewart").mean
    assert pool.clan_belief("buchanan") == (0, pytest.approx(0.04))
    assert {player_rating.last_played_on for player_rating in pool.player_ratings.all()} == {date(2026, 2, 3)}


def test_pools_to_choose_from_are_everyones_and_those_of_my_clubs(trio):
    mine, other = MembershipFactory(player=trio[0]), MembershipFactory()
    rate(
        counted_game(*trio, club=mine.club),
        counted_game(*trio, club=other.club),
        counted_game(*trio, system="glen_more_2"),
    )
    viewer = trio[0].account
    assert [(listed.pool.system, listed.label) for listed in listed_pools(viewer=viewer)] == [
        (CLANS, "Everyone"),
        ("glen_more_2", "Everyone"),
        (CLANS, mine.club.name),
    ]
    assert [listed.label for listed in listed_pools(viewer=AnonymousUser())] == ["Everyone", "Everyone"]


def test_choosing_a_pool_takes_the_same_queries_for_one_club_as_for_three(trio, django_assert_num_queries):
    for count in (1, 3):
        clubs = [MembershipFactory(player=trio[0]).club for _ in range(count)]
        rate(*(counted_game(*trio, club=club) for club in clubs))
        # Which clubs and which seasons I am in, the pools, the clubs' names.
        with django_assert_num_queries(4):
            listed_pools(viewer=trio[0].account)


@pytest.mark.parametrize(
    ("visibility", "stranger_may"),
    [(ClubVisibility.PUBLIC, True), (ClubVisibility.UNLISTED, True), (ClubVisibility.PRIVATE, False)],
)
def test_who_may_see_a_clubs_pool(trio, visibility, stranger_may):
    club = ClubFactory(visibility=visibility)
    member = MembershipFactory(club=club).player
    rate(counted_game(member, *trio, club=club))
    pool = pool_of(system=CLANS, scope=f"club:{club.public_id}")
    assert may(member.account, "ratings.see_pool", pool)
    stranger = PlayerFactory().account
    for viewer in (stranger, AnonymousUser()):
        assert may(viewer, "ratings.see_pool", pool) is stranger_may
        assert pool_label(pool, viewer) == (club.name if stranger_may else "")


def test_guests_are_rated_like_everybody():
    guests = [GuestFactory(), GuestFactory()]
    rate(counted_game(*guests))
    assert rated() == dict.fromkeys(guests, 1)
