"""Every address the site answers to, found by walking its routes."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, get_resolver


@dataclass(frozen=True)
class Address:
    """`key` is the name it is called by ("clubs:edit"); of the few without a name, the route."""

    key: str
    route: str
    parameters: tuple[str, ...]
    view: Callable[..., Any]

    def path(self, values: dict[str, Any]) -> str:
        """Filled in by hand: some routes have no name to reverse."""
        path = f"/{self.route}"
        for name in self.parameters:
            start = path.index("<")
            end = path.index(">")
            assert path[start + 1 : end].rpartition(":")[2] == name
            path = f"{path[:start]}{values[name]}{path[end + 1 :]}"
        return path


def site_addresses() -> list[Address]:
    """All but the admin's, which Django makes and which are for staff altogether."""
    return [one for one in _walk(get_resolver().url_patterns) if not one.route.startswith("admin/")]


def admin_addresses() -> list[Address]:
    return [one for one in _walk(get_resolver().url_patterns) if one.route.startswith("admin/")]


def _walk(patterns: Any, prefix: str = "", namespace: str = "") -> Iterator[Address]:
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            key = f"{namespace}{pattern.name}" if pattern.name else route
            yield Address(key, route, _parameters(route), pattern.callback)
        else:
            inner = f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
            yield from _walk(pattern.url_patterns, route, inner)


def _parameters(route: str) -> tuple[str, ...]:
    return tuple(part.partition(">")[0].rpartition(":")[2] for part in route.split("<")[1:])
