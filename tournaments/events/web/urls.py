"""Addresses of tournaments: what everybody sees here, what organisers do in `organising_urls`."""

from django.urls import include, path

from tournaments.events.web import big_screen, event, export, participation

app_name = "events"

EVENT = "tournaments/<slug:key>/"
ROUND = f"{EVENT}rounds/<int:number>/"

urlpatterns = [
    path("", include("tournaments.events.web.organise.urls")),
    path("clubs/<slug:slug>/tournaments/", event.club_events, name="of_club"),
    path("tournaments/", event.event_list, name="list"),
    path("tournaments/place/<secret_slug:token>/", participation.place, name="place"),
    path("tournaments/screen/<secret_slug:screen_key>/", big_screen.room_screen, name="room_screen"),
    path("tournaments/mail/<secret:token>/", participation.stop_mail, name="stop_mail"),
    path(EVENT, event.event_page, name="event"),
    path(f"{EVENT}rounds/", event.last_round, name="rounds"),
    path(ROUND, event.round_page, name="round"),
    path(f"{ROUND}why/<slug:entry_id>/", event.why_page, name="why"),
    path(f"{ROUND}screen/", big_screen.screen, name="screen"),
    path(f"{ROUND}slips/", big_screen.slips, name="slips"),
    path(f"{EVENT}standings/", event.standings_page, name="standings"),
    path(f"{EVENT}people/", event.people_page, name="people"),
    path(f"{EVENT}register/", participation.register_self, name="register"),
    path(f"{EVENT}mail/", participation.mail, name="mail"),
    path(f"{EVENT}leave/", participation.leave, name="leave"),
    path(f"{EVENT}door/<secret_slug:door_key>/", participation.door, name="door"),
    path(f"{EVENT}results.csv", export.results_csv, name="results_csv"),
    path(f"{EVENT}results.json", export.results_json, name="results_json"),
    path(f"{EVENT}results.pdf", export.results_pdf, name="results_pdf"),
]
