"""As whom a request acts, and what it is about."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.request import Request

from caledonia_site.common.permissions import require
from games.clubs.models import Club
from games.models import Game, PersonalToken
from games.players.models import User
from games.selectors.game_detail import game_for


def actor_in(request: Request, club: Club | None) -> Any:
    """The person in the matter of this club (None: of a game outside clubs). What is only looked at is asked for with
    the user of the request, who knows by itself how far a token reaches.
    """
    token = request.auth
    if isinstance(token, PersonalToken) and club is not None and club.pk == token.club_id:
        return token.account
    return request.user


def account_in(request: Request, club: Club | None) -> User:
    """As `actor_in`, for what strangers cannot do."""
    actor = actor_in(request, club)
    if isinstance(actor, User):
        return actor
    if isinstance(request.auth, PersonalToken):
        raise PermissionDenied(_("This token is for one club only."), code="token_of_another_club")
    raise NotAuthenticated


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
