"""Set up a tournament of a club."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from games.clubs.models import Club
from tournaments.event_enums import EventHistoryKind
from tournaments.formats.stages import Stage
from tournaments.models import Event
from tournaments.services.events.event_details import EventDetails, check_details, store_stages
from tournaments.services.events.noting import note_event
from tournaments.services.naming import names_shown_since


@transaction.atomic
def create_event(*, actor: Any, club: Club, details: EventDetails, stages: Sequence[Stage]) -> Event:
    """Raises UnknownSystemError, EndsBeforeStartError, EventSettingsError, StagesError."""
    require(actor, "events.create_event", club)
    check_details(details)
    event = Event.objects.create(
        club=club,
        system=details.system,
        names_shown_since=names_shown_since(None, shows_names=details.shows_names),
        **details.as_columns(),
    )
    store_stages(event, stages)
    note_event(event, EventHistoryKind.CREATED, actor=actor)
    return event
