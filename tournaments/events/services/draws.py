"""Draw the next round of a tournament, draw the last one anew (somebody came, left, or a result was corrected), and
draw what is the same at all its tables. Large rounds are drawn by a job, apart from any request.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from typing import Any, NamedTuple

from django.db import transaction

from caledonia_site.common.jobs.marks import mark_dirty
from caledonia_site.common.jobs.topics import Topic
from caledonia_site.common.permissions import require
from games.players.actors import Actor
from scoring import registry
from scoring.description import Field
from scoring.types import Violation
from tournaments.events.configuration import SetupPlan, choices_of, offered_choices
from tournaments.events.enums import EventAuditKind, EventState, RoundState, SeatingRuleKind
from tournaments.events.models import Event, EventRound, EventStage, Participant, StageParticipant
from tournaments.events.selectors.events import event_ratings, strongest_first
from tournaments.events.selectors.stages import stage_state
from tournaments.events.services.changes import lock_event, mark_event
from tournaments.events.services.errors import (
    DrawImpossibleError,
    NoSetupError,
    NoStagesError,
    RoundChangedError,
    RoundHasResultsError,
    RoundNotPublishedError,
    RoundNotReadyError,
    RoundsOverError,
    TooFewPlayersError,
)
from tournaments.events.services.registration import OPEN_KINDS
from tournaments.events.services.rounds import (
    has_results,
    last_round,
    refuse_if_results_missing,
    remove_round,
)
from tournaments.events.services.seating import seat_draw, seat_fixed
from tournaments.formats.ranking import advancing
from tournaments.formats.rounds import FixedTables, next_round
from tournaments.formats.state import StageState
from tournaments.pairing.draw import PLAIN_PLAYERS, Draw, DrawError, draw
from tournaments.pairing.request import DrawRequest, read_request
from tournaments.shared.audit import record_audit
from tournaments.shared.topics import EVENT_DRAWS

FEWEST = 2
# More players than that keep a request, and everybody who writes, waiting, the first time for the compiler too: a job
# draws them.
DRAWN_AT_ONCE = PLAIN_PLAYERS


class Plan(NamedTuple):
    stage: EventStage
    tables: DrawRequest | FixedTables


class Drawn(NamedTuple):
    """The draw of a request, or why there is none."""

    digest: str
    draw: Draw | None
    violations: tuple[Violation, ...] = ()


class DrawsTopic(Topic[Drawn | None]):
    """Keyed by event and round. Only rounds that wait for their tables are drawn: a published one never changes.

    On the fast queue, because a room full of people waits: even a thousand players take some seconds only.
    """

    name = EVENT_DRAWS

    def all_keys(self) -> Iterable[str]:
        waiting = EventRound.objects.filter(state=RoundState.DRAWING).select_related("event")
        return [draw_key(event_round) for event_round in waiting.order_by("pk")]

    def compute(self, *, key: str, since: date | None) -> Drawn | None:
        event_round = _waiting(key)
        if event_round is None or event_round.request is None:
            return None
        try:
            request = read_request(event_round.request)
        except ValueError:
            # Asked for before an update of the site: what it asked for then is no longer known to come out the same.
            return Drawn(event_round.digest, None, (Violation("draw.other_version", "request"),))
        try:
            return Drawn(request.digest, draw(request))
        except DrawError as error:
            return Drawn(request.digest, None, error.violations)

    def publish(self, *, key: str, result: Drawn | None) -> None:
        event_round = _waiting(key, lock=True)
        # Undone and drawn anew meanwhile: the new request has its own mark.
        if result is None or event_round is None or event_round.digest != result.digest:
            return
        if result.draw is not None:
            seat_draw(event_round, result.draw)
        else:
            event_round.state = RoundState.FAILED
            event_round.failure = [
                {"code": violation.code, "path": violation.path, "params": dict(violation.params)}
                for violation in result.violations
            ]
            event_round.save(update_fields=["state", "failure"])


@transaction.atomic
def draw_round(*, actor: Actor, event: Event, number: int) -> EventRound:
    """`number` is the round the organiser saw as the next: whoever asks second gets the round that is there.

    Up to 16 players it is drawn when this returns (state DRAWN); beyond, a job draws it (state DRAWING, then DRAWN or
    FAILED). Raises TablesMissingError, RoundNotPublishedError, RoundNotReadyError, RoundChangedError,
    TooFewPlayersError, RoundsOverError, NoStagesError, DrawImpossibleError, EventFinishedError.
    """
    event = lock_event(event)
    require(actor, "events.run_event", event)
    there = event.rounds.filter(number=number).first()
    if there:
        return there
    last = event.rounds.order_by("-number").first()
    if number != (last.number if last else 0) + 1:
        raise RoundChangedError
    if last:
        last.event = event
        _close(last)
    event_round = make_round(event, number)
    record_audit(
        event, EventAuditKind.DRAWN, actor=actor, detail={"round": number, "digest": event_round.digest}
    )
    if not event.is_running:
        event.state = EventState.RUNNING
        event.save(update_fields=["state"])
    mark_event(event)
    return event_round


@transaction.atomic
def redraw_round(*, actor: Actor, event: Event, number: int, version: int) -> EventRound:
    """From how things are now, with the same lot: with nothing changed the same tables come out again, so that nobody
    draws until it suits. Changes by hand are lost, and the round must be published again.

    Raises RoundHasResultsError, RoundChangedError, NotLastRoundError and what `draw_round` raises.
    """
    event = lock_event(event)
    require(actor, "events.run_event", event)
    old = last_round(event, number, version=version)
    if has_results(old):
        raise RoundHasResultsError
    detail = {"round": number, "old": old.digest, "was_posted": old.is_published}
    remove_round(old)
    event_round = make_round(event, number, version=version + 1)
    detail["new"] = event_round.digest
    record_audit(event, EventAuditKind.REDRAWN, actor=actor, detail=detail)
    return event_round


@transaction.atomic
def draw_setup(*, actor: Actor, event: Event, number: int) -> EventRound:
    """Of the last round, by what the event's settings say now; with the same settings the same comes out again.

    Raises NoSetupError, NotLastRoundError, RoundHasResultsError, EventFinishedError.
    """
    event = lock_event(event)
    require(actor, "events.run_event", event)
    event_round = last_round(event, number)
    if has_results(event_round):
        raise RoundHasResultsError
    plan = event.configuration.setup
    if not plan:
        raise NoSetupError
    old = event_round.setup
    event_round.setup = drawn_setup(event, plan, number)
    event_round.save(update_fields=["setup"])
    detail = {"round": number, "old": old, "new": event_round.setup}
    record_audit(event, EventAuditKind.SETUP, actor=actor, detail=detail)
    return event_round


def drawn_setup(event: Event, plan: SetupPlan, number: int) -> dict[str, Any]:
    """Nothing but the event's lot and the number of the round decides."""
    if not plan:
        return {}
    seed = f"{event.lot_seed}/setup/{number}"
    fields = {field.key: field for field in registry.get(event.system).description.setup}
    values = {key: _value(event.system, fields[key], plan, seed) for key in plan.fields if key in fields}
    offer = _shuffled(offered_choices(event.system, expansions=plan.expansions), f"{seed}/offer")
    return {"values": values, "offer": offer[: plan.offer], "seed": seed}


