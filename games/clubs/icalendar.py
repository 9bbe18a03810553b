"""Meetings as calendars read them (iCalendar, RFC 5545)."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from games.clubs.models import Meeting

LINE_BYTES = 75


def as_calendar(meetings: Iterable[Meeting], *, site_address: str, name: str = "") -> str:
    """One file with these meetings; `site_address` is the site's own, as https://example.org."""
    host = site_address.partition("://")[2]
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Caledonia//Club events//EN", "METHOD:PUBLISH"]
    if name:
        lines.append(f"X-WR-CALNAME:{escaped(name)}")
    for meeting in meetings:
        lines += _lines_of(meeting, site_address, host)
    lines.append("END:VCALENDAR")
    return "".join(f"{part}\r\n" for line in lines for part in folded(line))


def _lines_of(meeting: Meeting, site_address: str, host: str) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    # The same id at every download, so that a calendar takes a changed meeting for the one it knows.
    yield f"UID:{meeting.public_id}@{host}"
    yield f"DTSTAMP:{_moment(meeting.changed_at)}"
    yield f"DTSTART:{_moment(meeting.starts_at)}"
    yield f"DTEND:{_moment(meeting.ends_at)}"
    yield f"SUMMARY:{escaped(meeting.title)}"
    if meeting.place:
        yield f"LOCATION:{escaped(meeting.place)}"
    if meeting.description:
        yield f"DESCRIPTION:{escaped(meeting.description)}"
    yield f"URL:{site_address}{meeting.get_absolute_url()}"
    yield f"STATUS:{'CANCELLED' if meeting.is_cancelled else 'CONFIRMED'}"
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
