"""Where the code on a table's slip leads."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from caledonia_site.common.rate_limits import limits_wrong_links
from games.joint_sheets.services.slips import open_by_slip, sheet_of_slip
from games.joint_sheets.slips import NoSlipError, purpose_of
from games.joint_sheets.web.access import address_of
from games.results.web.proofs import kept_device
from games.sheets.prefill import NotWaitingError, sheet_at_table
from games.sheets.submission import people_at_table
from games.systems import label

GONE = 410


@never_cache
@limits_wrong_links
@require_http_methods(["GET", "HEAD", "POST"])
def slip(request: HttpRequest, token: str) -> HttpResponse:
    """Straight to the sheet the table fills in. The first who comes is asked: whoever only looks at a link, such as a
    messenger that shows what is behind it, opens nothing.
    """
    try:
        purpose = purpose_of(token)
    except NoSlipError as error:
        return _say(request, str(error), error.status)
    if request.method == "POST":
        try:
            sheet = open_by_slip(actor=request.user, device=kept_device(request), token=token)
        except NotWaitingError as error:
            return _say(request, str(error), GONE)
        return redirect(f"{address_of(sheet)}?who=1")
    prepared = sheet_at_table(purpose)
    if prepared is None:
        return _say(request, str(NotWaitingError()), GONE)
    if known := sheet_of_slip(purpose, prepared):
        return redirect(address_of(known))
    context = {
        "prepared": prepared,
        "names": [person.shown for person in people_at_table(prepared)],
        "system_label": label(prepared.system, f"system.{prepared.system}"),
        "enter_system": prepared.system,
        "purpose": purpose,
    }
    return render(request, "joint_sheets/slip.html", context)


def _say(request: HttpRequest, reason: str, status: int) -> HttpResponse:
    return render(request, "joint_sheets/slip.html", {"reason": reason}, status=status)
