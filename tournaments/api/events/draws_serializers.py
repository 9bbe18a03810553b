"""What the API gives about a draw. Players of a draw are named by the public ids of their entries."""

from typing import Any

from rest_framework import serializers

from tournaments.api.events.serializers import FRACTION, PersonSerializer
from tournaments.pairing.costs import Part
from tournaments.pairing.report import Direction

REASONS = [*(part.value for part in Part), "group", "lot"]


class CostsSerializer(serializers.Serializer[Any]):
    total = serializers.CharField(help_text=FRACTION)
    parts = serializers.DictField(
        child=serializers.CharField(), help_text=f"By part: {', '.join(Part)}. {FRACTION}"
    )


class FloatSerializer(serializers.Serializer[Any]):
    entry = serializers.CharField()
    table = serializers.IntegerField()
    direction = serializers.ChoiceField(
        choices=[one.value for one in Direction], help_text="Up: sits with players who have more points."
    )
    score = serializers.CharField(help_text=FRACTION)
    table_score = serializers.CharField(help_text=FRACTION)
    reason = serializers.ChoiceField(
        choices=REASONS,
        help_text="What going back would cost most; group: the own score group fills no table; lot: it could as well "
        "have been somebody else.",
    )


class MeetingSerializer(serializers.Serializer[Any]):
    one = serializers.CharField()
    other = serializers.CharField()
    met_before = serializers.IntegerField()


class TableReportSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    entries = serializers.ListField(child=serializers.CharField(), help_text="In seat order.")
    costs = CostsSerializer()
    repeats = MeetingSerializer(many=True)
    spread = serializers.CharField(help_text=f"Between most and fewest points. {FRACTION}")


class OverruledSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    params = serializers.DictField()
    detail = serializers.CharField()


class DrawReportSerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    changed_by_hand = serializers.BooleanField()
    costs = CostsSerializer()
    repeats = serializers.IntegerField(help_text="Pairs who meet again.")
    widest_spread = serializers.CharField(help_text=FRACTION)
    seat_spread = serializers.IntegerField(
        help_text="The most by which anybody will have sat in one seat more often than in another."
    )
    tables = TableReportSerializer(many=True)
    byes = serializers.ListField(child=serializers.CharField())
    floats = FloatSerializer(many=True)
    overruled = OverruledSerializer(many=True, help_text="Wishes that a change by hand broke.")


class OpponentSerializer(serializers.Serializer[Any]):
    entry = serializers.CharField()
    player = PersonSerializer()
    met_before = serializers.IntegerField()


class ExchangeSerializer(serializers.Serializer[Any]):
    entry = serializers.CharField()
    player = PersonSerializer()
    table = serializers.IntegerField()
    costs = CostsSerializer(help_text="Of the change; above 0 it would make the draw worse.")


class WhySerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    changed_by_hand = serializers.BooleanField()
    entry = serializers.CharField()
    player = PersonSerializer()
    table = serializers.IntegerField()
    seat = serializers.IntegerField()
    seats_before = serializers.ListField(
        child=serializers.IntegerField(), help_text="How often in each seat, the first first."
    )
    opponents = OpponentSerializer(many=True)
    floated = FloatSerializer(allow_null=True)
    exchange = ExchangeSerializer(
        allow_null=True, help_text="The cheapest change of places with anybody at another table."
    )
    reasons = serializers.ListField(child=serializers.CharField(), help_text="For people.")
