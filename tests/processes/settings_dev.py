"""The embedded default, with jobs that a test can hold."""

from caledonia_site.settings.dev import *  # noqa: F403
from caledonia_site.settings.dev import INSTALLED_APPS

# Last, so that it takes the place of the topic that `games` has registered by then.
INSTALLED_APPS = [*INSTALLED_APPS, "tests.processes"]
