"""What a browser may be asked for by our pages."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse


def permissions_policy(get_response: Callable[[HttpRequest], HttpResponse]) -> Any:
    """Middleware: on every answer, also those of errors."""
    policy = ", ".join(f"{name}={who}" for name, who in sorted(settings.PERMISSIONS_POLICY.items()))

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Permissions-Policy", policy)
        return response

    return middleware
