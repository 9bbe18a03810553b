from tournaments.models.entry import Entry
from tournaments.models.fixture import Fixture, FixtureSeat
from tournaments.models.group import Division, Group
from tournaments.models.league import League
from tournaments.models.reminder_opt_out import ReminderOptOut
from tournaments.models.season import Season
from tournaments.models.season_event import SeasonEvent
from tournaments.models.standings import Standings, StandingsRow

__all__ = [
    "Division",
    "Entry",
    "Fixture",
    "FixtureSeat",
    "Group",
    "League",
    "ReminderOptOut",
    "Season",
    "SeasonEvent",
    "Standings",
    "StandingsRow",
]
