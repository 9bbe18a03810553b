"""Every page of a season answers, for whoever may see it."""

import re
from dataclasses import replace
from datetime import date

import pytest
from django.urls import reverse

from tests.factories.clubs import MembershipFactory
from tests.factories.leagues import group_season, open_season, played, refresh
from tests.factories.people import PlayerFactory
from tournaments.leagues.configuration import Configuration
from tournaments.leagues.models import Fixture
from tournaments.leagues.selectors.leagues import season_honours
from tournaments.leagues.services.fixtures import link_game
from tournaments.leagues.services.seasons import close_season
from tournaments.leagues.web.season import shown_chance

READING = ["season", "race", "honours", "people", "history", "outlook", "schedule"]
FILES = ["embed", "standings_json", "feed", "calendar"]


def people(fixture):
    return [seat.participant.player for seat in fixture.seats.select_related("participant__player")]


@pytest.fixture
def groups(league, organiser):
    season = group_season(players=5, league=league, actor=organiser)
    for fixture in Fixture.objects.filter(season=season).order_by("pk")[:2]:
        fixture.season = season
        game = played(season, *people(fixture), on=date(2026, 3, 10 + fixture.round))
        link_game(actor=organiser, fixture=fixture, game=game)
    refresh(season)
    return season


@pytest.fixture
def running(league, organiser):
    season = open_season(league=league, actor=organiser)
    ann, bob, cat = (MembershipFactory(club=league.club, player=PlayerFactory()).player for _ in range(3))
    played(season, ann, bob, cat, on=date(2026, 4, 1))
    played(season, bob, ann, on=date(2026, 4, 8))
    refresh(season)
    return season


@pytest.mark.parametrize("kind", ["groups", "running"])
@pytest.mark.parametrize("signed_in", [True, False])
def test_pages_of_a_season(client, request, organiser, kind, signed_in):
    season = request.getfixturevalue(kind)
    if signed_in:
        client.force_login(organiser)
    for name in READING + FILES:
        response = client.get(reverse(f"leagues:{name}", args=[season.address_key]))
        assert response.status_code == 200, name


def test_pages_for_organisers(client, organiser, groups):
    client.force_login(organiser)
    for name in ("edit_season", "overdue", "add_player", "close", "next_season"):
        response = client.get(reverse(f"leagues:{name}", args=[groups.address_key]))
        assert response.status_code == 200, name


def test_pages_of_a_game_of_the_schedule(client, organiser, groups):
    client.force_login(organiser)
    fixture = Fixture.objects.open().filter(season=groups).first()
    for name in ("link", "decide", "deadline", "unlink"):
        page = reverse(f"leagues:{name}", args=[groups.address_key, fixture.public_id])
        assert client.get(page).status_code == 200, name


def test_the_standings_tell_places_points_form_and_reasons(client, running):
    page = client.get(running.get_absolute_url()).content.decode()
    assert "2 games count so far." in page
    assert "has more points than" in page
    assert "zone-" not in page


def test_before_anybody_has_played_nothing_is_won_lost_or_explained(client, league, organiser):
    season = group_season(players=8, size=4, league=league, actor=organiser)
    refresh(season)
    page = client.get(season.get_absolute_url()).content.decode()
    assert "zone-" not in page
    assert "Why?" not in page
    fixture = Fixture.objects.filter(season=season).order_by("pk").first()
    fixture.season = season
    link_game(actor=organiser, fixture=fixture, game=played(season, *people(fixture)))
    refresh(season)
    page = client.get(season.get_absolute_url()).content.decode()
    assert '<li class="zone-down">Relegation</li>' in page
    assert '<li class="zone-up">' not in page
    assert page.count("Why?") == 3


def test_how_many_games_a_place_needs_stands_by_the_table(client, league, organiser):
    rules = replace(Configuration().rules, minimum_games=2)
    season = open_season(
        league=league,
        actor=organiser,
        configuration=replace(Configuration(), rules=rules),
        enrolment="sign_up",
    )
    ann, bob = (MembershipFactory(club=league.club).player for _ in range(2))
    for player in (ann, bob):
        season.participants.create(player=player)
    played(season, ann, bob, on=date(2026, 4, 1))
    refresh(season)
    assert "2 games are needed for a place." in client.get(season.get_absolute_url()).content.decode()
    played(season, ann, bob, on=date(2026, 4, 2))
    refresh(season)
    assert "needed for a place." not in client.get(season.get_absolute_url()).content.decode()


def test_groups_of_a_season_share_a_record(client, league, organiser):
    season = group_season(players=8, size=4, league=league, actor=organiser)
    for fixture in Fixture.objects.filter(season=season, round=1):
        fixture.season = season
        link_game(actor=organiser, fixture=fixture, game=played(season, *people(fixture)))
    refresh(season)
    best = next(one for one in season_honours(season, organiser).records if one.title == "Highest score")
    winners = {people(fixture)[0].name for fixture in Fixture.objects.filter(season=season, round=1)}
    assert {shown.name for shown in best.holders} == winners
    assert len(winners) == 2
    page = client.get(reverse("leagues:honours", args=[season.address_key])).content.decode()
    assert re.search(r"</a>,\s+<a", page)
    assert not re.search(r"\s,", page)


