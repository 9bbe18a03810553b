"""What every way of running the site has in common; dev, test and prod say the rest."""

from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _
from kombu import Queue

from caledonia_site.settings import environment as env
from caledonia_site.settings.accounts import *
from caledonia_site.settings.broker import broker_for
from caledonia_site.settings.logs import logging_for
from caledonia_site.settings.static_files import *
from caledonia_site.settings.static_files import add_policy
from games.systems.registry import app_names, translation_folders

PROJECT_DIR = Path(__file__).resolve().parents[2]
SITE_DIR = PROJECT_DIR / "caledonia_site"
DATA_DIR = env.folder("DATA_DIR", PROJECT_DIR / ".data")

DEBUG = False
ROOT_URLCONF = "caledonia_site.urls"
WSGI_APPLICATION = "caledonia_site.wsgi.application"
AUTH_USER_MODEL = "players.User"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "caledonia_site",
    "tournaments.leagues",
    "tournaments.events",
    "tournaments.shared",
    "games.stats",
    "games.ratings",
    "games.exchange",
    "games.joint_sheets",
    "games.sheets",
    "games.results",
    "games.tokens",
    "games.clubs",
    "games.players",
    "games.systems",
    *app_names(),
    "caledonia_site.common.jobs",
    "caledonia_site.common",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.forms",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "csp",
    "django_htmx",
    "django_structlog",
    "rest_framework",
    "drf_spectacular",
    "rules.apps.AutodiscoverRulesConfig",
]

MIDDLEWARE = [
    "caledonia_site.common.redaction.hide_what_requests_bring",
    "caledonia_site.common.middleware.permissions_policy",
    "caledonia_site.operations.health.answer_machines",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "games.joint_sheets.web.news.answer_polls",
    # Pages are five times smaller on their way to a phone. Here and not in a proxy, because Django adds a random length
    # to each answer: from the bare size of compressed pages one could guess what stands in them.
    "django.middleware.gzip.GZipMiddleware",
    "caledonia_site.common.middleware.RequestLogMiddleware",
    "caledonia_site.common.middleware.private_answers",
    "caledonia_site.common.middleware.clean_addresses",
    "caledonia_site.common.api.cors.cors_for_reading",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "games.results.web.proofs.device_cookies",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "games.players.accounts.middleware.PreferencesMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "games.players.accounts.middleware.LastSeenMiddleware",
    "caledonia_site.common.api.throttling.rate_limit_headers",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [SITE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "caledonia_site.common.context.site",
                "games.players.accounts.context.account",
            ],
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                "caledonia_site.common.templatetags.interface",
                "games.systems.templatetags.systems",
            ],
        },
    }
]

FORM_RENDERER = "caledonia_site.common.forms.renderer.SiteFormRenderer"

# Databases -----------------------------------------------------------------------------------------

# SQLite for many writers: a transaction takes the write lock when it begins instead of failing when it
# first writes, waits for its turn, and readers never block writers. What was committed is on the disk before anybody
# is told so, also on a Mac, which would otherwise leave it in the disk's own memory: a power cut loses no game. What
# that costs is measured (docs/benchmarks.md, "Games that survive a power cut").
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA fullfsync=1; "
        "PRAGMA cache_size=-32000; PRAGMA mmap_size=134217728;"
    ),
}
# A page wants the first rows of a long walk, and not all cores of the machine: with helpers, PostgreSQL read ten
# times as many games for a page of a search, on every core.
POSTGRES_OPTIONS = {
    "pool": {"min_size": 1, "max_size": 8, "timeout": 10},
    "connect_timeout": 5,
    "options": "-c max_parallel_workers_per_gather=0",
}

DATABASES = {"default": env.database("DATABASE_URL", f"sqlite:///{DATA_DIR / 'caledonia.sqlite3'}")}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = SQLITE_OPTIONS
    # Opening the file costs 4 ms of processor time, six times what a phone's question costs whether there is news.
    DATABASES["default"]["CONN_MAX_AGE"] = 60
else:
    DATABASES["default"]["OPTIONS"] = POSTGRES_OPTIONS | DATABASES["default"].get("OPTIONS", {})

# Cache ---------------------------------------------------------------------------------------------

