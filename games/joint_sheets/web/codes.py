"""The way to a joint sheet: a code, "who are you?", a seat."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from caledonia_site.common.errors import UserError
from caledonia_site.common.formatting import parse_int
from caledonia_site.common.rate_limits import MINUTE, Limit, free_places, network_of, take_places
from games.joint_sheets.models import JointSheet
from games.joint_sheets.services.codes import sheet_with_code
from games.joint_sheets.services.errors import SheetOverError
from games.joint_sheets.services.phones import take_seat
from games.joint_sheets.web.access import address_of, refuse, with_sheet
from games.results.web.proofs import kept_device

# There are 900 000 codes; with fifty sheets open, somebody who guesses finds one in three months.
MOST_WRONG_CODES = 10
PER = 10 * MINUTE
TOO_MANY = 429
MISTYPED = 422


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return render(request, "joint_sheets/join.html", {"typed": "", "error": ""})
    return _lead_to(request, request.POST.get("code", ""), unknown=MISTYPED)


@never_cache
@require_safe
def join_code(request: HttpRequest, code: str) -> HttpResponse:
    return _lead_to(request, code, unknown=404)


# What the QR code holds is the code itself.
join_code.holds_secret = True  # type: ignore[attr-defined]


def _lead_to(request: HttpRequest, code: str, *, unknown: int) -> HttpResponse:
    # Counted before it is known to be wrong: many at the same moment would all be looked at otherwise.
    places = take_places(Limit(f"joint-codes:{network_of(request)}", MOST_WRONG_CODES, PER))
    if places is None:
        error = _("Too many wrong codes came from here. Wait ten minutes, then try again.")
        return _again(request, code, error, status=TOO_MANY)
    sheet = sheet_with_code(code)
    if sheet is None:
        error = _("No table has this code now. Codes change: ask for the one on the screen.")
        return _again(request, code, error, status=unknown)
    free_places(places)
    return redirect(address_of(sheet))


def _again(request: HttpRequest, typed: str, error: str, *, status: int) -> HttpResponse:
    response = render(request, "joint_sheets/join.html", {"typed": typed[:20], "error": error}, status=status)
    if status == TOO_MANY:
        response.headers["Retry-After"] = str(PER)
    return response


@require_POST
@with_sheet
def seat(request: HttpRequest, sheet: JointSheet) -> HttpResponse:
    """`seat` is its number from 0, or nothing: a reader."""
    chosen = request.POST.get("seat", "")
    try:
        take_seat(
            actor=request.user,
            device=kept_device(request),
            key=sheet.key,
            # What is no number is no seat.
            seat=None if chosen == "" else _index(chosen),
        )
    except SheetOverError:
        raise
    except UserError as error:
        return refuse(request, error, f"{address_of(sheet)}?who=1")
    return redirect(address_of(sheet))


def _index(text: str) -> int:
    number = parse_int(text, digits=2)
    return 99 if number is None or number < 0 else number
