"""Making the schedule of one group."""

from collections.abc import Sequence
from datetime import date, timedelta

from tournaments.models import Entry, Fixture, FixtureSeat, Group, Season
from tournaments.pairing.schedules import schedule


def schedule_group(season: Season, group: Group, entries: Sequence[Entry], *, first_day: date) -> None:
    """Deadlines divide the days that are left evenly, the last one is the season's last day; an organiser can
    move each.
    """
    made = schedule(len(entries), season.configuration.seats)
    days = (season.ends_on - first_day).days
    for round_number, games in enumerate(made.rounds, start=1):
        deadline = first_day + timedelta(days=days * round_number // len(made.rounds))
        for table, game in enumerate(games, start=1):
            fixture = Fixture.objects.create(
                season=season, group=group, round=round_number, table=table, deadline=deadline
            )
            FixtureSeat.objects.bulk_create(
                FixtureSeat(fixture=fixture, index=index, entry=entries[player])
                for index, player in enumerate(made.games[game])
            )
