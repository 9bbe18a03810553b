"""Addresses of clubs: those of the clubs themselves, and the pages that show games too."""

from django.urls import path

from games.clubs.web.urls import app_name as app_name
from games.clubs.web.urls import urlpatterns as club_patterns
from games.results.web.club_home import club_home
from games.results.web.clubs import edit_confirmation

urlpatterns = [
    # After the clubs' own, whose first words would otherwise be taken for a club.
    *club_patterns,
    path("<slug:slug>/", club_home, name="detail"),
    path("<slug:slug>/counting/", edit_confirmation, name="counting"),
]
