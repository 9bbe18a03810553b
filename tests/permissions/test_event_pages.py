"""Every kind of person opens every page of the organisers: predicate and page agree."""

import pytest
from django.urls import reverse

from caledonia_site.common.permissions import may
from tests.factories.clubs import ClubFactory
from tests.factories.events import event_of, posted_round
from tests.permissions.event_actions import EVENT_KINDS
from tests.permissions.event_pages import EVENT_PAGES, NAMING_A_GAME
from tests.permissions.people import OUTSIDERS, person_of
from tournaments.event_enums import EventState
from tournaments.web.events.organising_urls import urlpatterns

pytestmark = pytest.mark.django_db


def staged(kind, *, visibility="public"):
    """A running tournament with a published round, and the person of that kind."""
    club = ClubFactory(visibility=visibility)
    event = event_of(players=4, club=club)
    posted_round(event)
    person = event.entries.first().player.account if kind == "player" else person_of(kind, club)
    return event, person


def path_of(page, event):
    of = {
        "": (),
        "round": (1,),
        "number": (1,),
        "entry": (event.entries.last().public_id,),
        "table": (event.rounds.get().tables.get().public_id,),
    }[page.of]
    return reverse(f"events:{page.name}", args=[event.address_key, *of, *page.more])


def asked(client, page, event):
    ask = client.post if page.posts else client.get
    return ask(path_of(page, event))


def test_no_page_is_missing_from_the_table():
    names = {pattern.name for pattern in urlpatterns} - {"new"}
    assert names == {page.name for page in [*EVENT_PAGES, *NAMING_A_GAME]}


@pytest.mark.parametrize("kind", EVENT_KINDS)
def test_pages_follow_the_predicates(client, kind):
    event, person = staged(kind)
    if person.is_authenticated:
        client.force_login(person)
    for page in [*EVENT_PAGES, *NAMING_A_GAME]:
        event.state = EventState.FINISHED if page.finished else EventState.RUNNING
        event.save()
        allowed = may(person, page.permission, event)
        response = asked(client, page, event)
        if allowed:
            expected = {404} if page in NAMING_A_GAME else {200, 302}
            assert response.status_code in expected, page
            assert not response.headers.get("Location", "").startswith("/account/login/"), page
        elif kind == "visitor":
            assert response.url.startswith("/account/login/"), page
        else:
            assert response.status_code == 403, page


@pytest.mark.parametrize("kind", sorted(OUTSIDERS - {"visitor"}))
def test_a_private_club_s_tournament_does_not_exist_for_outsiders(client, kind):
    event, person = staged(kind, visibility="private")
    client.force_login(person)
    for page in EVENT_PAGES:
        assert asked(client, page, event).status_code == 404, page


@pytest.mark.parametrize("kind", EVENT_KINDS)
def test_setting_one_up(client, kind):
    event, person = staged(kind)
    if person.is_authenticated:
        client.force_login(person)
    response = client.get(reverse("events:new", args=[event.club.slug]))
    if may(person, "events.create_event", event.club):
        assert response.status_code == 200
    else:
        assert response.status_code == (302 if kind == "visitor" else 403)
