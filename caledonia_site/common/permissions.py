"""May this person do that? One way to ask, for services, pages, templates and the API."""

from collections.abc import Iterable
from typing import Any, Protocol

import rules
from django.contrib.auth.models import AnonymousUser

from caledonia_site.common.errors import NotAllowedError


class Person(Protocol):
    """An account of whatever kind, or a visitor without one."""

    @property
    def is_active(self) -> bool: ...


def may(user: Person, permission: str, obj: Any = None) -> bool:
    """Ask the predicate itself.

    `user.has_perm` would answer yes to a superuser whatever is asked, also to "may leave a club" they are not
    in; a name without a predicate is a mistake of ours and must not pass as "no". An account that was switched
    off is a visitor, also where a job, a key or a link still acts for it.
    """
    if not rules.perm_exists(permission):
        raise LookupError(f"no predicate is named {permission}")
    asker = user if user.is_active else AnonymousUser()
    return bool(rules.has_perm(permission, asker, obj))


def require(user: Person, permission: str, obj: Any = None) -> None:
    if not may(user, permission, obj):
        raise NotAllowedError


def answers(user: Person, permissions: Iterable[str], obj: Any) -> dict[str, bool]:
    """For templates: each permission's last word ("edit_club") with its answer."""
    return {name.partition(".")[2]: may(user, name, obj) for name in permissions}
