"""Taking a game out without asking for the right to.

For `void_game`, which has asked, and for a tournament's `report_table`: whoever may enter the result of a table takes
out what was entered there a second time, without the right to take out any other game.
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
