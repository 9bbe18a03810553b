"""Nobody finds a secret link by trying: who opens too many that are none has to wait."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import get_resolver

from caledonia_site.common.counting import MINUTE, Limit, free_places, network_of, take_places

# A cut or mistyped link is opened a few times. Right ones do not count: a whole club may be behind one address.
MOST_WRONG_LINKS = 30
UNKNOWN = {404, 410}

View = Callable[..., HttpResponse]


def limits_wrong_links(view: View) -> View:
    """For addresses that hold a secret."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        # Counted before it is known to be wrong: many at the same moment would all be looked at otherwise.
        places = take_places(Limit(f"links:{network_of(request)}", MOST_WRONG_LINKS, MINUTE))
        if places is None:
            too_many_requests: View = get_resolver().resolve_error_handler(429)
            return too_many_requests(request)
        is_wrong = False
        try:
            response = view(request, *args, **kwargs)
            is_wrong = response.status_code in UNKNOWN
        except Http404:
            is_wrong = True
            raise
        finally:
            if not is_wrong:
                free_places(places)
        return response

    wrapped.holds_secret = True  # type: ignore[attr-defined]
    return wrapped
