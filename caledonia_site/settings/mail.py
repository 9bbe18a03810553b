"""Which way the site's e-mails go out."""

from typing import Any, NamedTuple

import environ
from django.core.exceptions import ImproperlyConfigured

from caledonia_site.settings.environment import PREFIX, SettingError

# Django's own name for it, and the ports where an encrypted connection usually begins.
SMTP = "django.core.mail.backends.smtp.EmailBackend"
PORT_WITHOUT_TLS = 25
PORT_WITH_TLS = 587


class MailServer(NamedTuple):
    host: str
    port: int
    user: str
    password: str
    uses_tls: bool


def mail_server_for(address: str) -> MailServer:
    """From an address such as smtp+tls://user:password@host:587."""
    try:
        config: dict[str, Any] = environ.Env().email_url_config(address)
    except (ValueError, KeyError, ImproperlyConfigured):
        config = {}
    if config.get("EMAIL_BACKEND") != SMTP or not config.get("EMAIL_HOST"):
        # The value may hold a password, so it is not repeated.
        raise SettingError(
            f"the setting {PREFIX}EMAIL_URL is no mail server: write smtp+tls://user:password@host:587."
        )
    uses_tls = bool(config.get("EMAIL_USE_TLS"))
    return MailServer(
        host=config["EMAIL_HOST"],
        port=config.get("EMAIL_PORT") or (PORT_WITH_TLS if uses_tls else PORT_WITHOUT_TLS),
        user=config.get("EMAIL_HOST_USER") or "",
        password=config.get("EMAIL_HOST_PASSWORD") or "",
        uses_tls=uses_tls,
    )
