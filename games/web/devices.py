"""The phone or computer somebody uses, known by a cookie; it stays the same when people sign in and out on it."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from games.services.devices import new_device

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
