"""What is running here."""

import platform

import celery
import django
from django.db import connection

from caledonia_site import __version__


def versions() -> dict[str, str]:
    """Names and versions of the site and of what it stands on."""
    database = ".".join(str(part) for part in connection.get_database_version())
    return {
        "Caledonia": __version__,
        "Python": platform.python_version(),
        "Django": django.get_version(),
        "Celery": celery.__version__,
        connection.display_name: database,
    }
