from tournaments.models.entry import Entry
from tournaments.models.event import Event
from tournaments.models.event_entry import EventEntry
from tournaments.models.event_history import EventHistory
from tournaments.models.event_round import EventBye, EventRound
from tournaments.models.event_rulings import EventAdjustment, EventWish, JudgeNote
from tournaments.models.event_stage import EventStage, StagePlace
from tournaments.models.event_standings import EventStandings, EventStandingsRow
from tournaments.models.event_table import EventSeat, EventTable
from tournaments.models.fixture import Fixture, FixtureSeat
from tournaments.models.group import Division, Group
from tournaments.models.league import League
from tournaments.models.other_result import OtherResult
from tournaments.models.point_adjustment import PointAdjustment
from tournaments.models.reminder_opt_out import ReminderOptOut
from tournaments.models.season import Season
from tournaments.models.season_event import SeasonEvent
from tournaments.models.standings import Standings, StandingsRow

__all__ = [
    "Division",
    "Entry",
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
    "Fixture",
    "FixtureSeat",
    "Group",
    "JudgeNote",
    "League",
    "OtherResult",
    "PointAdjustment",
    "ReminderOptOut",
    "Season",
    "SeasonEvent",
    "StagePlace",
    "Standings",
    "StandingsRow",
]
