"""Names of guests are not kept longer than a club or a game needs them."""

from collections.abc import Iterable

from games.players.models import Player


def forget_unused_guests(players: Iterable[Player]) -> None:
    """Delete those without an account to which no row of any app points any more."""
    for player in players:
        if player.is_guest and not _is_needed(player):
            player.delete()


def _is_needed(player: Player) -> bool:
    return any(
        relation.related_model._base_manager.filter(**{relation.field.name: player}).exists()
        for relation in Player._meta.related_objects
    )
