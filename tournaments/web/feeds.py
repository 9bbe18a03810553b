"""News of a season as an Atom feed."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.contrib.syndication.views import Feed
from django.http import HttpRequest
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _

from tournaments.models import Season, SeasonEvent
from tournaments.selectors.leagues import season_for
from tournaments.selectors.season_history import history_of
from tournaments.wording.events import told_event

MOST_ITEMS = 30


class SeasonFeed(Feed):
    """Everything in the season's history, newest first; by the same rules as its page."""

    feed_type = Atom1Feed

    def get_object(self, request: HttpRequest, key: str) -> Season:
        season = season_for(key, request.user)
        season.feed_viewer = request.user  # type: ignore[attr-defined]
        return season

    def title(self, season: Season) -> str:
        return f"{season.league.name} · {season.name}"

    def subtitle(self, season: Season) -> str:
        return _("Results and news of the season")

    def link(self, season: Season) -> str:
        return season.get_absolute_url()

    def items(self, season: Season) -> Iterable[SeasonEvent]:
        viewer: Any = season.feed_viewer  # type: ignore[attr-defined]
        events = list(history_of(season, viewer)[:MOST_ITEMS])
        for event in events:
            event.season = season
        return events

    def item_title(self, event: SeasonEvent) -> str:
        return told_event(event).what

    def item_description(self, event: SeasonEvent) -> str:
        return told_event(event).more

    def item_link(self, event: SeasonEvent) -> str:
        return event.game.get_absolute_url() if event.game else event.season.get_absolute_url()

    def item_guid(self, event: SeasonEvent) -> str:
        return f"{event.season.public_id}:{event.pk}"

    item_guid_is_permalink = False

    def item_pubdate(self, event: SeasonEvent) -> datetime:
        return event.at

    def item_updateddate(self, event: SeasonEvent) -> datetime:
        return event.at
