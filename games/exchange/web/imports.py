"""Finding an import for the person it belongs to: it does not exist for anybody else.

Import a file: upload, look at what it holds, say who is who, import, read the report.
"""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from caledonia_site.common.errors import UserError
from caledonia_site.common.formatting import parse_int
from caledonia_site.common.middleware import errors_as_messages
from games.exchange.enums import FileForm, ImportState, UnknownNames
from games.exchange.formats.spreadsheet import template_csv
from games.exchange.selectors.imports import clubs_to_import_into, imports_of, names_of, rows_of
from games.exchange.services.imports import cancel_import, run_import, start_import
from games.exchange.web.access import own_import
from games.exchange.web.forms import RunForm, UploadForm, shown_rows
from games.exchange.wording import in_words
from scoring import registry

ROWS_ON_A_PAGE = 50
# Seconds between two questions how far it is: soon at first, then less and less often.
FIRST_PAUSE, LONGEST_PAUSE = 1, 5


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def imports(request: HttpRequest) -> HttpResponse:
    """Upload a file; below, the earlier imports."""
    account: Any = request.user
    form = UploadForm(
        request.POST or None,
        request.FILES or None,
        clubs=clubs_to_import_into(account),
        initial={"club": request.GET.get("club", "")},
    )
    if request.method == "POST" and form.is_valid():
        chosen = form.cleaned_data
        try:
            batch = start_import(
                actor=account,
                club=chosen["club"],
                filename=chosen["file"].name,
                content=chosen["file"].read(),
                form=FileForm(chosen["form"]) if chosen["form"] else None,
            )
        except UserError as error:
            form.add_error(None, str(error))
        else:
            return redirect(batch)
    page = Paginator(imports_of(account), 20).get_page(request.GET.get("page"))
    context = {"form": form, "page": page, "systems": [one.description.key for one in registry.systems()]}
    status = 422 if form.is_bound and form.errors else 200
    return render(request, "exchange/imports.html", context, status=status)


@login_required
def import_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """What the file holds; while a worker is busy with it the progress follows by itself."""
    batch = own_import(request, public_id)
    kind = request.GET.get("kind", "")
    rows, number = rows_of(batch, kind)
    pages = Paginator(rows, ROWS_ON_A_PAGE)
    # Known already: counting a hundred thousand rows for each page would take longer than showing them.
    pages.count = 0 if batch.state == ImportState.READING else number
    page = pages.get_page(request.GET.get("page"))
    context = {
        "batch": batch,
        "kind": kind,
        "page": page,
        "rows": shown_rows(page.object_list),
        "reason": in_words(batch.reason),
        "names_waiting": names_of(batch, only_unmatched=True).count() if batch.may_run else 0,
        "form": RunForm(
            has_club=batch.club_id is not None,
            has_doubtful=bool(batch.doubtful),
            initial={"unknown_names": batch.unknown_names, "takes_doubtful": batch.takes_doubtful},
        ),
        "asked": 0,
        "pause": FIRST_PAUSE,
    }
    return render(request, "exchange/import.html", context)


@login_required
def progress(request: HttpRequest, public_id: str) -> HttpResponse:
    """Only how far it is, for the page that waits; when nothing is left to wait for, the page is read anew."""
    batch = own_import(request, public_id)
    if not batch.is_busy:
        return HttpResponse(headers={"HX-Refresh": "true"})
    asked = (parse_int(request.GET.get("asked", ""), digits=5) or 0) + 1
    context = {"batch": batch, "asked": asked, "pause": min(FIRST_PAUSE + asked // 5, LONGEST_PAUSE)}
    return render(request, "exchange/progress.html", context)


@require_POST
@login_required
def run(request: HttpRequest, public_id: str) -> HttpResponse:
    batch = own_import(request, public_id)
    sent = request.POST.get("unknown_names", "")
    with errors_as_messages(request):
        run_import(
            actor=request.user,
            batch=batch,
            takes_doubtful="takes_doubtful" in request.POST,
            unknown_names=UnknownNames(sent) if sent in UnknownNames.values else UnknownNames.NAMES,
        )
    return redirect(batch)


@require_POST
@login_required
def cancel(request: HttpRequest, public_id: str) -> HttpResponse:
    batch = own_import(request, public_id)
    with errors_as_messages(request):
        cancel_import(actor=request.user, batch=batch)
        messages.success(request, _("Stopped. Games imported so far stay."))
    return redirect(batch)


def template(request: HttpRequest, system: str) -> HttpResponse:
    """An empty table to fill in."""
    if system not in {one.description.key for one in registry.systems()}:
        raise Http404
    response = HttpResponse(template_csv(system), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{system}.csv"'
    return response
