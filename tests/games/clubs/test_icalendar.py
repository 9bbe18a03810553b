"""What a calendar program gets."""

from datetime import UTC, datetime

import pytest
import time_machine

from games.clubs.icalendar import as_calendar
from tests.factories.clubs import ClubFactory, MeetingFactory

pytestmark = pytest.mark.django_db


def unfolded(text):
    return text.replace("\r\n ", "").split("\r\n")


@time_machine.travel("2026-10-01 12:00", tick=False)
def test_a_meeting():
    meeting = MeetingFactory(
        club=ClubFactory(slug="leith-traders"),
        title="Clans, whisky; tea",
        place="The Anchor\\Leith",
        description="First line\nSecond line",
        starts_at=datetime(2026, 10, 15, 18, tzinfo=UTC),
    )
    lines = unfolded(as_calendar([meeting], site_address="https://example.org", name="Leith, Traders"))
    assert lines[:5] == [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Caledonia//Club events//EN",
        "METHOD:PUBLISH",
        "X-WR-CALNAME:Leith\\, Traders",
    ]
    assert lines[5:] == [
        "BEGIN:VEVENT",
        f"UID:{meeting.public_id}@example.org",
        "DTSTAMP:20261001T120000Z",
        "DTSTART:20261015T180000Z",
        "DTEND:20261015T220000Z",
        "SUMMARY:Clans\\, whisky\\; tea",
        "LOCATION:The Anchor\\\\Leith",
        "DESCRIPTION:First line\\nSecond line",
        f"URL:https://example.org/clubs/leith-traders/events/{meeting.public_id}/",
        "STATUS:CONFIRMED",
        "END:VEVENT",
        "END:VCALENDAR",
        "",
    ]


def test_long_lines_are_folded_between_letters():
    meeting = MeetingFactory(description="é" * 200, cancelled_at=datetime(2026, 10, 1, tzinfo=UTC))
    text = as_calendar([meeting], site_address="https://example.org")
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    assert f"DESCRIPTION:{'é' * 200}" in unfolded(text)
    assert "STATUS:CANCELLED" in unfolded(text)


def test_a_new_line_in_a_title_cannot_begin_a_new_property():
    meeting = MeetingFactory(title="Night\r\nATTENDEE:mailto:x@example.org")
    lines = unfolded(as_calendar([meeting], site_address="https://example.org"))
    assert not any(line.startswith("ATTENDEE") for line in lines)
