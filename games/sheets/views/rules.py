"""The rules and words for browsers, and word of a browser in which they failed."""

import json
import re

import structlog
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from caledonia_site.common.rate_limits import count_up, network_of
from games.sheets.compiler.script import rules_script
from games.sheets.rules import LANGUAGES, words_digest, words_text
from games.sheets.views.answers import ruleset_at

log = structlog.get_logger(__name__)

FOR_EVER = "public, max-age=31536000, immutable"
# One phone tells it once for each page.
MOST_FAILURES_PER_MINUTE = 30
LARGEST_FAILURE = 1_000
_DIGEST = re.compile(r"[0-9a-f]{64}")
_NAME = re.compile(r"[A-Za-z]{1,40}")


@require_safe
def script(request: HttpRequest, digest: str) -> HttpResponse:
    """Under an earlier digest there is nothing: a page from before an update asks the server for its scores."""
    rules = rules_script()
    if digest != rules.digest:
        raise Http404
    return _lasting(rules.text, "text/javascript; charset=utf-8")


@require_safe
def words(request: HttpRequest, system: str, language: str, digest: str) -> HttpResponse:
    ruleset_at(system)
    if language not in LANGUAGES or digest != words_digest(system, language):
        raise Http404
    return _lasting(words_text(system, language), "application/json")


def _lasting(text: str, content_type: str) -> HttpResponse:
    return HttpResponse(text, content_type=content_type, headers={"Cache-Control": FOR_EVER})


@csrf_exempt  # Writes a line of the log, and nothing of the visitor's: there is nothing to forge.
@require_POST
def failed(request: HttpRequest) -> HttpResponse:
    """Of a failure only what cannot say anything about a person: which game, which rules, which kind of error."""
    if count_up(f"rules-failed:{network_of(request)}") > MOST_FAILURES_PER_MINUTE:
        return HttpResponse(status=429, headers={"Retry-After": "60"})
    told = _failure(request)
    if told is None:
        return HttpResponse(status=400)
    system, rules, error = told
    ruleset_at(system)
    log.warning("rules_failed_in_browser", system=system, rules=rules, error=error)
    return HttpResponse(status=204)


def _failure(request: HttpRequest) -> tuple[str, str, str] | None:
    if int(request.headers.get("Content-Length") or 0) > LARGEST_FAILURE:
        return None
    try:
        told = json.loads(request.body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(told, dict):
        return None
    system, rules, error = (str(told.get(key)) for key in ("system", "rules", "error"))
    return (system, rules, error) if _DIGEST.fullmatch(rules) and _NAME.fullmatch(error) else None
