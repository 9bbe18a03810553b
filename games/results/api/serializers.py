"""Games as programs read them: keys and numbers, with names as the asker may know them."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from caledonia_site.common.permissions import may
from games.players.api.players import ShownPlayerSerializer
from games.results.enums import GameState, VerdictKind, VerdictMeans
from games.results.models import Game, Seat
from games.results.selectors.games import readable_notes
from games.results.selectors.history import verdicts_on_page
from games.results.wording import seat_name
from games.tokens.authentication import actor_in

_LINES = {
    "type": "object",
    "additionalProperties": {
        "type": "object",
        "properties": {"quantity": {"type": "integer"}, "vp": {"type": "integer"}},
        "required": ["quantity", "vp"],
    },
}


OBJECTIONS = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {"line": {"type": "string"}, "comment": {"type": "string"}},
        "required": ["line", "comment"],
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
    dimension = serializers.CharField(source="faction")
    total = serializers.IntegerField()
    place = serializers.IntegerField(source="rank")

    def get_name(self, seat: Seat) -> str:
        return seat_name(seat, seat.game.system)

    @extend_schema_field(ShownPlayerSerializer(allow_null=True))
    def get_player(self, seat: Seat) -> dict[str, Any] | None:
        return ShownPlayerSerializer(seat.shown, context=self.context).data if seat.shown else None


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
    notes = serializers.SerializerMethodField(
        help_text="Empty for whoever may not read every name at the table."
    )
    settled = serializers.BooleanField(help_text="By an organiser: it counts as it stands.")
    submitted_at = serializers.DateTimeField()
    seats = ScoredSeatSerializer(many=True)
    verdicts = serializers.SerializerMethodField()

    def get_notes(self, game: Game) -> str:
        return readable_notes(game)

    @extend_schema_field(
        {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "seat": {"type": "integer"},
                    "kind": {"type": "string", "enum": ["confirmed", "disputed"]},
                    "objections": OBJECTIONS,
                    "version": {"type": "integer"},
                    "means": {"type": "string", "enum": VerdictMeans.values},
                    "counts": {"type": "boolean"},
                    "sits_there": {"type": "boolean"},
                    "given_at": {"type": "string", "format": "date-time"},
                },
                "required": [
                    "seat",
                    "kind",
                    "objections",
                    "version",
                    "means",
                    "counts",
                    "sits_there",
                    "given_at",
                ],
            },
        }
    )
    def get_verdicts(self, game: Game) -> list[dict[str, Any]]:
        """What holds of what the players said: disputes of any version, and who confirmed exactly what the game says
        now. `counts` tells whether a confirmation counts by the club’s rules, `sits_there` whether the person still has
        the seat. The texts of objections are for those who sat there and those who may correct the game.
        """
        sees_objections = may(actor_in(self.context["request"], game.club), "games.see_objections", game)
        verdicts = verdicts_on_page(game)
        rows = [
            (verdict, seat_verdicts.counts, True)
            for seat_verdicts in verdicts.seats
            if (verdict := seat_verdicts.last)
        ]
        rows += [(verdict, False, False) for verdict in verdicts.elsewhere]
        return [
            {
                "seat": verdict.index,
                "kind": verdict.kind,
                "objections": verdict.objections if sees_objections else [],
                "version": verdict.version,
                "means": verdict.means,
                "counts": counts and verdict.kind == VerdictKind.CONFIRMED,
                "sits_there": sits_there,
                "given_at": verdict.given_at,
            }
            for verdict, counts, sits_there in rows
        ]
