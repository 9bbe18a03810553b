"""The facts of a game system as programs read them."""

from dataclasses import asdict
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.stats.api.factions import FILTERS, read_filters
from games.stats.api.representations import ScoreBinSerializer, SplitsByKeyField
from games.stats.selectors.system import system_facts


class SeatsFactsSerializer(serializers.Serializer[Any]):
    seats = serializers.IntegerField(help_text="People at the table.")
    games = serializers.IntegerField()
    scores = ScoreBinSerializer(many=True)
    winning = ScoreBinSerializer(many=True)
    mean = serializers.FloatField(allow_null=True)
    mean_winning = serializers.FloatField(allow_null=True)
    mean_margin = serializers.FloatField(allow_null=True)


class PlaceMeanSerializer(serializers.Serializer[Any]):
    place = serializers.IntegerField()
    seats = serializers.IntegerField()
    mean_quantity = serializers.FloatField()
    mean_vp = serializers.FloatField()


class LineFactsSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    games = serializers.IntegerField(help_text="Seats with score lines.")
    mean_vp = serializers.FloatField()
    share = serializers.FloatField()
    places = PlaceMeanSerializer(many=True)


class TieFactsSerializer(serializers.Serializer[Any]):
    games = serializers.IntegerField()
    decided_by_tie_break = serializers.IntegerField()
    shared = serializers.IntegerField()


class GoodRaritySerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    games = serializers.IntegerField()
    counts = serializers.DictField(child=serializers.IntegerField(), help_text="Games by worth.")


class UsageSerializer(serializers.Serializer[Any]):
    option = serializers.CharField()
    value = serializers.CharField()
    games = serializers.IntegerField()
    share = serializers.FloatField()


class PieceUseSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    seats = serializers.IntegerField()
    share = serializers.FloatField()
    mean_place = serializers.FloatField()


class PiecesByFieldField(serializers.DictField):
    child = serializers.ListField(child=PieceUseSerializer())


class SystemFactsSerializer(serializers.Serializer[Any]):
    games = serializers.IntegerField()
    sheets = serializers.IntegerField(help_text="Games with score lines.")
    totals_only = serializers.IntegerField()
    left_out = serializers.IntegerField(
        help_text="Games of private clubs that are not part of public figures."
    )
    by_seats = SeatsFactsSerializer(many=True)
    seat_values = SplitsByKeyField()
    lines = LineFactsSerializer(many=True)
    ties = TieFactsSerializer()
    rarity = GoodRaritySerializer(many=True)
    options = UsageSerializer(many=True)
    pieces = PiecesByFieldField()


class SystemFactsView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="statistics_facts", parameters=FILTERS, responses=SystemFactsSerializer)
    def get(self, request: Request, system: str) -> Response:
        """Scores, seats, lines, ties and pieces of all counted games. A filter by seat does not apply."""
        filters, _viewer = read_filters(request, system)
        return Response(SystemFactsSerializer(asdict(system_facts(filters=filters))).data)
