"""Error pages in the style of the site; JSON for whoever asked the API."""

import sys
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template import loader
from django.utils.translation import gettext as _

from caledonia_site.common.disk import is_full_disk, note_full_disk

API_PREFIX = "/api/"


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _answer(request, status=400, code="bad_request")


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _answer(request, status=403, code="permission_denied")


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The form was open too long, or cookies are off: say so, instead of a bare "forbidden"."""
    return _answer(request, status=403, code="form_expired")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _answer(request, status=404, code="not_found")


def server_error(request: HttpRequest) -> HttpResponse:
    """No context processors here: whatever broke the page may break them as well."""
    # Django calls us while it handles the error; wherever a full disk was met, this is where it ends.
    if is_full_disk(sys.exc_info()[1]):
        return disk_full(request)
    if request.path.startswith(API_PREFIX):
        return _problem(500, "server_error")
    page = loader.get_template("errors/server_error.html")
    return HttpResponse(page.render({"theme": "auto"}), status=500)


def disk_full(request: HttpRequest) -> HttpResponse:
    """Changes are whole or not at all, so this one is not there."""
    note_full_disk()
    if request.path.startswith(API_PREFIX):
        return _problem(
            507, "disk_full", detail=_("The disk of this site is full: nothing was saved. Try again later.")
        )
    page = loader.get_template("errors/disk_full.html")
    return HttpResponse(page.render({"theme": "auto"}), status=507)


def _answer(request: HttpRequest, *, status: int, code: str) -> HttpResponse:
    if request.path.startswith(API_PREFIX):
        return _problem(status, code)
    return render(request, f"errors/{code}.html", status=status)


def _problem(status: int, code: str, *, detail: str = "") -> HttpResponse:
    title = HTTPStatus(status).phrase
    return JsonResponse(
        {"type": "about:blank", "title": title, "status": status, "code": code, "detail": detail or title},
        status=status,
        content_type="application/problem+json",
    )
