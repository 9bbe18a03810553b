"""Whoever looks, when that is neither an account nor simply a visitor."""

from typing import Any

from django.contrib.auth.models import AnonymousUser


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


def is_stranger(viewer: Any) -> bool:
    """Without any membership that could be asked for."""
    return not viewer.is_authenticated and not isinstance(viewer, ClubReader)
