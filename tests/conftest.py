"""Fixtures for every test; those about databases and servers are in tests/plugins/servers.py."""

import os

import pytest
from django.conf import settings
from django.core.cache import cache
from django.utils import translation
from hypothesis import settings as limits

from caledonia_site.common.translations import compile_translations
from tests.plugins.file_data import file_data
from tests.plugins.small_disk import small_disk
from tests.plugins.tables import django_db_setup

__all__ = ["django_db_setup", "file_data", "small_disk"]

# How many examples a property is tried with where its test does not say so itself. In CI they are always the same, so
# more of them would find nothing new the next time; elsewhere always new ones: `--hypothesis-profile=thorough` looks
# longer for what nobody has thought of.
limits.register_profile("usual", max_examples=30 if "CI" in os.environ else 50)
limits.register_profile("thorough", max_examples=5_000)
limits.load_profile("usual")


def pytest_configure(config: pytest.Config) -> None:
    """Pages speak three languages in tests as well; workers of xdist find the catalogues compiled."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        for folder in settings.LOCALE_PATHS:
            compile_translations(folder)


@pytest.fixture(autouse=True)
def fresh_rate_limits() -> None:
    """What one test asked for does not count against the next."""
    cache.clear()


@pytest.fixture(autouse=True)
def no_language_is_left_behind():
    """A request speaks its reader's language to the end of its thread, which is the next test's."""
    yield
    translation.deactivate()
