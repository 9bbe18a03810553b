"""Keep an unfinished sheet on the server."""

from typing import Any
from uuid import UUID

from django.db import transaction

from games.players.models import User
from games.results.models import Draft, Game
from games.results.models.draft import prepared_in
from games.results.services.errors import (
    AlreadyRecordedError,
    IdempotencyKeyTakenError,
    TooManyDraftsError,
    VersionConflictError,
)

# Nobody fills so many sheets at once; the oldest must be finished or thrown away first.
MOST_DRAFTS = 50


@transaction.atomic
def save_draft(
    *, actor: User, idempotency_key: UUID, system: str, content: dict[str, Any], expected_revision: int
) -> Draft:
    """Store the draft over the revision it was edited from (0: a new one).

    Raises VersionConflictError when another device saved in the meantime; both contents are then still there, one
    on the server and one in the browser. Raises AlreadyRecordedError when the sheet has become a game: what was on its
    way for long must not come back as unfinished. Raises IdempotencyKeyTakenError for somebody else's key, and
    for a draft of another table; a draft may lose its table, never get one.
    """
    _lock(actor)
    if game := Game.objects.filter(idempotency_key=idempotency_key).first():
        raise AlreadyRecordedError(game if game.recorded_by_id == actor.pk else None)
    draft = Draft.objects.select_for_update().filter(idempotency_key=idempotency_key).first()
    if draft is None:
        if Draft.objects.filter(owner=actor).count() >= MOST_DRAFTS:
            raise TooManyDraftsError
        return Draft.objects.create(
            owner=actor, idempotency_key=idempotency_key, system=system, content=content
        )
    if draft.owner_id != actor.pk or prepared_in(content) not in {"", draft.prepared}:
        raise IdempotencyKeyTakenError
    if draft.content == content:
        return draft
    if draft.revision != expected_revision:
        raise VersionConflictError
    draft.content = content
    draft.system = system
    draft.revision += 1
    draft.save()
    return draft


def end_draft(*, owner: User, idempotency_key: UUID) -> None:
    """In the transaction that records the game."""
    _lock(owner)
    Draft.objects.filter(idempotency_key=idempotency_key, owner=owner).delete()


def _lock(owner: User) -> None:
    """One at a time: a draft that is saved while its game is recorded would otherwise outlive it."""
    User.objects.select_for_update(no_key=True).get(pk=owner.pk)
