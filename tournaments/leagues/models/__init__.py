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
from tournaments.leagues.models.standings import (
    SeasonAdjustment,
    SeasonAuditRecord,
    SeasonStandings,
    SeasonStandingsRow,
)

__all__ = [
    "Division",
    "Entry",
    "Fixture",
    "FixtureSeat",
    "Group",
    "League",
    "OtherResult",
    "ReminderOptOut",
    "Season",
    "SeasonAdjustment",
    "SeasonAuditRecord",
    "SeasonStandings",
    "SeasonStandingsRow",
]
