"""Events as calendars read them (iCalendar, RFC 5545)."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from games.clubs.models import ClubEvent

LINE_BYTES = 75


def as_calendar(events: Iterable[ClubEvent], *, site_address: str, name: str = "") -> str:
    """One file with these events; `site_address` is the site's own, as https://example.org."""
    host = site_address.partition("://")[2]
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Caledonia//Club events//EN", "METHOD:PUBLISH"]
    if name:
        lines.append(f"X-WR-CALNAME:{escaped(name)}")
    for event in events:
        lines += _lines_of(event, site_address, host)
    lines.append("END:VCALENDAR")
    return "".join(f"{part}\r\n" for line in lines for part in folded(line))


def _lines_of(event: ClubEvent, site_address: str, host: str) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    # The same id at every download, so that a calendar takes a changed event for the one it knows.
    yield f"UID:{event.public_id}@{host}"
    yield f"DTSTAMP:{_moment(event.changed_at)}"
    yield f"DTSTART:{_moment(event.starts_at)}"
    yield f"DTEND:{_moment(event.ends_at)}"
    yield f"SUMMARY:{escaped(event.title)}"
    if event.place:
        yield f"LOCATION:{escaped(event.place)}"
    if event.description:
        yield f"DESCRIPTION:{escaped(event.description)}"
    yield f"URL:{site_address}{event.get_absolute_url()}"
    yield f"STATUS:{'CANCELLED' if event.is_cancelled else 'CONFIRMED'}"
    yield "END:VEVENT"


def _moment(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def escaped(text: str) -> str:
    for sign in ("\\", ";", ","):
        text = text.replace(sign, f"\\{sign}")
    return "\\n".join(text.splitlines())


def folded(line: str) -> Iterator[str]:
    """At most 75 bytes a line, never inside a letter; what follows begins with a space."""
    part, used = "", 0
    for letter in line:
        size = len(letter.encode())
        if used + size > LINE_BYTES:
            yield part
            part, used = " ", 1
        part, used = part + letter, used + size
    yield part
