"""Games as files: everything one may find, or what the filters leave of it."""

from collections.abc import Iterator

from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from caledonia_site.common.csv_files import csv_bytes, csv_rows
from games.exchange.enums import FileForm
from games.exchange.formats import bgstats, jsonl, spreadsheet
from games.exchange.formats.records import GameRecord
from games.exchange.selectors.records import records_of
from games.players.viewers import Viewer
from games.results.models import Game
from games.results.selectors.games import filtered_games
from games.results.web.browse import chosen_club, chosen_player
from games.results.web.browse_forms import GameFilterForm
from scoring import registry

# Files that must be put together in memory end here; the others have no end.
MOST_AT_ONCE = 20_000
TYPES = {
    FileForm.CSV: "text/csv; charset=utf-8",
    FileForm.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    FileForm.JSONL: "application/jsonl; charset=utf-8",
    FileForm.BGSTATS: "application/json",
}
ENDINGS = {FileForm.BGSTATS: "json"}


@login_required
def export_page(request: HttpRequest) -> HttpResponse:
    """Choose what and in which format; the filters are those of the list of games."""
    club, player = chosen_club(request), chosen_player(request)
    form = GameFilterForm(request.GET, viewer=request.user, club=club, player=player)
    games = filtered_games(viewer=request.user, filters=form.filters())
    context = {
        "form": form,
        "player": player.shown_for(request.user) if player else None,
        "number": games.count(),
        "most_at_once": MOST_AT_ONCE,
        "query": request.GET.urlencode(),
    }
    return render(request, "exchange/exports.html", context)


@login_required
def export_games(request: HttpRequest, form: str) -> HttpResponseBase:
    if form not in TYPES:
        raise Http404
    chosen = FileForm(form)
    filter_form = GameFilterForm(
        request.GET, viewer=request.user, club=chosen_club(request), player=chosen_player(request)
    )
    filters = filter_form.filters()
    games = filtered_games(viewer=request.user, filters=filters)
    systems = (
        [filters.system] if filters.system else [ruleset.description.key for ruleset in registry.systems()]
    )
    response = _file(chosen, games, request.user, systems)
    ending = ENDINGS.get(chosen, chosen.value)
    day = timezone.localdate().isoformat()
    response["Content-Disposition"] = f'attachment; filename="caledonia-{day}.{ending}"'
    return response


def _file(form: FileForm, games: QuerySet[Game], viewer: Viewer, systems: list[str]) -> HttpResponseBase:
    records = records_of(games, viewer)
    if form == FileForm.JSONL:
        return StreamingHttpResponse(jsonl.write(records), content_type=TYPES[form])
    if form == FileForm.CSV:
        return StreamingHttpResponse(_csv(records, systems), content_type=TYPES[form])
    if games.count() > MOST_AT_ONCE:
        message = _(
            "At most %(most)s games fit into this format. Narrow the filters, or choose another format."
        )
        return HttpResponse(
            message % {"most": MOST_AT_ONCE}, status=409, content_type="text/plain; charset=utf-8"
        )
    content = spreadsheet.write_xlsx(records, systems) if form == FileForm.XLSX else bgstats.write(records)
    return HttpResponse(content, content_type=TYPES[form])


def _csv(records: Iterator[GameRecord], systems: list[str]) -> Iterator[bytes]:
    header = spreadsheet.header_for(systems)
    yield csv_bytes(header, [])
    for record in records:
        yield csv_rows([row.get(column, "") for column in header] for row in spreadsheet.rows_of(record))
