"""Statistics as programs read them. Null stands where there are too few games to tell."""

from typing import Any

from rest_framework import serializers

from games.players.api.players import ShownPlayerSerializer


class IntervalSerializer(serializers.Serializer[Any]):
    """A value with its 95 % interval."""

    value = serializers.FloatField()
    low = serializers.FloatField()
    high = serializers.FloatField()


class WorthSerializer(serializers.Serializer[Any]):
    games = serializers.IntegerField()
    worth = IntervalSerializer(
        allow_null=True, help_text="VP against the mean faction, adjusted for the players."
    )
    fair_bid = IntervalSerializer(allow_null=True, help_text="VP against the weakest faction.")
    trend = IntervalSerializer(allow_null=True, help_text="Worth in the latest year less the worth before.")


class FactionSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    games = serializers.IntegerField()
    wins = serializers.FloatField(help_text="A win shared by k people counts 1/k.")
    par = serializers.FloatField(help_text="Wins of an average player at the same tables.")
    win_rate = IntervalSerializer(allow_null=True)
    win_index = IntervalSerializer(allow_null=True, help_text="Wins divided by par.")
    mean_vp = serializers.FloatField(allow_null=True)
    mean_margin = serializers.FloatField(allow_null=True)
    mean_place = serializers.FloatField(allow_null=True)
    is_small = serializers.BooleanField(help_text="Too few games to believe the figures.")
    worth = WorthSerializer(allow_null=True)


class FitSerializer(serializers.Serializer[Any]):
    """Where worths come from."""

    preset = serializers.CharField(
        help_text="The selection of games: `all`, `seats:3`, `edition:base`, `band:0`."
    )
    engine = serializers.CharField()
    version = serializers.CharField()
    games = serializers.IntegerField()
    players = serializers.IntegerField()
    computed_at = serializers.DateTimeField()
    changed_since = serializers.BooleanField(help_text="Games have changed since.")


class FactionTableSerializer(serializers.Serializer[Any]):
    games = serializers.IntegerField()
    totals_only = serializers.IntegerField(help_text="Games without score lines.")
    left_out = serializers.IntegerField(
        help_text="Games of private clubs that are not part of public figures."
    )
    fit = FitSerializer(allow_null=True)
    fit_is_exact = serializers.BooleanField(
        help_text="False: worths are of a wider selection than the filters."
    )
    rows = FactionSerializer(many=True)


class SplitSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    games = serializers.IntegerField()
    win_index = IntervalSerializer(allow_null=True)
    mean_vp = serializers.FloatField(allow_null=True)
    mean_margin = serializers.FloatField(allow_null=True)
    is_small = serializers.BooleanField()


class LineMeanSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    mean = serializers.FloatField()
    average = serializers.FloatField(help_text="Of all seats in the same games.")
    share = serializers.FloatField()


class ScoreBinSerializer(serializers.Serializer[Any]):
    low = serializers.IntegerField()
    high = serializers.IntegerField()
    games = serializers.IntegerField(help_text="Seats.")


class PairSerializer(serializers.Serializer[Any]):
    other = serializers.CharField()
    games = serializers.IntegerField()
    ahead = serializers.FloatField(help_text="Equal places count as a half.")
    share_ahead = IntervalSerializer()
    mean_difference = serializers.FloatField(help_text="VP.")


class MasteryStepSerializer(serializers.Serializer[Any]):
    low = serializers.IntegerField(help_text="Games with the faction before, from.")
    high = serializers.IntegerField(allow_null=True)
    games = serializers.IntegerField()
    vp = IntervalSerializer(allow_null=True)


class BestPlayerSerializer(serializers.Serializer[Any]):
    player = ShownPlayerSerializer(source="shown")
    games = serializers.IntegerField()
    wins = serializers.FloatField()
    win_index = IntervalSerializer()
    mean_vp = serializers.FloatField()
    mean_margin = serializers.FloatField()


class RecordGameSerializer(serializers.Serializer[Any]):
    game = serializers.CharField(source="game.public_id")
    played_on = serializers.DateField(source="game.played_on")
    total = serializers.IntegerField()
    margin = serializers.FloatField()
    seat_index = serializers.IntegerField()


class SplitsByKeyField(serializers.DictField):
    child = serializers.ListField(child=SplitSerializer())


class FactionProfileSerializer(serializers.Serializer[Any]):
    row = FactionSerializer()
    sheets = serializers.IntegerField(help_text="Seats with score lines.")
    lines = LineMeanSerializer(many=True)
    scores = ScoreBinSerializer(many=True)
    median = serializers.FloatField(allow_null=True)
    lowest = serializers.IntegerField(allow_null=True)
    highest = serializers.IntegerField(allow_null=True)
    by_seats = SplitSerializer(many=True)
    by_facet = SplitsByKeyField()
    by_setup = SplitsByKeyField()
    against = PairSerializer(many=True)
    over_time = SplitSerializer(many=True)
    mastery = MasteryStepSerializer(many=True)
    best_players = BestPlayerSerializer(many=True)
    record_games = RecordGameSerializer(many=True)
