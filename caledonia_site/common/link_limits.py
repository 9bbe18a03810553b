"""Nobody finds a secret link by trying: who opens too many that are none has to wait."""

import time
from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.adapter import get_adapter
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import get_resolver

from caledonia_site.common.api_throttling import WINDOW_SECONDS, counted

# A cut or mistyped link is opened a few times. Right ones do not count: a whole club may be behind one address.
MOST_WRONG_LINKS = 30
UNKNOWN = {404, 410}

View = Callable[..., HttpResponse]


def limits_wrong_links(view: View) -> View:
    """For addresses that hold a secret."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        window = int(time.time()) // WINDOW_SECONDS
        # allauth knows how many proxies stand in front of us, and whom they speak for.
        key = f"links:{get_adapter(request).get_client_ip(request)}:{window}"
        if int(cache.get(key) or 0) >= MOST_WRONG_LINKS:
            too_many_requests: View = get_resolver().resolve_error_handler(429)
            return too_many_requests(request)
        try:
            response = view(request, *args, **kwargs)
        except Http404:
            counted(key)
            raise
        if response.status_code in UNKNOWN:
            counted(key)
        return response

    wrapped.holds_secret = True  # type: ignore[attr-defined]
    return wrapped
