"""What the form of a following season begins with."""

import re
from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import Season
from tournaments.web.forms import settings_values

_NUMBER_AT_END = re.compile(r"(\d+)$")


def next_values(season: Season) -> dict[str, Any]:
    """The same settings and the same length, from the day after."""
    starts_on = season.ends_on + timedelta(days=1)
    return settings_values(season.configuration) | {
        "name": next_name(season.name),
        "kind": season.kind,
        "enrolment": season.enrolment,
        "starts_on": starts_on,
        "ends_on": starts_on + (season.ends_on - season.starts_on),
    }


def next_name(name: str) -> str:
    """Season 3 -> Season 4; a name without a number gets one."""
    number = _NUMBER_AT_END.search(name)
    if number is None:
        return _("%(season)s, the next") % {"season": name}
    return name[: number.start()] + str(int(number[1]) + 1)
