"""How long requests take, by page and outcome; in production only when metrics are asked for."""

import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from prometheus_client import Histogram

REQUEST_SECONDS = Histogram(
    "caledonia_request_seconds",
    "Time to answer a request, by method, page and status.",
    ["method", "page", "status"],
    buckets=(0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2.5, 10),
)
# A stranger may send any word as a method; each would be a series of its own.
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


def measure_requests(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    def measured(request: HttpRequest) -> HttpResponse:
        started = time.perf_counter()
        response = get_response(request)
        match = request.resolver_match
        REQUEST_SECONDS.labels(
            method=request.method if request.method in METHODS else "other",
            # The page's name and never its address, which may hold a secret and has no end of values.
            page=match.view_name if match and match.view_name else "none",
            status=str(response.status_code),
        ).observe(time.perf_counter() - started)
        return response

    return measured
