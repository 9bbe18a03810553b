"""Keep an unfinished sheet on the server."""

from typing import Any
from uuid import UUID

from django.db import transaction

from games.models import Draft
from games.players.models import User
from games.services.errors import EntryKeyTakenError, TooManyDraftsError, VersionConflictError

# Nobody fills so many sheets at once; the oldest must be finished or thrown away first.
MOST_DRAFTS = 50


@transaction.atomic
def save_draft(
    *, actor: User, entry_key: UUID, system: str, content: dict[str, Any], expected_revision: int
) -> Draft:
    """Store the draft over the revision it was edited from (0: a new one).

    Raises VersionConflictError when another device saved in the meantime; both contents are then still there, one
    on the server and one in the browser.
    """
    draft = Draft.objects.select_for_update().filter(entry_key=entry_key).first()
    if draft is None:
        if Draft.objects.filter(owner=actor).count() >= MOST_DRAFTS:
            raise TooManyDraftsError
        return Draft.objects.create(owner=actor, entry_key=entry_key, system=system, content=content)
    if draft.owner_id != actor.pk:
        raise EntryKeyTakenError
    if draft.content == content:
        return draft
    if draft.revision != expected_revision:
        raise VersionConflictError
    draft.content = content
    draft.system = system
    draft.revision += 1
    draft.save()
    return draft
