"""Take a file to import; a worker reads it."""

from django.db import transaction

from caledonia_site.common.jobs.marking import mark_dirty
from caledonia_site.common.permissions import require
from games.clubs.models import Club
from games.exchange.enums import FileForm, ImportState, UnknownNames
from games.exchange.formats.bounds import LARGEST_FILE
from games.exchange.models import ImportBatch
from games.exchange.reading import form_of
from games.exchange.services.errors import FileTooLargeError, TooManyImportsError
from games.exchange.topic import TOPIC
from games.players.models import User


@transaction.atomic
def start_import(
    *, actor: User, club: Club | None, filename: str, content: bytes, form: FileForm | None = None
) -> ImportBatch:
    """Nothing is imported yet: first come the preview and a person's yes."""
    if club is not None:
        require(actor, "games.record_for_others", club)
    if len(content) > LARGEST_FILE:
        raise FileTooLargeError(megabytes=LARGEST_FILE // 1_000_000)
    User.objects.select_for_update().get(pk=actor.pk)
    if actor.imports.filter(state__in=[ImportState.READING, ImportState.RUNNING]).exists():
        raise TooManyImportsError
    batch = ImportBatch(
        account=actor,
        club=club,
        form=form or form_of(filename, content),
        filename=filename[:120],
        unknown_names=UnknownNames.GUESTS if club else UnknownNames.NAMES,
    )
    batch.content = content
    batch.save()
    mark_dirty(topic=TOPIC, key=batch.public_id)
    return batch