@pytest.mark.parametrize(
    ("share", "is_known", "shown"),
    [(1.0, False, "> 99"), (0.997, True, "> 99"), (1.0, True, "100"), (0.0, False, "< 1"), (0.0, True, "0")],
)
def test_what_is_only_very_likely_is_not_called_certain(share, is_known, shown):
    assert shown_chance(share, is_known=is_known) == f"{shown}\N{NO-BREAK SPACE}%"


def test_what_rests_on_few_samples_is_left_out(client, league, organiser):
    season = group_season(players=5, league=league, actor=organiser)
    player = season.participants.first().player
    page = client.get(reverse("leagues:outlook", args=[season.address_key]), {"player": player.public_id})
    assert "percentage points" in page.content.decode()
    (goal,) = page.context["goals"]
    (found,) = page.context["found"].goals
    assert 0 < len(goal["needs"]) < len(found.outlook.needs)
    assert all(int(need["likelihood"].split()[0]) >= 5 for need in goal["needs"])


def test_one_players_page_has_points_by_game(client, running):
    player = running.standings.get().rows.first().player
    page = client.get(reverse("leagues:player", args=[running.address_key, player.public_id]))
    assert page.status_code == 200
    assert page.content.decode().count("/games/") >= 2


def test_a_hidden_player_has_no_page_here_and_no_name(client, running):
    row = running.standings.get().rows.first()
    row.player.visibility = "hidden"
    row.player.name = "Secret Name"
    row.player.save()
    page = reverse("leagues:player", args=[running.address_key, row.player.public_id])
    assert client.get(page).status_code == 404
    for name in (*READING, *FILES):
        body = client.get(reverse(f"leagues:{name}", args=[running.address_key])).content.decode()
        assert "Secret Name" not in body, name


def test_a_private_clubs_league_does_not_exist_for_strangers(client, club, running, league):
    club.visibility = "private"
    club.save()
    for name in READING + FILES:
        assert client.get(reverse(f"leagues:{name}", args=[running.address_key])).status_code == 404, name
    assert client.get(league.get_absolute_url()).status_code == 404
    assert "Thursday League" not in client.get("/leagues/").content.decode()


def test_a_private_clubs_standings_are_never_embedded_not_even_for_members(client, club, running, organiser):
    club.visibility = "private"
    club.save()
    client.force_login(organiser)
    for name in ("embed", "standings_json"):
        assert client.get(reverse(f"leagues:{name}", args=[running.address_key])).status_code == 404


def test_only_the_embedded_page_may_stand_in_a_frame(client, running):
    page = client.get(running.get_absolute_url())
    assert "frame-ancestors 'none'" in page["Content-Security-Policy"]
    assert page["X-Frame-Options"] == "DENY"
    embedded = client.get(reverse("leagues:embed", args=[running.address_key]))
    assert "frame-ancestors *" in embedded["Content-Security-Policy"]
    assert "script-src 'none'" in embedded["Content-Security-Policy"]
    assert "X-Frame-Options" not in embedded


def test_the_small_json_can_be_read_from_anywhere(client, running):
    response = client.get(reverse("leagues:standings_json", args=[running.address_key]))
    assert response["Access-Control-Allow-Origin"] == "*"
    table = response.json()["tables"][0]
    assert table["games"] == 2
    assert [row["place"] for row in table["rows"]] == [1, 2, 3]


def test_the_calendar_has_the_deadlines(client, groups):
    body = client.get(reverse("leagues:calendar", args=[groups.address_key])).content.decode()
    waiting = Fixture.objects.open().filter(season=groups).count()
    assert body.startswith("BEGIN:VCALENDAR\r\n")
    assert body.count("BEGIN:VEVENT") == waiting + 2


def test_the_feed_is_atom(client, groups):
    response = client.get(reverse("leagues:feed", args=[groups.address_key]))
    assert response["Content-Type"].startswith("application/atom+xml")
    assert "Result entered" in response.content.decode()


def test_the_feed_of_an_open_season_tells_its_games(client, running):
    response = client.get(reverse("leagues:feed", args=[running.address_key]))
    text = response.content.decode()
    assert text.count("/games/") == 2
    assert "Played on 8 April 2026" in text


def test_a_league_shows_its_archive_and_records(client, organiser, running, league):
    close_season(actor=organiser, season=running)
    page = client.get(league.get_absolute_url()).content.decode()
    assert "Won by" in page
    assert "Records of all seasons" in page
    assert "Best score by clan" in page


def test_leagues_stand_on_the_club_the_game_and_the_player(client, running, club):
    row = running.standings.get().rows.select_related("player").first()
    assert "Thursday League" in client.get(club.get_absolute_url()).content.decode()
    assert "Thursday League" in client.get(row.player.get_absolute_url()).content.decode()
    game = row.results[0]["game"]
    assert "Counts in" in client.get(f"/games/{game}/").content.decode()


def test_a_guest_at_a_private_clubs_table_sees_the_game_without_its_leagues(client, club, running):
    row = running.standings.get().rows.select_related("player").first()
    row.player.memberships.all().delete()
    club.visibility = "private"
    club.save()
    client.force_login(row.player.account)
    page = client.get(f"/games/{row.results[0]['game']}/")
    assert page.status_code == 200
    assert "Thursday League" not in page.content.decode()
