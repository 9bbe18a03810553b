"""Is the process alive, and can it serve?"""

import structlog
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse

log = structlog.get_logger(__name__)


def alive(request: HttpRequest) -> HttpResponse:
    """The process answers; nothing else is asked, so a broken database does not restart the web server."""
    return HttpResponse("ok", content_type="text/plain")


def ready(request: HttpRequest) -> HttpResponse:
    """The database answers. The broker is left out on purpose: without it the site still saves games."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        log.error("not_ready", reason=str(error))
        return HttpResponse("the database does not answer", content_type="text/plain", status=503)
    return HttpResponse("ok", content_type="text/plain")
