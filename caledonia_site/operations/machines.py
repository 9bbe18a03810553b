"""What machines inside the network ask: is the process alive, can it serve, how does it do?

Answered before anything else. A load balancer or Prometheus comes by a number or an inner name over plain HTTP,
which for everyone else is a wrong host or a reason to go to HTTPS; and nobody wants these requests in the log.
"""

from collections.abc import Callable

import structlog
from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from prometheus_client import CONTENT_TYPE_LATEST

from caledonia_site.operations.collecting import metrics_page
from caledonia_site.operations.readiness import reason_not_to_serve

log = structlog.get_logger(__name__)


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
