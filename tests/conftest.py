"""Fixtures for every test; those about databases and servers are in tests/plugins/servers.py."""

import os

import pytest
from django.conf import settings
from django.core.cache import cache

from caledonia_site.common.translations import compile_translations


def pytest_configure(config: pytest.Config) -> None:
    """Pages speak three languages in tests as well; workers of xdist find the catalogues compiled."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        for folder in settings.LOCALE_PATHS:
            compile_translations(folder)


@pytest.fixture(autouse=True)
def fresh_rate_limits() -> None:
    """What one test asked for does not count against the next."""
    cache.clear()
