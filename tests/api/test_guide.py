"""Every example of docs/api.md, run as a reader would, against the live site."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from games.results.services.results import Person
from games.tokens.enums import TokenScope
from games.tokens.services import create_token
from tests.factories.clubs import ClubFactory, MembershipFactory
from tests.factories.games import recorded_game
from tests.factories.people import PlayerFactory

GUIDE = Path(settings.PROJECT_DIR) / "docs" / "api.md"
EXAMPLES = re.findall(r"```(sh|python)\n(.*?)```", GUIDE.read_text(), re.DOTALL)
RUN = {"sh": ["bash", "-euo", "pipefail", "-c"], "python": [sys.executable, "-c"]}


@pytest.fixture
def reader(live_server):
    """What the reader of the guide has: a site with a game of theirs, and a token."""
    club = ClubFactory()
    player = MembershipFactory(club=club, player=PlayerFactory(name="Ailsa Muir")).player
    recorded_game(Person(player=player), Person(name="Rory"), club=club, recorder=player.account)
    _token, secret = create_token(actor=player.account, name="Guide", scope=TokenScope.WRITE)
    return os.environ | {"SITE": live_server.url, "TOKEN": secret}


def test_there_are_examples_in_both_languages():
    assert {language for language, _code in EXAMPLES} == {"sh", "python"}


@pytest.mark.curl
@pytest.mark.django_db(transaction=True)
def test_every_example_works(reader):
    for language, code in EXAMPLES:
        done = subprocess.run([*RUN[language], code], env=reader, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, f"{code}\n{done.stdout}\n{done.stderr}"
        assert done.stdout.strip(), code
