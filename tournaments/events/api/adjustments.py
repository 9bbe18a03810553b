"""What organisers and judges of a tournament lay down (wishes, points given or taken, notes), its history and its
standings.
"""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.generics import ListAPIView
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from caledonia_site.common.api.pagination import ByName
from caledonia_site.common.permissions import require
from tournaments.events.api.events import (
    event_to_change,
    find_event,
    find_participant,
    person,
    shown_participant,
)
from tournaments.events.api.serializers import (
    EventHistorySerializer,
    EventStandingsSerializer,
    NoteSerializer,
    NotesSerializer,
    PointsListSerializer,
    PointsSerializer,
    WishesSerializer,
    WishSerializer,
)
from tournaments.events.enums import SeatingRuleKind
from tournaments.events.models import EventAdjustment, EventAuditRecord, JudgeNote, SeatingRule
from tournaments.events.selectors.events import history_of, notes_of, seating_rules_of
from tournaments.events.selectors.rounds import table_for
from tournaments.events.selectors.standings import StageTable, final_ranking, stage_tables
from tournaments.events.services.adjustments import adjust_points, undo_adjustment
from tournaments.events.services.requests import (
    add_seating_rule,
    delete_note,
    remove_seating_rule,
    write_note,
)


class WishesView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="tournaments_wishes", responses=WishesSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """For organisers."""
        event, actor = find_event(request, public_id)
        require(actor, "events.run_event", event)
        return Response({"wishes": [_wish(rule) for rule in seating_rules_of(event, actor)]})

    @extend_schema(operation_id="tournaments_wish", request=WishSerializer, responses={201: WishSerializer})
    def post(self, request: Request, public_id: str) -> Response:
        """Two players whom the draw keeps together, or apart."""
        event, account = event_to_change(request, public_id)
        body = WishSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        given = body.validated_data
        rule = add_seating_rule(
            actor=account,
            event=event,
            first=find_participant(event, given["one"]),
            second=find_participant(event, given["other"]),
            kind=SeatingRuleKind(given["kind"]),
        )
        return Response(_wish(rule), status=status.HTTP_201_CREATED)


class WishView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="tournaments_drop_wish", responses={204: None})
    def delete(self, request: Request, public_id: str, number: int) -> Response:
        """Take a wish back, by its number in the list."""
        event, account = event_to_change(request, public_id)
        require(account, "events.run_event", event)
        if rule := event.seating_rules.filter(pk=number).first():
            rule.event = event
            remove_seating_rule(actor=account, rule=rule)
        return Response(status=status.HTTP_204_NO_CONTENT)


class PointsView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="tournaments_points_list", responses=PointsListSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Given and taken, the newest first; everybody reads them in the standings too."""
        event, _actor = find_event(request, public_id)
        adjustments = EventAdjustment.objects.filter(stage__event=event).select_related(
            "stage", "participant"
        )
        return Response({"points": [_points(adjustment) for adjustment in adjustments.order_by("-pk")]})

    @extend_schema(
        operation_id="tournaments_points", request=PointsSerializer, responses={201: PointsSerializer}
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Give or take points, with a reason everybody reads."""
        event, account = event_to_change(request, public_id)
        body = PointsSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        given = body.validated_data
        adjustment = adjust_points(
            actor=account,
            stage=get_object_or_404(event.stages, number=given["stage"]),
            participant=find_participant(event, given["entry"]),
            points=given["points"],
            reason=given["reason"],
        )
        return Response(_points(adjustment), status=status.HTTP_201_CREATED)


class PointView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="tournaments_undo_points", responses={204: None})
    def delete(self, request: Request, public_id: str, number: int) -> Response:
        """Undo points given or taken, by their number in the list; the history keeps that they were there."""
        event, account = event_to_change(request, public_id)
        require(account, "events.run_event", event)
        adjustments = EventAdjustment.objects.filter(stage__event=event, pk=number).select_related(
            "participant", "stage"
        )
        if adjustment := adjustments.first():
            adjustment.stage.event = event
            undo_adjustment(actor=account, adjustment=adjustment)
        return Response(status=status.HTTP_204_NO_CONTENT)


