"""Who takes part in a tournament."""

from collections.abc import Callable
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from caledonia_site.common.permissions import require
from games.clubs.models import Membership
from games.players.models import Player
from tournaments.api.events.common import event_to_change, find_entry, find_event, person
from tournaments.api.events.serializers import (
    EntriesSerializer,
    EventEntrySerializer,
    InviteSerializer,
    NewEntrySerializer,
    TagsSerializer,
)
from tournaments.models import EventEntry
from tournaments.selectors.events.people import people_of
from tournaments.services.events.add_entry import add_entry, add_guest_entry
from tournaments.services.events.check_in import check_in, undo_check_in
from tournaments.services.events.confirm_entry import confirm_entry
from tournaments.services.events.drop_entry import drop_entry, return_entry, sit_out
from tournaments.services.events.errors import NotAClubPlayerError
from tournaments.services.events.invite_player import invite_player
from tournaments.services.events.tag_entry import tag_entry
from tournaments.services.events.withdraw_entry import withdraw_entry

VERBS: dict[str, Callable[..., Any]] = {
    "confirm": confirm_entry,
    "withdraw": withdraw_entry,
    "check_in": check_in,
    "undo_check_in": undo_check_in,
    "drop": drop_entry,
    "disqualify": lambda actor, entry: drop_entry(actor=actor, entry=entry, disqualify=True),
    "return": return_entry,
    "sit_out": sit_out,
    "play": lambda actor, entry: sit_out(actor=actor, entry=entry, sits_out=False),
}


class EntriesView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="tournaments_entries", responses=EntriesSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Everybody on the list, in the order they came."""
        event, actor = find_event(request, public_id)
        return Response({"entries": [shown_entry(one) for one in people_of(event, actor)]})

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
            made = add_guest_entry(actor=account, event=event, name=name, **tags)
        else:
            require(account, "events.run_event", event)
            members = Membership.objects.filter(club=event.club_id).select_related("player")
            member = members.filter(player__public_id=given.get("player", "")).first()
            if member is None:
                raise NotAClubPlayerError
            made = add_entry(actor=account, event=event, player=member.player, **tags)
        return Response(_fresh(made, account), status=status.HTTP_201_CREATED)


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
        made = invite_player(actor=account, event=event, player=player)
        return Response(_fresh(made, account), status=status.HTTP_201_CREATED)


class EntryView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="tournaments_tag", request=TagsSerializer, responses=EventEntrySerializer)
    def put(self, request: Request, public_id: str, entry_id: str) -> Response:
        """Club or team, family and rating, which the draw looks at."""
        event, account = event_to_change(request, public_id)
        body = TagsSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        made = tag_entry(actor=account, entry=find_entry(event, entry_id), **body.validated_data)
        return Response(_fresh(made, account))


class EntryVerbView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="tournaments_entry_do",
        request=None,
        responses=EventEntrySerializer,
        parameters=[OpenApiParameter("verb", str, OpenApiParameter.PATH, enum=sorted(VERBS))],
    )
    def post(self, request: Request, public_id: str, entry_id: str, verb: str) -> Response:
        """Coming, being there, sitting out, leaving, coming back."""
        if verb not in VERBS:
            raise Http404
        event, account = event_to_change(request, public_id)
        entry = find_entry(event, entry_id)
        VERBS[verb](actor=account, entry=entry)
        return Response(_fresh(entry, account))


def shown_entry(entry: EventEntry) -> dict[str, Any]:
    """Of an entry that knows its viewer."""
    return {
        "public_id": entry.public_id,
        "player": person(entry.player.shown),
        "state": entry.state,
        "team": entry.team,
        "family": entry.family,
        "rating": entry.rating,
        "sits_out": entry.sits_out,
        "joined_round": entry.joined_round,
        "left_after": entry.left_after,
        "final_place": entry.final_place,
    }


def _fresh(entry: EventEntry, viewer: Any) -> dict[str, Any]:
    return shown_entry(
        EventEntry.objects.filter(pk=entry.pk).shown_to(viewer, named=entry.event.shows_names).get()
    )
