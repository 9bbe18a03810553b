"""Who changed which cell of a game from what to what."""

import re
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.acting import game_allowing
from games.enums import VersionCause
from games.players.api.players import ShownPlayerSerializer
from games.players.models import Player
from games.selectors.history import CellChange, history_of

# Names are shown as each asker may know them: by the game's seats, never from the old texts.
_NAMES = re.compile(r"people\[\d+\]\.(player|name)$|seats\[\d+\]\.player$")


class ChangeSerializer(serializers.Serializer[CellChange]):
    path = serializers.CharField()
    before = serializers.JSONField(allow_null=True)
    after = serializers.JSONField(allow_null=True)


class VersionHistorySerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    cause = serializers.ChoiceField(choices=VersionCause.choices)
    comment = serializers.CharField()
    created_at = serializers.DateTimeField()
    author = ShownPlayerSerializer(allow_null=True)
    changes = ChangeSerializer(many=True)
    people_changed = serializers.BooleanField(help_text="Whether a seat changed hands.")


class GameHistoryView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="games_history", responses=VersionHistorySerializer(many=True))
    def get(self, request: Request, public_id: str) -> Response:
        """All versions, newest first; for members of its club, in no club for whoever recorded or played it."""
        game, _account = game_allowing(request, public_id, "games.see_history")
        told = history_of(game)
        authors = {step.version.author_id for step in told if step.version.author_id}
        shown = {
            player.account_id: player.shown
            for player in Player.with_merged.shown_to(request.user).filter(account__in=authors)
        }
        rows = [
            {
                "number": step.version.number,
                "cause": step.version.cause,
                "comment": step.version.comment,
                "created_at": step.version.created_at,
                "author": shown.get(step.version.author_id),
                "changes": [change for change in step.changes if not _NAMES.match(change.path)],
                "people_changed": any(_NAMES.match(change.path) for change in step.changes),
            }
            for step in told
        ]
        return Response(VersionHistorySerializer(rows, many=True, context={"request": request}).data)
