"""Other sites' pages may read the API: what is public, without anybody's cookies."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse

PREFIX = "/api/"
READING = "GET, HEAD, OPTIONS"


def cors_for_reading(get_response: Callable[[HttpRequest], HttpResponse]) -> Any:
    """Middleware. `*` without credentials: a browser sends no cookie and hides answers to any other method,
    so a foreign page learns what any stranger may know, or what the token it holds opens.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if not request.path.startswith(PREFIX):
            return get_response(request)
        asks_first = request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers
        response = HttpResponse(status=204) if asks_first else get_response(request)
        if asks_first or request.method in {"GET", "HEAD"}:
            response.headers["Access-Control-Allow-Origin"] = "*"
            response.headers["Access-Control-Expose-Headers"] = (
                "ETag, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After"
            )
        if asks_first:
            response.headers["Access-Control-Allow-Methods"] = READING
            response.headers["Access-Control-Allow-Headers"] = "Authorization, Accept-Language"
            response.headers["Access-Control-Max-Age"] = "86400"
        return response

    return middleware
