"""The page of the invitation, and what is decided there."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from caledonia_site.common.errors import UserError
from caledonia_site.common.formatting import parse_int
from caledonia_site.common.pictures.qr import inline_qr_code
from games.joint_sheets.enums import JointState, SetupWriting, Writing
from games.joint_sheets.models import JointSheet
from games.joint_sheets.selectors.news import here_at, living_code, news_of
from games.joint_sheets.services.choices import (
    choose_setup,
    choose_writing,
    end_sheet,
    free_seat,
    hand_on,
    renew_code,
    take_over,
)
from games.joint_sheets.services.errors import SheetOverError
from games.joint_sheets.services.phones import leave_table
from games.joint_sheets.web.access import (
    address_of,
    find_sheet,
    over,
    phone_here,
    reads_json,
    refuse,
    with_sheet,
)
from games.joint_sheets.web.seats import seats_on
from games.results.web.proofs import device_of
from games.systems import label


@require_safe
@with_sheet
def invite(request: HttpRequest, sheet: JointSheet) -> HttpResponse:
    phones = here_at(sheet)
    code = living_code(sheet, timezone.now())
    phone = phone_here(request, sheet)
    link = request.build_absolute_uri(reverse("joint:join_code", args=[code]) if code else address_of(sheet))
    context = {
        "sheet": sheet,
        "system_label": label(sheet.system, f"system.{sheet.system}"),
        "code": code,
        "link": link,
        "qr_code": inline_qr_code(link),
        "phone": phone,
        "is_keeper": phone is not None and phone.number == sheet.keeper,
        "seats": seats_on(sheet, phones),
    }
    return render(request, "joint_sheets/invite.html", context)


@require_POST
@with_sheet
def manage(request: HttpRequest, sheet: JointSheet) -> HttpResponse:
    act = _act(request)
    if act is None:
        return JsonResponse({"code": "unreadable"}, status=400)
    back = reverse("joint:invite", args=[sheet.key])
    try:
        act(actor=request.user, device=device_of(request), key=sheet.key)
    except SheetOverError:
        raise
    except UserError as error:
        return refuse(request, error, back)
    if not reads_json(request):
        return redirect(address_of(sheet) if request.POST.get("do") in {"leave", "end"} else back)
    fresh = find_sheet(sheet.key)
    if fresh is None or fresh.state != JointState.OPEN:
        return over(request, SheetOverError(fresh or sheet))
    since = parse_int(request.POST.get("since", ""), digits=9) or 0
    return JsonResponse({"news": news_of(fresh, here_at(fresh), since)})


def _act(request: HttpRequest) -> Callable[..., Any] | None:
    """What is to be done, or None for what no page of ours sends."""
    value = request.POST.get("value", "")
    match request.POST.get("do"):
        case "free_seat":
            return _numbered(free_seat, "seat", request.POST.get("seat", ""))
        case "hand_on":
            return _numbered(hand_on, "number", request.POST.get("phone", ""))
        case "take_over":
            return take_over
        case "writing" if value in Writing.values:
            return partial(choose_writing, writing=Writing(value))
        case "setup" if value in SetupWriting.values:
            return partial(choose_setup, setup=SetupWriting(value))
        case "new_code":
            return renew_code
        case "end":
            return end_sheet
        case "leave":
            return leave_table
    return None


def _numbered(verb: Callable[..., None], name: str, text: str) -> Callable[..., None] | None:
    number = parse_int(text, digits=2)
    return None if number is None else partial(verb, **{name: number})
