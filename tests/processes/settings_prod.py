"""Production's settings, with jobs that a test can hold."""

from caledonia_site.settings.prod import *  # noqa: F403
from caledonia_site.settings.prod import INSTALLED_APPS, STORAGES

INSTALLED_APPS = [*INSTALLED_APPS, "tests.processes"]
# Collecting and hashing static files takes long and is not the subject here.
STORAGES = STORAGES | {
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
