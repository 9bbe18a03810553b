"""Finding the joint sheet of an address, and what scripts and pages are told where it is over or refuses."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from caledonia_site.common.errors import UserError
from caledonia_site.common.rate_limits import limits_wrong_links
from games.joint_sheets.enums import JointState
from games.joint_sheets.models import JointPhone, JointSheet
from games.joint_sheets.protocol import cells_from_json, values_in
from games.joint_sheets.selectors.news import ways_to_game
from games.joint_sheets.services.errors import SheetOverError
from games.joint_sheets.services.phones import device_at
from games.joint_sheets.services.sheets import open_sheet_of
from games.results.web.proofs import device_of
from games.systems import label

View = Callable[..., HttpResponse]


@limits_wrong_links
def unknown(request: HttpRequest) -> HttpResponse:
    raise Http404


def with_sheet(view: View) -> View:
    """The key is the right to see the sheet. Only keys that are none count as wrong links: at the end of a round
    a whole tournament behind one address asks for sheets that have just been recorded.
    """

    @wraps(view)
    def wrapped(request: HttpRequest, key: str) -> HttpResponse:
        sheet = find_sheet(key)
        if sheet is None:
            return unknown(request)
        try:
            if sheet.state != JointState.OPEN:
                raise SheetOverError(sheet)
            return view(request, sheet)
        except SheetOverError as error:
            return over(request, error)
        except JointSheet.DoesNotExist:
            # Removed since it was found.
            raise Http404 from None

    wrapped.holds_secret = True  # type: ignore[attr-defined]
    return never_cache(wrapped)


def find_sheet(key: str) -> JointSheet | None:
    if not key.isprintable():
        # A database would not so much as look for it.
        return None
    return JointSheet.objects.filter(key=key).select_related("game__recorded_by").first()


def phone_here(request: HttpRequest, sheet: JointSheet) -> JointPhone | None:
    """The phone of this browser, unless it has not joined or has left."""
    device = device_of(request)
    if not device:
        return None
    return JointPhone.objects.filter(sheet=sheet, device=device_at(sheet, device), is_here=True).first()


def reads_json(request: HttpRequest) -> bool:
    return request.headers.get("X-Requested-With") == "fetch" or request.content_type == "application/json"


def address_of(sheet: JointSheet) -> str:
    return reverse("joint:sheet", args=[sheet.key])


def address_of_table(prepared: str) -> str:
    """Of the sheet that a prepared table fills in together now."""
    sheet = open_sheet_of(prepared)
    return address_of(sheet) if sheet else ""


def over(request: HttpRequest, error: SheetOverError) -> HttpResponse:
    """With the way to the game; whoever kept the sheet can go on alone with what was typed."""
    sheet = error.sheet
    ways = ways_to_game(sheet)
    if reads_json(request):
        return JsonResponse({"code": error.code, "detail": str(error), **ways}, status=error.status)
    phone = phone_here(request, sheet)
    goes_on = sheet.state == JointState.ENDED and phone is not None and phone.number == sheet.keeper
    context = {
        "sheet": sheet,
        "system_label": label(sheet.system, f"system.{sheet.system}"),
        **ways,
        "own_seat": f"{ways['table']}{phone.seat}/"
        if ways["table"] and phone and phone.seat is not None
        else "",
        "fields": _form_of(sheet) if goes_on else [],
    }
    return render(request, "joint_sheets/over.html", context, status=error.status)


def _form_of(sheet: JointSheet) -> list[tuple[str, str]]:
    """Hidden fields of a form that goes on as somebody's own sheet."""
    typed = values_in(cells_from_json(sheet.fields))
    pairs = [(name, value) for name, values in typed.items() for value in values]
    return [("entry_key", str(sheet.entry_key)), *pairs]


def refuse(request: HttpRequest, error: UserError, back: str) -> HttpResponse:
    """A script reads why; a page goes back to where it was, with a message."""
    if reads_json(request):
        return JsonResponse({"code": error.code, "detail": str(error)}, status=error.status)
    messages.error(request, str(error))
    return redirect(back)
