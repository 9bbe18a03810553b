"""What machines inside the network ask: is the process alive, can it serve, how does it do, what is running here?

Answered before anything else. A load balancer or Prometheus comes by a number or an inner name over plain HTTP,
which for everyone else is a wrong host or a reason to go to HTTPS; and nobody wants these requests in the log.
"""

import platform
from collections.abc import Callable

import celery
import django
import structlog
from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from prometheus_client import CONTENT_TYPE_LATEST

from caledonia_site import __version__
from caledonia_site.common.database import migrations
from caledonia_site.common.disk import disk_is_full
from caledonia_site.operations.metrics import metrics_page

log = structlog.get_logger(__name__)

_tables_fit = False


def reason_not_to_serve() -> str:
    """The database has its tables, and there is room to write: a few words, or none when all is well."""
    return _wrong_tables() or ("the disk is full" if disk_is_full() else "")


def _wrong_tables() -> str:
    """Asked often, so what was true once is believed: a version that runs goes on while the next one migrates."""
    global _tables_fit  # noqa: PLW0603  (one database per process)
    if _tables_fit:
        return ""
    state = migrations()
    if state.unknown:
        return "the database is of a newer version"
    if state.waiting:
        return "migrations are waiting"
    _tables_fit = True
    return ""


def answer_machines(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    def answered(request: HttpRequest) -> HttpResponse:
        page = PAGES.get(request.path_info)
        return page(request) if page and request.method in {"GET", "HEAD"} else get_response(request)

    return answered


def alive(request: HttpRequest) -> HttpResponse:
    """The process answers; nothing else is asked, so a broken database does not restart the web server."""
    return _text("ok")


def ready(request: HttpRequest) -> HttpResponse:
    """The database answers and has this version's tables, and there is room on the disk.

    The broker is left out on purpose: without it the site still saves games.
    """
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        reason = reason_not_to_serve()
    except DatabaseError as error:
        log.error("not_ready", reason=str(error))
        return _text("the database does not answer", status=503)
    return _text(reason, status=503) if reason else _text("ok")


def metrics(request: HttpRequest) -> HttpResponse:
    """For whoever knows the token; without one set there is no such page."""
    token, sent = settings.METRICS_TOKEN, request.headers.get("Authorization", "")
    if not token or not constant_time_compare(sent, f"Bearer {token}"):
        return _text("not found", status=404)
    return HttpResponse(metrics_page(), content_type=CONTENT_TYPE_LATEST)


def _text(text: str, *, status: int = 200) -> HttpResponse:
    return HttpResponse(text, content_type="text/plain", status=status, headers={"Cache-Control": "no-store"})


PAGES = {"/healthz": alive, "/readyz": ready, "/metrics": metrics}


def versions() -> dict[str, str]:
    """Names and versions of the site and of what it stands on."""
    database = ".".join(str(part) for part in connection.get_database_version())
    return {
        "Caledonia": __version__,
        "Python": platform.python_version(),
        "Django": django.get_version(),
        "Celery": celery.__version__,
        connection.display_name: database,
    }
