"""Every kind of person tries every action on a game: predicate and page agree."""

import pytest
import rules

from caledonia_site.common.permissions import may
from games.clubs.enums import Role
from games.services.results import Person
from tests.factories.clubs import ClubFactory, member_of
from tests.factories.games import recorded_game
from tests.factories.people import PlayerFactory
from tests.permissions.game_actions import GAME_ACTIONS, GAME_KINDS
from tests.permissions.people import person_of

pytestmark = pytest.mark.django_db
ON_A_PAGE = [action for action in GAME_ACTIONS if action.name]


def table_of(action, kind):
    """A game, its club, and the person of that kind."""
    club = ClubFactory(visibility="private" if action.private else "public")
    member_of(club, Role.OWNER)
    special = kind in {"seated", "recorder"}
    person = PlayerFactory().account if special else person_of(kind, club)
    seated = Person(player=person.player) if kind == "seated" else Person(name="Ailsa")
    game = recorded_game(
        seated,
        Person(name="Rory"),
        club=None if action.without_club else club,
        recorder=person if kind == "recorder" else PlayerFactory().account,
    )
    return game, club, person


def test_no_permission_is_missing_from_the_table():
    ours = {name for name in rules.permissions.permissions if name.startswith("games.")}
    assert ours == {action.permission for action in GAME_ACTIONS}


@pytest.mark.parametrize("kind", GAME_KINDS)
@pytest.mark.parametrize("action", ON_A_PAGE, ids=lambda action: action.label)
def test_pages_follow_the_predicates(client, action, kind):
    game, club, person = table_of(action, kind)
    allowed = may(person, action.permission, club if action.of_club else game)
    if person.is_authenticated:
        client.force_login(person)
    response = getattr(client, action.method)(action.path(game, club), {"version": 1})
    if allowed:
        assert response.status_code in {200, 302}
        assert not response.headers.get("Location", "").startswith("/account/login/")
    elif action.permission == "games.see_game":
        assert response.status_code == 404
    elif kind == "visitor":
        is_invitation_to_sign_in = response.status_code == 302 and response.url.startswith("/account/login/")
        assert is_invitation_to_sign_in or response.status_code == 403
    else:
        assert response.status_code == 403
