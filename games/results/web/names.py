"""Addresses that carry the names of a table: who may hand them on, and what they show."""

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from caledonia_site.common.permissions import may
from games.results.enums import GameState
from games.results.models import Game
from games.results.services.proofs import is_names_signature, names_signature
from games.results.web.proofs import was_entered_here

NAMES_PARAMETER = "names"


def is_open_to_all(game: Game) -> bool:
    """Whether a picture of it may go round: what was taken out is no result to show."""
    return game.state != GameState.VOID and may(AnonymousUser(), "games.see_game", game)


def carries_names(request: HttpRequest, game: Game) -> bool:
    """Whether the address of this request was handed out by the table. A wrong one is as good as none."""
    given = request.GET.get(NAMES_PARAMETER, "")
    return bool(given) and is_open_to_all(game) and is_names_signature(game, given)


def names_to_hand_on(request: HttpRequest, game: Game, *, sat_there: bool = False) -> dict[str, str]:
    """What the addresses that this reader hands on carry: the names if the reader sat at the table (`sat_there`: by
    a link made for it), entered or keeps the game, or came by such an address; otherwise nothing.
    """
    if not is_open_to_all(game) or not _has_guests(game):
        return {}
    hands_out = (
        sat_there
        or was_entered_here(request, game)
        or may(request.user, "games.share_names", game)
        or carries_names(request, game)
    )
    return {NAMES_PARAMETER: names_signature(game)} if hands_out else {}


def _has_guests(game: Game) -> bool:
    """Typed names count: whoever saves the game into a club makes guests of them."""
    return any(not seat.is_bot and (seat.player is None or seat.player.is_guest) for seat in game.seats.all())
