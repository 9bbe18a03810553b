"""A tournament's results to take along: CSV, JSON, and a list to print."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from caledonia_site.common.csv_files import csv_response
from caledonia_site.common.formatting import format_date
from caledonia_site.common.pictures.list_pdf import PrintedList, PrintedTable, draw_list
from caledonia_site.common.pictures.pdf import PaperSize
from tournaments.events.selectors.rounds import RoundView, rounds_of, views_of
from tournaments.events.selectors.standings import final_ranking
from tournaments.events.web.event import find_event
from tournaments.events.web.standings import ShownStandings, shown_tables


@require_safe
def results_csv(request: HttpRequest, key: str) -> HttpResponse:
    """One row for each player and stage."""
    event = find_event(request, key)
    header = [_("Stage"), _("Group"), _("Place"), _("Player"), _("Points"), _("Games"), _("Wins")]
    rows = [
        [
            table.name,
            table.table.group or "",
            row.view.row.place or "",
            row.name,
            row.points,
            row.view.row.games,
            row.view.row.wins,
        ]
        for table in reversed(shown_tables(event, request.user))
        for row in table.rows
    ]
    return csv_response(f"{event.address_key}.csv", header, rows)


@require_safe
def results_json(request: HttpRequest, key: str) -> HttpResponse:
    """Everything public: final places, the standings of every stage, every round with its tables and draw."""
    event = find_event(request, key)
    body = {
        "name": event.name,
        "url": request.build_absolute_uri(event.get_absolute_url()),
        "system": event.system,
        "starts_on": event.starts_on.isoformat(),
        "ends_on": event.ends_on.isoformat(),
        "state": event.state,
        "lot_seed": event.lot_seed,
        "final": [
            {"place": participant.final_place, "name": participant.player.shown.name}
            for participant in final_ranking(event, request.user)
        ],
        "stages": [_stage(table) for table in reversed(shown_tables(event, request.user))],
        "rounds": [_round(view) for view in views_of(rounds_of(event, request.user), request.user)],
    }
    return JsonResponse(body, json_dumps_params={"ensure_ascii": False})


@require_safe
def results_pdf(request: HttpRequest, key: str) -> HttpResponse:
    event = find_event(request, key)
    tables = shown_tables(event, request.user)
    final = final_ranking(event, request.user)
    listed = [
        PrintedTable(
            _title(table),
            [
                _("Place"),
                _("Player"),
                _("Points"),
                _("Games"),
                _("Wins"),
                *[short for short, _full in table.columns],
            ],
            [
                [
                    str(row.view.row.place or "–"),
                    row.name,
                    row.points,
                    str(row.view.row.games),
                    str(row.view.row.wins),
                    *row.values,
                ]
                for row in table.rows
            ],
        )
        for table in tables
    ]
    if final:
        places = [[str(participant.final_place), participant.player.shown.name] for participant in final]
        listed.insert(0, PrintedTable(_("Final ranking"), [_("Place"), _("Player")], places))
    facts = [event.club.name, format_date(event.starts_on), event.place]
    printed = PrintedList(get_language() or "en", event.name, [fact for fact in facts if fact], listed)
    size = PaperSize.LETTER if request.GET.get("paper") == "letter" else PaperSize.A4
    response = HttpResponse(draw_list(printed, size), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{event.address_key}.pdf"'
    return response


def _title(standings: ShownStandings) -> str:
    if standings.table.group is None:
        return standings.name
    return f"{standings.name} · {_('Group %(number)s') % {'number': standings.table.group}}"


def _stage(standings: ShownStandings) -> dict[str, Any]:
    return {
        "number": standings.table.stage.number,
        "kind": standings.table.stage.kind,
        "group": standings.table.group,
        "rows": [
            {
                "place": row.view.row.place,
                "name": row.name,
                # Exact, as a fraction: "10/3".
                "points": row.view.row.points,
                "games": row.view.row.games,
                "wins": row.view.row.wins,
                "tie_breakers": row.view.row.detail.get("values", {}),
                "rounds": row.view.row.results,
            }
            for row in standings.rows
        ],
    }


def _round(view: RoundView) -> dict[str, Any]:
    of = view.round
    return {
        "number": of.number,
        "state": of.state,
        "engine": of.engine,
        "engine_version": of.engine_version,
        "digest": of.digest,
        "changed_by_hand": of.changed_by_hand,
        "setup": of.setup,
        "tables": [
            {
                "number": table.number,
                "state": table.state,
                "seats": [
                    {"seat": seat.number, "name": seat.shown.name, "total": seat.total, "place": seat.rank}
                    for seat in table.seats
                ],
            }
            for table in view.tables
        ],
        "byes": [{"name": bye.shown.name, "kind": bye.kind} for bye in view.byes],
    }
