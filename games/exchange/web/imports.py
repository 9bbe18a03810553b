"""Import a file: upload, look at what it holds, say who is who, import, read the report.

An import does not exist for anybody but the person it belongs to.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from caledonia_site.common.errors import UserError
from caledonia_site.common.formatting import parse_int
from caledonia_site.common.middleware import errors_as_messages
from games.exchange.enums import FileForm, ImportState, NameKind, RowKind, RowState, UnknownNames
from games.exchange.formats.spreadsheet import template_csv
from games.exchange.models import ImportBatch, ImportName, ImportRow
from games.exchange.names import spelled
from games.exchange.selectors.imports import clubs_to_import_into, imports_of, names_of, rows_of
from games.exchange.services.imports import cancel_import, run_import, start_import
from games.exchange.services.names import (
    choose_dimension,
    choose_player,
    choose_unknown_names,
    match_again,
    players_meant,
)
from games.exchange.web.forms import RunForm, UploadForm
from games.exchange.wording import describe_finding
from games.players.actors import signed_in
from games.players.models import Player
from games.results.models import Game
from games.results.selectors.players import KnownPlayers, known_players
from games.systems import label
from games.systems.registry import system_keys
from scoring import registry

ROWS_ON_A_PAGE = 50
# Seconds between two questions how far it is: soon at first, then less and less often.
FIRST_PAUSE, LONGEST_PAUSE = 1, 5
NAMES_ON_A_PAGE = 50
TONES = {
    RowKind.NEW: "tone-accent",
    RowKind.KNOWN: "",
    RowKind.DOUBTFUL: "tone-warning",
    RowKind.UNREADABLE: "tone-danger",
    RowKind.SKIPPED: "",
}


def own_import(request: HttpRequest, public_id: str) -> ImportBatch:
    return get_object_or_404(imports_of(signed_in(request.user)), public_id=public_id)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def imports(request: HttpRequest) -> HttpResponse:
    """Upload a file; below, the earlier imports."""
    account = signed_in(request.user)
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
    context = {
        "form": form,
        "page": page,
        "systems": [(key, label(key, f"system.{key}")) for key in system_keys()],
    }
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
        "reason": describe_finding(batch.reason),
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
    times = (parse_int(request.GET.get("asked", ""), digits=5) or 0) + 1
    context = {"batch": batch, "asked": times, "pause": min(FIRST_PAUSE + times // 5, LONGEST_PAUSE)}
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
    if system not in system_keys():
        raise Http404
    response = HttpResponse(template_csv(system), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{system}.csv"'
    return response


@dataclass(frozen=True, slots=True)
class NameRow:
    """`chosen` is what it means now ("": nobody said): a clan of `choices`, or a player as they are written.
    `problem` is what was typed and means nobody here.
    """

    name: ImportName
    chosen: str
    is_player: bool = False
    choices: Sequence[tuple[str, str]] = ()
    problem: bool = False


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def names(request: HttpRequest, public_id: str) -> HttpResponse:
    batch = own_import(request, public_id)
    if not batch.may_run:
        return redirect(batch)
    text, only_unmatched = request.GET.get("name", "")[:80], "unmatched" in request.GET
    matching = names_of(batch, text=spelled(text)[1], only_unmatched=only_unmatched)
    page = Paginator(matching.select_related("player"), NAMES_ON_A_PAGE).get_page(request.GET.get("page"))
    listed = list(page.object_list)
    known = known_players(request.user, batch.club)
    unknown: dict[int, str] = {}
    if request.method == "POST":
        # Those that were on the page, whatever answers of others would put there now.
        listed = list(batch.names.filter(pk__in=_sent(request)).select_related("player"))
        with errors_as_messages(request):
            unknown = _choose_all(request, batch, listed, known)
            if not unknown:
                messages.success(request, _("Noted, also for later imports."))
                return redirect(batch if page.paginator.num_pages == 1 else request.get_full_path())
    context = {
        "batch": batch,
        "page": page,
        "rows": _rows(listed, known, unknown),
        "labels": known.labels,
        "text": text,
        "only_unmatched": only_unmatched,
        "unmatched": names_of(batch, only_unmatched=True).count(),
    }
    return render(request, "exchange/names.html", context, status=422 if unknown else 200)


@require_POST
@login_required
def all_names(request: HttpRequest, public_id: str) -> HttpResponse:
    """One answer for all names nobody was matched with."""
    batch = own_import(request, public_id)
    answer = request.POST.get("answer", "")
    with errors_as_messages(request):
        if answer in UnknownNames.values:
            choose_unknown_names(actor=request.user, batch=batch, unknown_names=UnknownNames(answer))
            messages.success(request, _("Noted. It holds for everybody who is not matched when you import."))
            return redirect(batch)
        number = match_again(actor=request.user, batch=batch)
        message = ngettext("%(number)s name was matched.", "%(number)s names were matched.", number)
        messages.success(request, message % {"number": number})
    return redirect("exchange:names", public_id=public_id)


def _sent(request: HttpRequest) -> list[int]:
    keys = [key.removeprefix("name-") for key in request.POST if key.startswith("name-")]
    numbers = [parse_int(key, digits=18) for key in keys[:NAMES_ON_A_PAGE]]
    return [number for number in numbers if number is not None]


def _rows(names: Iterable[ImportName], known: KnownPlayers, unknown: dict[int, str]) -> list[NameRow]:
    labels = {player.pk: text for text in known.labels if (player := known.named(text))}
    rows = []
    for name in names:
        if name.kind == NameKind.DIMENSION:
            rows.append(NameRow(name, chosen=name.dimension, choices=_dimensions(name.system)))
        else:
            player = name.player
            now = labels.get(player.pk, player.name) if player else ""
            rows.append(
                NameRow(name, is_player=True, chosen=unknown.get(name.pk, now), problem=name.pk in unknown)
            )
    return rows


def _dimensions(system: str) -> list[tuple[str, str]]:
    description = registry.get(system).description
    field = next(field for field in description.seat if field.key == description.dimension)
    return [(str(key), str(label(system, f"choice.{field.key}.{key}"))) for key in field.choices]


def _choose_all(
    request: HttpRequest, batch: ImportBatch, names: Iterable[ImportName], known: KnownPlayers
) -> dict[int, str]:
    """Note what was said; gives back what was typed and means nobody, by the number of the name."""
    unknown: dict[int, str] = {}
    for name in names:
        typed = request.POST.get(f"name-{name.pk}")
        if typed is None:
            continue
        if name.kind == NameKind.DIMENSION:
            if typed != name.dimension:
                choose_dimension(actor=request.user, name=name, dimension=typed)
            continue
        player = _player(batch, known, typed)
        if typed.strip() and player is None:
            unknown[name.pk] = typed[:80]
        elif player != name.player:
            choose_player(actor=request.user, name=name, player=player)
    return unknown


def _player(batch: ImportBatch, known: KnownPlayers, typed: str) -> Player | None:
    """Of a large club not everybody is offered, but everybody can be typed."""
    key = spelled(typed)[1]
    return (known.named(typed) or players_meant(batch, [key]).get(key)) if key else None


@dataclass(frozen=True, slots=True)
class ShownRow:
    where: str
    kind: str
    tone: str
    played_on: date | None
    system: str
    people: str
    remarks: list[str]
    game: Game | None


def shown_rows(rows: Iterable[ImportRow]) -> list[ShownRow]:
    return [_shown(row) for row in rows]


def _shown(row: ImportRow) -> ShownRow:
    record = row.record or {}
    system = record.get("system", "")
    people = " · ".join(
        f"{seat['name'] or '–'} {seat['total']}"
        for seat in sorted(record.get("seats", []), key=lambda seat: seat["place"])
    )
    remarks = [
        describe_finding(row.reason, system),
        *(describe_finding(finding, system) for finding in row.findings),
    ]
    waiting = row.state == RowState.WAITING
    return ShownRow(
        where=row.where,
        kind=str(RowKind(row.kind).label if waiting else RowState(row.state).label),
        tone=TONES[RowKind(row.kind)] if waiting else "tone-success" if row.game_id else "tone-danger",
        played_on=date.fromisoformat(record["played_on"]) if record else None,
        system=str(label(system, f"system.{system}")) if system else "",
        people=people,
        remarks=[remark for remark in remarks if remark],
        game=row.game,
    )
