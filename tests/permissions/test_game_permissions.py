"""Every kind of person tries every action on a game: predicate and page agree."""

import pytest
import rules

from caledonia_site.common.permissions import may
from games.clubs.enums import Role
from games.clubs.models import Membership
from games.clubs.services.members import change_role, leave_club
from games.results.models import Game
from games.results.services.results import Person
from tests.factories.clubs import member_of
from tests.factories.games import recorded_game
from tests.factories.people import PlayerFactory
from tests.permissions.game_actions import GAME_ACTIONS, GAME_KINDS, RECORDERS
from tests.permissions.people import Circle

pytestmark = pytest.mark.django_db
ON_A_PAGE = [action for action in GAME_ACTIONS if action.name]


class Table(Circle):
    """Games that a member recorded, and one who has left since; somebody from outside the club sat at both."""

    def __init__(self, *, private, without_club):
        super().__init__(visibility="private" if private else "public")
        self.add("seated", PlayerFactory().account)
        self.games = {}
        for kind in RECORDERS:
            self.add(kind, member_of(self.club, Role.SCOREKEEPER))
            self.games[kind] = recorded_game(
                Person(player=self.people["seated"].player),
                Person(name="Rory"),
                club=None if without_club else self.club,
                recorder=self.people[kind],
            )
        change_role(actor=self.owner, membership=_membership(self, "recorder"), role=Role.MEMBER)
        leave_club(actor=self.people["former recorder"], club=self.club)

    def game_for(self, kind):
        """Theirs, or one of somebody else."""
        return Game.objects.get(pk=self.games.get(kind, self.games["recorder"]).pk)


def _membership(table, kind):
    return Membership.objects.get(club=table.club, player__account=table.people[kind])


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
    game = table.game_for(kind)
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
