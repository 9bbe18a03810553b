"""Addresses of leagues in the API."""

from django.urls import path

from tournaments.leagues.api.seasons import (
    FixturesView,
    LeagueListView,
    LeagueSeasonsView,
    SeasonView,
    StandingsView,
)

SEASON = "seasons/<slug:public_id>/"

urlpatterns = [
    path("leagues/", LeagueListView.as_view(), name="leagues"),
    path("leagues/<slug:public_id>/seasons/", LeagueSeasonsView.as_view(), name="league_seasons"),
    path(SEASON, SeasonView.as_view(), name="season"),
    path(f"{SEASON}standings/", StandingsView.as_view(), name="standings"),
    path(f"{SEASON}fixtures/", FixturesView.as_view(), name="fixtures"),
]
