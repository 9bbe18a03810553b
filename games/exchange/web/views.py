"""Import a file: upload, look at what it holds, say who is who, import, read the report."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from caledonia_site.common.errors import UserError
from caledonia_site.common.user_errors import errors_as_messages
from games.clubs.models import Membership
from games.exchange.enums import FileForm, ImportState, NameKind, RowKind, RowState, UnknownNames
from games.exchange.formats.tables import template_csv
from games.exchange.models import ImportBatch, ImportName
from games.exchange.selectors.imports import counts_of, imports_of
from games.exchange.services.choose_meaning import choose_dimension, choose_player
from games.exchange.services.run_import import cancel_import, run_import
from games.exchange.services.start_import import start_import
from games.exchange.web.access import clubs_to_import_into, own_import
from games.exchange.web.forms import RunForm, UploadForm
from games.exchange.web.names import name_rows
from games.exchange.web.rows import shown_rows
from games.exchange.wording import in_words
from games.players.models import Player
from scoring import registry

ROWS_ON_A_PAGE = 50
NAMES_ON_A_PAGE = 100


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
                account=account,
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
    """What the file holds; while a worker is busy with it the page asks again by itself."""
    batch = own_import(request, public_id)
    counts = counts_of(batch)
    kind = request.GET.get("kind", "")
    rows = batch.rows.select_related("game").order_by("number")
    if kind in RowKind.values:
        rows = rows.filter(kind=kind)
    elif kind == "flagged":
        rows = rows.exclude(findings=[])
    elif kind == "failed":
        rows = rows.filter(state=RowState.FAILED)
    context = {
        "batch": batch,
        "counts": counts,
        "goal": counts.to_import(takes_doubtful=batch.takes_doubtful),
        "kind": kind,
        "page": (page := Paginator(rows, ROWS_ON_A_PAGE).get_page(request.GET.get("page"))),
        "rows": shown_rows(page.object_list),
        "may_run": batch.state in {ImportState.READY, ImportState.CANCELLED},
        "reason": in_words(batch.reason),
        "names_waiting": batch.names.filter(player=None, dimension="").count(),
        "form": RunForm(
            has_club=batch.club_id is not None,
            has_doubtful=bool(counts.doubtful),
            initial={"unknown_names": batch.unknown_names, "takes_doubtful": batch.takes_doubtful},
        ),
    }
    return render(request, "exchange/import.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def names(request: HttpRequest, public_id: str) -> HttpResponse:
    """Who is meant by which name, and which clan by which spelling."""
    batch = own_import(request, public_id)
    if batch.is_busy or batch.state == ImportState.REFUSED:
        return redirect(batch)
    page = Paginator(batch.names.select_related("player"), NAMES_ON_A_PAGE).get_page(request.GET.get("page"))
    listed = list(page.object_list)
    if request.method == "POST":
        with errors_as_messages(request):
            for name in listed:
                _choose(batch, name, request.POST.get(f"name-{name.pk}"))
            messages.success(request, _("Noted, also for later imports."))
        return redirect(batch)
    context = {"batch": batch, "page": page, "rows": name_rows(batch, listed, request.user)}
    return render(request, "exchange/names.html", context)


def _choose(batch: ImportBatch, name: ImportName, sent: str | None) -> None:
    if sent is None:
        return
    if name.kind == NameKind.DIMENSION:
        if sent != name.dimension:
            choose_dimension(name=name, dimension=sent)
        return
    current = name.player.public_id if name.player else ""
    if sent == current:
        return
    player: Player | None = None
    if sent:
        membership = get_object_or_404(
            Membership.objects.select_related("player"), club=batch.club_id, player__public_id=sent
        )
        player = membership.player
    choose_player(name=name, player=player)


@require_POST
@login_required
def run(request: HttpRequest, public_id: str) -> HttpResponse:
    batch = own_import(request, public_id)
    sent = request.POST.get("unknown_names", "")
    with errors_as_messages(request):
        run_import(
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
        cancel_import(batch=batch)
        messages.success(request, _("Stopped. Games imported so far stay."))
    return redirect(batch)


def template(request: HttpRequest, system: str) -> HttpResponse:
    """An empty table to fill in."""
    if system not in {one.description.key for one in registry.systems()}:
        raise Http404
    response = HttpResponse(template_csv(system), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{system}.csv"'
    return response