def _value(system: str, of: Field, plan: SetupPlan, seed: str) -> Any:
    lot = _shuffled(choices_of(system, of, expansions=plan.expansions), f"{seed}/{of.key}")
    return lot[: of.longest] if of.kind == "tiles" else lot[0] if lot else None


def _shuffled(choices: tuple[str, ...], seed: str) -> list[str]:
    """By hash, so that every machine and every later version shuffles alike."""
    return sorted(choices, key=lambda choice: hashlib.sha256(f"{seed}/{choice}".encode()).hexdigest())


def plan_round(event: Event) -> Plan:
    """Under the event's lock, when all rounds there are have their results: the next round of the stage, or the first
    of the next one. Writes who plays in a stage that begins. Raises TooFewPlayersError, RoundsOverError, NoStagesError.
    """
    stages = list(event.stages.order_by("number"))
    if not stages:
        raise NoStagesError
    last = event.rounds.select_related("stage").order_by("-number").first()
    stage = last.stage if last else stages[0]
    if stage.number == 1:
        _let_in(event, stage)
    state = stage_state(event, stage)
    tables = _next(event, stage, state)
    if tables is None and stage.number < len(stages):
        stage, state = _begin_next(event, stages[stage.number], state)
        tables = _next(event, stage, state)
    if tables is None:
        raise RoundsOverError
    return Plan(stage, tables)


def _next(event: Event, stage: EventStage, state: StageState) -> DrawRequest | FixedTables | None:
    if len(state.active) < FEWEST:
        raise TooFewPlayersError(count=len(state.active))
    # The same for every attempt: who draws again with nothing changed gets the same tables again.
    seed = f"{event.lot_seed}/{stage.number}"
    tables = next_round(state, seed=seed, weights=event.configuration.weights)
    return _with_seating_rules(event, tables) if isinstance(tables, DrawRequest) else tables


