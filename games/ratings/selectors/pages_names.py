"""Players by what somebody types, never one whose name the viewer may not know."""

from collections.abc import Sequence
from typing import Any

from games.players.models import Player, PlayerQuerySet
from games.players.names import normalised
from games.ratings.models import Pool

SUGGESTIONS = 12
FEWEST_LETTERS = 2
# More names than this are found by typing, not by scrolling.
MOST_OFFERED = 200
# Between a name and the id that tells namesakes apart.
MARK = " · "


def label_of(player: Player, *, alone: bool) -> str:
    """What stands in the field: the name, with the id where somebody else has the same."""
    return player.name if alone else f"{player.name}{MARK}{player.public_id}"


def labels_of(players: Sequence[Player]) -> list[str]:
    keys = [player.name_key for player in players]
    return [label_of(player, alone=keys.count(player.name_key) == 1) for player in players]


def suggested(*, text: str, viewer: Any) -> list[str]:
    if len(normalised(text)) < FEWEST_LETTERS or not text.isprintable():
        return []
    return labels_of(list(_known(viewer).named_like(text).order_by("name_key", "pk")[:SUGGESTIONS]))


def offered(*, pool: Pool | None, viewer: Any) -> list[str]:
    """All rated players of a small pool, to choose from without a script."""
    if pool is None or pool.players > MOST_OFFERED:
        return []
    return labels_of(list(_known(viewer).filter(rating_standings__pool=pool).order_by("name_key", "pk")))


def players_meant(*, text: str, viewer: Any) -> list[Player]:
    """Whoever the text can mean: one by id, all of exactly this name, or else all it is a part of (a few)."""
    _name, mark, public_id = text.rpartition(MARK.strip())
    if mark and (found := list(_known(viewer).filter(public_id=public_id.strip()))):
        return found
    exactly = list(_known(viewer).filter(name_key=normalised(text)).order_by("pk")[:SUGGESTIONS])
    return exactly or list(_known(viewer).named_like(text).order_by("name_key", "pk")[:SUGGESTIONS])


def _known(viewer: Any) -> PlayerQuerySet:
    return Player.objects.visible_to(viewer).shown_to(viewer)
