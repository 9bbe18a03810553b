"""Production's settings, with two bare pages beside the site's own to compare with."""

from caledonia_site.settings.prod import *  # noqa: F403

ROOT_URLCONF = "tests.load.urls"
