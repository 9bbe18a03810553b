"""Rounds and tables of a tournament."""

from collections.abc import Callable, Sequence
from typing import Any

from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.players.actors import Viewer
from games.results.models import Game
from games.results.selectors.games import game_for
from tournaments.events.api.events import event_to_change, find_event, person, violations_as_problems
from tournaments.events.api.serializers import (
    DrawSerializer,
    EventTableSerializer,
    RoundDetailSerializer,
    RoundsSerializer,
    RoundVersionSerializer,
    TablesSerializer,
    TableVerbSerializer,
)
from tournaments.events.enums import TableDecision
from tournaments.events.models import EventRound
from tournaments.events.selectors.rounds import (
    TableView,
    rivals_of,
    round_view,
    rounds_of,
    table_for,
)
from tournaments.events.services.draws import draw_round, draw_setup, redraw_round
from tournaments.events.services.results import (
    accept_result,
    decide_table,
    report_table,
    settle_conflict,
    undo_table_decision,
    unlink_result,
)
from tournaments.events.services.rounds import pause_clock, publish_round, start_clock, stop_clock, undo_round
from tournaments.events.services.tables import change_tables

VERSIONED: dict[str, Callable[..., Any]] = {"publish": publish_round, "redraw": redraw_round}
VERBS: dict[str, Callable[..., Any]] = {
    "draw_setup": draw_setup,
    "start_clock": start_clock,
    "pause_clock": pause_clock,
    "stop_clock": stop_clock,
}
TABLE_VERBS = ("accept", "cancel", "forfeit", "report", "settle", "undo_decision", "unlink")


