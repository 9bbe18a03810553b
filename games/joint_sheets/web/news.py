"""What phones ask and send while people type."""

import json
import re
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from caledonia_site.common.errors import UserError
from caledonia_site.common.formatting import parse_int
from games.joint_sheets.enums import JointState
from games.joint_sheets.models import JointSheet
from games.joint_sheets.protocol import Batch, Change
from games.joint_sheets.selectors.news import here_at, news_of
from games.joint_sheets.services.changes import send_changes
from games.joint_sheets.services.errors import SheetOverError
from games.joint_sheets.web.access import over, refuse, with_sheet
from games.results.web.proofs import device_of

LARGEST_BODY = 100_000
MOST_CHANGES = 500
LONGEST_FIELD_NAME = 100
_CLIENT = re.compile(r"[0-9A-Za-z-]{8,40}")
_POLL = re.compile(r"/together/([\w-]+)/news/")
# Each answer is for this moment alone, and data that no page may frame or run.
_HEADERS = {
    "Cache-Control": "private, no-cache",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "X-Frame-Options": "DENY",
}


def answer_polls(get_response: Callable[[HttpRequest], HttpResponse]) -> Any:
    """Middleware, before sessions and the log: four phones of fifty tables ask a hundred times a second whether there
    is anything new. The key is the right to know, so nobody is looked up; one indexed read says that there is nothing.
    Whatever is not the open sheet of a right key goes the way of other requests, with its counting of wrong links.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        poll = _POLL.fullmatch(request.path_info) if request.method == "GET" else None
        return (poll and _answer(request, poll[1])) or get_response(request)

    return middleware


def _answer(request: HttpRequest, key: str) -> HttpResponse | None:
    found = (
        JointSheet.objects.filter(key=key, state=JointState.OPEN).values_list("revision", flat=True).first()
    )
    if found is None:
        return None
    if request.headers.get("If-None-Match") == f'"{found}"':
        return HttpResponse(status=304, headers=_HEADERS | {"ETag": f'"{found}"'})
    sheet = JointSheet.objects.filter(key=key, state=JointState.OPEN).first()
    return _tell(request, sheet) if sheet else None


def _tell(request: HttpRequest, sheet: JointSheet) -> JsonResponse:
    told = news_of(sheet, here_at(sheet), parse_int(request.GET.get("since", ""), digits=9) or 0)
    return JsonResponse(told, headers=_HEADERS | {"ETag": f'"{sheet.revision}"'})


@require_GET
@with_sheet
def news(request: HttpRequest, sheet: JointSheet) -> HttpResponse:
    """Where the middleware does not stand in front."""
    return _tell(request, sheet)


@require_POST
@with_sheet
def changes(request: HttpRequest, sheet: JointSheet) -> HttpResponse:
    batch = _batch(request)
    if batch is None:
        return JsonResponse({"code": "unreadable"}, status=400)
    try:
        held, outcome = send_changes(
            actor=request.user, device=device_of(request), key=sheet.key, batch=batch
        )
    except SheetOverError as error:
        return over(request, error)
    except UserError as error:
        return refuse(request, error, "")
    refused = [
        {"seq": one.seq, "name": one.name, "code": one.code, "detail": _reason(one.code)}
        for one in outcome.refused
    ]
    told = news_of(held.sheet, held.phones, batch.since)
    return JsonResponse({"applied": outcome.applied, "refused": refused, "news": told})


def _reason(code: str) -> str:
    reasons = {
        "not_yours": _("This field is not yours to fill in now."),
        "unknown_field": _("This sheet has no such field."),
        "too_long": _("That is too long for this field."),
    }
    return reasons[code]


def _batch(request: HttpRequest) -> Batch | None:
    """None for what no page of ours sends."""
    if int(request.headers.get("Content-Length") or 0) > LARGEST_BODY:
        return None
    try:
        body = json.loads(request.body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(body, dict):
        return None
    client, at, sent, done = (body.get(key) for key in ("client", "at", "changes", "done"))
    if not isinstance(client, str) or not _CLIENT.fullmatch(client):
        return None
    if (
        not isinstance(at, str)
        or len(at) > LONGEST_FIELD_NAME
        or not (done is None or isinstance(done, bool))
    ):
        return None
    if not _is_number(body.get("since")) or not isinstance(sent, list) or len(sent) > MOST_CHANGES:
        return None
    read = [_change(one) for one in sent]
    found = tuple(change for change in read if change is not None)
    follows = all(change.seq == found[0].seq + index for index, change in enumerate(found))
    if len(found) < len(read) or not follows or "\x00" in at:
        return None
    return Batch(client=client, since=body["since"], changes=found, at=at, done=done)


def _change(sent: Any) -> Change | None:
    if not isinstance(sent, dict):
        return None
    name: Any = sent.get("name")
    values: Any = sent.get("values")
    seq: Any = sent.get("seq")
    seen, settles = sent.get("seen", 0), sent.get("settle", False)
    if not isinstance(name, str) or len(name) > LONGEST_FIELD_NAME or not isinstance(values, list):
        return None
    if not all(isinstance(value, str) for value in values) or not isinstance(settles, bool):
        return None
    if not (_is_number(seq) and seq >= 1 and _is_number(seen)):
        return None
    # PostgreSQL keeps no text with the sign NUL.
    clean = tuple(value.replace("\x00", "") for value in values)
    return Change(seq=seq, name=name, values=clean, seen=seen, settles=settles)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1_000_000_000
