"""As whom a request acts: its person, or a stranger where their token does not reach."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
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
    """The person in the matter of this club (None: of a game outside clubs)."""
    token = request.auth
    if isinstance(token, PersonalToken) and token.club_id is not None:
        return token.account if club is not None and club.pk == token.club_id else AnonymousUser()
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
    found = Game.objects.select_related("club").filter(public_id=public_id).first()
    if found is None:
        raise Http404
    return game_of_club(request, public_id, found.club)


def game_of_club(request: Request, public_id: str, club: Club | None) -> tuple[Game, Any]:
    """As `find_game`, where the club is known."""
    actor = actor_in(request, club)
    game = game_for(public_id=public_id, viewer=actor)
    if game is None:
        raise Http404
    return game, actor


def game_allowing(request: Request, public_id: str, permission: str) -> tuple[Game, User]:
    game, _actor = find_game(request, public_id)
    account = account_in(request, game.club)
    require(account, permission, game)
    return game, account
