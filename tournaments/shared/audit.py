"""Lines of the audit of a season or an event: who did what, old and new."""

from typing import Any, Protocol

from games.players.actors import Actor, account_of


class Audited(Protocol):
    """A competition with its records as `audit`."""

    audit: Any


def record_audit(competition: Audited, kind: str, *, actor: Actor | None = None, **about: Any) -> None:
    """`about`: whom and what it concerns, and `detail`. Without an actor it was the site itself."""
    account = account_of(actor) if actor is not None else None
    competition.audit.create(kind=kind, account=account, **about)
