"""Composition root of Caledonia: settings, addresses, processes; everything else lives in the apps."""

from caledonia_site.celery import app as celery_app

__version__ = "0.1.0"
__all__ = ["celery_app"]
