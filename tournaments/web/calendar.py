"""A season's days as calendars read them (iCalendar, RFC 5545)."""

from collections.abc import Iterable, Iterator
from datetime import UTC, date, timedelta

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.clubs.icalendar import escaped, folded
from tournaments.models import Season
from tournaments.selectors.schedule import FixtureView, schedule_of
from tournaments.web.feeds import season_of_feed


@require_safe
def calendar(request: HttpRequest, key: str) -> HttpResponse:
    """The first and the last day, and every deadline of a game still to play; `?mine=1`: of the viewer's own."""
    season, viewer = season_of_feed(request, key)
    views = [view for one in schedule_of(season, viewer) for view in one.fixtures]
    if request.GET.get("mine"):
        views = [view for view in views if view.is_viewers]
    site = request.build_absolute_uri("/").rstrip("/")
    lines = [*_head(season), *_season_days(season, site), *_deadlines(season, views, site), "END:VCALENDAR"]
    body = "".join(f"{part}\r\n" for line in lines for part in folded(line))
    response = HttpResponse(body, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'inline; filename="{season.public_id}.ics"'
    return response


def _head(season: Season) -> list[str]:
    name = escaped(f"{season.league.name} · {season.name}")
    return ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Caledonia//Leagues//EN", f"X-WR-CALNAME:{name}"]


def _season_days(season: Season, site: str) -> Iterator[str]:
    address = f"{site}{season.get_absolute_url()}"
    begins = _("%(season)s begins") % {"season": season.name}
    ends = _("%(season)s ends") % {"season": season.name}
    yield from _whole_day(f"{season.public_id}-first", season.starts_on, begins, address)
    yield from _whole_day(f"{season.public_id}-last", season.ends_on, ends, address)


def _deadlines(season: Season, views: Iterable[FixtureView], site: str) -> Iterator[str]:
    address = f"{site}{reverse('leagues:schedule', args=[season.address_key])}"
    for view in views:
        if view.state in {"open", "overdue"}:
            names = ", ".join(seat.name for seat in view.seats)
            title = _("To be played: %(names)s") % {"names": names}
            yield from _whole_day(view.fixture.public_id, view.fixture.deadline, title, address)


def _whole_day(ident: str, day: date, title: str, address: str) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{ident}@{address.partition('://')[2].partition('/')[0]}"
    yield f"DTSTAMP:{timezone.now().astimezone(UTC):%Y%m%dT%H%M%SZ}"
    yield f"DTSTART;VALUE=DATE:{day:%Y%m%d}"
    yield f"DTEND;VALUE=DATE:{day + timedelta(days=1):%Y%m%d}"
    yield f"SUMMARY:{escaped(title)}"
    yield f"URL:{address}"
    yield "END:VEVENT"
