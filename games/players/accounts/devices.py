"""Browsers: in words a person recognises, and those that signed in before, so that whoever guesses passwords next door
does not lock their owners out.

A signed cookie names the device and the accounts it opened; it opens nothing itself.
"""

import re
import secrets
from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from caledonia_site.common.rate_limits import digest
from games.players.models import User

# The order matters: most browsers also claim to be those further down.
BROWSERS = (
    ("Edge", r"\bEdg(e|A|iOS)?/"),
    ("Opera", r"\bOPR/"),
    ("Samsung Internet", r"\bSamsungBrowser/"),
    ("Firefox", r"\b(Firefox|FxiOS)/"),
    ("Chrome", r"\b(Chrome|CriOS|Chromium)/"),
    ("Safari", r"\bSafari/"),
)
SYSTEMS = (
    ("iPhone", r"\biPhone\b"),
    ("iPad", r"\biPad\b"),
    ("Android", r"\bAndroid\b"),
    ("ChromeOS", r"\bCrOS\b"),
    ("Windows", r"\bWindows\b"),
    ("macOS", r"\bMacintosh\b"),
    ("Linux", r"\bLinux\b"),
)
COOKIE = "device"
LIFE = timedelta(days=365)
# Of a computer that a family shares.
MOST_ACCOUNTS = 5


def device_name(user_agent: str) -> str:
    """Such as "Firefox · Android"; empty when nothing in it is known."""
    names = [
        next((name for name, pattern in kinds if re.search(pattern, user_agent)), None)
        for kinds in (BROWSERS, SYSTEMS)
    ]
    return " · ".join(name for name in names if name)


def known_device(request: HttpRequest, login: str) -> str:
    """What the device is called, if somebody signed in to this account with it; otherwise nothing."""
    name, accounts = _read(request)
    return name if _account(login) in accounts else ""


def _read(request: HttpRequest) -> tuple[str, list[str]]:
    value = request.get_signed_cookie(COOKIE, default="", salt=COOKIE, max_age=LIFE)
    name, *accounts = (value or "").split(":")
    return name, accounts


def _account(login: str) -> str:
    return digest(login.strip().casefold())


def remember_device(request: HttpRequest, response: HttpResponse, user: User) -> None:
    name, accounts = _read(request)
    mine = _account(user.email)
    kept = [mine, *(account for account in accounts if account != mine)][:MOST_ACCOUNTS]
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
