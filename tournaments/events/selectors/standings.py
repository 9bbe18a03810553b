"""Standings and the final ranking of a tournament as people see them."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.players.actors import Viewer
from games.players.models.player import ShownPlayer
from tournaments.events.models import (
    Event,
    EventAdjustment,
    EventStage,
    Participant,
    StageStandings,
    StageStandingsRow,
)


@dataclass(frozen=True, slots=True)
class EventRowView:
    row: StageStandingsRow
    shown: ShownPlayer
    is_viewer: bool
    adjustments: Sequence[EventAdjustment]


@dataclass(frozen=True, slots=True)
class StageTable:
    """Of a stage, or of one of its groups (counted from 1). `advance` of its first go on."""

    stage: EventStage
    standings: StageStandings
    rows: Sequence[EventRowView]

    @property
    def group(self) -> int | None:
        return self.standings.group


def stage_tables(event: Event, viewer: Viewer) -> list[StageTable]:
    """The last stage first; empty before the first round. A constant number of queries."""
    tables = list(
        StageStandings.objects.filter(stage__event=event)
        .select_related("stage")
        .order_by("-stage__number", "group", "pk")
    )
    rows: dict[int, list[StageStandingsRow]] = {}
    ordered = StageStandingsRow.objects.filter(standings__in=[table.pk for table in tables]).order_by("order")
    for row in ordered.shown_to(viewer, named=event.shows_names):
        row.participant.event = event
        rows.setdefault(row.standings_id, []).append(row)
    adjustments: dict[tuple[int, int], list[EventAdjustment]] = {}
    for adjustment in EventAdjustment.objects.filter(stage__event=event).order_by("pk"):
        adjustments.setdefault((adjustment.stage_id, adjustment.participant_id), []).append(adjustment)
    own = viewer.pk if viewer.is_authenticated else None
    for table in tables:
        table.stage.event = event
    return [
        StageTable(
            stage=table.stage,
            standings=table,
            rows=[
                EventRowView(
                    row=row,
                    shown=row.participant.player.shown,
                    is_viewer=own is not None and row.participant.player.account_id == own,
                    adjustments=adjustments.get((table.stage_id, row.participant_id), ()),
                )
                for row in rows.get(table.pk, [])
            ],
        )
        for table in tables
    ]


def final_ranking(event: Event, viewer: Viewer) -> list[Participant]:
    """Everybody with a place, the winner first; empty until the event is finished."""
    ranked = (
        event.participants.filter(final_place__isnull=False)
        .order_by("final_place")
        .shown_to(viewer, named=event.shows_names)
    )
    participants = list(ranked)
    for participant in participants:
        participant.event = event
    return participants
