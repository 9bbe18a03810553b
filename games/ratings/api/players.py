"""A player's rating and how it came about; two players against each other."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from caledonia_site.common.permissions import may
from games.players.models import Player
from games.players.selectors.player_pages import player_at
from games.ratings.api.asking import pool_for
from games.ratings.api.representations import HeadToHeadSerializer, PlayerRatingSerializer
from games.ratings.scopes import PoolKey
from games.ratings.selectors.history import games_in_pool, player_history
from games.ratings.selectors.pages_head_to_head import expectation_between, record_between
from games.ratings.selectors.standings import standing_of

MOST_POINTS, USUAL_POINTS = 5_000, 200


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
        found = {
            "player": player.shown_for(viewer),
            "standing": standing_of(pool=pool, player=player),
            "history": player_history(
                pool=pool,
                player=player,
                games=games_in_pool(key=PoolKey.parse(pool.key), player=player, viewer=viewer),
                **query.validated_data,
            ),
        }
        return Response(PlayerRatingSerializer(found, context={"request": request}).data)


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
        found = {
            "player": first.shown_for(viewer),
            "other": second.shown_for(viewer),
            "games": record.games if record else 0,
            "ahead": record.ahead if record else 0,
            "behind": record.behind if record else 0,
            "standing": expected.first,
            "other_standing": expected.second,
            "chance_ahead": expected.chance,
        }
        return Response(HeadToHeadSerializer(found, context={"request": request}).data)


def _known(public_id: str, viewer: Any) -> Player:
    """Somebody whose name the asker may not know does not exist for them."""
    player = player_at(public_id)
    if player is None or not may(viewer, "players.see_player", player):
        raise Http404
    return player
