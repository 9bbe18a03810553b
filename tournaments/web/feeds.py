"""News of a season as an Atom feed, and the feeds of a club's seasons for the page that lists them."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from django.contrib.syndication.views import Feed
from django.http import HttpRequest
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _

from games.clubs.models import Club
from games.exchange.services.keep_feed_key import viewer_of_feed
from tournaments.enums import SeasonState
from tournaments.models import Season
from tournaments.selectors.leagues import season_for
from tournaments.selectors.season_feed import FeedEntry, season_feed_entries

MOST_SEASONS = 10


def season_of_feed(request: HttpRequest, key: str) -> tuple[Season, Any]:
    """The season and as whom its feed is read: readers that cannot sign in come with a secret link of the club."""
    viewer: Any = request.user
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
        viewer: Any = season.feed_viewer  # type: ignore[attr-defined]
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
