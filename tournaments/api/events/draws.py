"""Why the tables of a round are as they are: the report of its draw, and why somebody sits where they sit."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from caledonia_site.common.permissions import require
from tournaments.api.events.common import find_event, person
from tournaments.api.events.draws_serializers import DrawReportSerializer, WhySerializer
from tournaments.pairing.costs import Costs
from tournaments.pairing.report import Float, Meeting, Report
from tournaments.selectors.events.draw_report import report_of, why_view
from tournaments.selectors.events.rounds import round_for
from tournaments.services.events.errors import NothingDrawnError, RoundNotReadyError
from tournaments.wording.event_draw import told_mistake
from tournaments.wording.event_terms import told_why


class DrawReportView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="tournaments_draw_report", responses=DrawReportSerializer)
    def get(self, request: Request, public_id: str, number: int) -> Response:
        """For organisers, of the tables as they are now: meetings again, spread of scores, balance of seats, who
        floated and why, what it all costs. `round_not_ready` while it is being drawn, `nothing_drawn` for a schedule
        or a bracket."""
        event, actor = find_event(request, public_id)
        require(actor, "events.see_notes", event)
        found = round_for(event, number, actor)
        if not found.has_tables:
            raise RoundNotReadyError
        report = report_of(found)
        if report is None:
            raise NothingDrawnError
        return Response({"round": number, "changed_by_hand": found.changed_by_hand, **_report(report)})


class WhyView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="tournaments_why", responses=WhySerializer)
    def get(self, request: Request, public_id: str, number: int, entry_id: str) -> Response:
        """Why somebody sits at their table, for whoever may see it: in figures, and in sentences in the language of the
        request. `nothing_drawn` for a schedule or a bracket."""
        event, actor = find_event(request, public_id)
        view = why_view(event, number, entry_id, actor)
        why = view.why
        if why is None:
            raise NothingDrawnError
        names = {key: one.name for key, one in view.people.items()}
        exchange = why.exchange
        return Response(
            {
                "round": number,
                "changed_by_hand": view.round.changed_by_hand,
                "entry": entry_id,
                "player": person(view.seat.shown),
                "table": why.table,
                "seat": why.seat,
                "seats_before": why.seats_before,
                "opponents": [
                    {"entry": one.other, "player": person(view.people[one.other]), "met_before": one.before}
                    for one in why.opponents
                ],
                "floated": _float(why.floated) if why.floated else None,
                "exchange": {
                    "entry": exchange.player,
                    "player": person(view.people[exchange.player]),
                    "table": exchange.table,
                    "costs": _costs(exchange.costs),
                }
                if exchange
                else None,
                "reasons": told_why(why, names, by_hand=view.round.changed_by_hand),
            }
        )


def _report(report: Report) -> dict[str, Any]:
    return {
        "costs": _costs(report.costs),
        "repeats": report.repeats,
        "widest_spread": str(report.widest_spread),
        "seat_spread": report.seat_spread,
        "tables": [
            {
                "number": one.number,
                "entries": one.players,
                "costs": _costs(one.costs),
                "repeats": [_meeting(pair) for pair in one.repeats],
                "spread": str(one.spread),
            }
            for one in report.tables
        ],
        "byes": report.byes,
        "floats": [_float(one) for one in report.floats],
        "overruled": [
            {"code": one.code, "params": dict(one.params), "detail": told_mistake(one, {})}
            for one in report.violations
        ],
    }


def _costs(costs: Costs) -> dict[str, Any]:
    return {
        "total": str(costs.total),
        "parts": {part.value: str(cost) for part, cost in costs.parts.items()},
    }


def _meeting(pair: Meeting) -> dict[str, Any]:
    return {"one": pair.one, "other": pair.other, "met_before": pair.before}


def _float(one: Float) -> dict[str, Any]:
    return {
        "entry": one.player,
        "table": one.table,
        "direction": one.direction.value,
        "score": str(one.score),
        "table_score": str(one.table_score),
        "reason": one.reason,
    }
