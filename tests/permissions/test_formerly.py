"""Rights follow what somebody is now: whoever lost one is answered as somebody who never had it, in a browser that was
signed in before as well.
"""

import pytest

from caledonia_site.common.permissions import may
from games.clubs.enums import Role
from games.results.services.results import Person
from tests.factories.clubs import member_of
from tests.factories.games import recorded_game
from tests.permissions.actions import ACTIONS
from tests.permissions.event_actions import EVENT_ACTIONS
from tests.permissions.formerly import FORMERLY, GONE, before, lose, undone
from tests.permissions.game_actions import GAME_ACTIONS
from tests.permissions.league_actions import LEAGUE_ACTIONS
from tests.permissions.people import Circle, person_of
from tests.permissions.test_event_permissions import stage_of
from tests.permissions.test_league_permissions import Stage

pytestmark = pytest.mark.django_db
# What is there for everybody would only tell that both may do it.
OF_CLUBS = [one for one in ACTIONS if one.has_page and one.permission != "clubs.create_club"]
OF_GAMES = [one for one in GAME_ACTIONS if not one.without_club]
SWITCHED_OFF = [way for way, now in FORMERLY.items() if now == "visitor"]
HAD_MOST = {
    "left as owner", "removed as owner", "owner, now scorekeeper", "site staff, now nobody", "owner, switched off",
}  # fmt: skip


@pytest.fixture(scope="module")
def circles(file_data):
    with file_data():
        return {True: Circle(visibility="private"), False: Circle(visibility="public")}


@pytest.fixture(scope="module")
def stages(file_data):
    with file_data():
        sorts = {(action.private, action.closed) for action in LEAGUE_ACTIONS}
        return {sort: Stage(private=sort[0], closed=sort[1]) for sort in sorts}


class Formerly:
    """Somebody who lost what they had in the club of a circle; their browser was signed in before."""

    def __init__(self, way, circle):
        self.club = again(circle.club)
        self.account = before(way, self.club)
        circle.add(way, self.account)
        self.client = circle.client_of(way)
        self._circle, self._way, self._now = circle, way, FORMERLY[way]

    def lose(self):
        lose(self._way, self.account, self.club, self._circle.owner)

    def status(self, action, path, data, client=None):
        with undone():
            return getattr(client or self.client, action.method)(path, data).status_code

    def is_answered_alike(self, action, thing):
        people = (self.account, self._circle.people[self._now])
        answers = [may(one, action.permission, again(thing)) for one in people]
        assert answers[0] is answers[1], action.label

    def gets_the_same_page(self, action, path, data):
        """Opened by those who had most: which page goes with which predicate is tried for every kind of person."""
        if self._way in HAD_MOST:
            other = self._circle.client_of(self._now)
            assert self.status(action, path, data) == self.status(action, path, data, other), action.label


@pytest.mark.parametrize("way", FORMERLY)
def test_in_a_club(circles, way):
    for private, circle in circles.items():
        former = Formerly(way, circle)
        former.lose()
        for action in (one for one in OF_CLUBS if one.private == private):
            thing = action.stored_thing(circle.club)
            former.is_answered_alike(action, thing)
            former.gets_the_same_page(action, action.path(circle.club, thing), action.data)


@pytest.mark.parametrize("way", FORMERLY)
def test_with_a_game_of_others(circles, way):
    for private, circle in circles.items():
        former = Formerly(way, circle)
        game = recorded_game(club=former.club)
        former.lose()
        for action in (one for one in OF_GAMES if one.private == private):
            thing = circle.club if action.of_club else game
            former.is_answered_alike(action, thing)
            if action.name:
                former.gets_the_same_page(action, action.path(game, circle.club), {"version": 1})


@pytest.mark.parametrize("way", GONE)
def test_with_a_game_they_recorded_and_sat_at(circles, way):
    """Their own word stays theirs, and so does the result it is about; of a switched off account nothing does."""
    kept = (
        {"games.see_game", "games.see_objections", "games.judge_game"} if way not in SWITCHED_OFF else set()
    )
    for circle in circles.values():
        former = Formerly(way, circle)
        game = recorded_game(
            Person(player=former.account.player),
            Person(name="Rory"),
            club=former.club,
            recorder=former.account,
        )
        former.lose()
        for action in (one for one in OF_GAMES if not one.of_club):
            if action.permission in kept:
                assert may(former.account, action.permission, again(game)), action.label
                answers = {200}
            else:
                former.is_answered_alike(action, game)
                answers = {302, 404} if way in SWITCHED_OFF else {403}
            if action.name and not (action.permission == "games.see_game" and way in SWITCHED_OFF):
                given = former.status(action, action.path(game, circle.club), {"version": 1})
                assert given in answers | ({403} if way in SWITCHED_OFF else set()), action.label


@pytest.mark.parametrize("way", FORMERLY)
def test_in_a_league(stages, way):
    for sort, stage in stages.items():
        former = Formerly(way, stage)
        former.lose()
        for action in (one for one in LEAGUE_ACTIONS if (one.private, one.closed) == sort):
            former.is_answered_alike(action, stage.thing(action.of))
            former.gets_the_same_page(action, action.path(stage.thing(action.of)), action.data)


@pytest.mark.parametrize("action", EVENT_ACTIONS, ids=lambda action: action.label)
def test_in_a_tournament(action):
    stage, _person = stage_of(action, "stranger")
    owner, thing = member_of(stage.club, Role.OWNER), getattr(stage, action.of)
    for way, now in FORMERLY.items():
        with undone():
            person = before(way, stage.club)
            lose(way, person, stage.club, owner)
            asked = [
                may(one, action.permission, again(thing)) for one in (person, person_of(now, stage.club))
            ]
            assert asked[0] is asked[1], way


@pytest.mark.parametrize("action", EVENT_ACTIONS, ids=lambda action: action.label)
@pytest.mark.parametrize("way", ["left as member", "removed as member"])
def test_at_a_tournament_they_play_in(action, way):
    """On the list and at the table, and no more in the club: what is left is to come off the list."""
    stage, person = stage_of(action, "player")
    lose(way, person, stage.club, member_of(stage.club, Role.OWNER))
    thing, stranger = getattr(stage, action.of), person_of("stranger", stage.club)
    own = action.permission == "events.answer_for_entry"
    assert may(person, action.permission, again(thing)) is (
        own or may(stranger, action.permission, again(thing))
    )


def again(thing):
    """As the next request finds it: roles that were asked for are forgotten."""
    return type(thing)._default_manager.get(pk=thing.pk)
