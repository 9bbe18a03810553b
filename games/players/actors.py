"""As whom a verb is called: an account, or a visitor without one."""

from typing import TypeAlias

from django.contrib.auth.models import AnonymousUser

from caledonia_site.common.errors import NotAllowedError
from games.players.models import User
from games.players.viewers import Viewer

__all__ = ["Actor", "Viewer", "account_of", "signed_in"]

Actor: TypeAlias = User | AnonymousUser


def account_of(actor: Actor) -> User | None:
    """What is stored of whoever did something; None for a visitor."""
    return actor if isinstance(actor, User) else None


def signed_in(actor: Actor) -> User:
    """The account, where a visitor has nothing to do. Raises NotAllowedError."""
    if not isinstance(actor, User):
        raise NotAllowedError
    return actor
