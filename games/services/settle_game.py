"""An organiser's last word on a result."""

from django.db import transaction

from caledonia_site.common.permissions import require
from games.enums import GameEventKind, GameState
from games.models import Game
from games.players.actors import Actor, account_of
from games.services.announcing import refresh_state
from games.services.errors import GameIsVoidError, VersionConflictError


@transaction.atomic
def settle_game(*, actor: Actor, game: Game, version: int) -> Game:
    """The version stands as it is, whatever has or has not been confirmed; a correction opens it again."""
    game = Game.objects.select_for_update().get(pk=game.pk)
    require(actor, "games.settle_game", game)
    if game.state == GameState.VOID:
        raise GameIsVoidError
    if game.version != version:
        raise VersionConflictError
    if not game.settled:
        game.settled = True
        game.save(update_fields=["settled"])
        refresh_state(game)
        game.events.create(kind=GameEventKind.SETTLED, account=account_of(actor))
    return game
