from tournaments.leagues.models.league import League, Season
from tournaments.leagues.models.schedule import (
    Division,
    Entry,
    Fixture,
    FixtureSeat,
    Group,
    OtherResult,
    ReminderOptOut,
)
from tournaments.leagues.models.standings import PointAdjustment, SeasonEvent, Standings, StandingsRow

__all__ = [
    "Division",
    "Entry",
    "Fixture",
    "FixtureSeat",
    "Group",
    "League",
    "OtherResult",
    "PointAdjustment",
    "ReminderOptOut",
    "Season",
    "SeasonEvent",
    "Standings",
    "StandingsRow",
]
