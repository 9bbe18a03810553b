"""What the next round of a tournament is made from."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from tournaments.event_enums import WishKind
from tournaments.formats.ranking import advancing
from tournaments.formats.rounds import FixedTables, next_round
from tournaments.formats.state import StageState
from tournaments.models import Event, EventEntry, EventStage, StagePlace
from tournaments.pairing.request import DrawRequest
from tournaments.selectors.events.ratings import ratings_in, strongest_entries_first
from tournaments.selectors.events.stage_state import stage_state
from tournaments.services.events.entering import OPEN_KINDS
from tournaments.services.events.errors import NoStagesError, RoundsOverError, TooFewPlayersError

FEWEST = 2


class Plan(NamedTuple):
    stage: EventStage
    tables: DrawRequest | FixedTables


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
    found = _next(event, stage, state)
    if found is None and stage.number < len(stages):
        stage, state = _begin_next(event, stages[stage.number], state)
        found = _next(event, stage, state)
    if found is None:
        raise RoundsOverError
    return Plan(stage, found)


def _next(event: Event, stage: EventStage, state: StageState) -> DrawRequest | FixedTables | None:
    if len(state.active) < FEWEST:
        raise TooFewPlayersError(count=len(state.active))
    # The same for every attempt: who draws again with nothing changed gets the same tables again.
    seed = f"{event.lot_seed}/{stage.number}"
    found = next_round(state, seed=seed, weights=event.configuration.weights)
    return _with_wishes(event, found) if isinstance(found, DrawRequest) else found


def _let_in(event: Event, stage: EventStage) -> None:
    """Everybody when the first stage begins, the strongest first; later whoever came since, in the order they came."""
    has_begun = stage.rounds.exists()
    if not has_begun:
        stage.places.all().delete()
    known = set(stage.places.values_list("entry_id", flat=True))
    entries = event.entries.select_related("player").order_by("queued_at", "pk")
    coming = [entry for entry in entries if _plays(event, entry) and entry.pk not in known]
    if has_begun and stage.kind not in OPEN_KINDS:
        return
    _read_ratings(event, coming)
    if not has_begun:
        coming = strongest_entries_first(event, coming)
    _give_places(stage, coming, first=len(known) + 1)


def _read_ratings(event: Event, entries: Sequence[EventEntry]) -> None:
    """The strength they come with; what organisers typed for somebody unknown stays."""
    known = ratings_in(event)
    for entry in entries:
        entry.rating = known.get(entry.player_id, entry.rating)
    EventEntry.objects.bulk_update(entries, ["rating"])


def _plays(event: Event, entry: EventEntry) -> bool:
    entry.event = event
    return entry.plays


def _begin_next(event: Event, stage: EventStage, before: StageState) -> tuple[EventStage, StageState]:
    stage.places.all().delete()
    entries = {entry.public_id: entry for entry in event.entries.all()}
    _give_places(stage, [entries[key] for key in advancing(before)], first=1)
    return stage, stage_state(event, stage)


def _give_places(stage: EventStage, entries: Iterable[EventEntry], *, first: int) -> None:
    StagePlace.objects.bulk_create(
        StagePlace(stage=stage, entry=entry, seed=seed) for seed, entry in enumerate(entries, start=first)
    )


def _with_wishes(event: Event, request: DrawRequest) -> DrawRequest:
    """Those about two who are both there."""
    present = {one.player for one in request.entrants}
    pairs: dict[str, list[tuple[str, str]]] = {WishKind.TOGETHER: [], WishKind.APART: []}
    for wish in event.wishes.select_related("one", "other").order_by("pk"):
        pair = (wish.one.public_id, wish.other.public_id)
        if present.issuperset(pair):
            pairs[wish.kind].append(pair)
    return replace(request, together=tuple(pairs[WishKind.TOGETHER]), apart=tuple(pairs[WishKind.APART]))
