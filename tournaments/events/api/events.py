"""Tournaments and who takes part in them: finding, setting up, changing, and the steps of their life. Whatever is wrong
is refused with every wrong value named.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.generics import ListAPIView
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from caledonia_site.common.api.pagination import ByName
from caledonia_site.common.api.problems import FieldProblem, ProblemError
from caledonia_site.common.permissions import require
from games.clubs.models import Club, Membership
from games.players.actors import Viewer
from games.players.models import Player, User
from games.players.models.player import ShownPlayer
from games.tokens.authentication import account_in
from tournaments.events.api.serializers import (
    ChangedEventSerializer,
    EntriesSerializer,
    EventDetailSerializer,
    EventEntrySerializer,
    EventSerializer,
    EventVerbSerializer,
    InviteSerializer,
    NewEntrySerializer,
    NewEventSerializer,
    StagesSerializer,
    TagsSerializer,
)
from tournaments.events.models import Event, Participant
from tournaments.events.selectors.events import event_for, people_of
from tournaments.events.services.check_in import (
    check_in,
    check_in_everybody,
    drop_participant,
    return_participant,
    sit_out,
    undo_check_in,
)
from tournaments.events.services.errors import NotAClubPlayerError, StagesError
from tournaments.events.services.events import (
    change_event,
    create_event,
    delete_event,
    finish_event,
    reopen_event,
)
from tournaments.events.services.registration import (
    add_guest_participant,
    add_participant,
    close_registration,
    confirm_participant,
    invite_player,
    open_registration,
    register,
    tag_participant,
    withdraw_participant,
)
from tournaments.events.services.stages import change_stages
from tournaments.events.wording import describe_mistake
from tournaments.formats.stages import Stage, read_stage
from tournaments.shared.errors import ViolationsError


def find_event(request: Request, public_id: str) -> tuple[Event, Any]:
    """The tournament as the asker may see it, and as whom they ask."""
    return event_for(public_id, request.user), request.user


def event_to_change(request: Request, public_id: str) -> tuple[Event, User]:
    """The services ask whether they may."""
    event, _actor = find_event(request, public_id)
    return event, account_in(request, event.club)


def find_participant(event: Event, entry_id: str) -> Participant:
    participant = event.participants.filter(public_id=entry_id).select_related("player").first()
    if participant is None:
        raise Http404
    participant.event = event
    return participant


def person(shown: ShownPlayer) -> dict[str, Any]:
    return {"public_id": shown.public_id, "name": shown.name}


@contextmanager
def violations_as_problems() -> Iterator[None]:
    """Every wrong value with its code and parameters, as for score sheets."""
    try:
        yield
    except ViolationsError as error:
        raise as_problem(error) from None


def as_problem(error: ViolationsError) -> ProblemError:
    wrong = [
        FieldProblem(violation.path, violation.code, describe_mistake(violation, {}), dict(violation.params))
        for violation in error.violations
    ]
    return ProblemError(code=error.code, detail=str(error), errors=wrong, status=error.status)


EVENT_VERBS: dict[str, Callable[..., Any]] = {
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
        viewer: Viewer = self.request.user
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
        seen, _actor = find_event(request, public_id)
        return Response(_shown(seen, request))


class EventVerbView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="tournaments_do",
        request=EventVerbSerializer,
        responses=EventDetailSerializer,
        parameters=[
            OpenApiParameter("verb", str, OpenApiParameter.PATH, enum=sorted({*EVENT_VERBS, "register"}))
        ],
    )
    def post(self, request: Request, public_id: str, verb: str) -> Response:
        """A step of its life: registration, taking part oneself, the end."""
        if verb not in EVENT_VERBS and verb != "register":
            raise Http404
        event, account = event_to_change(request, public_id)
        if verb == "register":
            body = EventVerbSerializer(data=request.data)
            body.is_valid(raise_exception=True)
            register(actor=account, event=event, **body.validated_data)
        else:
            EVENT_VERBS[verb](actor=account, event=event)
        seen, _actor = find_event(request, public_id)
        return Response(_shown(seen, request))


def _stages(raw: Sequence[Mapping[str, Any]]) -> list[Stage]:
    """Raises StagesError with everything that is wrong."""
    read = [read_stage(stored) for stored in raw]
    wrong = [
        stored._replace(path=f"stages[{index}].{stored.path}")
        for index, stage in enumerate(read)
        for stored in stage.violations
    ]
    if wrong:
        raise StagesError(wrong)
    return [stored.stage for stored in read if stored.stage is not None]


def _shown(event: Event, request: Request) -> dict[str, Any]:
    shown = {**EventSerializer(event, context={"request": request}).data}
    shown["stages"] = [
        {"number": stage.number, "settings": stage.settings} for stage in event.stages.order_by("number")
    ]
    return shown


PARTICIPANT_VERBS: dict[str, Callable[..., Any]] = {
    "confirm": confirm_participant,
    "withdraw": withdraw_participant,
    "check_in": check_in,
    "undo_check_in": undo_check_in,
    "drop": drop_participant,
    "disqualify": lambda actor, participant: drop_participant(
        actor=actor, participant=participant, disqualify=True
    ),
    "return": return_participant,
    "sit_out": sit_out,
    "play": lambda actor, participant: sit_out(actor=actor, participant=participant, sits_out=False),
}


class EntriesView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="tournaments_entries", responses=EntriesSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Everybody on the list, in the order they came."""
        event, actor = find_event(request, public_id)
        return Response(
            {"entries": [shown_participant(participant) for participant in people_of(event, actor)]}
        )

    @extend_schema(
        operation_id="tournaments_enter", request=NewEntrySerializer, responses={201: EventEntrySerializer}
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Put a member or guest of the club on the list, or a new guest by name; also late."""
        event, account = event_to_change(request, public_id)
        body = NewEntrySerializer(data=request.data)
        body.is_valid(raise_exception=True)
        given = body.validated_data
        tags = {"team": given["team"], "family": given["family"]}
        if name := given.get("name"):
            participant = add_guest_participant(actor=account, event=event, name=name, **tags)
        else:
            require(account, "events.run_event", event)
            members = Membership.objects.filter(club=event.club_id).select_related("player")
            member = members.filter(player__public_id=given.get("player", "")).first()
            if member is None:
                raise NotAClubPlayerError
            participant = add_participant(actor=account, event=event, player=member.player, **tags)
        return Response(_fresh(participant, account), status=status.HTTP_201_CREATED)


class InvitationsView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="tournaments_invite", request=InviteSerializer, responses={201: EventEntrySerializer}
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Invite somebody, in the club or not, by the player's public id."""
        event, account = event_to_change(request, public_id)
        require(account, "events.run_event", event)
        body = InviteSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        player = Player.objects.shown_to(account).filter(public_id=body.validated_data["player"]).first()
        if player is None or player.shown.public_id is None:
            raise serializers.ValidationError({"player": [_("There is no such player.")]}, code="not_found")
        participant = invite_player(actor=account, event=event, player=player)
        return Response(_fresh(participant, account), status=status.HTTP_201_CREATED)


class EntryView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="tournaments_tag", request=TagsSerializer, responses=EventEntrySerializer)
    def put(self, request: Request, public_id: str, entry_id: str) -> Response:
        """Club or team, family and rating, which the draw looks at."""
        event, account = event_to_change(request, public_id)
        body = TagsSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        participant = tag_participant(
            actor=account, participant=find_participant(event, entry_id), **body.validated_data
        )
        return Response(_fresh(participant, account))


