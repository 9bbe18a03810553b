"""No template shows a player's name past the question who may know it, and no module forgets who sat there."""

import re
from pathlib import Path

import pytest
from django.conf import settings

FOLDERS = ["games", "tournaments", "caledonia_site"]
TEMPLATES = [
    path for folder in FOLDERS for path in (Path(settings.PROJECT_DIR) / folder).rglob("templates/**/*.html")
]

# `entry.player.shown.name` asks; `entry.player.name` does not.
UNASKED = re.compile(r"\.(?:for_)?player\.name\b")

# Where the reader is that person, keeps their records, or holds the link made for them.
KNOWN_TO_THE_READER = {
    "clubs/invitation.html": "the one who holds a guest's claim link",
    "clubs/invitation_link.html": "an organiser who made it",
    "clubs/manage_members.html": "an organiser who made it",
}


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_names_are_asked_for(path):
    if "/".join(path.parts[-2:]) not in KNOWN_TO_THE_READER:
        assert UNASKED.findall(path.read_text()) == []


# Those who sat at a table know each other: `seat.shown` asks that too, `seat.player.shown` does not.
PAST_THE_TABLE = re.compile(r"\bseat\.player\.shown\b")
SOURCES = [path for folder in FOLDERS for path in (Path(settings.PROJECT_DIR) / folder).rglob("*.py")]


def test_who_sits_in_a_seat_is_asked_of_the_seat():
    for path in [*SOURCES, *TEMPLATES]:
        assert PAST_THE_TABLE.findall(path.read_text()) == [], path
