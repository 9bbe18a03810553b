"""News of a season as an Atom feed, and its standings on other people's pages: a frame, and the same as a little JSON.

Frame and JSON show what a visitor who is not signed in sees, whoever looks: a page of ours inside another one must not
be steered by it, and a frame must not show a stranger's page what its reader may know here.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from csp.constants import NONE, SELF
from csp.decorators import csp_replace
from django.contrib.auth.models import AnonymousUser
from django.contrib.syndication.views import Feed
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from games.clubs.models import Club
from games.exchange.services.feeds import viewer_of_feed
from games.players.actors import Viewer
from tournaments.leagues.enums import SeasonState
from tournaments.leagues.models import Season
from tournaments.leagues.selectors.leagues import season_for
from tournaments.leagues.selectors.seasons import FeedEntry, season_feed_entries
from tournaments.leagues.selectors.standings import RowView, tables_of

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
    return render(request, "leagues/embed.html", context)


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


MOST_SEASONS = 10


def season_of_feed(request: HttpRequest, key: str) -> tuple[Season, Any]:
    """The season and as whom its feed is read: readers that cannot sign in come with a secret link of the club."""
    viewer: Viewer = request.user
    if secret := request.GET.get("key", "")[:100]:
        club = Club.objects.filter(leagues__seasons__public_id=key.partition("-")[0]).first()
        viewer = viewer_of_feed(club=club, visitor=viewer, secret=secret) if club else viewer
    return season_for(key, viewer), viewer


def feeds_of_seasons(club: Club) -> Iterator[tuple[str, str]]:
    """Of seasons that go on or come."""
    seasons = Season.objects.filter(league__club=club).exclude(state=SeasonState.CLOSED)
    for season in seasons.select_related("league").order_by("league__name", "starts_on")[:MOST_SEASONS]:
        name = f"{season.league.name} · {season.name}"
        yield (
            _("%(name)s (iCalendar)") % {"name": name},
            reverse("leagues:calendar", args=[season.address_key]),
        )
        yield _("%(name)s (Atom)") % {"name": name}, reverse("leagues:feed", args=[season.address_key])


class SeasonFeed(Feed):
    """The games that count and everything in the season's history, newest first; by the same rules as its page."""

    feed_type = Atom1Feed

    def get_object(self, request: HttpRequest, key: str) -> Season:
        season, viewer = season_of_feed(request, key)
        season.feed_viewer = viewer  # type: ignore[attr-defined]
        return season

    def title(self, season: Season) -> str:
        return f"{season.league.name} · {season.name}"

    def subtitle(self, season: Season) -> str:
        return _("Results and news of the season")

    def link(self, season: Season) -> str:
        return season.get_absolute_url()

    def items(self, season: Season) -> Iterable[FeedEntry]:
        viewer: Viewer = season.feed_viewer  # type: ignore[attr-defined]
        return season_feed_entries(season, viewer)

    def item_title(self, entry: FeedEntry) -> str:
        return entry.title

    def item_description(self, entry: FeedEntry) -> str:
        return entry.text

    def item_link(self, entry: FeedEntry) -> str:
        return entry.address

    def item_guid(self, entry: FeedEntry) -> str:
        return entry.key

    item_guid_is_permalink = False

    def item_pubdate(self, entry: FeedEntry) -> datetime:
        return entry.at

    def item_updateddate(self, entry: FeedEntry) -> datetime:
        return entry.at
