import logging

import pytest

from caledonia_site.common.api.throttling import FixedWindowRate
from tests.security.world import World


@pytest.fixture(scope="module")
def public_world(file_data):
    """Whose people may ask as often as a test likes."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("most_of_an_account", "most_of_a_visitor"):
            patch.setattr(FixedWindowRate, name, 1_000_000)
        # Thousands of refusals are what these tests ask for; the log of each costs more than the answer.
        patch.setattr(logging.root.manager, "disable", logging.CRITICAL)
        with file_data():
            made = World("public")
        yield made


@pytest.fixture
def world(db, public_world):
    """A public club with one of everything; whatever a test changes is undone."""
    return public_world
