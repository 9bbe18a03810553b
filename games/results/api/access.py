"""Games as programs ask for them: found, and allowed."""

from typing import Any

from django.http import Http404
from rest_framework.request import Request

from caledonia_site.common.permissions import require
from games.players.models import User
from games.results.models import Game
from games.results.selectors.games import game_for
from games.tokens.authentication import account_in


def find_game(request: Request, public_id: str) -> tuple[Game, Any]:
    """The game as the asker may see it, and as whom they ask; what they may not see does not exist."""
    game = game_for(public_id=public_id, viewer=request.user)
    if game is None:
        raise Http404
    return game, request.user


def game_allowing(request: Request, public_id: str, permission: str) -> tuple[Game, User]:
    game, _actor = find_game(request, public_id)
    account = account_in(request, game.club)
    require(account, permission, game)
    return game, account
