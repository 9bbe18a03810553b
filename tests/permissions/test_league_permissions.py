"""Every kind of person tries every action on a league: predicate and page agree."""

import pytest
import rules

from caledonia_site.common.permissions import may
from games.clubs.enums import Role
from tests.factories.clubs import ClubFactory, member_of
from tests.factories.leagues import LeagueFactory, details, group_season
from tests.permissions.league_actions import LEAGUE_ACTIONS, LEAGUE_KINDS
from tests.permissions.people import OUTSIDERS, Circle, client_of, person_of
from tournaments.leagues.models import Division, Fixture, Group, League, Season
from tournaments.leagues.services.seasons import plan_season

pytestmark = pytest.mark.django_db


class Stage(Circle):
    """A season with a fixture; one of the club's members plays it."""

    def __init__(self, *, private, closed):
        super().__init__(visibility="private" if private else "public")
        self.add("seated", member_of(self.club))
        league = LeagueFactory(club=self.club)
        season = plan_season(actor=self.owner, league=league, details=details(enrolment="sign_up"))
        season.state = "closed" if closed else "running"
        season.save()
        group = Group.objects.create(division=Division.objects.create(season=season, level=1), number=1)
        fixture = Fixture.objects.create(
            season=season, group=group, round=1, table=1, deadline=season.ends_on
        )
        participant = season.participants.create(player=self.people["seated"].player)
        fixture.seats.create(index=0, participant=participant)
        self._things = {"club": self.club, "league": league, "season": season, "fixture": fixture}

    def thing(self, name):
        return self._things[name]._meta.default_manager.get(pk=self._things[name].pk)


@pytest.fixture(scope="module")
def stages(file_data):
    """One for each sort of league that an action is about; whatever a test changes is undone."""
    with file_data():
        sorts = {(action.private, action.closed) for action in LEAGUE_ACTIONS}
        return {(private, closed): Stage(private=private, closed=closed) for private, closed in sorts}


def test_no_permission_is_missing_from_the_table():
    ours = {name for name in rules.permissions.permissions if name.startswith("tournaments.")}
    assert ours == {action.permission for action in LEAGUE_ACTIONS}


@pytest.mark.parametrize("kind", LEAGUE_KINDS)
@pytest.mark.parametrize("action", LEAGUE_ACTIONS, ids=lambda action: action.label)
def test_pages_follow_the_predicates(stages, action, kind):
    stage = stages[action.private, action.closed]
    thing = stage.thing(action.of)
    if kind == "seated" and action.permission == "tournaments.join_season":
        # Who takes part already cannot join again, whatever they may.
        thing.participants.all().delete()
    allowed = may(stage.people[kind], action.permission, thing)
    response = getattr(stage.client_of(kind), action.method)(action.path(thing), action.data)
    if allowed:
        assert response.status_code in {200, 302}
        assert not response.headers.get("Location", "").startswith("/account/login/")
    elif action.private and kind in OUTSIDERS:
        assert response.status_code == 404
    elif kind == "visitor":
        assert response.status_code == 302
        assert response.url.startswith("/account/login/")
    else:
        assert response.status_code == 403


API_READS = [
    "leagues/?club={club}",
    "leagues/{league}/seasons/",
    "seasons/{season}/",
    "seasons/{season}/standings/",
    "seasons/{season}/fixtures/",
]


def league_and_people(visibility):
    """A league whose groups play, and one person of each kind."""
    club = ClubFactory(visibility=visibility)
    league = LeagueFactory(club=club, name="Secret League")
    season = group_season(players=4, size=4, league=league, actor=member_of(club, Role.OWNER))
    people = {kind: person_of(kind, club) for kind in LEAGUE_KINDS if kind != "seated"}
    people["seated"] = season.participants.first().player.account
    return league, season, people


def paths_of(league, season):
    keys = {"club": league.club.public_id, "league": league.public_id, "season": season.public_id}
    return [f"/api/v1/{path.format(**keys)}" for path in API_READS]


@pytest.mark.parametrize("visibility", ["public", "unlisted", "private"])
def test_the_api_follows_the_same_predicates(visibility):
    league, season, people = league_and_people(visibility)
    for kind, person in people.items():
        client = client_of(person)
        allowed = may(person, "tournaments.see_league", league)
        assert allowed is (visibility != "private" or kind not in OUTSIDERS), kind
        for path in paths_of(league, season):
            response = client.get(path)
            assert response.status_code == (200 if allowed else 404), (kind, path)
            text = response.content.decode()
            assert (league.public_id in text or season.public_id in text) is allowed, (kind, path)
            assert allowed or response["Content-Type"] == "application/problem+json"
        is_listed = visibility == "public" or kind in {*Role.values, "seated"}
        assert (league.public_id in client.get("/api/v1/leagues/").content.decode()) is is_listed, kind


def test_nobody_changes_a_league_through_the_api():
    """It is there to be read: what organisers do has its pages, whoever asks and however."""
    league, season, people = league_and_people("public")
    for kind, person in people.items():
        client = client_of(person)
        for path in paths_of(league, season):
            for method in (client.post, client.put, client.patch, client.delete):
                assert method(path, {"name": "Mine"}).status_code == 405, (kind, path)
    assert League.objects.get(pk=league.pk).name == "Secret League"
    assert Season.objects.get(pk=season.pk).name == season.name
