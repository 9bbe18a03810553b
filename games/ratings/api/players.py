"""A player's rating and history, two players against each other, a table not played yet, and what a game did."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from caledonia_site.common.permissions import may
from games.players.models import Player
from games.players.models.player import ShownPlayer
from games.players.selectors.players import player_at
from games.players.viewers import Viewer
from games.ratings.api.pools import pool_for
from games.ratings.api.representations import (
    ForecastSerializer,
    GameRatingSerializer,
    HeadToHeadSerializer,
    PlayerRatingSerializer,
)
from games.ratings.scopes import PoolKey
from games.ratings.selectors.forecast import SeatForecast, Seating, forecast_table
from games.ratings.selectors.games import GameReport, SeatReport, game_reports
from games.ratings.selectors.players import (
    expectation_between,
    games_in_pool,
    player_history,
    player_rating_of,
    record_between,
)
from games.results.api.access import find_game
from scoring import registry

MOST_POINTS, USUAL_POINTS = 5_000, 200
FEWEST_SEATS = 2


class HistoryQuerySerializer(serializers.Serializer[Any]):
    since = serializers.DateField(required=False, default=None)
    until = serializers.DateField(required=False, default=None)
    most = serializers.IntegerField(
        min_value=1,
        max_value=MOST_POINTS,
        required=False,
        default=USUAL_POINTS,
        help_text="The latest so many games.",
    )


class PlayerRatingView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="ratings_player", parameters=[HistoryQuerySerializer], responses=PlayerRatingSerializer
    )
    def get(self, request: Request, system: str, scope: str, public_id: str) -> Response:
        """Where a player stands in a pool, and game by game how they came there, oldest first."""
        query = HistoryQuerySerializer(data=request.query_params.dict())
        query.is_valid(raise_exception=True)
        pool, viewer = pool_for(request, system, scope)
        player = _known(public_id, viewer)
        answer = {
            "player": player.shown_for(viewer),
            "standing": player_rating_of(pool=pool, player=player),
            "history": player_history(
                pool=pool,
                player=player,
                games=games_in_pool(key=PoolKey.parse(pool.key), player=player, viewer=viewer),
                **query.validated_data,
            ),
        }
        return Response(PlayerRatingSerializer(answer, context={"request": request}).data)


class HeadToHeadView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="ratings_head_to_head", responses=HeadToHeadSerializer)
    def get(self, request: Request, system: str, scope: str, public_id: str, other: str) -> Response:
        """How two players fared at the same tables of a pool, over the games the asker finds, and what is expected."""
        pool, viewer = pool_for(request, system, scope)
        first, second = _known(public_id, viewer), _known(other, viewer)
        if first == second:
            raise Http404
        key = PoolKey.parse(pool.key)
        record = record_between(key=key, first=first, second=second, viewer=viewer)
        expected = expectation_between(pool=pool, first=first, second=second)
        answer = {
            "player": first.shown_for(viewer),
            "other": second.shown_for(viewer),
            "games": record.games if record else 0,
            "ahead": record.ahead if record else 0,
            "behind": record.behind if record else 0,
            "standing": expected.first,
            "other_standing": expected.second,
            "chance_ahead": expected.chance,
        }
        return Response(HeadToHeadSerializer(answer, context={"request": request}).data)


def _known(public_id: str, viewer: Viewer) -> Player:
    """Somebody whose name the asker may not know does not exist for them."""
    player = player_at(public_id)
    if player is None or not may(viewer, "players.see_player", player):
        raise Http404
    return player


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
        seats = [_represent_forecast(seat) for seat in forecast_table(pool=pool, seatings=seatings)]
        answer = {"system": pool.system, "scope": pool.scope, "seats": seats}
        return Response(ForecastSerializer(answer, context={"request": request}).data)


def _seatings(params: dict[str, Any], system: str, viewer: Viewer) -> list[Seating]:
    """Only players whose names the asker may know; the others are told apart from no one."""
    description = registry.get(system).description
    if len(params["player"]) > description.most_seats:
        raise serializers.ValidationError({"player": [_("There are not so many seats at this table.")]})
    clans = next((field.choices for field in description.seat if field.key == description.dimension), ())
    if any(clan and clan not in clans for clan in params["clan"]):
        raise serializers.ValidationError({"clan": [_("There is no such clan.")]})
    players = Player.objects.visible_to(viewer).shown_to(viewer).filter(public_id__in=params["player"])
    known = {player.public_id: player for player in players}
    if len(known) < len(params["player"]):
        raise serializers.ValidationError({"player": [_("You know no player of this name.")]})
    count = len(params["player"])
    return [
        Seating(known[public_id], clan, position or None)
        for public_id, clan, position in zip(
            params["player"], params["clan"] or [""] * count, params["position"] or [0] * count, strict=True
        )
    ]


def _represent_forecast(seat: SeatForecast) -> dict[str, Any]:
    return {
        "player": seat.seating.player.shown,
        "clan": seat.seating.clan,
        "position": seat.seating.position,
        "standing": seat.player_rating,
        "chances": seat.places,
        "low": seat.low,
        "high": seat.high,
        "expected_place": seat.expected_place,
    }


class GameRatingsView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="ratings_game", responses=GameRatingSerializer(many=True))
    def get(self, request: Request, public_id: str) -> Response:
        """Before and after for each rated seat, in each pool the asker may see; empty until the game is rated."""
        game, viewer = find_game(request, public_id)
        shown = {seat.player_id: seat.shown for seat in game.seats.all() if seat.shown}
        answer = [_represent_game(report, shown) for report in game_reports(game=game, viewer=viewer)]
        return Response(GameRatingSerializer(answer, many=True, context={"request": request}).data)


def _represent_game(report: GameReport, shown: dict[int | None, ShownPlayer]) -> dict[str, Any]:
    return {
        "system": report.pool.system,
        "scope": report.pool.scope,
        "name": report.label,
        "chance_of_order": report.order_chance,
        "seats": [_seat(seat, shown[seat.seat.player_id]) for seat in report.seats],
    }


def _seat(seat: SeatReport, player: ShownPlayer) -> dict[str, Any]:
    # A rating would tell that two nameless sightings are the same person.
    is_named = player.public_id is not None
    return {
        "player": player,
        "place": seat.place,
        "expected_place": seat.expected_place,
        "chance_to_win": seat.wins,
        "before": seat.seat.before if is_named else None,
        "after": seat.seat.after if is_named else None,
    }
