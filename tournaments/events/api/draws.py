"""Why the tables of a round are as they are: the report of its draw, and why somebody sits where they sit. Players of a
draw are named by their public ids as participants.
"""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from caledonia_site.common.permissions import require
from tournaments.events.api.events import find_event, person
from tournaments.events.api.serializers import (
    FRACTION,
    PersonSerializer,
)
from tournaments.events.selectors.draws import report_of, why_view
from tournaments.events.selectors.rounds import (
    round_for,
)
from tournaments.events.services.errors import NothingDrawnError, RoundNotReadyError
from tournaments.events.wording import describe_mistake, describe_why
from tournaments.pairing.costs import Costs, Part
from tournaments.pairing.report import Direction, Float, Meeting, Report

REASONS = [*(part.value for part in Part), "group", "lot"]


class CostsSerializer(serializers.Serializer[Any]):
    total = serializers.CharField(help_text=FRACTION)
    parts = serializers.DictField(
        child=serializers.CharField(), help_text=f"By part: {', '.join(Part)}. {FRACTION}"
    )


class FloatSerializer(serializers.Serializer[Any]):
    entry = serializers.CharField()
    table = serializers.IntegerField()
    direction = serializers.ChoiceField(
        choices=[one.value for one in Direction], help_text="Up: sits with players who have more points."
    )
    score = serializers.CharField(help_text=FRACTION)
    table_score = serializers.CharField(help_text=FRACTION)
    reason = serializers.ChoiceField(
        choices=REASONS,
        help_text="What going back would cost most; group: the own score group fills no table; lot: it could as well "
        "have been somebody else.",
    )


class MeetingSerializer(serializers.Serializer[Any]):
    one = serializers.CharField()
    other = serializers.CharField()
    met_before = serializers.IntegerField()


class TableReportSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    entries = serializers.ListField(child=serializers.CharField(), help_text="In seat order.")
    costs = CostsSerializer()
    repeats = MeetingSerializer(many=True)
    spread = serializers.CharField(help_text=f"Between most and fewest points. {FRACTION}")


class OverruledSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    params = serializers.DictField()
    detail = serializers.CharField()


class DrawReportSerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    changed_by_hand = serializers.BooleanField()
    costs = CostsSerializer()
    repeats = serializers.IntegerField(help_text="Pairs who meet again.")
    widest_spread = serializers.CharField(help_text=FRACTION)
    seat_spread = serializers.IntegerField(
        help_text="The most by which anybody will have sat in one seat more often than in another."
    )
    tables = TableReportSerializer(many=True)
    byes = serializers.ListField(child=serializers.CharField())
    floats = FloatSerializer(many=True)
    overruled = OverruledSerializer(many=True, help_text="Wishes that a change by hand broke.")


class OpponentSerializer(serializers.Serializer[Any]):
    entry = serializers.CharField()
    player = PersonSerializer()
    met_before = serializers.IntegerField()


class ExchangeSerializer(serializers.Serializer[Any]):
    entry = serializers.CharField()
    player = PersonSerializer()
    table = serializers.IntegerField()
    costs = CostsSerializer(help_text="Of the change; above 0 it would make the draw worse.")


class WhySerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    changed_by_hand = serializers.BooleanField()
    entry = serializers.CharField()
    player = PersonSerializer()
    table = serializers.IntegerField()
    seat = serializers.IntegerField()
    seats_before = serializers.ListField(
        child=serializers.IntegerField(), help_text="How often in each seat, the first first."
    )
    opponents = OpponentSerializer(many=True)
    floated = FloatSerializer(allow_null=True)
    exchange = ExchangeSerializer(
        allow_null=True, help_text="The cheapest change of places with anybody at another table."
    )
    reasons = serializers.ListField(child=serializers.CharField(), help_text="For people.")


class DrawReportView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="tournaments_draw_report", responses=DrawReportSerializer)
    def get(self, request: Request, public_id: str, number: int) -> Response:
        """For organisers, of the tables as they are now: meetings again, spread of scores, balance of seats, who
        floated and why, what it all costs. `round_not_ready` while it is being drawn, `nothing_drawn` for a schedule
        or a bracket."""
        event, actor = find_event(request, public_id)
        require(actor, "events.see_notes", event)
        event_round = round_for(event, number, actor)
        if not event_round.has_tables:
            raise RoundNotReadyError
        report = report_of(event_round)
        if report is None:
            raise NothingDrawnError
        return Response({"round": number, "changed_by_hand": event_round.changed_by_hand, **_report(report)})


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
        names = {key: shown.name for key, shown in view.people.items()}
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
                    {
                        "entry": opponent.other,
                        "player": person(view.people[opponent.other]),
                        "met_before": opponent.before,
                    }
                    for opponent in why.opponents
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
                "reasons": describe_why(why, names, by_hand=view.round.changed_by_hand),
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
                "number": table.number,
                "entries": table.players,
                "costs": _costs(table.costs),
                "repeats": [_meeting(pair) for pair in table.repeats],
                "spread": str(table.spread),
            }
            for table in report.tables
        ],
        "byes": report.byes,
        "floats": [_float(floated) for floated in report.floats],
        "overruled": [
            {
                "code": violation.code,
                "params": dict(violation.params),
                "detail": describe_mistake(violation, {}),
            }
            for violation in report.violations
        ],
    }


def _costs(costs: Costs) -> dict[str, Any]:
    return {
        "total": str(costs.total),
        "parts": {part.value: str(cost) for part, cost in costs.parts.items()},
    }


def _meeting(pair: Meeting) -> dict[str, Any]:
    return {"one": pair.one, "other": pair.other, "met_before": pair.before}


def _float(floated: Float) -> dict[str, Any]:
    return {
        "entry": floated.player,
        "table": floated.table,
        "direction": floated.direction.value,
        "score": str(floated.score),
        "table_score": str(floated.table_score),
        "reason": floated.reason,
    }
