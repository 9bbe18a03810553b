"""Addresses of players."""

from django.urls import path

from games.results.web import players

app_name = "players"

urlpatterns = [
    path("me/", players.own_player_page, name="me"),
    path("<slug:key>/", players.player_page, name="detail"),
]
