"""Standings on other people's pages: a frame, and the same as a little JSON.

Both show what a visitor who is not signed in sees, whoever looks: a page of ours inside another one must not be
steered by it, and a frame must not show a stranger's page what its reader may know here.
"""

from typing import Any

from csp.constants import NONE, SELF
from csp.decorators import csp_replace
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from tournaments.selectors.leagues import season_for
from tournaments.selectors.standings_page import RowView, tables_of

FOR_A_WHILE = 60
FRAMED = {"frame-ancestors": ["*"], "script-src": [NONE], "connect-src": [NONE], "img-src": [SELF]}
MOST_ROWS = 50


@require_safe
@xframe_options_exempt
# Its types know views without arguments only.
@csp_replace(FRAMED)  # type: ignore[arg-type]
@cache_control(public=True, max_age=FOR_A_WHILE)
def embed(request: HttpRequest, key: str) -> HttpResponse:
    season = season_for(key, AnonymousUser())
    request.user = AnonymousUser()
    context = {"season": season, "league": season.league, "tables": tables_of(season, request.user)}
    return render(request, "tournaments/embed.html", context)


@require_safe
@cache_control(public=True, max_age=FOR_A_WHILE)
def standings_json(request: HttpRequest, key: str) -> HttpResponse:
    visitor = AnonymousUser()
    season = season_for(key, visitor)
    body = {
        "league": season.league.name,
        "season": season.name,
        "state": season.state,
        "url": request.build_absolute_uri(season.get_absolute_url()),
        "tables": [
            {
                "division": str(table.group.division) if table.group else None,
                "group": table.group.letter if table.group else None,
                "games": table.standings.games,
                "rows": [_row(row) for row in table.rows[:MOST_ROWS]],
            }
            for table in tables_of(season, visitor)
        ],
    }
    # Public figures that any page may read.
    return JsonResponse(body, headers={"Access-Control-Allow-Origin": "*"})


def _row(row: RowView) -> dict[str, Any]:
    return {
        "place": row.row.place,
        "name": row.name,
        "points": row.points,
        "games": row.row.games,
        "wins": row.row.wins,
        "movement": row.row.movement,
    }
