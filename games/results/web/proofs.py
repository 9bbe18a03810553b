"""What a browser can show of itself: the cookie that tells phones apart, and the secrets of games entered in it."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from games.results.models import Game
from games.results.services.proofs import Proof, Ticket, new_device
from games.results.services.rights import may_correct, may_see_history, was_entered_by

LIFE = timedelta(days=60)


_SALT = "games.device"


# Where a request carries the device it has been given, until the answer sets the cookie.
_GIVEN = "caledonia.device"


def device_of(request: HttpRequest) -> str:
    """Empty for a browser that has not been given a cookie yet."""
    known: Any = request.get_signed_cookie(
        settings.DEVICE_COOKIE_NAME, "", salt=_SALT, max_age=int(LIFE.total_seconds())
    )
    return str(request.META.get(_GIVEN) or known)


def kept_device(request: HttpRequest) -> str:
    """As `device_of`; a browser without a cookie is given one, and one that has it keeps it for another while."""
    request.META[_GIVEN] = device_of(request) or new_device()
    return str(request.META[_GIVEN])


def device_cookies(get_response: Callable[[HttpRequest], HttpResponse]) -> Any:
    """Middleware: sets the cookie of whoever entered a game or took a seat."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if given := request.META.get(_GIVEN):
            response.set_signed_cookie(
                settings.DEVICE_COOKIE_NAME,
                given,
                salt=_SALT,
                max_age=LIFE,
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite=settings.SESSION_COOKIE_SAMESITE,
            )
        return response

    return middleware


SESSION_KEY = "edit_secrets"


# The newest games of a browser without an account; older ones are corrected after signing in.
SECRETS_KEPT = 30


def remember_secret(request: HttpRequest, game: Game, secret: str) -> None:
    known = request.session.get(SESSION_KEY, {}) | {game.public_id: secret}
    request.session[SESSION_KEY] = dict(list(known.items())[-SECRETS_KEPT:])


def proof_of(request: HttpRequest, game: Game, *, ticket: Ticket | None = None) -> Proof:
    """What this browser can show. Only who acts is given the cookie that tells phones apart: for who looks, a browser
    without one is some phone that has done nothing yet.
    """
    secret = request.session.get(SESSION_KEY, {}).get(game.public_id, "")
    device = kept_device(request) if request.method == "POST" else device_of(request) or new_device()
    return Proof(edit_secret=secret, device=device, ticket=ticket)


def may_correct_here(request: HttpRequest, game: Game) -> bool:
    """With this account, or in this browser."""
    return may_correct(request.user, game, proof_of(request, game))


def may_see_history_here(request: HttpRequest, game: Game) -> bool:
    return may_see_history(request.user, game, proof_of(request, game))


def was_entered_here(request: HttpRequest, game: Game) -> bool:
    """Without an account, whoever took the game over since: its people typed the names."""
    return was_entered_by(game, proof_of(request, game))
