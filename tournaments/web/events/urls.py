"""Addresses of tournaments: what everybody sees here, what organisers do in `organising_urls`."""

from django.urls import include, path

from tournaments.web.events import (
    exporting,
    listing,
    own_place,
    pages,
    screen,
    slips,
    taking_part,
)

app_name = "events"

EVENT = "tournaments/<slug:key>/"
ROUND = f"{EVENT}rounds/<int:number>/"

urlpatterns = [
    path("", include("tournaments.web.events.organising_urls")),
    path("clubs/<slug:slug>/tournaments/", listing.club_events, name="of_club"),
    path("tournaments/", listing.event_list, name="list"),
    path("tournaments/place/<secret_slug:token>/", own_place.place, name="place"),
    path("tournaments/screen/<secret_slug:screen_key>/", screen.room_screen, name="room_screen"),
    path("tournaments/mail/<secret:token>/", taking_part.stop_mail, name="stop_mail"),
    path(EVENT, pages.event_page, name="event"),
    path(f"{EVENT}rounds/", pages.last_round, name="rounds"),
    path(ROUND, pages.round_page, name="round"),
    path(f"{ROUND}why/<slug:entry_id>/", pages.why_page, name="why"),
    path(f"{ROUND}screen/", screen.screen, name="screen"),
    path(f"{ROUND}slips/", slips.slips, name="slips"),
    path(f"{EVENT}standings/", pages.standings_page, name="standings"),
    path(f"{EVENT}people/", pages.people_page, name="people"),
    path(f"{EVENT}register/", taking_part.register_self, name="register"),
    path(f"{EVENT}mail/", taking_part.mail, name="mail"),
    path(f"{EVENT}leave/", taking_part.leave, name="leave"),
    path(f"{EVENT}door/<secret_slug:door_key>/", taking_part.door, name="door"),
    path(f"{EVENT}results.csv", exporting.results_csv, name="results_csv"),
    path(f"{EVENT}results.json", exporting.results_json, name="results_json"),
    path(f"{EVENT}results.pdf", exporting.results_pdf, name="results_pdf"),
]
