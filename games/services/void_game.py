"""Take a game out, and bring it back."""

from django.db import transaction

from games.models import Game
from games.services.announcing import refresh_state


@transaction.atomic
def void_game(*, game: Game) -> Game:
    """The game no longer counts and is marked as void; nothing is deleted."""
    game = Game.objects.select_for_update().get(pk=game.pk)
    refresh_state(game, voided=True)
    return game


@transaction.atomic
def restore_game(*, game: Game) -> Game:
    """The state it would have without having been voided."""
    game = Game.objects.select_for_update().get(pk=game.pk)
    refresh_state(game, voided=False)
    return game
