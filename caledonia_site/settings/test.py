"""Settings of the test suite; the database and the broker come from the environment the tests prepare."""

from caledonia_site.settings.base import *
from caledonia_site.settings.base import DATA_DIR, DATABASES, POSTGRES_OPTIONS, SQLITE_OPTIONS

SECRET_KEY = "only-for-tests"  # noqa: S105
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
# Another one than requests of tests name.
PUBLIC_URL = "https://caledonia.example"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
STYLEGUIDE_IS_PUBLIC = True
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True

# A pool keeps connections open across tests, which would keep the test database from being dropped.
if DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql":
    DATABASES["default"]["OPTIONS"] = {k: v for k, v in POSTGRES_OPTIONS.items() if k != "pool"}
else:
    # The live server of the browser tests shares the database between threads: a file, not memory.
    DATABASES["default"]["OPTIONS"] = SQLITE_OPTIONS
    # As pools above.
    DATABASES["default"]["CONN_MAX_AGE"] = 0
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}

# Tasks run at once, in the process that asks for them; where timing matters, tests start a real worker.
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True
