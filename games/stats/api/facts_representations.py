"""The facts of a game system as programs read them."""

from typing import Any

from rest_framework import serializers

from games.stats.api.representations import ScoreBinSerializer, SplitsByKeyField


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
