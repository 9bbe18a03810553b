from tournaments.events.models.event import Event, EventEntry, EventStage, StagePlace
from tournaments.events.models.round import EventBye, EventRound, EventSeat, EventTable, OtherResult
from tournaments.events.models.standings import (
    EventAdjustment,
    EventHistory,
    EventStandings,
    EventStandingsRow,
    EventWish,
    JudgeNote,
)

__all__ = [
    "Event",
    "EventAdjustment",
    "EventBye",
    "EventEntry",
    "EventHistory",
    "EventRound",
    "EventSeat",
    "EventStage",
    "EventStandings",
    "EventStandingsRow",
    "EventTable",
    "EventWish",
    "JudgeNote",
    "OtherResult",
    "StagePlace",
]