class EntryVerbView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="tournaments_entry_do",
        request=None,
        responses=EventEntrySerializer,
        parameters=[OpenApiParameter("verb", str, OpenApiParameter.PATH, enum=sorted(PARTICIPANT_VERBS))],
    )
    def post(self, request: Request, public_id: str, entry_id: str, verb: str) -> Response:
        """Coming, being there, sitting out, leaving, coming back."""
        if verb not in PARTICIPANT_VERBS:
            raise Http404
        event, account = event_to_change(request, public_id)
        participant = find_participant(event, entry_id)
        PARTICIPANT_VERBS[verb](actor=account, participant=participant)
        return Response(_fresh(participant, account))


def shown_participant(participant: Participant) -> dict[str, Any]:
    """Of an entry that knows its viewer."""
    return {
        "public_id": participant.public_id,
        "player": person(participant.player.shown),
        "state": participant.state,
        "team": participant.team,
        "family": participant.family,
        "rating": participant.rating,
        "sits_out": participant.sits_out,
        "joined_round": participant.joined_round,
        "left_after": participant.left_after,
        "final_place": participant.final_place,
    }


def _fresh(participant: Participant, viewer: Viewer) -> dict[str, Any]:
    return shown_participant(
        Participant.objects.filter(pk=participant.pk)
        .shown_to(viewer, named=participant.event.shows_names)
        .get()
    )