class NotesView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="tournaments_notes", responses=NotesSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Judges' notes, the newest first, for organisers."""
        event, actor = find_event(request, public_id)
        require(actor, "events.see_notes", event)
        return Response({"notes": [_note(note) for note in notes_of(event, actor)]})

    @extend_schema(operation_id="tournaments_note", request=NoteSerializer, responses={201: NoteSerializer})
    def post(self, request: Request, public_id: str) -> Response:
        """A judge's note, which organisers alone read."""
        event, account = event_to_change(request, public_id)
        body = NoteSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        given = body.validated_data
        note = write_note(
            actor=account,
            event=event,
            text=given["text"],
            participant=find_participant(event, given["entry"]) if "entry" in given else None,
            table=table_for(event, given["table"], account).table if "table" in given else None,
        )
        return Response(_note(note), status=status.HTTP_201_CREATED)


class NoteView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="tournaments_delete_note", responses={204: None})
    def delete(self, request: Request, public_id: str, number: int) -> Response:
        """Delete a note, by its number in the list; the history keeps that there was one."""
        event, account = event_to_change(request, public_id)
        require(account, "events.see_notes", event)
        if note := event.notes.select_related("participant").filter(pk=number).first():
            note.event = event
            delete_note(actor=account, note=note)
        return Response(status=status.HTTP_204_NO_CONTENT)


class NewestLineFirst(ByName):
    ordering = ("-at", "-pk")


class EventHistoryView(ListAPIView[EventAuditRecord]):
    """What happened, the newest first, for organisers: codes and figures, old and new."""

    permission_classes = [AllowAny]
    pagination_class = NewestLineFirst
    serializer_class = EventHistorySerializer

    @extend_schema(operation_id="tournaments_history")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return EventAuditRecord.objects.none()
        event, actor = find_event(self.request, self.kwargs["public_id"])
        require(actor, "events.see_notes", event)
        return history_of(event, actor)


def _wish(rule: SeatingRule) -> dict[str, Any]:
    return {
        "number": rule.pk,
        "one": rule.first.public_id,
        "other": rule.second.public_id,
        "kind": rule.kind,
    }


def _points(adjustment: EventAdjustment) -> dict[str, Any]:
    return {
        "number": adjustment.pk,
        "stage": adjustment.stage.number,
        "entry": adjustment.participant.public_id,
        "points": adjustment.points,
        "reason": adjustment.reason,
    }


def _note(note: JudgeNote) -> dict[str, Any]:
    shown: dict[str, Any] = {"number": note.pk, "text": note.text}
    if note.participant:
        shown["entry"] = note.participant.public_id
    if note.table:
        shown["table"] = note.table.public_id
    return shown


class EventStandingsView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="tournaments_standings", responses=EventStandingsSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Every stage and group, the last stage first; `final` once the tournament is finished."""
        event, actor = find_event(request, public_id)
        return Response(
            {
                "tables": [_table(table) for table in stage_tables(event, actor)],
                "final": [shown_participant(participant) for participant in final_ranking(event, actor)],
            }
        )


def _table(table: StageTable) -> dict[str, Any]:
    stored = table.standings
    return {
        "stage": table.stage.number,
        "group": table.group,
        "engine": stored.engine,
        "engine_version": stored.engine_version,
        "computed_at": stored.computed_at,
        "rows": [
            {
                "entry": view.row.participant.public_id,
                "player": person(view.shown),
                "order": view.row.order,
                "place": view.row.place,
                "points": view.row.points,
                "games": view.row.games,
                "wins": view.row.wins,
                "goes_on": view.row.advances,
                "tie_breaks": view.row.detail.get("values", {}),
                "results": view.row.results,
            }
            for view in table.rows
        ],
    }
