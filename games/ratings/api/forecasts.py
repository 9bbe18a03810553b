"""Who wins at a table that has not been played yet."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.players.models import Player
from games.ratings.api.asking import pool_for
from games.ratings.api.representations import ForecastSerializer
from games.ratings.selectors.pages_forecast import SeatForecast, Seating, forecast_table
from scoring import registry

FEWEST_SEATS = 2


class ForecastQuerySerializer(serializers.Serializer[Any]):
    """Repeat each name once for every seat, in the same order; leave out all clans or positions if unknown."""

    player = serializers.ListField(
        child=serializers.CharField(max_length=10),
        min_length=FEWEST_SEATS,
        max_length=12,
        help_text="Public ids.",
    )
    clan = serializers.ListField(
        child=serializers.CharField(max_length=40, allow_blank=True), required=False, default=list
    )
    position = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=12),
        required=False,
        default=list,
        help_text="Turn order; 0 where it is unknown.",
    )

    def validate(self, given: dict[str, Any]) -> dict[str, Any]:
        seats = len(given["player"])
        for name in ("clan", "position"):
            if given[name] and len(given[name]) != seats:
                raise serializers.ValidationError({name: [_("One for every seat, or none at all.")]})
            known = [value for value in given[name] if value]
            if len(set(known)) < len(known):
                raise serializers.ValidationError({name: [_("No two seats can share it.")]})
        if len(set(given["player"])) < seats:
            raise serializers.ValidationError({"player": [_("This player sits at the table already.")]})
        if any(position > seats for position in given["position"]):
            raise serializers.ValidationError({"position": [_("There are not so many seats at this table.")]})
        return given


class ForecastView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="ratings_forecast", parameters=[ForecastQuerySerializer], responses=ForecastSerializer
    )
    def get(self, request: Request, system: str, scope: str) -> Response:
        """The chance of each player to end in each place."""
        query = ForecastQuerySerializer(data=request.query_params)
        query.is_valid(raise_exception=True)
        pool, viewer = pool_for(request, system, scope)
        seatings = _seatings(query.validated_data, system, viewer)
        told = [_told(seat) for seat in forecast_table(pool=pool, seatings=seatings)]
        answer = {"system": pool.system, "scope": pool.scope, "seats": told}
        return Response(ForecastSerializer(answer, context={"request": request}).data)


def _seatings(asked: dict[str, Any], system: str, viewer: Any) -> list[Seating]:
    """Only players whose names the asker may know; the others are told apart from no one."""
    description = registry.get(system).description
    if len(asked["player"]) > description.most_seats:
        raise serializers.ValidationError({"player": [_("There are not so many seats at this table.")]})
    clans = next((field.choices for field in description.seat if field.key == description.dimension), ())
    if any(clan and clan not in clans for clan in asked["clan"]):
        raise serializers.ValidationError({"clan": [_("There is no such clan.")]})
    found = Player.objects.visible_to(viewer).shown_to(viewer).filter(public_id__in=asked["player"])
    known = {player.public_id: player for player in found}
    if len(known) < len(asked["player"]):
        raise serializers.ValidationError({"player": [_("You know no player of this name.")]})
    count = len(asked["player"])
    return [
        Seating(known[public_id], clan, position or None)
        for public_id, clan, position in zip(
            asked["player"], asked["clan"] or [""] * count, asked["position"] or [0] * count, strict=True
        )
    ]


def _told(seat: SeatForecast) -> dict[str, Any]:
    return {
        "player": seat.seating.player.shown,
        "clan": seat.seating.clan,
        "position": seat.seating.position,
        "standing": seat.standing,
        "chances": seat.places,
        "low": seat.low,
        "high": seat.high,
        "expected_place": seat.expected_place,
    }
