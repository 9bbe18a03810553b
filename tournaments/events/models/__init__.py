from tournaments.events.models.event import Event, EventStage, Participant, StageParticipant
from tournaments.events.models.round import EventBye, EventRound, EventSeat, EventTable, OtherResult
from tournaments.events.models.standings import (
    EventAdjustment,
    EventAuditRecord,
    JudgeNote,
    SeatingRule,
    StageStandings,
    StageStandingsRow,
)

__all__ = [
    "Event",
    "EventAdjustment",
    "EventAuditRecord",
    "EventBye",
    "EventRound",
    "EventSeat",
    "EventStage",
    "EventTable",
    "JudgeNote",
    "OtherResult",
    "Participant",
    "SeatingRule",
    "StageParticipant",
    "StageStandings",
    "StageStandingsRow",
]
