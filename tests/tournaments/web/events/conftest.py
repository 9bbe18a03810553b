"""What tests of tournaments' pages share."""

import pytest
from django.urls import reverse


@pytest.fixture
def signed_in(client, organiser):
    client.force_login(organiser)
    return organiser


@pytest.fixture
def address():
    """Of a page of a tournament, by its name."""

    def of(event, name, *more):
        return reverse(f"events:{name}", args=[event.address_key, *more])

    return of
