from tournaments.events.models.event import Event, EventEntry, EventStage, StagePlace
from tournaments.events.models.round import EventBye, EventRound, EventSeat, EventTable, OtherResult
from tournaments.events.models.standings import (
    EventAdjustment,
    EventAuditRecord,
    EventWish,
    JudgeNote,
    StageStandings,
    StageStandingsRow,
)

__all__ = [
    "Event",
    "EventAdjustment",
    "EventAuditRecord",
    "EventBye",
    "EventEntry",
    "EventRound",
    "EventSeat",
    "EventStage",
    "EventTable",
    "EventWish",
    "JudgeNote",
    "OtherResult",
    "StagePlace",
    "StageStandings",
    "StageStandingsRow",
]
