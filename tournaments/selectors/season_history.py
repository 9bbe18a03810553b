"""What happened in a season, newest first."""

from typing import Any

from django.db.models import Prefetch, QuerySet

from games.players.models import Player
from tournaments.models import Season, SeasonEvent


def history_of(season: Season, viewer: Any) -> QuerySet[SeasonEvent]:
    """With the players concerned, and those who did it, as the viewer may see them."""
    # Who did it may be somebody who does not play.
    concerned = Player.with_merged.shown_to(viewer, named=season.shows_names)
    acting = Player.with_merged.shown_to(viewer)
    return (
        season.events.select_related("game", "account")
        .prefetch_related(
            Prefetch("player", queryset=concerned), Prefetch("account__player", queryset=acting)
        )
        .order_by("-at", "-pk")
    )
