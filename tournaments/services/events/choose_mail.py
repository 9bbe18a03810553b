"""Say which e-mails one wants about a tournament."""

from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from tournaments.event_enums import EntryMail
from tournaments.models import EventEntry


@transaction.atomic
def choose_mail(*, actor: Any, entry: EventEntry, mail: EntryMail) -> None:
    """For oneself. Saying the same twice changes nothing."""
    require(actor, "events.answer_for_entry", entry)
    EventEntry.objects.filter(pk=entry.pk).update(mail=mail)


def stop_mail(*, entry: EventEntry) -> None:
    """By the link in an e-mail, which is its own proof."""
    EventEntry.objects.filter(pk=entry.pk).update(mail=EntryMail.NONE)
