"""Ratings as programs read them: numbers, with names as the asker may know them."""

from typing import Any

from rest_framework import serializers

from games.players.api.players import ShownPlayerSerializer


class ShownRatingSerializer(serializers.Serializer[Any]):
    rating = serializers.FloatField()
    deviation = serializers.FloatField()


class PoolSerializer(serializers.Serializer[Any]):
    """Ratings that belong together: one game system among everyone, in a club, in a season."""

    system = serializers.CharField(source="pool.system")
    scope = serializers.CharField(source="pool.scope", help_text="`everyone`, or such as `club:<public id>`.")
    name = serializers.CharField(source="label", help_text="The scope in words.")
    games = serializers.IntegerField(source="pool.games")
    players = serializers.IntegerField(source="pool.players")
    engine = serializers.CharField(source="pool.engine")
    engine_version = serializers.CharField(source="pool.engine_version")
    parameters = serializers.DictField(source="pool.parameters", child=serializers.FloatField())
    computed_at = serializers.DateTimeField(source="pool.computed_at")


class LeaderSerializer(serializers.Serializer[Any]):
    """Level players share a place. Of somebody whose name is hidden there are whole points only, and no date."""

    place = serializers.IntegerField()
    player = ShownPlayerSerializer(source="shown")
    rating = serializers.FloatField()
    deviation = serializers.FloatField()
    at_least = serializers.FloatField(source="floor", help_text="The rating less twice its deviation.")
    games = serializers.IntegerField(source="player_rating.games")
    last_played = serializers.DateField(source="last_played_on", allow_null=True)


class LeaderPageSerializer(serializers.Serializer[Any]):
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = LeaderSerializer(many=True)


class StandingSerializer(serializers.Serializer[Any]):
    rating = serializers.FloatField()
    deviation = serializers.FloatField()
    at_least = serializers.FloatField(source="floor")
    games = serializers.IntegerField()
    last_played = serializers.DateField(source="last_played_on")
    is_provisional = serializers.BooleanField(help_text="Too few games to be listed.")


class HistoryPointSerializer(serializers.Serializer[Any]):
    game = serializers.CharField(source="public_id")
    played_on = serializers.DateField()
    place = serializers.IntegerField()
    seats = serializers.IntegerField(help_text="Rated seats.")
    before = ShownRatingSerializer()
    after = ShownRatingSerializer()


class PlayerRatingSerializer(serializers.Serializer[Any]):
    """`standing` is null for somebody not rated in this pool. Games the asker does not find are left out."""

    player = ShownPlayerSerializer()
    standing = StandingSerializer(allow_null=True)
    history = HistoryPointSerializer(many=True)


class HeadToHeadSerializer(serializers.Serializer[Any]):
    """`games` less `ahead` and `behind` ended level. A standing is null for somebody not rated in this pool."""

    player = ShownPlayerSerializer()
    other = ShownPlayerSerializer()
    games = serializers.IntegerField(help_text="At the same table, of those the asker finds.")
    ahead = serializers.IntegerField(help_text="How often the player had the better place.")
    behind = serializers.IntegerField()
    standing = StandingSerializer(allow_null=True)
    other_standing = StandingSerializer(allow_null=True)
    chance_ahead = serializers.FloatField(
        allow_null=True, help_text="That the player ends ahead today; null while neither is rated."
    )


class SeatChangeSerializer(serializers.Serializer[Any]):
    """Of somebody whose name is hidden no ratings are told."""

    player = ShownPlayerSerializer()
    place = serializers.IntegerField(help_text="Among the rated seats.")
    expected_place = serializers.FloatField()
    chance_to_win = serializers.FloatField()
    before = ShownRatingSerializer(allow_null=True)
    after = ShownRatingSerializer(allow_null=True)


class GameRatingSerializer(serializers.Serializer[Any]):
    system = serializers.CharField()
    scope = serializers.CharField()
    name = serializers.CharField(help_text="The scope in words.")
    chance_of_order = serializers.FloatField(help_text="How likely exactly this order was before the game.")
    seats = SeatChangeSerializer(many=True)


class SeatForecastSerializer(serializers.Serializer[Any]):
    """`low` and `high`: the chance to win if the player is one deviation weaker or stronger than believed."""

    player = ShownPlayerSerializer()
    clan = serializers.CharField(allow_blank=True)
    position = serializers.IntegerField(allow_null=True)
    standing = StandingSerializer(allow_null=True)
    chances = serializers.ListField(
        child=serializers.FloatField(), help_text="Of first, second ... place; they add up to 1."
    )
    low = serializers.FloatField()
    high = serializers.FloatField()
    expected_place = serializers.FloatField()


class ForecastSerializer(serializers.Serializer[Any]):
    system = serializers.CharField()
    scope = serializers.CharField()
    seats = SeatForecastSerializer(many=True)
