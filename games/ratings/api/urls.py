"""Addresses of ratings in the API."""

from django.urls import path

from games.ratings.api.players import ForecastView, GameRatingsView, HeadToHeadView, PlayerRatingView
from games.ratings.api.pools import LeaderboardView, PoolListView

POOL = "ratings/<slug:system>/<str:scope>/"

urlpatterns = [
    path("ratings/", PoolListView.as_view(), name="ratings"),
    path(POOL, LeaderboardView.as_view(), name="leaderboard"),
    path(f"{POOL}forecast/", ForecastView.as_view(), name="rating_forecast"),
    path(f"{POOL}players/<slug:public_id>/", PlayerRatingView.as_view(), name="player_rating"),
    path(
        f"{POOL}players/<slug:public_id>/against/<slug:other>/",
        HeadToHeadView.as_view(),
        name="rating_head_to_head",
    ),
    path("games/<slug:public_id>/ratings/", GameRatingsView.as_view(), name="game_ratings"),
]
