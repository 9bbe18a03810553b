"""Addresses of players."""

from django.urls import path

from games.web import player_pages

app_name = "players"

urlpatterns = [
    path("me/", player_pages.own_player_page, name="me"),
    path("<slug:key>/", player_pages.player_page, name="detail"),
]
