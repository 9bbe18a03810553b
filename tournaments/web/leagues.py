"""Leagues to find, and what a league has come through."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from caledonia_site.common.permissions import answers
from games.clubs.web.access import club_for
from tournaments.selectors.honours import league_records
from tournaments.selectors.leagues import leagues_of_club, leagues_to_find, summaries_of
from tournaments.web.access import find_league
from tournaments.wording.terms import system_name

LEAGUES_ON_A_PAGE = 24
OFFERED = ["tournaments.plan_season", "tournaments.change_league", "tournaments.delete_league"]


@require_safe
def league_list(request: HttpRequest) -> HttpResponse:
    page = Paginator(leagues_to_find(request.user), LEAGUES_ON_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "tournaments/league_list.html", {"page": page})


@require_safe
def club_leagues(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_for(request, slug)
    page = Paginator(leagues_of_club(club), LEAGUES_ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "club": club,
        "page": page,
        "may": answers(request.user, ["tournaments.create_league"], club),
    }
    return render(request, "tournaments/club_leagues.html", context)


@require_safe
def league_page(request: HttpRequest, key: str) -> HttpResponse:
    league = find_league(request, key)
    context = {
        "league": league,
        "club": league.club,
        "system": system_name(league.system),
        "seasons": summaries_of(league.seasons.all(), request.user),
        "records": league_records(league, request.user),
        "may": answers(request.user, OFFERED, league),
    }
    return render(request, "tournaments/league.html", context)
