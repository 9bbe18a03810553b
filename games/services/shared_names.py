"""What a link carries so that it shows the names of guests: the table that hands it out speaks for them.

Bound to the game alone, and made again whenever it is needed: nothing is stored, and the link that went round on the
evening still names the table after the game was saved into a club. It shows nobody who hid, or was hidden, since.
"""

from django.core.signing import Signer
from django.utils.crypto import constant_time_compare

from games.enums import GameState
from games.models import Game

# 96 bits, short enough for a printed address.
_LENGTH = 16


def names_signature(game: Game) -> str:
    return Signer(salt="games.shared_names").signature(game.public_id)[:_LENGTH]


def is_names_signature(game: Game, given: str) -> bool:
    """A game that was taken out is no result to show round."""
    return game.state != GameState.VOID and constant_time_compare(names_signature(game), given)