# Rate limits are counted here, and one-time codes marked as used: all processes must see the same. In files
# unless there is Redis; room for many, because an entry pushed out would be a limit forgotten.
CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "caledonia_site.common.caches.SharedFileCache",
        "LOCATION": DATA_DIR / "cache",
        "OPTIONS": {"MAX_ENTRIES": 5_000},
    }
}

# E-mail --------------------------------------------------------------------------------------------

# Without a mail server e-mails become files in the data folder.
MAIL_FOLDER = str(DATA_DIR / "mail")
EMAIL_BACKEND = "games.players.accounts.mail.MailFolderBackend"
DEFAULT_FROM_EMAIL = env.text("EMAIL_FROM", "Caledonia <caledonia@localhost>")

# Jobs ----------------------------------------------------------------------------------------------

# "embedded" is the file broker in the data folder; anything else is an address such as redis://host/0.
_broker = broker_for(env.text("BROKER_URL", "embedded"), DATA_DIR)
CELERY_BROKER_URL = _broker.url
CELERY_BROKER_TRANSPORT = _broker.transport
CELERY_BROKER_TRANSPORT_OPTIONS = _broker.options
CELERY_WORKER_ENABLE_REMOTE_CONTROL = _broker.carries_remote_control
# A worker or beat waits for a broker that is away, for as long as it takes.
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_QUEUES = [Queue(name, routing_key=name) for name in ("fast", "bulk")]
CELERY_TASK_DEFAULT_QUEUE = "fast"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TIMEZONE = "UTC"
# How often beat asks for everything that is out of date, whether or not a message announced it.
SWEEP_SECONDS = env.number("SWEEP_SECONDS", 60, least=1, most=3600)
CELERY_BEAT_SCHEDULER = "caledonia_site.common.jobs.beat.SteadyScheduler"
CELERY_BEAT_SCHEDULE = {
    # A sweep that no worker took before the next one is worth nothing.
    "sweep": {"task": "jobs.sweep", "schedule": SWEEP_SECONDS, "options": {"expires": SWEEP_SECONDS}},
    # Whether somebody works at each queue.
    **{
        f"hear-{queue.name}": {
            "task": "jobs.hear",
            "schedule": SWEEP_SECONDS,
            "kwargs": {"queue": queue.name},
            "options": {"queue": queue.name, "expires": SWEEP_SECONDS},
        }
        for queue in CELERY_TASK_QUEUES
    },
    "count tables": {"task": "jobs.count_tables", "schedule": 86400, "options": {"expires": 86400}},
    # The first pause after a failed delivery is a minute.
    "webhooks": {"task": "exchange.wake_waiting_webhooks", "schedule": 60, "options": {"expires": 60}},
    # Rows of imported files are kept for months, so a day does not matter.
    "old imports": {"task": "exchange.tidy_imports", "schedule": 86400, "options": {"expires": 86400}},
    # Sheets filled in together that nobody needs any more; they stay for a day at least.
    "old joint sheets": {
        "task": "joint_sheets.clear_old_sheets",
        "schedule": 6 * 3600,
        "options": {"expires": 3600},
    },
    # Clubs give their members days to object, so minutes do not matter.
    "silence": {"task": "games.count_silent_games", "schedule": 600, "options": {"expires": 600}},
    # Reminders are due by the day, and movements in standings are since a week ago.
    "reminders": {"task": "tournaments.announce_reminders", "schedule": 3600, "options": {"expires": 3600}},
    "movements": {
        "task": "tournaments.mark_running_seasons",
        "schedule": 86400,
        "options": {"expires": 86400},
    },
    # Worths of clans and the strength of tables, which cost seconds to work out.
    "statistics": {"task": "stats.look_again", "schedule": 600, "options": {"expires": 600}},
    # Invitations to mailboxes that had had enough of our e-mails for that hour or day.
    "invitations": {
        "task": "clubs.wake_waiting_invitations",
        "schedule": 3600,
        "options": {"expires": 3600},
    },
    # Sign-ups whose address nobody confirmed within days.
    "unconfirmed": {
        "task": "players.remove_unconfirmed_accounts",
        "schedule": 6 * 3600,
        "options": {"expires": 3600},
    },
}

# Clubs may have news sent to addresses of the open internet only, unless this site lives in a closed network.
WEBHOOKS_TO_PRIVATE_ADDRESSES = env.flag("WEBHOOKS_TO_PRIVATE_ADDRESSES", default=False)

