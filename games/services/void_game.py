"""Take a game out, and bring it back."""

from django.db import transaction

from caledonia_site.common.permissions import require
from games.enums import GameEventKind, GameState
from games.models import Game
from games.players.actors import Actor, account_of
from games.services.announcing import refresh_state
from games.services.taking_out import take_out
from games.signals import game_coming_back


@transaction.atomic
def void_game(*, actor: Actor, game: Game) -> Game:
    """The game no longer counts and is marked as void; nothing is deleted. Voiding twice is voiding once."""
    game = Game.objects.select_for_update().get(pk=game.pk)
    require(actor, "games.void_game", game)
    take_out(game, account_of(actor))
    return game


@transaction.atomic
def restore_game(*, actor: Actor, game: Game) -> Game:
    """The state it would have without having been voided. Raises what receivers of `game_coming_back` raise."""
    game = Game.objects.select_for_update().get(pk=game.pk)
    require(actor, "games.void_game", game)
    if game.state == GameState.VOID:
        game_coming_back.send(sender=Game, game=game)
        refresh_state(game, voided=False)
        game.events.create(kind=GameEventKind.RESTORED, account=account_of(actor))
    return game
