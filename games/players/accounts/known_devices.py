"""Browsers that signed in before, so that whoever guesses passwords next door does not lock their owners out.

A signed cookie names the device and the accounts it opened; it opens nothing itself.
"""

import secrets
from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from caledonia_site.common.counting import digest
from games.players.models import User

COOKIE = "device"
LIFE = timedelta(days=365)
# Of a computer that a family shares.
MOST_ACCOUNTS = 5


def known_device(request: HttpRequest, login: str) -> str:
    """What the device is called, if somebody signed in to this account with it; otherwise nothing."""
    name, accounts = _read(request)
    return name if _account(login) in accounts else ""


def remember_device(request: HttpRequest, response: HttpResponse, user: User) -> None:
    name, accounts = _read(request)
    mine = _account(user.email)
    kept = [mine, *(one for one in accounts if one != mine)][:MOST_ACCOUNTS]
    response.set_signed_cookie(
        COOKIE,
        ":".join([name or secrets.token_urlsafe(16), *kept]),
        salt=COOKIE,
        max_age=LIFE,
        path=reverse("account_overview"),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _read(request: HttpRequest) -> tuple[str, list[str]]:
    value = request.get_signed_cookie(COOKIE, default="", salt=COOKIE, max_age=LIFE)
    name, *accounts = (value or "").split(":")
    return name, accounts


def _account(login: str) -> str:
    return digest(login.strip().casefold())
