"""The entry point of the web server (granian in WSGI mode)."""

import gc
import os
from importlib import import_module

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from caledonia_site.common.database import refuse_newer_database
from games.sheets.compiler.script import rules_script

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "caledonia_site.settings.prod")
application = get_wsgi_application()
refuse_newer_database()
# All pages are loaded, and the rules compiled for browsers, before the first visitor asks. What is there then stays and
# is no garbage: to look through it held up a page for 150 ms now and then.
import_module(settings.ROOT_URLCONF)
rules_script()
gc.collect()
gc.freeze()
