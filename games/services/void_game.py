"""Take a game out, and bring it back."""

from django.db import transaction

from games.enums import GameEventKind, GameState
from games.models import Game
from games.players.models import User
from games.services.announcing import refresh_state


@transaction.atomic
def void_game(*, game: Game, account: User | None = None) -> Game:
    """The game no longer counts and is marked as void; nothing is deleted. Voiding twice is voiding once."""
    game = Game.objects.select_for_update().get(pk=game.pk)
    if game.state != GameState.VOID:
        refresh_state(game, voided=True)
        game.events.create(kind=GameEventKind.VOIDED, account=account)
    return game


@transaction.atomic
def restore_game(*, game: Game, account: User | None = None) -> Game:
    """The state it would have without having been voided."""
    game = Game.objects.select_for_update().get(pk=game.pk)
    if game.state == GameState.VOID:
        refresh_state(game, voided=False)
        game.events.create(kind=GameEventKind.RESTORED, account=account)
    return game
