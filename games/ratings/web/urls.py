"""Addresses of ratings."""

from django.urls import path

from games.ratings.web import about, forecast, leaderboard, player

app_name = "ratings"

PLAYER = "players/<slug:key>/"

urlpatterns = [
    path("", leaderboard.leaderboard_page, name="leaderboard"),
    path("leaderboard.csv", leaderboard.leaderboard_file, name="leaderboard_file"),
    path("about/", about.about_page, name="about"),
    path("forecast/", forecast.forecast_page, name="forecast"),
    path("forecast/names/", forecast.forecast_names, name="forecast_names"),
    path(PLAYER, player.player_page, name="player"),
    path(f"{PLAYER}history.csv", player.history_file, name="history_file"),
    path(f"{PLAYER}against/<slug:other>/", player.head_to_head_page, name="head_to_head"),
]
