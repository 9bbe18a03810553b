"""Who knows whom: apps above (clubs) say it here, so that players need not know them."""

from typing import Any, Protocol

from django.db.models import Q


class Circle(Protocol):
    """Answers two questions about an account, each with a condition on players."""

    def mates_of(self, user: Any) -> Q:
        """Whom they play with."""
        ...

    def kept_by(self, user: Any) -> Q:
        """Whose records they keep, or are asked to keep: they must know these names."""
        ...


_circles: list[Circle] = []
NOBODY = Q(pk__in=[])


def register_circle(circle: Circle) -> None:
    _circles.append(circle)


def is_mate(user: Any) -> Q:
    found = NOBODY
    for circle in _circles:
        found |= circle.mates_of(user)
    return found


def is_kept(user: Any) -> Q:
    found = NOBODY
    for circle in _circles:
        found |= circle.kept_by(user)
    return found
