"""How often a program may ask, and headers that tell it honestly.

RateLimit-Limit: 300          so many requests in the window
RateLimit-Remaining: 298      so many are left
RateLimit-Reset: 42           seconds until the window begins anew
"""

import time
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from caledonia_site.common.rate_limits import MINUTE, count_up, network_of


class FixedWindowRate(BaseThrottle):
    """Requests per minute, as one number in the cache that all processes share."""

    scope = "api"
    most_of_an_account = 600
    most_of_a_visitor = 300

    def allow_request(self, request: Request, view: Any) -> bool:
        token = getattr(request.auth, "pk", None)
        person = f"t{token}" if token else f"u{request.user.pk}" if request.user.is_authenticated else ""
        limit = self.most_of_an_account if person else self.most_of_a_visitor
        now = time.time()
        used = count_up(f"rate:{self.scope}:{person or network_of(request._request)}", now=now)
        reset = MINUTE - int(now) % MINUTE
        self._wait = reset
        request._request.rate_limit = (limit, max(0, limit - used), reset)  # type: ignore[attr-defined]
        return used <= limit

    def wait(self) -> float:
        return self._wait


class PreviewRate(FixedWindowRate):
    """A change a second from each of twenty phones behind one address."""

    scope = "preview"
    most_of_an_account = most_of_a_visitor = 1_200


def rate_limit_headers(get_response: Callable[[HttpRequest], HttpResponse]) -> Any:
    """Middleware: the limits a request counted against, on whatever answer it gets."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if limits := getattr(request, "rate_limit", None):
            for name, value in zip(("Limit", "Remaining", "Reset"), limits, strict=True):
                response.headers[f"RateLimit-{name}"] = str(value)
        return response

    return middleware
