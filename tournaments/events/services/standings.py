"""Recompute a tournament's standings from its games."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from caledonia_site.common.jobs.topics import Topic
from tournaments.events.enums import EventState
from tournaments.events.models import Event, StageStandings, StageStandingsRow
from tournaments.events.selectors.stages import TABLES_OF_A_ROUND, stage_state
from tournaments.formats.ranking import advancing, stage_order
from tournaments.formats.rounds import groups
from tournaments.formats.stages import Kind
from tournaments.formats.state import StageState
from tournaments.shared.standings_rows import game_values, honour_values, row_values
from tournaments.shared.topics import EVENT_STANDINGS
from tournaments.standings import table as engine
from tournaments.standings.results import Result


@dataclass(frozen=True, slots=True)
class ComputedStage:
    """The standings of a stage, or of one of its groups, ready to be stored."""

    stage_id: int
    group: int | None
    parameters: dict[str, Any]
    games: int
    records: dict[str, Any]
    rows: tuple[dict[str, Any], ...]


class EventStandingsTopic(Topic[list[ComputedStage] | None]):
    """Keyed by the event's public id. A finished event is frozen: neither computed nor published."""

    name = EVENT_STANDINGS

    def all_keys(self) -> Iterable[str]:
        living = Event.objects.exclude(state=EventState.FINISHED)
        return living.order_by("pk").values_list("public_id", flat=True)

    def compute(self, *, key: str, since: date | None) -> list[ComputedStage] | None:
        event = Event.objects.select_related("club").filter(public_id=key).first()
        return None if event is None or event.is_finished else compute_event(event)

    def publish(self, *, key: str, result: list[ComputedStage] | None) -> None:
        event = Event.objects.select_for_update(no_key=True).filter(public_id=key).first()
        if result is not None and event is not None and not event.is_finished:
            store_event(event, result)


def compute_event(event: Event) -> list[ComputedStage]:
    """Every stage that has begun."""
    participants = dict(event.participants.values_list("public_id", "pk"))
    computed = []
    stages = list(event.stages.order_by("number"))
    for stage in stages:
        if stage.rounds.exists():
            state = stage_state(event, stage)
            following = set(advancing(state)) if stage is not stages[-1] else set()
            for group, players in _tables(state):
                computed.append(_computed(stage.pk, group, state, players, participants, following))
    return computed


def store_event(event: Event, tables: Iterable[ComputedStage]) -> None:
    """In the caller's transaction, in the place of what was there."""
    StageStandings.objects.filter(stage__event=event).delete()
    there = set(event.stages.values_list("pk", flat=True))
    for table in tables:
        if table.stage_id not in there:
            # The stages were changed while we computed; a newer mark waits.
            continue
        stored = StageStandings.objects.create(
            stage_id=table.stage_id,
            group=table.group,
            engine=engine.ENGINE,
            engine_version=engine.VERSION,
            parameters=table.parameters,
            games=table.games,
            records=table.records,
        )
        StageStandingsRow.objects.bulk_create(
            StageStandingsRow(standings=stored, **row) for row in table.rows
        )


def _tables(state: StageState) -> list[tuple[int | None, Sequence[str] | None]]:
    if state.stage.kind is not Kind.GROUPS:
        return [(None, None)]
    return list(enumerate(groups(state), start=1))


def _computed(
    stage_id: int,
    group: int | None,
    state: StageState,
    players: Sequence[str] | None,
    participants: dict[str, int],
    following: set[str],
) -> ComputedStage:
    standings = state.standings(players)
    lines = {line.player: line for line in standings.lines}
    knockout = state.stage.kind is Kind.KNOCKOUT
    order = list(stage_order(state)) if knockout else list(lines)
    rounds = {result.game: result.sequence // TABLES_OF_A_ROUND for result in state.results}
    rows = []
    for number, key in enumerate(order, start=1):
        line = lines[key]
        values = row_values(
            standings, line, order=number, ahead=order[number - 2] if number > 1 and not knockout else None
        )
        rows.append(
            values
            | {
                "participant_id": participants[key],
                # In a knockout the bracket orders, not the points.
                "place": number if knockout and line.place is not None else line.place,
                "advances": key in following,
                "results": [game_values(game, round=rounds[game.game]) for game in line.games],
            }
        )
    return ComputedStage(
        stage_id=stage_id,
        group=group,
        parameters=state.stage.as_json(),
        games=len(_played(state.results, set(order))),
        records={"honours": honour_values(standings, participants)},
        rows=tuple(rows),
    )


def _played(results: Iterable[Result], players: set[str]) -> list[Result]:
    return [result for result in results if result.kind == "played" and result.seats[0].player in players]
