"""A season for its readers: standings, one player's games, the race, honours, people and history."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from caledonia_site.common.permissions import may
from games.players.models import Player
from tournaments.selectors.honours import season_honours
from tournaments.selectors.race import race_tables
from tournaments.selectors.season_history import history_of
from tournaments.selectors.season_people import own_entry, people_of
from tournaments.selectors.season_player import season_player
from tournaments.selectors.standings_page import tables_of
from tournaments.web.access import find_season, season_context
from tournaments.web.race_chart import race_charts
from tournaments.web.settings_list import settings_list

PEOPLE_ON_A_PAGE = 100
EVENTS_ON_A_PAGE = 50


@require_safe
def season_page(request: HttpRequest, key: str) -> HttpResponse:
    season = find_season(request, key)
    context = season_context(
        request,
        season,
        "season",
        tables=tables_of(season, request.user),
        settings=settings_list(season),
        own_entry=own_entry(season, request.user),
        own_player=getattr(request.user, "player_or_none", None),
        groups_play=season.has_groups and season.is_running,
    )
    return render(request, "tournaments/season.html", context)


@require_safe
def player_page(request: HttpRequest, key: str, player_id: str) -> HttpResponse:
    """Somebody whose name the viewer may not know has no page here either."""
    season = find_season(request, key)
    player = Player.objects.filter(public_id=player_id).first()
    if player is None or not may(request.user, "players.see_player", player):
        raise Http404
    found = season_player(season, player, request.user)
    if found is None:
        raise Http404
    return render(request, "tournaments/season_player.html", season_context(request, season, "", found=found))


@require_safe
def race_page(request: HttpRequest, key: str) -> HttpResponse:
    season = find_season(request, key)
    charts = race_charts(race_tables(season, request.user))
    return render(request, "tournaments/race.html", season_context(request, season, "race", charts=charts))


@require_safe
def honours_page(request: HttpRequest, key: str) -> HttpResponse:
    season = find_season(request, key)
    honours = season_honours(season, request.user)
    context = season_context(request, season, "honours", honours=honours)
    return render(request, "tournaments/honours.html", context)


@require_safe
def people_page(request: HttpRequest, key: str) -> HttpResponse:
    season = find_season(request, key)
    page = Paginator(people_of(season, request.user), PEOPLE_ON_A_PAGE).get_page(request.GET.get("page"))
    context = season_context(
        request,
        season,
        "people",
        page=page,
        own_entry=own_entry(season, request.user),
        own_player=getattr(request.user, "player_or_none", None),
        groups_play=season.has_groups and season.is_running,
    )
    return render(request, "tournaments/people.html", context)


@require_safe
def history_page(request: HttpRequest, key: str) -> HttpResponse:
    season = find_season(request, key)
    page = Paginator(history_of(season, request.user), EVENTS_ON_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "tournaments/history.html", season_context(request, season, "history", page=page))