# Languages and time --------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("fr", _("French")), ("pt-br", _("Brazilian Portuguese"))]
LOCALE_PATHS = [SITE_DIR / "locale", *translation_folders()]
FORMAT_MODULE_PATH = "caledonia_site.formats"
USE_TZ = True
TIME_ZONE = "UTC"

# Files ---------------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = env.folder("STATIC_DIR", DATA_DIR / "static")
STATIC_BUNDLES_DIR = DATA_DIR / "static-bundles"
WHITENOISE_ADD_HEADERS_FUNCTION = add_policy
# Served by our views only, which ask who may see it.
MEDIA_ROOT = DATA_DIR / "media"
STORAGES = {
    "default": {"BACKEND": "caledonia_site.common.uploads.WholeFileStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_500_000

# Safety --------------------------------------------------------------------------------------------

AUTHENTICATION_BACKENDS = [
    "allauth.account.auth_backends.AuthenticationBackend",
    "rules.permissions.ObjectPermissionBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
# What pages may ask a browser for: passkeys, copying a link and sharing it. Everything else is for nobody, also not for
# frames inside a page.
PERMISSIONS_POLICY = {
    **dict.fromkeys(
        (
            "accelerometer", "autoplay", "browsing-topics", "camera", "display-capture", "encrypted-media",
            "geolocation", "gyroscope", "hid", "idle-detection", "local-fonts", "magnetometer", "microphone", "midi",
            "payment", "picture-in-picture", "screen-wake-lock", "serial", "usb", "xr-spatial-tracking",
        ),
        "()",
    ),
    # (Sharing is allowed to a page's own site without a word; some browsers do not know the word.)
    **dict.fromkeys(
        ("clipboard-write", "fullscreen", "publickey-credentials-create", "publickey-credentials-get"), "(self)"
    ),
}  # fmt: skip
# Whom to tell of a weakness (/.well-known/security.txt).
SECURITY_CONTACTS = env.addresses("SECURITY_CONTACT")
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
# Tells phones apart when people confirm results (games/results/web/access.py).
DEVICE_COOKIE_NAME = "device"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "caledonia_site.pages.errors.csrf_failure"

# The page that shows every piece of the design; in production only staff see it.
STYLEGUIDE_IS_PUBLIC = False

# API -----------------------------------------------------------------------------------------------

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["caledonia_site.common.api.parsing.BoundedJSONParser"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    # A token comes first: a program that sends one means it, whatever cookies it has.
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "games.tokens.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_THROTTLE_CLASSES": ["caledonia_site.common.api.throttling.FixedWindowRate"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "caledonia_site.common.api.errors.problem_response",
}

SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Caledonia",
    "DESCRIPTION": "Scores, leagues and statistics of board games.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "SORT_OPERATIONS": True,
    # Games, seasons and imports have a "state" each.
    "ENUM_NAME_OVERRIDES": {
        "GameStateEnum": "games.results.enums.GameState",
        "TournamentStateEnum": "tournaments.events.enums.EventState",
        "EntryStateEnum": "tournaments.events.enums.ParticipantState",
        "RoundStateEnum": "tournaments.events.enums.RoundState",
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "caledonia_site.common.api.schema.describe_keys",
        "caledonia_site.common.api.schema.describe_refusals",
    ],
}

# Watching ------------------------------------------------------------------------------------------

# Prometheus sends it to read /metrics; without it there is no such page, and nothing is measured.
METRICS_TOKEN = env.text("METRICS_TOKEN", "")
if METRICS_TOKEN:
    MIDDLEWARE.insert(3, "caledonia_site.operations.metrics.measure_requests")

# Backups are encrypted for this public age key; whoever makes them need not be able to read them.
BACKUP_RECIPIENT = env.text("BACKUP_RECIPIENT", "")

# Logs ----------------------------------------------------------------------------------------------

DJANGO_STRUCTLOG_CELERY_ENABLED = True
LOGGING = logging_for(
    level=env.choice("LOG_LEVEL", "INFO", among=("DEBUG", "INFO", "WARNING", "ERROR")),
    form=env.choice("LOG_FORM", "lines", among=("lines", "json")),
)
