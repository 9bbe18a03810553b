"""Production: PostgreSQL, Redis, TLS in front; everything secret comes from the environment."""

import os

from caledonia_site.settings import environment as env
from caledonia_site.settings.base import *
from caledonia_site.settings.base import DATA_DIR, METRICS_TOKEN, REST_FRAMEWORK, STORAGES
from caledonia_site.settings.mail import mail_server_for

SECRET_KEY = env.required("SECRET_KEY", "a long random text that signs cookies and links")
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", [])
if not ALLOWED_HOSTS:
    raise env.SettingError(
        "the setting CALEDONIA_ALLOWED_HOSTS is missing: the host names the site answers to."
    )
if "*" in ALLOWED_HOSTS:
    raise env.SettingError(
        "the setting CALEDONIA_ALLOWED_HOSTS is '*', but must name the hosts: anybody could have links made to theirs."
    )
if len(SECRET_KEY) < 50:
    raise env.SettingError("the setting CALEDONIA_SECRET_KEY is too short: it needs 50 characters or more.")
for needed, purpose in (
    (
        "PUBLIC_URL",
        "the address of the site, such as https://caledonia.example, which links of e-mails begin with",
    ),
    ("DATABASE_URL", "the address of the PostgreSQL database"),
    ("BROKER_URL", "the address of Redis, such as redis://localhost:6379/0"),
    ("EMAIL_URL", "the mail server, such as smtp+tls://user:password@host:587"),
    ("EMAIL_FROM", "the sender of the site's e-mails, such as Caledonia <post@example.org>"),
):
    env.required(needed, purpose)

PUBLIC_URL = env.origin("PUBLIC_URL", "")
if not PUBLIC_URL.startswith("https://"):
    raise env.SettingError(
        f"the setting CALEDONIA_PUBLIC_URL is '{PUBLIC_URL}', but must begin with https://."
    )

CSRF_TRUSTED_ORIGINS = [f"https://{host}" for host in ALLOWED_HOSTS if not host.startswith((".", "*"))]

SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = True
SECURE_HSTS_SECONDS = env.number("HSTS_SECONDS", 31_536_000, least=0, most=63_072_000)
# For names that are not ours to decide about: neighbours below the same domain, and for years, in browsers' own lists.
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.flag("HSTS_SUBDOMAINS", default=False)
SECURE_HSTS_PRELOAD = env.flag("HSTS_PRELOAD", default=False)
if SECURE_HSTS_PRELOAD and not (SECURE_HSTS_INCLUDE_SUBDOMAINS and SECURE_HSTS_SECONDS >= 31_536_000):
    raise env.SettingError(
        "the setting CALEDONIA_HSTS_PRELOAD is 'yes', but lists of browsers also ask for CALEDONIA_HSTS_SUBDOMAINS=yes "
        "and a year of CALEDONIA_HSTS_SECONDS."
    )
# Choices of whoever runs the site, so no warning of Django's.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SESSION_COOKIE_SECURE = True
SESSION_COOKIE_NAME = "__Host-session"
DEVICE_COOKIE_NAME = "__Host-device"
CSRF_COOKIE_SECURE = True
CSRF_COOKIE_NAME = "__Host-csrf"

STORAGES = STORAGES | {
    "staticfiles": {"BACKEND": "caledonia_site.staticfiles.HashedStaticFilesStorage"},
}
REST_FRAMEWORK = REST_FRAMEWORK | {"NUM_PROXIES": 1}
# The same one proxy says where a request came from, for the limits of signing in.
ALLAUTH_TRUSTED_PROXY_COUNT = 1

# The proxy makes an id for each request and tells it in the answer too; whatever a client claims it replaces.
DJANGO_STRUCTLOG_TRUST_UPSTREAM_REQUEST_ID = True

_cache_address = env.text("CACHE_URL", env.text("BROKER_URL", ""))
if not _cache_address.startswith(("redis://", "rediss://")):
    raise env.SettingError(
        "the setting CALEDONIA_CACHE_URL is no address of Redis: write redis://:password@host/1."
    )
CACHES = {
    "default": {
        "BACKEND": "caledonia_site.common.caches.SteadyRedisCache",
        "LOCATION": _cache_address,
        "KEY_PREFIX": "caledonia",
        # Whoever signs in waits at most this long for a Redis that is away or does not answer.
        "OPTIONS": {"socket_connect_timeout": 0.5, "socket_timeout": 1},
    }
}

_mail = mail_server_for(env.text("EMAIL_URL", ""))
MAIL_FOLDER = ""
EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
EMAIL_HOST, EMAIL_PORT, EMAIL_HOST_USER, EMAIL_HOST_PASSWORD, EMAIL_USE_TLS = _mail
# A person who signs up waits for the mail server.
EMAIL_TIMEOUT = 10

if METRICS_TOKEN:
    # Several web processes add up their figures in files; a folder in memory that a restart empties is best.
    _metrics_folder = env.folder("METRICS_DIR", DATA_DIR / "metrics")
    _metrics_folder.mkdir(parents=True, exist_ok=True)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(_metrics_folder)

if _sentry := env.text("SENTRY_DSN", ""):
    # Whoever does not ask for it need not load it.
    from caledonia_site.settings.error_reports import report_errors

    report_errors(_sentry, environment=env.text("SENTRY_ENVIRONMENT", "production"))
