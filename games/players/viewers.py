"""Whoever looks (an account, a visitor, a person with a token for one club), and whom they know.

Below the models, which ask both: so a viewer is told by what may be asked of them, and apps above (clubs, events) say
here who knows whom, so that players need not know those apps.
"""

from typing import Any, Protocol

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q


class Viewer(Protocol):
    """Every `Actor` is one."""

    @property
    def pk(self) -> Any: ...

    @property
    def is_authenticated(self) -> bool: ...

    @property
    def is_active(self) -> bool: ...

    @property
    def is_staff(self) -> bool: ...


class ClubReader(AnonymousUser):
    """A person with a token for one club: there they see what its member sees.

    Everywhere else, also in places that never thought of tokens, they are the stranger this class says they are:
    only what asks for memberships (`Membership.objects.held_by`) finds the person, and of those the one.
    """

    # Of an account that is: whose token it is was asked first.
    is_active = True  # type: ignore[assignment]  # django-stubs know visitors only

    def __init__(self, *, account_id: int, club_id: int) -> None:
        super().__init__()
        self.account_id = account_id
        self.club_id = club_id


def is_stranger(viewer: Viewer) -> bool:
    """Without any membership that could be asked for."""
    return not viewer.is_authenticated and not isinstance(viewer, ClubReader)


class Circle(Protocol):
    """Answers two questions about a viewer, each with a condition on players."""

    def mates_of(self, viewer: Viewer) -> Q:
        """Whom they play with."""
        ...

    def kept_by(self, viewer: Viewer) -> Q:
        """Whose records they keep, or are asked to keep: they must know these names."""
        ...


_circles: list[Circle] = []
NOBODY = Q(pk__in=[])


def register_circle(circle: Circle) -> None:
    _circles.append(circle)


def is_mate(viewer: Viewer) -> Q:
    condition = NOBODY
    for circle in _circles:
        condition |= circle.mates_of(viewer)
    return condition


def is_kept(viewer: Viewer) -> Q:
    condition = NOBODY
    for circle in _circles:
        condition |= circle.kept_by(viewer)
    return condition
