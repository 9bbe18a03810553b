"""The joint sheet itself: opening it, filling it in, recording it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from caledonia_site.common.errors import UserError
from caledonia_site.common.formatting import parse_int
from games.joint_sheets.models import JointPhone, JointSheet
from games.joint_sheets.protocol import cells_from_json, values_in
from games.joint_sheets.selectors.news import here_at, news_of
from games.joint_sheets.services.changes import send_form
from games.joint_sheets.services.errors import (
    AlreadyTogetherError,
    ChangedMeanwhileError,
    SheetOverError,
)
from games.joint_sheets.services.record import form_of, record_sheet, submission_on
from games.joint_sheets.services.sheets import open_sheet
from games.joint_sheets.web.access import address_of, phone_here, reads_json, refuse, with_sheet
from games.joint_sheets.web.seats import seats_on
from games.results.services.errors import AlreadyRecordedError, SpentKeyError
from games.results.web.proofs import kept_device
from games.sheets.page import SheetPage
from games.sheets.prefill import prepared_sheet
from games.sheets.record import Recorded, people_begun_with
from games.sheets.submission import Submission, entry_key_of, new_secret, secret_of
from games.sheets.values import draft_fields, posted_values
from games.sheets.views.answers import REFUSED, lead_to, ruleset_at, tell_of_recorded, tell_of_spent_key
from games.systems import label


@never_cache
@require_POST
def open_joint(request: HttpRequest, system: str) -> HttpResponse:
    """With what stands on the sheet. One that was prepared for a table that waits no longer goes on without it."""
    ruleset = ruleset_at(system)
    posted = request.POST
    if not posted_values(ruleset.description, posted).kinds:
        return redirect("games:start")
    prepared = prepared_sheet(posted.get("prepared", ""), request.user)
    if prepared and posted.get("seated") != prepared.seating:
        prepared = None
    people = people_begun_with(posted, prepared, request.user)
    try:
        sheet = open_sheet(
            actor=request.user,
            device=kept_device(request),
            system=system,
            entry_key=entry_key_of(posted),
            fields=draft_fields(posted),
            prepared=posted["prepared"] if prepared else "",
            people=people,
        )
    except AlreadyTogetherError as error:
        return _lead_to_other(request, error)
    except AlreadyRecordedError as error:
        if reads_json(request) or error.game is None:
            return tell_of_spent_key(error)
        messages.info(request, str(error))
        return redirect(error.game)
    except UserError as error:
        return refuse(request, error, reverse("games:start"))
    address = reverse("joint:invite", args=[sheet.key])
    return JsonResponse({"address": address}) if reads_json(request) else redirect(address)


def _lead_to_other(request: HttpRequest, error: AlreadyTogetherError) -> HttpResponse:
    address = address_of(error.sheet)
    if reads_json(request):
        told = {"code": error.code, "detail": str(error), "address": address}
        return JsonResponse(told, status=error.status)
    messages.info(request, str(error))
    return redirect(address)


@require_safe
@with_sheet
def joint_sheet(request: HttpRequest, sheet: JointSheet) -> HttpResponse:
    """The sheet; before that, and when asked for again, "who are you?"."""
    phone = phone_here(request, sheet)
    if phone is None or "who" in request.GET:
        return _who_are_you(request, sheet, phone)
    return _show(request, sheet, phone, _submission(request, sheet).page())


def _who_are_you(request: HttpRequest, sheet: JointSheet, phone: JointPhone | None) -> HttpResponse:
    context = {
        "sheet": sheet,
        "system_label": label(sheet.system, f"system.{sheet.system}"),
        "seats": seats_on(sheet, here_at(sheet)),
        "phone": phone,
    }
    return render(request, "joint_sheets/who.html", context)


def _submission(request: HttpRequest, sheet: JointSheet) -> Submission:
    form = form_of(sheet, values_in(cells_from_json(sheet.fields)))
    # Whose account sits where is a matter of recording: the page shows what is written.
    return submission_on(request.user, sheet, form, [])


@require_POST
@with_sheet
def record(request: HttpRequest, sheet: JointSheet) -> HttpResponse:
    posted, edit_secret = request.POST, secret_of(request.POST)
    try:
        if not reads_json(request):
            _keep_form(request, sheet)
            if posted.get("action") == "preview":
                return redirect(address_of(sheet))
        recorded = record_sheet(
            actor=request.user,
            device=kept_device(request),
            key=sheet.key,
            posted=posted,
            edit_secret=edit_secret,
        )
    except SheetOverError:
        raise
    except ChangedMeanwhileError as error:
        return _look_again(request, sheet, error)
    except SpentKeyError as error:
        return tell_of_spent_key(error) if reads_json(request) else refuse(request, error, address_of(sheet))
    except UserError as error:
        return refuse(request, error, address_of(sheet))
    if isinstance(recorded, Recorded):
        tell_of_recorded(request, recorded, edit_secret)
        return lead_to(request, recorded.game)
    phone = phone_here(request, sheet)
    return _show(request, sheet, phone, recorded.page(), status=REFUSED)


def _keep_form(request: HttpRequest, sheet: JointSheet) -> None:
    """A browser without scripts has sent nothing before."""
    send_form(
        actor=request.user,
        device=kept_device(request),
        key=sheet.key,
        posted=request.POST,
        seen=parse_int(request.POST.get("revision", ""), digits=9) or 0,
    )


def _look_again(request: HttpRequest, sheet: JointSheet, error: ChangedMeanwhileError) -> HttpResponse:
    if not reads_json(request):
        return refuse(request, error, address_of(sheet))
    sheet.refresh_from_db()
    told = {"code": error.code, "detail": str(error), "news": news_of(sheet, here_at(sheet), 0)}
    return JsonResponse(told, status=error.status)


def _show(
    request: HttpRequest, sheet: JointSheet, phone: JointPhone | None, page: SheetPage, *, status: int = 200
) -> HttpResponse:
    phones = here_at(sheet)
    number = phone.number if phone else None
    context = page.context() | {
        "sheet": sheet,
        "phone": phone,
        "is_keeper": number == sheet.keeper,
        "joint": {
            "phone": number,
            "news": news_of(sheet, phones, 0),
            "addresses": {
                name: reverse(f"joint:{name}", args=[sheet.key])
                for name in ("sheet", "manage", "news", "changes", "record")
            },
        },
        "prepared_for": prepared_sheet(sheet.prepared, request.user) if sheet.prepared else None,
        "entry_key": sheet.entry_key,
        "edit_secret": "" if request.user.is_authenticated else new_secret(),
        "draft_url": "",
        "action": reverse("joint:record", args=[sheet.key]),
        "preview_url": reverse("games:preview", args=[sheet.system]),
    }
    return render(request, "joint_sheets/sheet.html", context, status=status)
