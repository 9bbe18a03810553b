"""The embedded default of `make run`: one machine, SQLite, the file broker, nothing to install."""

from caledonia_site.settings import environment as env
from caledonia_site.settings.base import *
from caledonia_site.settings.base import DATA_DIR
from caledonia_site.settings.secret import kept_secret

DEBUG = env.flag("DEBUG", default=False)
SECRET_KEY = kept_secret(DATA_DIR / "secret-key")
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", *env.words("ALLOWED_HOSTS", [])]
if env.text("HOST", "127.0.0.1") not in {"127.0.0.1", "localhost", "::1"}:
    # Opened to the phones of the same network, which know this machine by names we cannot know.
    ALLOWED_HOSTS = ["*"]
STYLEGUIDE_IS_PUBLIC = True

# Files come straight from the source folders: no collecting before the first page.
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG
