"""Show a round to everybody, undo the last one, and its clock, which runs in the database: every screen counts from the
same moment.
"""

from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from caledonia_site.common.permissions import require
from games.players.actors import Actor
from games.results.enums import GameState
from tournaments.events.enums import EventAuditKind, EventState, RoundState, TableDecision
from tournaments.events.models import Event, EventRound
from tournaments.events.selectors.stages import tables_without_result
from tournaments.events.services.changes import lock_event, mark_event
from tournaments.events.services.errors import (
    NoClockError,
    NotLastRoundError,
    RoundChangedError,
    RoundNotPublishedError,
    RoundNotReadyError,
    TablesMissingError,
)
from tournaments.events.services.mail import notify_of_tables
from tournaments.shared.audit import record_audit


@transaction.atomic
def publish_round(*, actor: Actor, event: Event, number: int, version: int) -> EventRound:
    """From now on players see their tables, and these take results; who asked for it gets an e-mail. Who sat this round
    out is in the next one again. Publishing twice is publishing once.

    Raises RoundNotReadyError, RoundChangedError, NotLastRoundError.
    """
    event = lock_event(event)
    require(actor, "events.run_event", event)
    event_round = last_round(event, number, version=version)
    if not event_round.has_tables:
        raise RoundNotReadyError
    if not event_round.is_published:
        event_round.state, event_round.published_at = RoundState.PUBLISHED, timezone.now()
        event_round.save(update_fields=["state", "published_at"])
        event.participants.filter(sits_out=True).update(sits_out=False)
        record_audit(event, EventAuditKind.PUBLISHED, actor=actor, detail={"round": number})
        notify_of_tables(event_round)
    return event_round


@transaction.atomic
def undo_round(*, actor: Actor, event: Event, number: int) -> Event:
    """As if it had not been drawn. Games that were played at its tables were played: they stay games of the club and
    count there, only not in the event; the history names them. Undoing twice is undoing once.

    Raises NotLastRoundError, EventFinishedError.
    """
    event = lock_event(event)
    require(actor, "events.run_event", event)
    if not event.rounds.filter(number__gte=number).exists():
        return event
    if event.rounds.filter(number__gt=number).exists():
        raise NotLastRoundError
    undone = last_round(event, number)
    games = undone.tables.filter(game__isnull=False).order_by("number")
    detail = {
        "round": number,
        "games": list(games.values_list("game__public_id", flat=True)),
        "tables": table_keys(undone),
    }
    remove_round(undone)
    # The round before it takes results and corrections again.
    event.rounds.filter(number=number - 1).update(state=RoundState.PUBLISHED)
    if number == 1:
        event.state = EventState.PLANNED
        event.save(update_fields=["state"])
    record_audit(event, EventAuditKind.UNDONE, actor=actor, detail=detail)
    mark_event(event)
    return event


def start_clock(*, actor: Actor, event: Event, number: int) -> EventRound:
    """Also after a pause. Starting a running clock changes nothing. Raises NoClockError, RoundNotPublishedError."""
    return _turn(actor, event, number, "start")


def pause_clock(*, actor: Actor, event: Event, number: int) -> EventRound:
    """What has run is kept. Pausing a clock that stands changes nothing. Raises NoClockError,
    RoundNotPublishedError.
    """
    return _turn(actor, event, number, "pause")


def stop_clock(*, actor: Actor, event: Event, number: int) -> EventRound:
    """Back to the full time, standing. Raises NoClockError, RoundNotPublishedError."""
    return _turn(actor, event, number, "stop")


def last_round(event: Event, number: int, *, version: int | None = None) -> EventRound:
    """Under the event's lock. `version` is that of the tables as the organiser saw them."""
    last = event.rounds.select_related("stage").order_by("-number").first()
    if last is None or last.number != number:
        raise NotLastRoundError
    if version is not None and last.version != version:
        raise RoundChangedError
    last.event = event
    return last


def has_results(of: EventRound) -> bool:
    """Whether a table was reported or decided; going on without playing was nobody's decision."""
    decided = ~Q(decision="") & ~Q(decision=TableDecision.THROUGH)
    played = Q(game__isnull=False) & ~Q(game__state=GameState.VOID)
    return of.tables.filter(played | decided).exists()


def refuse_if_results_missing(event: Event) -> None:
    """Of any round: a result may have been taken off an earlier one. Raises TablesMissingError for the first."""
    missing = tables_without_result(event)
    if missing:
        first = missing[0][0]
        numbers = ", ".join(str(table) for number, table in missing if number == first)
        raise TablesMissingError(round=first, tables=numbers)


def remove_round(of: EventRound) -> None:
    """Under the event's lock. A stage that had only this round has not begun any more; games stay where they are."""
    stage = of.stage
    of.delete()
    if not stage.rounds.exists():
        stage.participants.all().delete()
        stage.adjustments.all().delete()
        stage.standings.all().delete()


@transaction.atomic
def _turn(actor: Actor, event: Event, number: int, what: str) -> EventRound:
    event = lock_event(event)
    require(actor, "events.run_event", event)
    if not event.round_minutes:
        raise NoClockError
    event_round = last_round(event, number)
    if not event_round.is_published:
        raise RoundNotPublishedError
    before = (event_round.clock_started_at, event_round.clock_seconds)
    now = timezone.now()
    if what == "stop":
        event_round.clock_started_at, event_round.clock_seconds = None, 0
    elif what == "start":
        event_round.clock_started_at = event_round.clock_started_at or now
    elif event_round.clock_started_at:
        event_round.clock_seconds += max(0, round((now - event_round.clock_started_at).total_seconds()))
        event_round.clock_started_at = None
    if (event_round.clock_started_at, event_round.clock_seconds) != before:
        event_round.save(update_fields=["clock_started_at", "clock_seconds"])
        record_audit(event, EventAuditKind.CLOCK, actor=actor, detail={"round": number, "what": what})
    return event_round


def table_keys(of: Any) -> list[list[str]]:
    """Who sat where, by the participants' public ids."""
    tables = of.tables.prefetch_related("seats__participant").order_by("number")
    return [
        [seat.participant.public_id for seat in sorted(table.seats.all(), key=lambda seat: seat.index)]
        for table in tables
    ]
