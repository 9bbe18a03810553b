"""The embedded default of `make run`: one machine, SQLite, the file broker, nothing to install."""

import sys

from caledonia_site.settings import environment as env
from caledonia_site.settings.base import *
from caledonia_site.settings.base import DATA_DIR, MIDDLEWARE
from caledonia_site.settings.private_files import keep_private
from caledonia_site.settings.secret import kept_secret

DEBUG = env.flag("DEBUG", default=False)
SECRET_KEY = kept_secret(DATA_DIR / "secret-key")
keep_private(DATA_DIR, command="".join(sys.argv[1:2]))
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", *env.words("ALLOWED_HOSTS", [])]
if env.text("HOST", "127.0.0.1") not in {"127.0.0.1", "localhost", "::1"}:
    # Opened to the phones of the same network, which know this machine by names we cannot know.
    ALLOWED_HOSTS = ["*"]
STYLEGUIDE_IS_PUBLIC = True

# Where links of e-mails lead: this machine, unless it is told by which name others know it.
_host, _port = env.text("HOST", "127.0.0.1"), env.text("PORT", "8000")
PUBLIC_URL = env.origin("PUBLIC_URL", f"http://{env.shown_host(_host)}:{_port}")

# Files come straight from the source folders: no collecting before the first page.
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG
_before_static_files = MIDDLEWARE.index("whitenoise.middleware.WhiteNoiseMiddleware")
MIDDLEWARE = [
    *MIDDLEWARE[:_before_static_files],
    "caledonia_site.common.middleware.compress_static_files",
    *MIDDLEWARE[_before_static_files:],
]
