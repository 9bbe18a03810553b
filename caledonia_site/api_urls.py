"""Addresses of version 1 of the API."""

from django.urls import path

from caledonia_site.pages.api_docs import api_docs, openapi_file
from caledonia_site.pages.api_root import ApiRootView
from games.clubs.api.clubs import ClubDetailView, ClubListView, ClubMembersView
from games.exchange.api.imports import (
    ImportDetailView,
    ImportListView,
    ImportRowsView,
    ImportRunView,
    ImportStopView,
)
from games.players.api.players import PlayerDetailView, PlayerListView
from games.ratings.api.urls import urlpatterns as ratings_patterns
from games.results.api.games import GameDetailView, GameListView
from games.results.api.life import (
    ConfirmView,
    DisputeView,
    GameHistoryView,
    RestoreView,
    SettleView,
    VoidView,
    WithdrawView,
)
from games.results.api.rulesets import PreviewView, RulesetDetailView, RulesetListView, RulesetSchemaView
from games.results.api.sheets import GameSheetView
from games.results.api.site_figures import SiteFiguresView
from games.stats.api.urls import urlpatterns as statistics_patterns
from games.tokens.idempotency import once_per_key
from tournaments.events.api.urls import urlpatterns as event_patterns
from tournaments.leagues.api.urls import urlpatterns as league_patterns

app_name = "api"

urlpatterns = [
    path("", ApiRootView.as_view(), name="root"),
    path("docs/", api_docs, name="docs"),
    path("openapi.yaml", openapi_file, name="openapi"),
    path("rulesets/", RulesetListView.as_view(), name="rulesets"),
    path("rulesets/<slug:system>/", RulesetDetailView.as_view(), name="ruleset"),
    path("rulesets/<slug:system>/schema/", RulesetSchemaView.as_view(), name="ruleset_schema"),
    path("rulesets/<slug:system>/preview/", PreviewView.as_view(), name="ruleset_preview"),
    path("games/", GameListView.as_view(), name="games"),
    path("games/<slug:public_id>/", GameDetailView.as_view(), name="game"),
    path("games/<slug:public_id>/sheet/", GameSheetView.as_view(), name="game_sheet"),
    path("games/<slug:public_id>/history/", GameHistoryView.as_view(), name="game_history"),
    path("games/<slug:public_id>/confirm/", ConfirmView.as_view(), name="game_confirm"),
    path("games/<slug:public_id>/dispute/", DisputeView.as_view(), name="game_dispute"),
    path("games/<slug:public_id>/withdraw/", WithdrawView.as_view(), name="game_withdraw"),
    path("games/<slug:public_id>/settle/", SettleView.as_view(), name="game_settle"),
    path("games/<slug:public_id>/void/", VoidView.as_view(), name="game_void"),
    path("games/<slug:public_id>/restore/", RestoreView.as_view(), name="game_restore"),
    path("imports/", ImportListView.as_view(), name="imports"),
    path("imports/<slug:public_id>/", ImportDetailView.as_view(), name="import"),
    path("imports/<slug:public_id>/rows/", ImportRowsView.as_view(), name="import_rows"),
    path("imports/<slug:public_id>/run/", ImportRunView.as_view(), name="import_run"),
    path("imports/<slug:public_id>/stop/", ImportStopView.as_view(), name="import_stop"),
    path("figures/", SiteFiguresView.as_view(), name="figures"),
    path("clubs/", ClubListView.as_view(), name="clubs"),
    path("clubs/<slug:public_id>/", ClubDetailView.as_view(), name="club"),
    path("clubs/<slug:public_id>/members/", ClubMembersView.as_view(), name="club_members"),
    path("players/", PlayerListView.as_view(), name="players"),
    path("players/<slug:public_id>/", PlayerDetailView.as_view(), name="player"),
    *ratings_patterns,
    *statistics_patterns,
    *league_patterns,
    *event_patterns,
]

for _pattern in urlpatterns:
    _pattern.callback = once_per_key(_pattern.callback)
