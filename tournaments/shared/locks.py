"""One change of a competition at a time."""

from typing import Any, NamedTuple, Protocol, TypeVar

from caledonia_site.common.errors import UserError


class Lockable(Protocol):
    """`is_over`: frozen, and changed only by being reopened."""

    pk: Any

    @property
    def is_over(self) -> bool: ...

    def keep_club_of(self, other: Any) -> None:
        """Take over the club that `other` knows, with the role of whoever fetched it."""


class LockErrors(NamedTuple):
    """What a family says of a competition that is gone, that is over, and that somebody else has changed."""

    gone: type[Exception]
    over: type[UserError]
    changed: type[UserError] | None = None


Competition = TypeVar("Competition", bound=Lockable)


def lock_competition(
    competition: Competition, *, errors: LockErrors, open_only: bool = True, version: int | None = None
) -> Competition:
    """The row as it is now, ours until the transaction ends; the club of the caller stays, with the role it knows.

    `open_only`: refused when it is over. `version` is the one that whoever changes it has seen.
    """
    rows: Any = type(competition)
    locked: Competition | None = rows.objects.select_for_update(no_key=True).filter(pk=competition.pk).first()
    if locked is None:
        raise errors.gone
    locked.keep_club_of(competition)
    if open_only and locked.is_over:
        raise errors.over
    if version is not None and errors.changed and locked.version != version:  # type: ignore[attr-defined]
        raise errors.changed
    return locked
