"""A league that names its players says so before they join, and keeps to it on every page."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.players.models.player import PageVisibility
from tests.factories.clubs import member_of
from tests.factories.leagues import group_season, open_season, played, refresh
from tests.factories.people import PlayerFactory
from tournaments.leagues.models import Fixture, League, Participant
from tournaments.leagues.services.fixtures import report_fixture

VISIBLE = "Ailsa Craig"
HIDDEN = "Moray Firth"
PAGES = [
    "season",
    "schedule",
    "people",
    "history",
    "race",
    "honours",
    "embed",
    "standings_json",
    "feed",
    "calendar",
]


def people(fixture):
    return [
        seat.participant.player
        for seat in fixture.seats.select_related("participant__player").order_by("index")
    ]


@pytest.fixture
def season(league, organiser):
    """Two games are played, so that there is a race; a third is to come."""
    season = group_season(players=5, league=league, actor=organiser)
    fixtures = Fixture.objects.filter(season=season).order_by("pk")[:2]
    named, hidden = people(fixtures[0])[:2]
    named.name, named.visibility = VISIBLE, PageVisibility.CLUB
    named.save()
    hidden.name, hidden.visibility = HIDDEN, PageVisibility.HIDDEN
    hidden.save()
    for days, fixture in enumerate(fixtures):
        game = played(season, *people(fixture), on=season.starts_on + timedelta(days=days))
        report_fixture(actor=organiser, fixture=fixture, game=game)
    refresh(season)
    return season


def show_names(league, *, since=None):
    League.objects.filter(pk=league.pk).update(names_shown_since=since or timezone.now())


def page(client, season, what):
    response = client.get(reverse(f"leagues:{what}", args=[season.address_key]))
    assert response.status_code == 200, what
    return response.content.decode()


def test_strangers_read_no_names_unless_the_organisers_say_so(client, season, league):
    for what in PAGES:
        assert VISIBLE not in page(client, season, what), what
    show_names(league)
    for what in PAGES:
        text = page(client, season, what).replace("\r\n ", "")
        assert HIDDEN not in text, what
        # What happened so far concerns nobody by name.
        if what != "history":
            assert VISIBLE in text, what
    assert VISIBLE in client.get(league.get_absolute_url()).content.decode()
    assert VISIBLE in client.get(league.club.get_absolute_url()).content.decode()


def test_programs_read_the_same_names(client, season, league):
    show_names(league)
    for part in ("standings", "fixtures"):
        text = client.get(f"/api/v1/seasons/{season.public_id}/{part}/").content.decode()
        assert VISIBLE in text, part
        assert HIDDEN not in text, part


def test_who_sat_there_without_being_in_the_league_is_not_named(client, league, organiser):
    """An open season counts their games; they never agreed to stand there."""
    season = open_season(league=league, actor=organiser, enrolment="sign_up")
    inside = [member_of(league.club).player_or_none for _ in range(2)]
    Participant.objects.bulk_create(Participant(season=season, player=player) for player in inside)
    inside[0].name, inside[0].visibility = VISIBLE, PageVisibility.CLUB
    inside[0].save()
    outside = PlayerFactory(name="Rum Cuillin", visibility=PageVisibility.CLUB)
    played(season, *inside, outside)
    refresh(season)
    show_names(league)
    for what in ("season", "feed"):
        text = page(client, season, what)
        assert VISIBLE in text, what
        assert "Rum Cuillin" not in text, what


def test_players_read_it_before_they_join_and_after(client, league, organiser):
    season = open_season(league=league, actor=organiser, enrolment="sign_up")
    account = member_of(league.club)
    client.force_login(account)
    said = "These pages show players’ names to everyone"
    assert said not in page(client, season, "season")
    show_names(league)
    assert said in page(client, season, "season")
    assert said in page(client, season, "people")
    # From a page opened before it said so nobody comes in.
    join = reverse("leagues:join", args=[season.address_key])
    answer = client.post(join, follow=True).content.decode()
    assert "You’re not in yet" in answer
    assert said in answer
    assert not season.participants.filter(player__account=account).exists()
    assert '<input type="hidden" name="names_shown" value="1">' in page(client, season, "season")
    client.post(join, {"names_shown": "1"})
    participant = season.participants.get(player__account=account)
    assert "after you came in" not in page(client, season, "season")
    show_names(league, since=participant.joined_at + timedelta(hours=1))
    assert "after you came in" in page(client, season, "season")


def test_an_organiser_switches_it_on_and_off(client, league, organiser):
    client.force_login(organiser)
    address = reverse("leagues:edit", args=[league.address_key])
    client.post(address, {"name": league.name, "shows_names": "on"})
    league.refresh_from_db()
    since = league.names_shown_since
    assert since is not None
    client.post(address, {"name": "Another name", "shows_names": "on"})
    league.refresh_from_db()
    assert league.names_shown_since == since
    client.post(address, {"name": league.name})
    league.refresh_from_db()
    assert not league.shows_names
