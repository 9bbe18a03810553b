"""As whom a verb is called: an account, or a visitor without one."""

from typing import TypeAlias

from django.contrib.auth.models import AnonymousUser

from games.players.models import User

Actor: TypeAlias = User | AnonymousUser


def account_of(actor: Actor) -> User | None:
    """What is stored of whoever did something; None for a visitor."""
    return actor if isinstance(actor, User) else None