def _let_in(event: Event, stage: EventStage) -> None:
    """Everybody when the first stage begins, the strongest first; later whoever came since, in the order they came."""
    has_begun = stage.rounds.exists()
    if not has_begun:
        stage.participants.all().delete()
    known = set(stage.participants.values_list("participant_id", flat=True))
    participants = event.participants.select_related("player").order_by("queued_at", "pk")
    coming = [
        participant
        for participant in participants
        if _plays(event, participant) and participant.pk not in known
    ]
    if has_begun and stage.kind not in OPEN_KINDS:
        return
    _read_ratings(event, coming)
    if not has_begun:
        coming = strongest_first(event, coming)
    _seed(stage, coming, first=len(known) + 1)


def _read_ratings(event: Event, participants: Sequence[Participant]) -> None:
    """The strength they come with; what organisers typed for somebody unknown stays."""
    known = event_ratings(event)
    for participant in participants:
        participant.rating = known.get(participant.player_id, participant.rating)
    Participant.objects.bulk_update(participants, ["rating"])


def _plays(event: Event, participant: Participant) -> bool:
    participant.event = event
    return participant.plays


def _begin_next(event: Event, stage: EventStage, before: StageState) -> tuple[EventStage, StageState]:
    stage.participants.all().delete()
    participants = {participant.public_id: participant for participant in event.participants.all()}
    _seed(stage, [participants[key] for key in advancing(before)], first=1)
    return stage, stage_state(event, stage)


def _seed(stage: EventStage, participants: Iterable[Participant], *, first: int) -> None:
    StageParticipant.objects.bulk_create(
        StageParticipant(stage=stage, participant=participant, seed=seed)
        for seed, participant in enumerate(participants, start=first)
    )


def _with_seating_rules(event: Event, request: DrawRequest) -> DrawRequest:
    """Those about two who are both there."""
    present = {entrant.player for entrant in request.entrants}
    pairs: dict[str, list[tuple[str, str]]] = {SeatingRuleKind.TOGETHER: [], SeatingRuleKind.APART: []}
    for rule in event.seating_rules.select_related("first", "second").order_by("pk"):
        pair = (rule.first.public_id, rule.second.public_id)
        if present.issuperset(pair):
            pairs[rule.kind].append(pair)
    return replace(
        request, together=tuple(pairs[SeatingRuleKind.TOGETHER]), apart=tuple(pairs[SeatingRuleKind.APART])
    )


def _close(last: EventRound) -> None:
    """The round before it has all its results."""
    if not last.has_tables:
        raise RoundNotReadyError
    if not last.is_published:
        raise RoundNotPublishedError
    refuse_if_results_missing(last.event)
    EventRound.objects.filter(pk=last.pk).update(state=RoundState.FINISHED)


def make_round(event: Event, number: int, *, version: int = 1) -> EventRound:
    """Under the event's lock: the round and, if it is quickly drawn, its tables. Raises DrawImpossibleError."""
    stage, tables = plan_round(event)
    event_round = EventRound.objects.create(
        event=event,
        stage=stage,
        number=number,
        number_in_stage=stage.rounds.count() + 1,
        state=RoundState.DRAWING,
        setup=drawn_setup(event, event.configuration.setup, number),
        version=version,
    )
    if isinstance(tables, FixedTables):
        seat_fixed(event_round, tables)
    else:
        _draw(event_round, tables)
    return event_round


def _draw(event_round: EventRound, request: DrawRequest) -> None:
    event_round.request, event_round.digest = request.as_json(), request.digest
    event_round.save(update_fields=["request", "digest"])
    if len(request.entrants) > DRAWN_AT_ONCE:
        mark_dirty(topic=EVENT_DRAWS, key=draw_key(event_round))
        return
    try:
        seat_draw(event_round, draw(request))
    except DrawError as error:
        raise DrawImpossibleError(error.violations) from error


def draw_key(of: EventRound) -> str:
    """What the job is told: the event and the round."""
    return f"{of.event.public_id}:{of.number}"


def _waiting(key: str, *, lock: bool = False) -> EventRound | None:
    event, _, number = key.partition(":")
    rounds = EventRound.objects.filter(state=RoundState.DRAWING, event__public_id=event, number=number)
    if lock:
        # The event's row, as everybody who changes its rounds does.
        Event.objects.select_for_update(no_key=True).filter(public_id=event).first()
    return rounds.first()
