"""What people say about an event when they set it up or change it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from games.players.names import tidy
from scoring import registry
from tournaments.event_configuration import EventConfiguration, check_event_configuration
from tournaments.event_enums import Admission
from tournaments.formats.stages import Stage, check_stages
from tournaments.models import Event, EventStage
from tournaments.services.errors import EndsBeforeStartError, UnknownSystemError
from tournaments.services.events.errors import EventSettingsError, StagesError


@dataclass(frozen=True, kw_only=True)
class EventDetails:
    """The game system stays once the event is set up. `shows_names`: its pages name the players to everybody."""

    name: str
    system: str
    starts_on: date
    ends_on: date
    description: str = ""
    place: str = ""
    is_online: bool = False
    fee_note: str = ""
    admission: Admission = Admission.MEMBERS
    cap: int | None = None
    needs_check_in: bool = True
    round_minutes: int | None = None
    shows_names: bool = False
    configuration: EventConfiguration = field(default_factory=EventConfiguration)

    def as_columns(self) -> dict[str, Any]:
        return {
            "name": tidy(self.name),
            "starts_on": self.starts_on,
            "ends_on": self.ends_on,
            "description": self.description.strip(),
            "place": self.place.strip(),
            "is_online": self.is_online,
            "fee_note": self.fee_note.strip(),
            "admission": self.admission,
            "cap": self.cap,
            "needs_check_in": self.needs_check_in,
            "round_minutes": self.round_minutes,
            "settings": self.configuration.as_stored(),
        }


def check_details(details: EventDetails) -> None:
    """Raises UnknownSystemError, EndsBeforeStartError, EventSettingsError."""
    if details.system not in {ruleset.description.key for ruleset in registry.systems()}:
        raise UnknownSystemError
    if details.ends_on < details.starts_on:
        raise EndsBeforeStartError
    violations = check_event_configuration(details.configuration, system=details.system)
    if violations:
        raise EventSettingsError(violations)


def store_stages(event: Event, stages: Sequence[Stage]) -> list[EventStage]:
    """In the place of what was there. Raises StagesError."""
    if violations := check_stages(stages):
        raise StagesError(violations)
    event.stages.all().delete()
    return EventStage.objects.bulk_create(
        EventStage(event=event, number=number, settings=stage.as_json())
        for number, stage in enumerate(stages, start=1)
    )
