"""Standings of a tournament, points given or taken, judges' notes."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.api.events.common import event_to_change, find_entry, find_event, person
from tournaments.api.events.people import shown_entry
from tournaments.api.events.serializers import EventStandingsSerializer, NoteSerializer, PointsSerializer
from tournaments.selectors.events.rounds import table_for
from tournaments.selectors.events.standings_page import StageTable, final_ranking, stage_tables
from tournaments.services.events.adjust_points import adjust_points
from tournaments.services.events.write_note import write_note


class EventStandingsView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="tournaments_standings", responses=EventStandingsSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Every stage and group, the last stage first; `final` once the tournament is finished."""
        event, actor = find_event(request, public_id)
        return Response(
            {
                "tables": [_table(one) for one in stage_tables(event, actor)],
                "final": [shown_entry(one) for one in final_ranking(event, actor)],
            }
        )


class PointsView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="tournaments_points", request=PointsSerializer, responses={201: PointsSerializer}
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Give or take points, with a reason everybody reads."""
        event, account = event_to_change(request, public_id)
        body = PointsSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        given = body.validated_data
        adjust_points(
            actor=account,
            stage=get_object_or_404(event.stages, number=given["stage"]),
            entry=find_entry(event, given["entry"]),
            points=given["points"],
            reason=given["reason"],
        )
        return Response(given, status=status.HTTP_201_CREATED)


class NotesView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="tournaments_note", request=NoteSerializer, responses={201: NoteSerializer})
    def post(self, request: Request, public_id: str) -> Response:
        """A judge's note, which organisers alone read."""
        event, account = event_to_change(request, public_id)
        body = NoteSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        given = body.validated_data
        write_note(
            actor=account,
            event=event,
            text=given["text"],
            entry=find_entry(event, given["entry"]) if "entry" in given else None,
            table=table_for(event, given["table"], account).table if "table" in given else None,
        )
        return Response(given, status=status.HTTP_201_CREATED)


def _table(one: StageTable) -> dict[str, Any]:
    stored = one.standings
    return {
        "stage": one.stage.number,
        "group": one.group,
        "engine": stored.engine,
        "engine_version": stored.engine_version,
        "computed_at": stored.computed_at,
        "rows": [
            {
                "entry": view.row.entry.public_id,
                "player": person(view.shown),
                "order": view.row.order,
                "place": view.row.place,
                "points": view.row.points,
                "games": view.row.games,
                "wins": view.row.wins,
                "goes_on": view.row.goes_on,
                "tie_breaks": view.row.detail.get("values", {}),
                "results": view.row.results,
            }
            for view in one.rows
        ],
    }
