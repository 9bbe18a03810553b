"""A second sheet of a game that is recorded already."""

from django.db import transaction

from games.enums import GameEventKind, GameState
from games.models import Game
from games.services.announcing import refresh_state


@transaction.atomic
def set_aside(*, game: Game) -> Game:
    """The game counts nowhere, as one that somebody voided; nothing is deleted.

    Nobody's right is asked and nobody is named: that one table has one result takes it out, not whoever entered it, who
    may be a player without a right to void anything.
    """
    game = Game.objects.select_for_update().get(pk=game.pk)
    if game.state != GameState.VOID:
        refresh_state(game, voided=True)
        game.events.create(kind=GameEventKind.VOIDED)
    return game
