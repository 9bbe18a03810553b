"""Answers made for one person are kept by nobody else."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse


def private_answers(get_response: Callable[[HttpRequest], HttpResponse]) -> Any:
    """Middleware. Whoever sends a session, a known device or a token gets an answer that no proxy may keep and that a
    browser asks for again; a view that knows better has said so already.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        cookies = {settings.SESSION_COOKIE_NAME, settings.DEVICE_COOKIE_NAME}
        is_known = bool(cookies & request.COOKIES.keys()) or "Authorization" in request.headers
        if is_known and "Cache-Control" not in response.headers:
            response.headers["Cache-Control"] = "private, no-cache"
        return response

    return middleware
