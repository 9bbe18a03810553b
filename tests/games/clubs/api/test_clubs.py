"""What programs read about clubs and players."""

import pytest
from rest_framework.exceptions import Throttled, ValidationError

from caledonia_site.common.api.errors import problem_response
from games.clubs.enums import Role
from games.clubs.services.locks import LastOwnerError
from tests.factories.clubs import ClubFactory, GuestMembershipFactory, MembershipFactory, member_of
from tests.factories.people import PlayerFactory

pytestmark = pytest.mark.django_db


def test_a_club_as_a_member_sees_it(client):
    club = ClubFactory(name="Leith Traders", town="Edinburgh", slug="leith-traders")
    client.force_login(member_of(club, Role.SCOREKEEPER))
    assert client.get(f"/api/v1/clubs/{club.public_id}/").json() == {
        "public_id": club.public_id,
        "name": "Leith Traders",
        "town": "Edinburgh",
        "time_zone": "UTC",
        "language": "en",
        "description": "",
        "visibility": "public",
        "member_count": 1,
        "role": "scorekeeper",
        "url": "http://testserver/clubs/leith-traders/",
    }


def test_members_with_and_without_a_name(client):
    club = ClubFactory()
    ann = MembershipFactory(club=club, role=Role.OWNER)
    GuestMembershipFactory(club=club)
    [first, second] = client.get(f"/api/v1/clubs/{club.public_id}/members/").json()["results"]
    assert first["player"]["public_id"] == ann.player.public_id
    assert first["player"]["url"].endswith(ann.player.get_absolute_url())
    assert second["player"] == {"public_id": None, "name": "a player", "url": None}


def test_lists_go_on_by_cursor_without_doubles(client):
    players = {PlayerFactory(name=f"Ann {number:02}").public_id for number in range(7)}
    address, listed = "/api/v1/players/?page_size=3", []
    while address:
        page = client.get(address).json()
        listed += [row["public_id"] for row in page["results"]]
        address = page["next"]
    assert len(listed) == 7
    assert set(listed) == players


@pytest.mark.parametrize("path", ["clubs/", "clubs/{club}/members/", "players/", "players/?search=ann"])
def test_public_lists_have_a_limit(client, path):
    """What the answer says: so many a minute, and one fewer with each."""
    address = f"/api/v1/{path.format(club=ClubFactory().public_id)}"
    left = [int(client.get(address).headers["RateLimit-Remaining"]) for _ in range(2)]
    # The minute may turn between the two.
    assert left[0] - left[1] == 1 or left[0] == left[1]


def test_search_completes_names(client):
    emile = PlayerFactory(name="Émile Roy")
    PlayerFactory(name="Una")
    [player] = client.get("/api/v1/players/?search=emi").json()["results"]
    assert player["public_id"] == emile.public_id


@pytest.mark.parametrize(
    "path", ["/api/v1/clubs/nothing/", "/api/v1/clubs/nothing/members/", "/api/v1/players/x/"]
)
def test_what_is_not_there_is_a_problem_with_a_code(client, path):
    response = client.get(path)
    assert response.status_code == 404
    assert response["Content-Type"] == "application/problem+json"
    assert response.json()["code"] == "not_found"


def test_a_broken_cursor_is_a_problem_with_a_code(client):
    response = client.get("/api/v1/players/?cursor=abc")
    assert response.status_code == 404
    assert response.json()["code"] == "not_found"


def test_nothing_can_be_written_here(client):
    response = client.post("/api/v1/clubs/", {"name": "x"}, content_type="application/json")
    assert response.status_code in {403, 405}
    assert response["Content-Type"] == "application/problem+json"


class TestProblems:
    def test_errors_of_services_keep_their_code(self):
        response = problem_response(LastOwnerError(), {})
        assert (response.status_code, response.data["code"]) == (409, "last_owner")
        assert "owner" in response.data["detail"]

    def test_every_wrong_field_is_named_however_deep(self):
        error = ValidationError({"name": ["Missing."], "seats": [{}, {"glory": ["Too much."]}]})
        response = problem_response(error, {})
        assert [(wrong["path"], wrong["detail"]) for wrong in response.data["errors"]] == [
            ("name", "Missing."),
            ("seats[1].glory", "Too much."),
        ]

    def test_a_limit_says_when_to_come_back(self):
        assert problem_response(Throttled(wait=12.5), {})["Retry-After"] == "13"

    def test_our_own_mistakes_are_not_dressed_up(self):
        assert problem_response(KeyError("x"), {}) is None
