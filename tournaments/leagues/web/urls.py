"""Addresses of leagues and seasons."""

from django.urls import path

from tournaments.leagues.web import feeds, groups, leagues, organise, schedule, season

app_name = "leagues"

SEASON = "seasons/<slug:key>/"
PLAYER = f"{SEASON}players/<slug:player_id>/"
FIXTURE = f"{SEASON}schedule/<slug:fixture_id>/"

urlpatterns = [
    path("clubs/<slug:slug>/leagues/", leagues.club_leagues, name="of_club"),
    path("clubs/<slug:slug>/leagues/new/", leagues.new_league, name="new"),
    path("leagues/", leagues.league_list, name="list"),
    path("leagues/mine/", organise.my_games, name="mine"),
    path("leagues/reminders/<secret:token>/", organise.stop_reminders, name="stop_reminders"),
    path("leagues/<slug:key>/", leagues.league_page, name="league"),
    path("leagues/<slug:key>/edit/", leagues.edit_league, name="edit"),
    path("leagues/<slug:key>/delete/", leagues.remove_league, name="delete"),
    path("leagues/<slug:key>/seasons/new/", leagues.new_season, name="new_season"),
    path(SEASON, season.season_page, name="season"),
    path(f"{SEASON}race/", season.race_page, name="race"),
    path(f"{SEASON}honours/", season.honours_page, name="honours"),
    path(f"{SEASON}history/", season.history_page, name="history"),
    path(f"{SEASON}outlook/", season.outlook_page, name="outlook"),
    path(f"{SEASON}schedule/", schedule.schedule, name="schedule"),
    path(f"{SEASON}overdue/", schedule.overdue, name="overdue"),
    path(f"{SEASON}edit/", leagues.edit_season, name="edit_season"),
    path(f"{SEASON}next/", leagues.next_season, name="next_season"),
    path(f"{SEASON}groups/", groups.groups, name="groups"),
    path(f"{SEASON}groups/deal/", groups.deal, name="deal"),
    path(f"{SEASON}groups/follow/", groups.follow, name="follow"),
    path(f"{SEASON}start/", groups.start, name="start"),
    path(f"{SEASON}close/", organise.close, name="close"),
    path(f"{SEASON}reopen/", organise.reopen, name="reopen"),
    path(f"{SEASON}join/", organise.join, name="join"),
    path(f"{SEASON}people/", season.people_page, name="people"),
    path(f"{SEASON}people/add/", organise.add_player, name="add_player"),
    path(f"{SEASON}adjustments/", organise.adjustments, name="adjustments"),
    path(f"{SEASON}adjustments/<slug:adjustment_id>/undo/", organise.undo, name="undo_adjustment"),
    path(PLAYER, season.player_page, name="player"),
    path(f"{PLAYER}withdraw/", organise.withdraw, name="withdraw"),
    path(f"{FIXTURE}link/", schedule.link, name="link"),
    path(f"{FIXTURE}unlink/", schedule.unlink, name="unlink"),
    path(f"{FIXTURE}decide/", schedule.decide, name="decide"),
    path(f"{FIXTURE}results/", schedule.results, name="results"),
    path(f"{FIXTURE}undo/", schedule.undo, name="undo"),
    path(f"{FIXTURE}deadline/", schedule.deadline, name="deadline"),
    path(f"{SEASON}embed/", feeds.embed, name="embed"),
    path(f"{SEASON}standings.json", feeds.standings_json, name="standings_json"),
    path(f"{SEASON}feed.atom", feeds.SeasonFeed(), name="feed"),
    path(f"{SEASON}calendar.ics", schedule.calendar, name="calendar"),
]
