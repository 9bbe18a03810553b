"""Games as programs read them: keys and numbers, with names as the asker may know them."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from caledonia_site.common.permissions import may
from games.api.acting import actor_in
from games.enums import GameState
from games.models import Game, Seat
from games.players.api.players import PlayerSerializer, ShownPlayerSerializer
from games.wording.seats import seat_name

_LINES = {
    "type": "object",
    "additionalProperties": {
        "type": "object",
        "properties": {"quantity": {"type": "integer"}, "vp": {"type": "integer"}},
        "required": ["quantity", "vp"],
    },
}


class ClubNameSerializer(serializers.Serializer[Any]):
    public_id = serializers.CharField()
    name = serializers.CharField()


class SeatSerializer(serializers.Serializer[Seat]):
    """`player` is null for a bot or somebody known by a typed name only; `dimension` is the clan."""

    index = serializers.IntegerField()
    is_bot = serializers.BooleanField()
    name = serializers.SerializerMethodField()
    player = serializers.SerializerMethodField()
    dimension = serializers.CharField()
    total = serializers.IntegerField()
    place = serializers.IntegerField(source="rank")

    def get_name(self, seat: Seat) -> str:
        return seat_name(seat, seat.game.system)

    @extend_schema_field(ShownPlayerSerializer(allow_null=True))
    def get_player(self, seat: Seat) -> dict[str, Any] | None:
        return PlayerSerializer(seat.player, context=self.context).data if seat.player else None


class ScoredSeatSerializer(SeatSerializer):
    lines = serializers.SerializerMethodField(help_text="Quantity and VP by the key of the line.")

    @extend_schema_field(_LINES)
    def get_lines(self, seat: Seat) -> dict[str, dict[str, int]]:
        return {key: {"quantity": quantity, "vp": vp} for key, (quantity, vp) in seat.lines.items()}


class GameSerializer(serializers.Serializer[Game]):
    public_id = serializers.CharField()
    url = serializers.SerializerMethodField(help_text="The game’s page for people.")
    system = serializers.CharField()
    state = serializers.ChoiceField(choices=GameState.choices)
    counts = serializers.BooleanField(help_text="Whether it feeds ratings, statistics and standings.")
    club = ClubNameSerializer(allow_null=True)
    played_on = serializers.DateField()
    finished_at = serializers.DateTimeField(allow_null=True)
    duration_minutes = serializers.IntegerField(allow_null=True)
    version = serializers.IntegerField()
    margin = serializers.IntegerField(allow_null=True)
    totals_only = serializers.BooleanField(help_text="Imported without a sheet.")
    seats = SeatSerializer(many=True)

    def get_url(self, game: Game) -> str:
        address: str = self.context["request"].build_absolute_uri(game.get_absolute_url())
        return address


class GameDetailSerializer(GameSerializer):
    engine_version = serializers.CharField()
    place = serializers.CharField()
    notes = serializers.CharField()
    settled = serializers.BooleanField(help_text="By an organiser: it counts as it stands.")
    submitted_at = serializers.DateTimeField()
    seats = ScoredSeatSerializer(many=True)
    verdicts = serializers.SerializerMethodField()

    @extend_schema_field(
        {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "seat": {"type": "integer"},
                    "kind": {"type": "string", "enum": ["confirmed", "disputed"]},
                    "objections": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "properties": {"line": {"type": "string"}, "comment": {"type": "string"}},
                            "required": ["line", "comment"],
                        },
                    },
                },
                "required": ["seat", "kind", "objections"],
            },
        }
    )
    def get_verdicts(self, game: Game) -> list[dict[str, Any]]:
        """What the players said of the current version; objections for those who have to do with it."""
        told = may(actor_in(self.context["request"], game.club), "games.see_objections", game)
        return [
            {"seat": seat.index, "kind": verdict.kind, "objections": verdict.objections if told else []}
            for seat in game.seats.all()
            for verdict in seat.verdicts.all()
            if verdict.version == game.version
        ]
