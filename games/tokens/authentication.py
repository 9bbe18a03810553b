"""Who asks, by session or by a personal token, as whom the request acts, and what it is about."""

from datetime import timedelta
from typing import Any

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated, PermissionDenied
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from games.clubs.models import Club
from games.players.actors import Actor
from games.players.models import User
from games.players.viewers import ClubReader
from games.tokens.enums import TokenScope
from games.tokens.models import PersonalToken
from games.tokens.services import digest_of

KEYWORD = "Bearer"
# Precise enough to see that a token is in use; a write with every request would be a queue of writers.
NOTED_EVERY = timedelta(minutes=1)


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer cal_...`

    A token that is limited to a club makes its holder a stranger everywhere else, also in places that never
    thought of tokens: the user of the request sees what a member of that club sees, and for changing something there
    only what asks `account_in` finds the person.
    """

    def authenticate(self, request: Request) -> tuple[Actor, PersonalToken] | None:
        secret = _secret_of(request)
        if secret is None:
            return None
        token = (
            PersonalToken.objects.select_related("account", "club").filter(digest=digest_of(secret)).first()
        )
        if token is None or not token.account.is_active:
            raise AuthenticationFailed(_("This token is not known here."), code="unknown_token")
        if token.is_expired:
            raise AuthenticationFailed(_("This token has expired."), code="token_expired")
        view = request.parser_context["view"] if request.parser_context else None
        computes = getattr(view, "only_computes", False)
        if token.scope == TokenScope.READ and request.method not in SAFE_METHODS and not computes:
            raise PermissionDenied(_("This token may only read."), code="token_reads_only")
        _note_use(token)
        if token.club_id:
            return ClubReader(account_id=token.account_id, club_id=token.club_id), token
        return token.account, token

    def authenticate_header(self, request: Request) -> str:
        return KEYWORD


class TokenScheme(OpenApiAuthenticationExtension):
    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "A personal token of the account’s page."}


def actor_in(request: Request, club: Club | None) -> Actor:
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


def _secret_of(request: Request) -> str | None:
    parts = get_authorization_header(request).split()
    if not parts or parts[0].lower() != KEYWORD.lower().encode():
        return None
    try:
        return parts[1].decode("ascii") if len(parts) == 2 else ""
    except UnicodeDecodeError:
        return ""


def _note_use(token: PersonalToken) -> None:
    now = timezone.now()
    stale = Q(last_used_at=None) | Q(last_used_at__lt=now - NOTED_EVERY)
    if token.last_used_at is None or token.last_used_at < now - NOTED_EVERY:
        PersonalToken.objects.filter(stale, pk=token.pk).update(last_used_at=now)
