"""The clock on the club's wall: meetings are stored in UTC, and people plan them in the club's zone."""

import calendar
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from games.clubs.enums import Repeat

DAYS_BETWEEN = {Repeat.WEEKLY: 7, Repeat.FORTNIGHTLY: 14}
WEEK = 7


class SkippedTimeError(ValueError):
    """The clocks are put forward over this time: it does not exist in the zone."""


def from_wall(wall: datetime, zone: str) -> datetime:
    """A time on the club's wall in UTC; of an hour that comes twice in autumn, the first."""
    moment = wall.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)
    if on_wall(moment, zone) != wall.replace(tzinfo=None):
        raise SkippedTimeError(wall)
    return moment


def span_from_wall(start: datetime, end: datetime, zone: str) -> tuple[datetime, datetime]:
    """Begin and end on the club's wall in UTC; a time the clocks skip moves on with them (02:30 is 03:30)."""
    begins, ends = (wall.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC) for wall in (start, end))
    # A short meeting inside the skipped hour could otherwise end before it begins.
    return begins, max(ends, begins + min(end - start, timedelta(hours=1)))


def on_wall(moment: datetime, zone: str) -> datetime:
    """What the club's clock shows at a moment, without a zone."""
    return moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None, fold=0)


def repeated(wall: datetime, repeat: Repeat, times: int) -> Iterator[datetime]:
    """The first time and those after it, always at the same time of day.

    Monthly means the same day of the week ("the second Thursday"), as clubs meet; a fifth one, which many months
    do not have, means the last.
    """
    yield wall
    for number in range(1, times if repeat != Repeat.NEVER else 1):
        if repeat in DAYS_BETWEEN:
            yield wall + timedelta(days=DAYS_BETWEEN[repeat] * number)
        else:
            yield datetime.combine(_months_later(wall.date(), number), time(wall.hour, wall.minute))


def _months_later(day: date, months: int) -> date:
    """The same weekday in the same week of a later month."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    first_weekday, length = calendar.monthrange(year, month + 1)
    in_month = 1 + (day.weekday() - first_weekday) % WEEK + (day.day - 1) // WEEK * WEEK
    return date(year, month + 1, in_month if in_month <= length else in_month - WEEK)
