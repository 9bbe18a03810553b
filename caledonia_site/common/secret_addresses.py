"""Parts of addresses that only the person who got the link may know.

    path("clubs/invitations/<secret:token>/", ...)

Whoever reads a log could open what it names, so logs and reports of faults leave these parts out: which they are is
read from the addresses themselves (`secret_part`).
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

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
    for one in patterns:
        route = prefix + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from _ways_to_secrets(one.url_patterns, route)
            continue
        for name, converter in getattr(one.pattern, "converters", {}).items():
            if getattr(converter, "is_secret", False):
                yield _as_expression(route[: re.search(rf"<[^>]*\b{name}>", route).start()])  # type: ignore[union-attr]


def _as_expression(route: str) -> str:
    literals = _PARAMETER.split(route)[::2]
    return PART.join(re.escape(text).replace("/", SLASH) for text in literals)
