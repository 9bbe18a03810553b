"""Addresses of statistics in the API."""

from django.urls import path

from games.stats.api.factions import DraftView, FactionTableView, FactionView, PairsView
from games.stats.api.system import SystemFactsView

SYSTEM = "statistics/<slug:system>/"

urlpatterns = [
    path(f"{SYSTEM}factions/", FactionTableView.as_view(), name="statistics_factions"),
    path(f"{SYSTEM}factions/<slug:faction>/", FactionView.as_view(), name="statistics_faction"),
    path(f"{SYSTEM}pairs/", PairsView.as_view(), name="statistics_pairs"),
    path(f"{SYSTEM}facts/", SystemFactsView.as_view(), name="statistics_facts"),
    path(f"{SYSTEM}draft/", DraftView.as_view(), name="statistics_draft"),
]
