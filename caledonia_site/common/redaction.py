"""Texts without what only one person may know, for logs and reports of faults: whoever reads those could use it.

Three things are known: the secret parts of addresses, whatever the request or the job at hand brought with it, and
values that say by their name or their form that they are secret. Which parts of addresses only the person who got the
link may know is read from the addresses themselves (`secret_part`):

    path("clubs/invitations/<secret:token>/", ...)
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.urls import get_resolver
from django.urls.converters import SlugConverter, StringConverter, UUIDConverter, register_converter
from django.urls.resolvers import URLResolver


class SecretText(StringConverter):
    is_secret = True


class SecretSlug(SlugConverter):
    is_secret = True


class SecretUUID(UUIDConverter):
    is_secret = True


def register_secret_converters() -> None:
    for name, converter in (
        ("secret", SecretText), ("secret_slug", SecretSlug), ("secret_uuid", SecretUUID)
    ):  # fmt: skip
        register_converter(converter, name)


# A slash may be doubled, or be part of another address; a path in a text ends at a space or a quote.
SLASH = r"(?:/|%2F)+"
PART = r"""[^/\s"'\\?#<>%]+"""
LAST_PART = r"""[^/\s"'\\?#<>]+"""
_PARAMETER = re.compile(r"<(?:[^>:]+:)?(\w+)>")


@cache
def secret_part() -> re.Pattern[str]:
    """Matches each way to a secret (as its first group) and the secret."""
    ways = sorted(set(_ways_to_secrets(get_resolver().url_patterns)))
    return re.compile(f"({'|'.join(ways)}){LAST_PART}", re.IGNORECASE)


def secret_names(route: str) -> set[str]:
    """The names of the secret parameters of a route as a resolved request knows it."""
    return set(re.findall(r"<secret\w*:(\w+)>", route))


def _ways_to_secrets(patterns: Iterable[Any], prefix: str = "/") -> Iterator[str]:
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _ways_to_secrets(pattern.url_patterns, route)
            continue
        for name, converter in getattr(pattern.pattern, "converters", {}).items():
            if getattr(converter, "is_secret", False):
                yield _as_expression(route[: re.search(rf"<[^>]*\b{name}>", route).start()])  # type: ignore[union-attr]


def _as_expression(route: str) -> str:
    literals = _PARAMETER.split(route)[::2]
    return PART.join(re.escape(text).replace("/", SLASH) for text in literals)


HIDDEN = "…"
# Shorter ones stand in other words too.
SHORTEST = 6
_NAME = r"(?:token|secret|passw|signature|authori[sz]ation|cookie|csrf|session|[-_]key)"
# `key` alone is what jobs call a thing, so that it means a secret only in what a request brings.
SECRET_NAME = re.compile(rf"{_NAME}|^(?:key|code)$", re.IGNORECASE)
# 'name': 'value', name='value'; name=value, (name)=(value) of a database; of headers the whole line.
NAMED_VALUES = [
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"""((?<![\w-])[\w-]*{_NAME}[\w-]*\\*["']?\s*[:=]\s*b?\\*["'])[^"'\\]+""",
        rf"""((?<![\w-])[\w-]*{_NAME}[\w-]*\)?=\(?)[^\s"'\\,;()}}\]&{HIDDEN}]+""",
        r"""(\b(?:(?:set-)?cookie|authorization|x-csrftoken|idempotency-key):\s*)[^\n"'\\]+""",
    )
]
# Random and signed parts as Python and Django make them, and the tokens of programs.
SECRET_FORM = re.compile(
    r"(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Z])[\w-]{43}(?![\w-])|\bcal_[\w-]{20,}|(?<=\bBearer )[^\s\"'\\,]+",
    re.ASCII,
)
QUERY = re.compile(r"""(/[^\s"'\\?<>]*\?)[^\s"'\\<>)]+""")
ANY_PATH = re.compile(f"({SLASH}{PART}{SLASH}){PART}")

_at_hand: ContextVar[Callable[[], Iterable[str]] | None] = ContextVar("secrets_at_hand", default=None)


def without_secrets(text: str) -> str:
    """The text with every secret in it hidden; of addresses also the query, as searches name people."""
    for secret in _secrets_at_hand():
        text = text.replace(secret, HIDDEN)
    text = _secret_part().sub(rf"\1{HIDDEN}", text)
    text = QUERY.sub(rf"\1{HIDDEN}", text)
    for named in NAMED_VALUES:
        text = named.sub(rf"\1{HIDDEN}", text)
    return SECRET_FORM.sub(HIDDEN, text)


def without_secrets_in(value: Any) -> Any:
    """The same for whatever JSON can hold."""
    if isinstance(value, str):
        return without_secrets(value)
    if isinstance(value, Mapping):
        return {key: without_secrets_in(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [without_secrets_in(inner) for inner in value]
    return value


def hide_what_requests_bring(get_response: Callable[[HttpRequest], HttpResponse]) -> Any:
    """Middleware, around all others."""

    def middleware(request: HttpRequest) -> HttpResponse:
        with hiding(lambda: _brought_by(request)):
            return get_response(request)

    return middleware


@contextmanager
def hiding(secrets: Callable[[], Iterable[str]]) -> Iterator[None]:
    """Whatever is logged meanwhile holds none of these, which are asked for when a line is written."""
    before = _at_hand.set(secrets)
    try:
        yield
    finally:
        _at_hand.reset(before)


def secrets_in(given: Mapping[str, Any]) -> list[str]:
    """The values whose names say that they are secret."""
    return [value for name, value in given.items() if isinstance(value, str) and SECRET_NAME.search(name)]


def _secrets_at_hand() -> list[str]:
    source = _at_hand.get()
    secrets = {secret for secret in source() if len(secret) >= SHORTEST} if source else set()
    return sorted(secrets, key=len, reverse=True)


def _brought_by(request: HttpRequest) -> Iterator[str]:
    yield from request.COOKIES.values()
    yield request.headers.get("Authorization", "").rpartition(" ")[2]
    for name in ("Idempotency-Key", "X-CSRFToken"):
        yield request.headers.get(name, "")
    yield from secrets_in(request.GET.dict())
    # Asking for it here would read the body before the view says how.
    if "_post" in request.__dict__:
        yield from secrets_in(request.POST.dict())
    if match := request.resolver_match:
        for name in secret_names(match.route) & match.kwargs.keys():
            secret = match.kwargs[name]
            yield str(secret)
            if isinstance(secret, UUID):
                yield secret.hex


def _secret_part() -> re.Pattern[str]:
    try:
        return secret_part()
    except Exception:
        # Addresses cannot be read yet, or not at all: then none is told.
        return ANY_PATH
