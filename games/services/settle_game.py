"""An organiser's last word on a result."""

from django.db import transaction

from games.enums import GameState
from games.models import Game
from games.services.announcing import refresh_state
from games.services.errors import GameIsVoidError, VersionConflictError


@transaction.atomic
def settle_game(*, game: Game, version: int) -> Game:
    """The version stands as it is, whatever has or has not been confirmed; a correction opens it again."""
    game = Game.objects.select_for_update().get(pk=game.pk)
    if game.state == GameState.VOID:
        raise GameIsVoidError
    if game.version != version:
        raise VersionConflictError
    game.settled = True
    game.save(update_fields=["settled"])
    refresh_state(game)
    return game
