"""What every request and every answer goes through, and what views say of them alike."""

import gzip
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import BadRequest, PermissionDenied
from django.db.models import TextChoices
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext_lazy as _
from django_structlog.middlewares import RequestMiddleware
from whitenoise.middleware import WhiteNoiseFileResponse

from caledonia_site.common.errors import NotAllowedError, UserError
from caledonia_site.common.redaction import without_secrets

NUL = "\x00"
NUL_IN_ADDRESS = "%00"


def clean_addresses(get_response: Callable[[HttpRequest], HttpResponse]) -> Any:
    """Middleware. PostgreSQL keeps no text with the sign NUL, and a search for it would be a fault. Forms look at what
    is posted; what stands after a question mark is read in many places.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if NUL_IN_ADDRESS in request.META.get("QUERY_STRING", ""):
            raise BadRequest
        return get_response(request)

    return middleware


def posted_text(request: HttpRequest, name: str) -> str:
    """For the few values that no form reads."""
    return request.POST.get(name, "").replace(NUL, "")


def private_answers(get_response: Callable[[HttpRequest], HttpResponse]) -> Any:
    """Middleware. Whoever sends a session, a known device or a token gets an answer that no proxy may keep and that a
    browser asks for again; a view that knows better has said so already. What lasts for ever has an address that names
    its content, so nothing that somebody sends decides about it: a browser that has it need not ask again.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        cookies = {settings.SESSION_COOKIE_NAME, settings.DEVICE_COOKIE_NAME}
        is_known = bool(cookies & request.COOKIES.keys()) or "Authorization" in request.headers
        if is_known and "Cache-Control" not in response.headers:
            response.headers["Cache-Control"] = "private, no-cache"
        if "immutable" in response.headers.get("Cache-Control", ""):
            response.headers["Vary"] = "Accept-Encoding"
        return response

    return middleware


COMPRESSED_TYPES = ("text/css", "text/javascript", "image/svg+xml", "application/json")


def compress_static_files(get_response: Callable[[HttpRequest], HttpResponse]) -> Any:
    """Middleware around WhiteNoise, for files that come straight from their folders and were never collected, where
    they would have been compressed. Each is compressed once.
    """
    compressed: dict[tuple[str, str], bytes] = {}

    def middleware(request: HttpRequest) -> Any:
        response = get_response(request)
        if not (isinstance(response, WhiteNoiseFileResponse) and response.status_code == 200):
            return response
        is_text = response.headers.get("Content-Type", "").startswith(COMPRESSED_TYPES)
        if not is_text or response.has_header("Content-Encoding"):
            return response
        patch_vary_headers(response, ["Accept-Encoding"])
        if request.method == "GET" and "gzip" in request.headers.get("Accept-Encoding", ""):
            key = request.path, response.headers.get("ETag", "")
            if key not in compressed:
                compressed[key] = gzip.compress(b"".join(response))
            response.streaming_content = [compressed[key]]
            response.headers["Content-Encoding"] = "gzip"
            response.headers["Content-Length"] = str(len(compressed[key]))
        return response

    return middleware


class RequestLogMiddleware(RequestMiddleware):
    """The log line of each request."""

    @staticmethod
    def format_request(request: HttpRequest) -> str:
        return f"{request.method} {without_secrets(request.get_full_path())}"


THEME_COOKIE = "theme"


class Theme(TextChoices):
    """The visitor's choice, kept in a cookie."""

    AUTO = "auto", _("As the device")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")


def theme_of(request: HttpRequest) -> Theme:
    try:
        return Theme(request.COOKIES.get(THEME_COOKIE, Theme.AUTO))
    except ValueError:
        return Theme.AUTO


@contextmanager
def errors_as_messages(request: HttpRequest) -> Iterator[None]:
    """What a person cannot do becomes a message on the page as it was; what they may not do, the page that says so."""
    try:
        yield
    except NotAllowedError as error:
        raise PermissionDenied from error
    except UserError as error:
        messages.error(request, str(error))


def permissions_policy(get_response: Callable[[HttpRequest], HttpResponse]) -> Any:
    """Middleware: what a browser may be asked for by our pages, on every answer, also those of errors."""
    policy = ", ".join(f"{name}={who}" for name, who in sorted(settings.PERMISSIONS_POLICY.items()))

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Permissions-Policy", policy)
        return response

    return middleware
