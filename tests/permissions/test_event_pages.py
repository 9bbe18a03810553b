"""Every kind of person opens every page of the organisers: predicate and page agree."""

import pytest
from django.urls import reverse

from caledonia_site.common.permissions import may
from tests.factories.events import event_of, posted_round
from tests.permissions.event_actions import EVENT_KINDS
from tests.permissions.event_pages import EVENT_PAGES, NAMING_A_GAME
from tests.permissions.people import OUTSIDERS, Circle
from tournaments.events.enums import EventState
from tournaments.events.models import Event
from tournaments.events.web.organise.urls import urlpatterns

pytestmark = pytest.mark.django_db


class Stage(Circle):
    """A running tournament with a published round."""

    def __init__(self, *, visibility):
        super().__init__(visibility=visibility)
        self.event = event_of(players=4, club=self.club)
        self.table = posted_round(self.event).tables.get()
        self.participant = self.event.participants.last()
        self.add("player", self.event.participants.first().player.account)

    def path_of(self, page):
        of = {
            "": (),
            "round": (1,),
            "number": (1,),
            "participant": (self.participant.public_id,),
            "table": (self.table.public_id,),
        }[page.of]
        return reverse(f"events:{page.name}", args=[self.event.address_key, *of, *page.more])

    def asked(self, client, page):
        ask = client.post if page.posts else client.get
        return ask(self.path_of(page))


@pytest.fixture(scope="module")
def stages(file_data):
    """Whatever a test changes is undone."""
    with file_data():
        return {visibility: Stage(visibility=visibility) for visibility in ("public", "private")}


@pytest.fixture
def stage(stages):
    return stages["public"]


@pytest.fixture
def event(stage):
    return Event.objects.get(pk=stage.event.pk)


def test_no_page_is_missing_from_the_table():
    names = {pattern.name for pattern in urlpatterns} - {"new"}
    assert names == {page.name for page in [*EVENT_PAGES, *NAMING_A_GAME]}


@pytest.mark.parametrize("kind", EVENT_KINDS)
def test_pages_follow_the_predicates(stage, event, kind):
    client, person = stage.client_of(kind), stage.people[kind]
    for page in [*EVENT_PAGES, *NAMING_A_GAME]:
        event.state = EventState.FINISHED if page.finished else EventState.RUNNING
        event.save()
        allowed = may(person, page.permission, event)
        response = stage.asked(client, page)
        if allowed:
            expected = {404} if page in NAMING_A_GAME else {200, 302}
            assert response.status_code in expected, page
            assert not response.headers.get("Location", "").startswith("/account/login/"), page
        elif kind == "visitor":
            assert response.url.startswith("/account/login/"), page
        else:
            assert response.status_code == 403, page


@pytest.mark.parametrize("kind", sorted(OUTSIDERS - {"visitor"}))
def test_a_private_club_s_tournament_does_not_exist_for_outsiders(stages, kind):
    stage = stages["private"]
    client = stage.client_of(kind)
    for page in EVENT_PAGES:
        assert stage.asked(client, page).status_code == 404, page


@pytest.mark.parametrize("kind", EVENT_KINDS)
def test_setting_one_up(stage, kind):
    response = stage.client_of(kind).get(reverse("events:new", args=[stage.club.slug]))
    if may(stage.people[kind], "events.create_event", stage.club):
        assert response.status_code == 200
    else:
        assert response.status_code == (302 if kind == "visitor" else 403)
