"""The time zones people can choose, and the one their browser is in."""

from functools import cache
from itertools import groupby
from zoneinfo import available_timezones

from django.http import HttpRequest

# Set by static/js/time_zone.js.
TIME_ZONE_COOKIE = "timezone"

# Places people live in; the rest of the database are old aliases and bare offsets without summer time.
REGIONS = (
    "Africa", "America", "Antarctica", "Arctic", "Asia",
    "Atlantic", "Australia", "Europe", "Indian", "Pacific",
)  # fmt: skip


@cache
def _known() -> frozenset[str]:
    return frozenset(available_timezones())


def is_time_zone(name: str) -> bool:
    return name in _known()


def browser_time_zone(request: HttpRequest) -> str:
    """What the browser said, if it is a time zone at all; anyone can write a cookie."""
    name = request.COOKIES.get(TIME_ZONE_COOKIE, "")
    return name if is_time_zone(name) else ""


@cache
def time_zone_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """By region, as a select shows them: ("Europe", [("Europe/Lisbon", "Europe/Lisbon"), ...])."""
    places = sorted(name for name in _known() if name.partition("/")[0] in REGIONS)
    groups = groupby(places, key=lambda name: name.partition("/")[0])
    return [(region, [(name, name.replace("_", " ")) for name in names]) for region, names in groups]
