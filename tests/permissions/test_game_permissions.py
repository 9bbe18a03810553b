"""Every kind of person tries every action on a game: predicate and page agree."""

import pytest
import rules

from caledonia_site.common.permissions import may
from games.models import Game
from games.services.results import Person
from tests.factories.games import recorded_game
from tests.factories.people import PlayerFactory
from tests.permissions.game_actions import GAME_ACTIONS, GAME_KINDS
from tests.permissions.people import Circle

pytestmark = pytest.mark.django_db
ON_A_PAGE = [action for action in GAME_ACTIONS if action.name]


class Table(Circle):
    """A game that one person without a role in the club sat at, and another recorded."""

    def __init__(self, *, private, without_club):
        super().__init__(visibility="private" if private else "public")
        for kind in ("seated", "recorder"):
            self.add(kind, PlayerFactory().account)
        self.game = recorded_game(
            Person(player=self.people["seated"].player),
            Person(name="Rory"),
            club=None if without_club else self.club,
            recorder=self.people["recorder"],
        )


@pytest.fixture(scope="module")
def tables(file_data):
    """One for each sort of game that an action is about; whatever a test changes is undone."""
    with file_data():
        sorts = {(action.private, action.without_club) for action in ON_A_PAGE}
        return {
            (private, without): Table(private=private, without_club=without) for private, without in sorts
        }


def test_no_permission_is_missing_from_the_table():
    ours = {name for name in rules.permissions.permissions if name.startswith("games.")}
    assert ours == {action.permission for action in GAME_ACTIONS}


@pytest.mark.parametrize("kind", GAME_KINDS)
@pytest.mark.parametrize("action", ON_A_PAGE, ids=lambda action: action.label)
def test_pages_follow_the_predicates(tables, action, kind):
    table = tables[action.private, action.without_club]
    game = Game.objects.get(pk=table.game.pk)
    allowed = may(table.people[kind], action.permission, table.club if action.of_club else game)
    ask = getattr(table.client_of(kind), action.method)
    response = ask(action.path(game, table.club), {"version": 1})
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
