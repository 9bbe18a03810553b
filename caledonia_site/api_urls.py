"""Addresses of version 1 of the API."""

from django.urls import path

from caledonia_site.pages.api_root import ApiRootView
from games.api.site_figures import SiteFiguresView
from games.clubs.api.clubs import ClubDetailView, ClubListView, ClubMembersView
from games.players.api.players import PlayerDetailView, PlayerListView

app_name = "api"

urlpatterns = [
    path("", ApiRootView.as_view(), name="root"),
    path("figures/", SiteFiguresView.as_view(), name="figures"),
    path("clubs/", ClubListView.as_view(), name="clubs"),
    path("clubs/<slug:public_id>/", ClubDetailView.as_view(), name="club"),
    path("clubs/<slug:public_id>/members/", ClubMembersView.as_view(), name="club_members"),
    path("players/", PlayerListView.as_view(), name="players"),
    path("players/<slug:public_id>/", PlayerDetailView.as_view(), name="player"),
]
