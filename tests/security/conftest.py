import logging

import pytest

from caledonia_site.common.api_throttling import FixedWindowRate
from tests.security.world import World


@pytest.fixture
def world(db, monkeypatch):
    """A public club with one of everything, whose people may ask as often as a test likes."""
    return _quiet(monkeypatch, "public")


@pytest.fixture
def private_world(db, monkeypatch):
    return _quiet(monkeypatch, "private")


def _quiet(monkeypatch, visibility):
    for name in ("most_of_an_account", "most_of_a_visitor"):
        monkeypatch.setattr(FixedWindowRate, name, 1_000_000)
    # Thousands of refusals are what these tests ask for; the log of each costs more than the answer.
    monkeypatch.setattr(logging.root.manager, "disable", logging.CRITICAL)
    return World(visibility)
