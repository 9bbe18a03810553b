"""The entry point of the web server (granian in WSGI mode)."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "caledonia_site.settings.prod")
application = get_wsgi_application()
