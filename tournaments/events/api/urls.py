"""Addresses of tournaments in the API."""

from django.urls import path

from tournaments.events.api.adjustments import (
    EventHistoryView,
    EventStandingsView,
    NotesView,
    NoteView,
    PointsView,
    PointView,
    WishesView,
    WishView,
)
from tournaments.events.api.draws import DrawReportView, WhyView
from tournaments.events.api.events import (
    EntriesView,
    EntryVerbView,
    EntryView,
    EventListView,
    EventVerbView,
    EventView,
    InvitationsView,
    StagesView,
)
from tournaments.events.api.rounds import RoundsView, RoundVerbView, RoundView, TableVerbView

EVENT = "tournaments/<slug:public_id>/"

urlpatterns = [
    path("tournaments/", EventListView.as_view(), name="tournaments"),
    path(EVENT, EventView.as_view(), name="tournament"),
    path(f"{EVENT}stages/", StagesView.as_view(), name="tournament_stages"),
    path(f"{EVENT}standings/", EventStandingsView.as_view(), name="tournament_standings"),
    path(f"{EVENT}points/", PointsView.as_view(), name="tournament_points"),
    path(f"{EVENT}points/<int:number>/", PointView.as_view(), name="tournament_point"),
    path(f"{EVENT}notes/", NotesView.as_view(), name="tournament_notes"),
    path(f"{EVENT}notes/<int:number>/", NoteView.as_view(), name="tournament_note"),
    path(f"{EVENT}wishes/", WishesView.as_view(), name="tournament_wishes"),
    path(f"{EVENT}wishes/<int:number>/", WishView.as_view(), name="tournament_wish"),
    path(f"{EVENT}history/", EventHistoryView.as_view(), name="tournament_history"),
    path(f"{EVENT}invitations/", InvitationsView.as_view(), name="tournament_invitations"),
    path(f"{EVENT}entries/", EntriesView.as_view(), name="tournament_entries"),
    path(f"{EVENT}entries/<slug:entry_id>/", EntryView.as_view(), name="tournament_entry"),
    path(f"{EVENT}entries/<slug:entry_id>/<slug:verb>/", EntryVerbView.as_view(), name="tournament_entry_do"),
    path(f"{EVENT}rounds/", RoundsView.as_view(), name="tournament_rounds"),
    path(f"{EVENT}rounds/<int:number>/", RoundView.as_view(), name="tournament_round"),
    path(f"{EVENT}rounds/<int:number>/report/", DrawReportView.as_view(), name="tournament_draw_report"),
    path(f"{EVENT}rounds/<int:number>/why/<slug:entry_id>/", WhyView.as_view(), name="tournament_why"),
    path(f"{EVENT}rounds/<int:number>/<slug:verb>/", RoundVerbView.as_view(), name="tournament_round_do"),
    path(f"{EVENT}tables/<slug:table_id>/<slug:verb>/", TableVerbView.as_view(), name="tournament_table_do"),
    path(f"{EVENT}do/<slug:verb>/", EventVerbView.as_view(), name="tournament_do"),
]
