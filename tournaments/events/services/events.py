"""Set up a tournament of a club, change what it says about itself, finish it, open it again, take it away, and renew
the secret link of its big screen.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db import transaction
from django.utils import timezone

from caledonia_site.common.permissions import require
from games.clubs.models import Club
from games.players.actors import Actor
from games.players.names import tidy
from scoring import registry
from tournaments.events.configuration import EventConfiguration, check_event_configuration
from tournaments.events.enums import (
    TAKING_A_SPOT,
    Admission,
    EventAuditKind,
    EventState,
    ParticipantState,
    RoundState,
)
from tournaments.events.models import Event, EventStage, Participant
from tournaments.events.selectors.stages import stage_state
from tournaments.events.services.changes import lock_event, mark_event
from tournaments.events.services.draws import plan_round
from tournaments.events.services.errors import (
    CapTooLowError,
    EventBegunError,
    EventSettingsError,
    RoundNotPublishedError,
    RoundsLeftError,
    RoundsOverError,
    StagesError,
    TooFewPlayersError,
)
from tournaments.events.services.registration import promote_waiting
from tournaments.events.services.rounds import refuse_if_results_missing
from tournaments.events.services.standings import compute_event, store_event
from tournaments.formats.ranking import event_order
from tournaments.formats.stages import Stage, check_stages
from tournaments.shared.audit import record_audit
from tournaments.shared.errors import EndsBeforeStartError, UnknownSystemError
from tournaments.shared.names import names_shown_since


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


class _LeftError(Exception):
    """Rolls the trial back."""


@transaction.atomic
def create_event(*, actor: Actor, club: Club, details: EventDetails, stages: Sequence[Stage]) -> Event:
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
    record_audit(event, EventAuditKind.CREATED, actor=actor)
    return event


@transaction.atomic
def change_event(*, actor: Actor, event: Event, version: int, details: EventDetails) -> Event:
    """`version` is that of the event as the organiser saw it. More places go to the waiting list at once.

    Raises EventChangedError, EventFinishedError, CapTooLowError and what `check_details` raises.
    """
    event = lock_event(event, version=version)
    require(actor, "events.run_event", event)
    check_details(details)
    taken = event.participants.filter(state__in=TAKING_A_SPOT).count()
    if details.cap is not None and details.cap < taken:
        raise CapTooLowError(count=taken)
    columns = details.as_columns()
    changes = {name: [_plain(getattr(event, name)), _plain(new)] for name, new in columns.items()}
    changes["shows_names"] = [event.shows_names, details.shows_names]
    changes = {name: pair for name, pair in changes.items() if pair[0] != pair[1]}
    if not changes:
        return event
    for name, value in columns.items():
        setattr(event, name, value)
    event.names_shown_since = names_shown_since(event.names_shown_since, shows_names=details.shows_names)
    event.version += 1
    event.save(update_fields=[*columns, "names_shown_since", "version"])
    record_audit(event, EventAuditKind.CHANGED, actor=actor, detail={"changes": changes})
    promote_waiting(event)
    return event


@transaction.atomic
def delete_event(*, actor: Actor, event: Event) -> None:
    """The games stay: they belong to the club."""
    event = lock_event(event, open_only=False)
    require(actor, "events.delete_event", event)
    event.delete()


@transaction.atomic
def finish_event(*, actor: Actor, event: Event, early: bool = False) -> Event:
    """Freeze the standings and give the final places; whoever reached a later stage stands before who did not. Later
    corrections are noted and change nothing. Finishing twice is finishing once.

    Raises RoundsLeftError (unless `early`, and when nothing was played), TablesMissingError, RoundNotPublishedError
    (undo such a round first).
    """
    event = lock_event(event, open_only=False)
    if event.is_finished:
        return event
    require(actor, "events.run_event", event)
    last = event.rounds.order_by("-number").first()
    if last is None:
        raise RoundsLeftError
    if not last.is_published:
        raise RoundNotPublishedError
    refuse_if_results_missing(event)
    if not early and has_rounds_left(event):
        raise RoundsLeftError
    # The jobs may lag behind; what is frozen must be exact.
    store_event(event, compute_event(event))
    _give_places(event)
    event.rounds.filter(state=RoundState.PUBLISHED).update(state=RoundState.FINISHED)
    event.state, event.finished_at = EventState.FINISHED, timezone.now()
    event.save(update_fields=["state", "finished_at"])
    record_audit(event, EventAuditKind.FINISHED, actor=actor, detail={"early": early})
    return event


@transaction.atomic
def reopen_event(*, actor: Actor, event: Event) -> Event:
    """Only owners; the history keeps that it happened. Standings follow the games again.

    Raises EventBegunError when it is not finished."""
    event = lock_event(event, open_only=False)
    if not event.is_finished:
        raise EventBegunError
    require(actor, "events.reopen_event", event)
    event.state, event.finished_at = EventState.RUNNING, None
    event.save(update_fields=["state", "finished_at"])
    event.participants.update(final_place=None)
    last = event.rounds.order_by("-number").first()
    if last:
        event.rounds.filter(pk=last.pk).update(state=RoundState.PUBLISHED)
    record_audit(event, EventAuditKind.REOPENED, actor=actor)
    mark_event(event)
    return event


@transaction.atomic
def renew_screen_link(*, actor: Actor, event: Event) -> Event:
    """The first one, or a new one in the place of the old, which ends. Raises EventFinishedError."""
    event = lock_event(event)
    require(actor, "events.run_event", event)
    event.screen_key = secrets.token_urlsafe(16)
    event.save(update_fields=["screen_key"])
    return event


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


def _plain(value: Any) -> Any:
    """For the history: dates and choices as text."""
    return value if value is None or isinstance(value, bool | int | dict) else str(value)


def has_rounds_left(event: Event) -> bool:
    """Asked of a plan that is thrown away again."""
    try:
        with transaction.atomic():
            plan_round(event)
            raise _LeftError
    except _LeftError:
        return True
    except (RoundsOverError, TooFewPlayersError):
        return False


def _give_places(event: Event) -> None:
    stages = [stage for stage in event.stages.order_by("number") if stage.rounds.exists()]
    order = event_order([stage_state(event, stage) for stage in stages])
    participants = {participant.public_id: participant for participant in event.participants.all()}
    ranked = [participants[key] for key in order if participants[key].state != ParticipantState.DISQUALIFIED]
    for place, participant in enumerate(ranked, start=1):
        participant.final_place = place
    Participant.objects.bulk_update(ranked, ["final_place"])
