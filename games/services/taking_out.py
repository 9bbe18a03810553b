"""Taking a game out without asking for the right to.

For `void_game`, which has asked, and for a second result of a table or of a game of the schedule (`keep_beside`):
whoever may enter the result there has no right to take out games, and it is not them who take it out.
"""

from games.enums import GameEventKind, GameState
from games.models import Game
from games.players.models import User
from games.services.announcing import refresh_state


def take_out(game: Game, account: User | None) -> None:
    """Of a game that is locked: it counts nowhere, and nothing is deleted. Twice is once."""
    if game.state != GameState.VOID:
        refresh_state(game, voided=True)
        game.events.create(kind=GameEventKind.VOIDED, account=account)
