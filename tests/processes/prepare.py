"""Run with a site's environment: makes its tables and a staff account, prints the key of that one's session."""

import django

django.setup()

from importlib import import_module  # noqa: E402

from django.conf import settings  # noqa: E402
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY  # noqa: E402

from games.players.models import User  # noqa: E402
from tests.processes.tables import make_tables  # noqa: E402

make_tables()
# Nobody signs in: to keep a password as production does costs half a second.
staff = User.objects.create_superuser("staff@example.com")
session = import_module(settings.SESSION_ENGINE).SessionStore()
session[SESSION_KEY] = str(staff.pk)
session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
session[HASH_SESSION_KEY] = staff.get_session_auth_hash()
session.save()
print(session.session_key)
