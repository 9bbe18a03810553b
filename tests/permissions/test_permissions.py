"""Every kind of person tries every action: predicate, page of the site and answer of the API agree."""

import json
from pathlib import Path

import pytest
import rules
from django.conf import settings
from django.contrib.messages import get_messages

from caledonia_site.common.permissions import may, require
from games.clubs.enums import Role
from games.players.models import PageVisibility
from tests.factories.clubs import ClubFactory, MembershipFactory, member_of
from tests.factories.people import PlayerFactory
from tests.permissions.actions import ACTIONS
from tests.permissions.people import KINDS, OUTSIDERS, Circle, person_of
from tests.permissions.table import KNOWN_BY, permissions_page

pytestmark = pytest.mark.django_db

ON_A_PAGE = [action for action in ACTIONS if action.has_page]
IN_A_CLUB = [action for action in ON_A_PAGE if action.permission != "clubs.create_club"]


def club_with_owner(**fields):
    club = ClubFactory(**fields)
    member_of(club, Role.OWNER)
    return club


@pytest.fixture(scope="module")
def circles(file_data):
    """A public club and a private one; whatever a test changes is undone."""
    with file_data():
        return {
            "public": Circle(visibility="public"),
            "private": Circle(visibility="private", name="Secret Traders", slug="real"),
        }


def sign_in(client, person):
    if person.is_authenticated:
        client.force_login(person)


def test_the_page_in_the_docs_is_up_to_date():
    written = (Path(settings.PROJECT_DIR) / "docs" / "permissions.md").read_text()
    assert written == permissions_page(), "run: python -m tests.permissions.table > docs/permissions.md"


def test_no_permission_is_missing_from_the_table():
    tried = {action.permission for action in ACTIONS} | {"players.see_player", "players.edit_player"}
    ours = {
        name for name in rules.permissions.permissions if name.startswith(("clubs.", "players.", "exchange."))
    }
    assert ours == tried


def test_a_misspelt_permission_is_an_error_not_a_no():
    with pytest.raises(LookupError):
        require(PlayerFactory().account, "clubs.fly", ClubFactory())


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("action", ON_A_PAGE, ids=lambda action: action.label)
def test_pages_follow_the_predicates(circles, action, kind):
    circle = circles["private" if action.private else "public"]
    thing = action.stored_thing(circle.club)
    allowed = may(circle.people[kind], action.permission, thing)

    ask = getattr(circle.client_of(kind), action.method)
    response = ask(action.path(circle.club, thing), action.data)

    if allowed:
        assert response.status_code in {200, 302}
        errors = [
            str(message) for message in get_messages(response.wsgi_request) if message.level_tag == "error"
        ]
        assert errors == []
    elif action.private and kind in OUTSIDERS and kind != "visitor":
        assert response.status_code == 404
    elif kind == "visitor":
        # Asked to sign in; a private club must look like none at all to whoever is not signed in as well.
        is_invitation_to_sign_in = response.status_code == 302 and response.url.startswith("/account/login/")
        assert is_invitation_to_sign_in or response.status_code == 404
    else:
        assert response.status_code == 403


@pytest.mark.parametrize("kind", sorted(OUTSIDERS))
@pytest.mark.parametrize("action", IN_A_CLUB, ids=lambda action: action.label)
def test_a_private_club_answers_as_if_it_did_not_exist(circles, action, kind):
    """Same status, same place to go, same words: whether the club exists or not."""
    club = circles["private"].club
    nowhere = ClubFactory.build(slug="none", public_id="zzzzzzzzzz")
    thing = action.stored_thing(club)
    ask = getattr(circles["private"].client_of(kind), action.method)
    real = ask(action.path(club, thing), action.data)
    nothing = ask(action.path(nowhere, thing), action.data)
    assert real.status_code == nothing.status_code
    assert real.status_code in {302, 404}
    assert "Secret Traders" not in real.content.decode()
    if real.status_code == 302:
        assert real.url.replace("real", "none") == nothing.url


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("visibility", ["public", "unlisted", "private"])
def test_the_api_follows_the_same_predicates(client, visibility, kind):
    club = club_with_owner(visibility=visibility, name="Secret Traders")
    person = person_of(kind, club)
    sign_in(client, person)
    allowed = may(person, "clubs.see_club", club)
    for path in (f"/api/v1/clubs/{club.public_id}/", f"/api/v1/clubs/{club.public_id}/members/"):
        response = client.get(path)
        assert response.status_code == (200 if allowed else 404)
        if not allowed:
            assert response["Content-Type"] == "application/problem+json"
            assert json.loads(response.content)["code"] == "not_found"
            assert "Secret" not in response.content.decode()
    is_listed = visibility == "public" or kind in Role.values
    for path in ("/api/v1/clubs/", "/api/v1/clubs/?search=secret"):
        assert (club.public_id in client.get(path).content.decode()) is is_listed
    assert ("Secret Traders" in client.get("/clubs/?search=secret").content.decode()) is is_listed


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("visibility", PageVisibility.values)
def test_a_name_is_known_to_the_same_people_everywhere(client, visibility, kind):
    club = club_with_owner()
    player = PlayerFactory(name="Morag Innes", visibility=visibility)
    MembershipFactory(club=club, player=player)
    person = person_of(kind, club)
    sign_in(client, person)
    known = kind in KNOWN_BY[visibility]
    assert may(person, "players.see_player", player) is known
    for path in (
        club.get_absolute_url(),
        f"/api/v1/clubs/{club.public_id}/members/",
        "/api/v1/players/",
        "/api/v1/players/?search=morag",
    ):
        body = client.get(path).content.decode()
        assert ("Morag Innes" in body) is known, path
        assert (player.public_id in body) is known, path
    for path in (player.get_absolute_url(), f"/api/v1/players/{player.public_id}/"):
        response = client.get(path)
        assert response.status_code == (200 if known else 404)
        assert ("Morag" in response.content.decode()) is known


@pytest.mark.parametrize("kind", KINDS)
def test_nobody_edits_somebody_elses_player(client, kind):
    club = club_with_owner()
    player = PlayerFactory()
    MembershipFactory(club=club, player=player)
    assert not may(person_of(kind, club), "players.edit_player", player)
    assert may(player.account, "players.edit_player", player)
