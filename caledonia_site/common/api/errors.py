"""Errors of the API as problem details (RFC 9457), each with a stable code.

    {"type": "about:blank", "title": "Conflict", "status": 409, "code": "last_owner", "detail": "A club ..."}

Wrong fields add "errors": [{"path": "name", "code": "required", "detail": "...", "params": {}}].
"""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from caledonia_site.common.api.problems import FieldProblem, ProblemError
from caledonia_site.common.errors import UserError

PROBLEM_JSON = "application/problem+json"


def problem_response(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's exception handler; None (an error of ours) goes on to the site's own 500."""
    if isinstance(error, UserError):
        return _problem(error.status, error.code, detail=str(error))
    if isinstance(error, ProblemError):
        wrong = [problem.as_json() for problem in error.errors]
        return _problem(error.status, error.code, detail=error.detail, errors=wrong)
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    if not isinstance(error, exceptions.APIException):
        return None
    headers = {}
    if challenge := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = challenge
    if wait := getattr(error, "wait", None):
        headers["Retry-After"] = str(int(wait))
    if isinstance(error, exceptions.ValidationError):
        wrong = [problem.as_json() for problem in _wrong_fields(error.detail)]
        return _problem(400, "invalid", detail=_("Some values are wrong."), errors=wrong, headers=headers)
    code = str(getattr(error.detail, "code", error.default_code))
    return _problem(error.status_code, code, detail=str(error.detail), headers=headers)


def _problem(status: int, code: str, *, headers: dict[str, str] | None = None, **more: Any) -> Response:
    set_rollback()
    title = HTTPStatus(status).phrase
    body = {"type": "about:blank", "title": title, "status": status, "code": code} | more
    return Response(body, status=status, headers=headers, content_type=PROBLEM_JSON)


def _wrong_fields(detail: Any, path: str = "") -> Iterator[FieldProblem]:
    """Each wrong value with the way to it, however deep it stands."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            yield from _wrong_fields(
                inner, f"{path}[{name}]" if isinstance(name, int) else f"{path}.{name}".lstrip(".")
            )
    elif isinstance(detail, list):
        for index, inner in enumerate(detail):
            yield from _wrong_fields(inner, path if isinstance(inner, str) else f"{path}[{index}]")
    else:
        yield FieldProblem(path, getattr(detail, "code", "invalid"), detail)
