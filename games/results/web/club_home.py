"""A club's home page: its members, what they played lately and who leads."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from caledonia_site.common.permissions import answers
from games.clubs.web.access import club_for
from games.clubs.web.clubs import home_context
from games.results.selectors.figures import club_leaders
from games.results.selectors.games import GameFilter, page_of_rows
from games.results.web.browse import rows_of
from games.results.web.sections import SectionedPage, sections_context

RECENT_GAMES = 5
OFFERED = ["games.record_in_club", "games.record_for_others", "games.change_confirmation"]


def club_home(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_for(request, slug)
    context = home_context(request, club)
    recent = page_of_rows(viewer=request.user, filters=GameFilter(club=club), size=RECENT_GAMES)
    context["recent_games"] = rows_of(recent.rows, request.user)
    context["leaders"] = club_leaders(club=club, members=context["roles"], viewer=request.user)
    context["may"] |= answers(request.user, OFFERED, club)
    context |= sections_context(SectionedPage.CLUB, request, club)
    return render(request, "results/browse/club_home.html", context)
