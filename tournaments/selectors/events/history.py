"""What happened in a tournament, and what its judges noted."""

from typing import Any

from django.db.models import Prefetch, QuerySet

from games.players.models import Player
from tournaments.models import Event, EventHistory, JudgeNote


def history_of(event: Event, viewer: Any) -> QuerySet[EventHistory]:
    """The newest first, with who did it and whom it concerns as the viewer may see them."""
    players = Player.with_merged.shown_to(viewer)
    return (
        event.history.select_related("account", "entry", "game")
        .prefetch_related(
            Prefetch("account__player", queryset=players), Prefetch("entry__player", queryset=players)
        )
        .order_by("-pk")
    )


def notes_of(event: Event, viewer: Any) -> QuerySet[JudgeNote]:
    """For who may see notes (`events.see_notes`), the newest first."""
    players = Player.with_merged.shown_to(viewer)
    return (
        event.notes.select_related("account", "table__round", "entry")
        .prefetch_related(
            Prefetch("account__player", queryset=players), Prefetch("entry__player", queryset=players)
        )
        .order_by("-pk")
    )
