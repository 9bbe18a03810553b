"""Requests that no browser makes: PostgreSQL keeps no text with the sign NUL, and a search for it would be a fault."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse

NUL = "\x00"
NUL_IN_ADDRESS = "%00"


def clean_addresses(get_response: Callable[[HttpRequest], HttpResponse]) -> Any:
    """Middleware. Forms look at what is posted; what stands after a question mark is read in many places."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if NUL_IN_ADDRESS in request.META.get("QUERY_STRING", ""):
            raise BadRequest
        return get_response(request)

    return middleware


def posted_text(request: HttpRequest, name: str) -> str:
    """For the few values that no form reads."""
    return request.POST.get(name, "").replace(NUL, "")
