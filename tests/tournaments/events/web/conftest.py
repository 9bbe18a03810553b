"""What tests of tournaments' pages share."""

import pytest
from django.urls import reverse

from tests.factories.events import event_of


@pytest.fixture
def signed_in(client, organiser):
    client.force_login(organiser)
    return organiser


@pytest.fixture
def event(club, signed_in):
    return event_of(club=club, actor=signed_in, players=8, round_minutes=90)


@pytest.fixture
def address():
    """Of a page of a tournament, by its name."""

    def of(event, name, *more):
        return reverse(f"events:{name}", args=[event.address_key, *more])

    return of
