"""For servers that speak ASGI; the site itself is synchronous and faster behind WSGI."""

import os

from django.core.asgi import get_asgi_application

from caledonia_site.common.database import refuse_newer_database

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "caledonia_site.settings.prod")
application = get_asgi_application()
refuse_newer_database()
