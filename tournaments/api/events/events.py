"""Tournaments: finding, setting up, changing, and the steps of their life."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.generics import ListAPIView
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from caledonia_site.common.api_pagination import ByName
from games.api.acting import account_in
from games.clubs.models import Club
from tournaments.api.events.common import event_to_change, find_event, violations_as_problems
from tournaments.api.events.serializers import (
    ChangedEventSerializer,
    EventDetailSerializer,
    EventSerializer,
    EventVerbSerializer,
    NewEventSerializer,
    StagesSerializer,
)
from tournaments.formats.stages import Stage, read_stage
from tournaments.models import Event
from tournaments.services.events.change_event import change_event
from tournaments.services.events.change_stages import change_stages
from tournaments.services.events.check_in import check_in_everybody
from tournaments.services.events.create_event import create_event
from tournaments.services.events.delete_event import delete_event
from tournaments.services.events.errors import StagesError
from tournaments.services.events.finish_event import finish_event, reopen_event
from tournaments.services.events.open_registration import close_registration, open_registration
from tournaments.services.events.register import register

VERBS: dict[str, Callable[..., Any]] = {
    "open_registration": open_registration,
    "close_registration": close_registration,
    "check_in_everybody": check_in_everybody,
    "finish": finish_event,
    "finish_early": lambda actor, event: finish_event(actor=actor, event=event, early=True),
    "reopen": reopen_event,
}


class NewestFirst(ByName):
    ordering = ("-starts_on", "-pk")


class EventListView(ListAPIView[Event]):
    """Tournaments of public clubs and of one's own; `?club=` for one club."""

    permission_classes = [AllowAny]
    pagination_class = NewestFirst
    serializer_class = EventSerializer

    def get_queryset(self) -> QuerySet[Event]:
        viewer: Any = self.request.user
        if public_id := self.request.query_params.get("club"):
            if not public_id.isalnum():
                raise Http404
            club = get_object_or_404(Club.objects.visible_to(viewer), public_id=public_id)
            return Event.objects.filter(club=club).select_related("club")
        return Event.objects.listed_for(viewer).select_related("club")

    @extend_schema(
        operation_id="tournaments_list",
        parameters=[OpenApiParameter("club", str, description="Public id of a club: its tournaments alone.")],
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    @extend_schema(
        operation_id="tournaments_create", request=NewEventSerializer, responses={201: EventDetailSerializer}
    )
    def post(self, request: Request) -> Response:
        """Set up a tournament, as an organiser of the club."""
        body = NewEventSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        given = body.validated_data
        club = get_object_or_404(Club.objects.visible_to(request.user), public_id=given["club"])
        account = account_in(request, club)
        with violations_as_problems():
            event = create_event(
                actor=account,
                club=club,
                details=body.details(given["system"]),
                stages=_stages(given["stages"]),
            )
        return Response(_shown(event, request), status=status.HTTP_201_CREATED)


class EventView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="tournaments_read", responses=EventDetailSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        event, _actor = find_event(request, public_id)
        return Response(_shown(event, request))

    @extend_schema(
        operation_id="tournaments_change", request=ChangedEventSerializer, responses=EventDetailSerializer
    )
    def put(self, request: Request, public_id: str) -> Response:
        """Replace the settings; refused when another organiser changed them since `version`."""
        event, account = event_to_change(request, public_id)
        body = ChangedEventSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        version = body.validated_data["version"]
        with violations_as_problems():
            change_event(actor=account, event=event, version=version, details=body.details(event.system))
        return self.get(request, public_id)

    @extend_schema(operation_id="tournaments_delete", responses={204: None})
    def delete(self, request: Request, public_id: str) -> Response:
        """Its games stay games of the club."""
        event, account = event_to_change(request, public_id)
        delete_event(actor=account, event=event)
        return Response(status=status.HTTP_204_NO_CONTENT)


class StagesView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="tournaments_stages", request=StagesSerializer, responses=EventDetailSerializer
    )
    def put(self, request: Request, public_id: str) -> Response:
        event, account = event_to_change(request, public_id)
        body = StagesSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        given = body.validated_data
        with violations_as_problems():
            change_stages(
                actor=account, event=event, version=given["version"], stages=_stages(given["stages"])
            )
        found, _actor = find_event(request, public_id)
        return Response(_shown(found, request))


class EventVerbView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="tournaments_do",
        request=EventVerbSerializer,
        responses=EventDetailSerializer,
        parameters=[OpenApiParameter("verb", str, OpenApiParameter.PATH, enum=sorted({*VERBS, "register"}))],
    )
    def post(self, request: Request, public_id: str, verb: str) -> Response:
        """A step of its life: registration, taking part oneself, the end."""
        if verb not in VERBS and verb != "register":
            raise Http404
        event, account = event_to_change(request, public_id)
        if verb == "register":
            body = EventVerbSerializer(data=request.data)
            body.is_valid(raise_exception=True)
            register(actor=account, event=event, **body.validated_data)
        else:
            VERBS[verb](actor=account, event=event)
        found, _actor = find_event(request, public_id)
        return Response(_shown(found, request))


def _stages(raw: Sequence[Mapping[str, Any]]) -> list[Stage]:
    """Raises StagesError with everything that is wrong."""
    read = [read_stage(one) for one in raw]
    wrong = [
        one._replace(path=f"stages[{index}].{one.path}")
        for index, stage in enumerate(read)
        for one in stage.violations
    ]
    if wrong:
        raise StagesError(wrong)
    return [one.stage for one in read if one.stage is not None]


def _shown(event: Event, request: Request) -> dict[str, Any]:
    shown = {**EventSerializer(event, context={"request": request}).data}
    shown["stages"] = [
        {"number": one.number, "settings": one.settings} for one in event.stages.order_by("number")
    ]
    return shown
