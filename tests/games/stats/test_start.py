"""What answers people, and what rings the bell for jobs, start without pandas: a quarter of a second and 40 MB each."""

import os
import subprocess
import sys

import pytest

WEB = """
import caledonia_site.wsgi
from django.urls import get_resolver
get_resolver().reverse_dict
"""
BEAT = """
from caledonia_site.celery import app
import celery.beat
app.loader.import_default_modules()
"""
JOBS = """
import caledonia_site.wsgi
import games.stats.services.worths
"""
TELL = "\nimport sys; print('pandas' in sys.modules, 'django' in sys.modules)"


def loaded(code):
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "caledonia_site.settings.test"}
    done = subprocess.run(
        [sys.executable, "-c", code + TELL], check=True, stdout=subprocess.PIPE, text=True, env=environment
    )
    return done.stdout.splitlines()[-1]


@pytest.mark.parametrize("code", [WEB, BEAT], ids=["web", "beat"])
def test_web_and_beat_start_without_pandas(code):
    assert loaded(code) == "False True"


def test_jobs_load_it():
    assert loaded(JOBS) == "True True"
