"""Composition root of Caledonia: settings, addresses, processes; everything else lives in the apps."""

from caledonia_site.celery import app as celery_app
from scoring import __version__

__all__ = ["__version__", "celery_app"]