class RoundsView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="tournaments_rounds", responses=RoundsSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """The rounds you may see: before it is published a round is the organisers' alone."""
        event, actor = find_event(request, public_id)
        return Response({"rounds": [_head(event_round) for event_round in rounds_of(event, actor)]})

    @extend_schema(
        operation_id="tournaments_draw", request=DrawSerializer, responses={201: RoundDetailSerializer}
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Draw the next round. With many players its state is `drawing` until a job is done."""
        event, account = event_to_change(request, public_id)
        body = DrawSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        number = body.validated_data["number"]
        with violations_as_problems():
            draw_round(actor=account, event=event, number=number)
        return Response(_round(request, public_id, number), status=status.HTTP_201_CREATED)


class RoundView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="tournaments_round", responses=RoundDetailSerializer)
    def get(self, request: Request, public_id: str, number: int) -> Response:
        """Tables, byes, and all that the draw depends on, so that anybody can draw it again."""
        return Response(_round(request, public_id, number))

    @extend_schema(
        operation_id="tournaments_tables", request=TablesSerializer, responses=RoundDetailSerializer
    )
    def put(self, request: Request, public_id: str, number: int) -> Response:
        """Change the tables by hand: entries in seat order, table by table."""
        event, account = event_to_change(request, public_id)
        body = TablesSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        with violations_as_problems():
            change_tables(actor=account, event=event, number=number, **body.validated_data)
        return Response(_round(request, public_id, number))

    @extend_schema(operation_id="tournaments_undo_round", responses={204: None})
    def delete(self, request: Request, public_id: str, number: int) -> Response:
        """Undo the last round. Games that were played stay games of the club."""
        event, account = event_to_change(request, public_id)
        undo_round(actor=account, event=event, number=number)
        return Response(status=status.HTTP_204_NO_CONTENT)


class RoundVerbView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="tournaments_round_do",
        request=RoundVersionSerializer,
        responses=RoundDetailSerializer,
        parameters=[OpenApiParameter("verb", str, OpenApiParameter.PATH, enum=sorted({*VERBS, *VERSIONED}))],
    )
    def post(self, request: Request, public_id: str, number: int, verb: str) -> Response:
        """Publish, draw again, draw the set-up, run the clock."""
        if verb not in VERBS and verb not in VERSIONED:
            raise Http404
        event, account = event_to_change(request, public_id)
        body = RoundVersionSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        if verb in VERSIONED:
            if "version" not in body.validated_data:
                wrong = {"version": [serializers.Field.default_error_messages["required"]]}
                raise serializers.ValidationError(wrong, code="required")
            with violations_as_problems():
                version = body.validated_data["version"]
                VERSIONED[verb](actor=account, event=event, number=number, version=version)
        else:
            VERBS[verb](actor=account, event=event, number=number)
        return Response(_round(request, public_id, number))


class TableVerbView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="tournaments_table_do",
        request=TableVerbSerializer,
        responses=EventTableSerializer,
        parameters=[OpenApiParameter("verb", str, OpenApiParameter.PATH, enum=list(TABLE_VERBS))],
    )
    def post(self, request: Request, public_id: str, table_id: str, verb: str) -> Response:
        """The result of a table: a recorded game, or what an organiser decides."""
        if verb not in TABLE_VERBS:
            raise Http404
        event, account = event_to_change(request, public_id)
        table = table_for(event, table_id, account).table
        body = TableVerbSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        match verb:
            case "report":
                report_table(actor=account, table=table, game=_game(body, account))
            case "settle":
                settle_conflict(
                    actor=account,
                    table=table,
                    game=_game(body, account),
                    instead_of=body.validated_data["instead_of"],
                )
            case "accept":
                accept_result(actor=account, table=table)
            case "unlink":
                unlink_result(actor=account, table=table)
            case "undo_decision":
                undo_table_decision(actor=account, table=table)
            case "cancel":
                decide_table(actor=account, table=table, decision=TableDecision.CANCELLED)
            case "forfeit":
                seats = [number - 1 for number in body.validated_data.get("forfeiting", [])]
                decide_table(actor=account, table=table, decision=TableDecision.FORFEITED, forfeiting=seats)
        (shown,) = _tables([table_for(event, table_id, account)])
        return Response(shown)


def _game(body: TableVerbSerializer, viewer: Viewer) -> Game:
    game = game_for(public_id=body.validated_data.get("game", ""), viewer=viewer)
    if game is None:
        raise serializers.ValidationError({"game": [_("There is no such game.")]}, code="not_found")
    return game


def _round(request: Request, public_id: str, number: int) -> dict[str, Any]:
    event, actor = find_event(request, public_id)
    view = round_view(event, number, actor)
    return {
        **_head(view.round),
        "request": view.round.request,
        "tables": _tables(view.tables),
        "byes": [
            {"entry": bye.participant.public_id, "player": person(bye.shown), "kind": bye.kind}
            for bye in view.byes
        ],
    }


def _head(of: EventRound) -> dict[str, Any]:
    left = of.time_left(timezone.now())
    return {
        "number": of.number,
        "stage": of.stage.number,
        "state": of.state,
        "version": of.version,
        "engine": of.engine,
        "engine_version": of.engine_version,
        "digest": of.digest,
        "changed_by_hand": of.changed_by_hand,
        "setup": of.setup,
        "seconds_left": None if left is None else int(left.total_seconds()),
        "failure": of.failure,
    }


def _tables(views: Sequence[TableView]) -> list[dict[str, Any]]:
    rivals = rivals_of(view.table for view in views)
    return [_table(view, rivals.get(view.table.pk, [])) for view in views]


def _table(view: TableView, rivals: Sequence[str]) -> dict[str, Any]:
    table = view.table
    return {
        "public_id": table.public_id,
        "number": table.number,
        "state": view.state,
        "game": table.game.public_id if table.game else None,
        "rival": table.rival.public_id if table.rival else None,
        "rivals": rivals,
        "seats": [
            {
                "entry": seat.participant.public_id,
                "player": person(seat.shown),
                "seat": seat.number,
                "forfeits": seat.forfeits,
                "total": seat.total,
                "place": seat.rank,
            }
            for seat in view.seats
        ],
    }
