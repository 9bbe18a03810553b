"""What a private or unlisted club does changes no number that a stranger reads."""

import re
from datetime import UTC, datetime

import pytest
import time_machine
from django.core.cache import cache

from caledonia_site.common.jobs.rebuild import rebuild
from caledonia_site.common.jobs.runner import Outcome, process_marks
from games.clubs.enums import ClubVisibility
from games.results.models import Game
from games.results.services.results import Person
from tests.factories.clubs import ClubFactory, GuestMembershipFactory, MembershipFactory
from tests.factories.games import recorded_game
from tests.factories.leagues import LeagueFactory
from tests.security.addresses import site_addresses
from tests.security.table import rules
from tests.security.world import World

pytestmark = pytest.mark.django_db

TOPICS = ("site_figures", "ratings", "club_tallies", "standings")
# New with each answer: tokens of forms, keys of sheets, when it was written.
CHANGING = re.compile(
    rb'csrfmiddlewaretoken" value="[^"]*"|"X-CSRFToken": "[^"]*"|name="(?:entry_key|edit_secret)" value="[^"]*"'
    rb'|"computed_at":"[^"]*"|'
    rb"DTSTAMP:\w+|/CreationDate \([^)]*\)|/ID\s*\[[^]]*\]"
)
GAMES = 6


@pytest.fixture(autouse=True)
def clock_stands_still():
    """Pages say to the minute when their figures were worked out."""
    with time_machine.travel(datetime.now(UTC), tick=False):
        yield


def public_answers(world):
    """Every page and file that a visitor without an account is let in to, by its address. Statistics have a rule of
    their own: games of private clubs in portions (`tests/games/stats/test_private_clubs.py`).
    """
    addresses = {one.key: one for one in site_addresses()}
    found = {}
    for key, rule in rules():
        if "GET" not in rule.methods or "visitor" not in rule.group.people:
            continue
        # A session is one visitor's own.
        if "statistics" in key or key == "games:session":
            continue
        answer = world.ask("visitor", "GET", addresses[key])
        if answer.status_code == 200:
            content = b"".join(answer) if answer.streaming else answer.content
            found[key] = CHANGING.sub(b"", content)
    return found


def fill(club, public_player):
    """Members, guests, a league, and counted games, one of them with somebody everybody knows."""
    member = MembershipFactory(club=club, player__visibility="club").player
    guest = GuestMembershipFactory(club=club).player
    MembershipFactory(club=club, player=public_player)
    LeagueFactory(club=club)
    for _ in range(GAMES):
        recorded_game(Person(player=member), Person(player=guest), club=club)
    recorded_game(Person(player=public_player), Person(player=guest), club=club)


def refresh():
    cache.clear()
    for topic in TOPICS:
        list(rebuild(topic=topic))


def test_a_private_clubs_games_change_no_number_on_any_public_page():
    world = World("public")
    refresh()
    before = public_answers(world)
    assert len(before) > 50
    again = public_answers(world)
    assert [key for key in before if again.get(key) != before[key]] == [], "they differ by themselves"
    fill(ClubFactory(visibility=ClubVisibility.PRIVATE), world.player)
    assert Game.objects.filter(state="confirmed").count() > GAMES
    refresh()
    after = public_answers(world)
    assert [key for key in before if after.get(key) != before[key]] == []
    assert set(after) == set(before)


@pytest.mark.parametrize("visibility", [ClubVisibility.PRIVATE, ClubVisibility.UNLISTED, None])
def test_the_figures_count_public_clubs_alone(client, visibility):
    public = MembershipFactory(club=ClubFactory())
    recorded_game(Person(player=public.player), Person(name="Rory"), club=public.club)
    refresh()
    figures = client.get("/api/v1/figures/").json()
    assert figures == {"players": 1, "clubs": 1, "games": 1}
    if visibility:
        fill(ClubFactory(visibility=visibility), public.player)
    else:
        recorded_game(Person(player=public.player), Person(name="Una"))
        Game.objects.update(state="confirmed")
    refresh()
    assert client.get("/api/v1/figures/").json() == figures


def test_a_club_that_opens_or_closes_is_counted_anew(client):
    club = ClubFactory(visibility=ClubVisibility.PRIVATE)
    fill(club, MembershipFactory().player)
    refresh()
    closed = client.get("/api/v1/figures/").json()
    for visibility, expected in (
        (ClubVisibility.PUBLIC, {"players": closed["players"] + 2, "clubs": 2, "games": GAMES + 1}),
        (ClubVisibility.PRIVATE, closed),
    ):
        club.visibility = visibility
        club.save()
        assert process_marks(topic="site_figures", key="") is Outcome.CLEAN
        assert client.get("/api/v1/figures/").json() == expected
