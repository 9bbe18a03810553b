from tournaments.leagues.models.league import League, Season
from tournaments.leagues.models.schedule import (
    Division,
    Fixture,
    FixtureSeat,
    Group,
    OtherResult,
    Participant,
    ReminderOptOut,
)
from tournaments.leagues.models.standings import (
    SeasonAdjustment,
    SeasonAuditRecord,
    SeasonStandings,
    SeasonStandingsRow,
)

__all__ = [
    "Division",
    "Fixture",
    "FixtureSeat",
    "Group",
    "League",
    "OtherResult",
    "Participant",
    "ReminderOptOut",
    "Season",
    "SeasonAdjustment",
    "SeasonAuditRecord",
    "SeasonStandings",
    "SeasonStandingsRow",
]
