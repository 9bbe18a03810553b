"""Strengths from ratings, for forecasts and for dealing groups."""

import math

import pytest

from games.ratings.models import PlayerRating, Pool
from tests.factories.leagues import members, open_season
from tournaments.shared.selectors.strength import strengths_in, strongest_first

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(league, organiser):
    return open_season(league=league, actor=organiser)


def rate(season, player, rating):
    scope = f"club:{season.league.club.public_id}"
    pool, _ = Pool.objects.get_or_create(
        key=f"clans_of_caledonia/{scope}", defaults={"system": "clans_of_caledonia", "scope": scope}
    )
    values = {"rating": rating, "deviation": 50, "floor": rating - 100, "games": 9}
    PlayerRating.objects.create(pool=pool, player=player, last_played_on="2026-04-01", **values)


def test_without_ratings_all_are_alike_and_the_lot_deals(season):
    keys = [player.public_id for player in members(season, 5)]
    assert strengths_in(season).weights() is None
    assert strongest_first(season, keys) == strongest_first(season, reversed(keys))


def test_ratings_become_strengths_and_order_the_groups(season):
    strong, weak, unknown = members(season, 3)
    rate(season, strong, 1600)
    rate(season, weak, 1400)
    weights = strengths_in(season).weights()
    first, second, third = weights((strong.public_id, weak.public_id, unknown.public_id))
    # Two hundred points are odds of ten to the half, by the definition of the scale.
    assert first / second == pytest.approx(math.sqrt(10), rel=1e-9)
    assert third == 1
    keys = [weak.public_id, unknown.public_id, strong.public_id]
    assert strongest_first(season, keys) == [strong.public_id, unknown.public_id, weak.public_id]
