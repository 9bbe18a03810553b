"""Behind the site only its staff may look."""

import pytest
from django.test import Client

from caledonia_site.common.permissions import may
from caledonia_site.operations.rules import OPERATE
from tests.factories.clubs import ClubFactory
from tests.permissions.people import KINDS, person_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("method", "path"), [("get", "/operations/"), ("post", "/operations/retry/")])
def test_pages_follow_the_predicate(client, kind, method, path):
    person = person_of(kind, ClubFactory())
    if person.is_authenticated:
        client.force_login(person)
    allowed = may(person, OPERATE)
    assert allowed is (kind == "site staff")
    answer = getattr(client, method)(path)
    if allowed:
        assert answer.status_code == (200 if method == "get" else 302)
    elif kind == "visitor":
        assert answer.status_code == 302
        assert answer.url.startswith("/account/login/")
    else:
        assert answer.status_code == 403
    has_link = 'href="/operations/"' in client.get("/").content.decode()
    assert has_link is allowed


def test_a_form_from_elsewhere_is_refused():
    client = Client(enforce_csrf_checks=True)
    client.force_login(person_of("site staff", ClubFactory()))
    assert client.post("/operations/retry/").status_code == 403
