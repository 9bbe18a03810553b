"""The pools a program may see, and the leaderboard of one of them."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from caledonia_site.common.api.pagination import page_address
from caledonia_site.common.api.problems import FieldProblem, ProblemError
from caledonia_site.common.pagination import BadCursorError
from games.players.viewers import Viewer
from games.ratings.api.representations import LeaderPageSerializer, LeaderSerializer, PoolSerializer
from games.ratings.models import Pool
from games.ratings.models.pool import FEWEST_GAMES
from games.ratings.selectors.leaderboard import LeaderboardFilter, leaderboard
from games.ratings.selectors.pools import is_scope, listed_pools, pools_in

PAGE_SIZE, LARGEST_PAGE = 50, 200


def pool_for(request: Request, system: str, scope: str) -> tuple[Pool, Viewer]:
    """The pool and the viewer; a pool they may not see does not exist for them."""
    if not is_scope(scope):
        raise Http404
    viewer = request.user
    pool = next((pool for pool in pools_in(scope=scope, viewer=viewer) if pool.system == system), None)
    if pool is None:
        raise Http404
    return pool, viewer


class LeaderboardQuerySerializer(serializers.Serializer[Any]):
    """The same filters as the site’s leaderboard."""

    games = serializers.IntegerField(
        min_value=1,
        max_value=100_000,
        required=False,
        default=FEWEST_GAMES,
        help_text="Only players with so many games.",
    )
    months = serializers.IntegerField(
        min_value=1,
        max_value=600,
        required=False,
        default=None,
        help_text="Played in the last so many months.",
    )
    name = serializers.CharField(max_length=80, required=False, default="", help_text="Part of a name.")
    cursor = serializers.CharField(max_length=500, required=False, default="")
    page_size = serializers.IntegerField(
        min_value=1, max_value=LARGEST_PAGE, required=False, default=PAGE_SIZE
    )


class PoolListView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="ratings_pools", responses=PoolSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Where ratings are kept: among everyone, and in one’s own clubs. Other clubs’ are found by their scope."""
        pools = listed_pools(viewer=request.user)
        return Response(PoolSerializer(pools, many=True).data)


class LeaderboardView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="ratings_leaderboard",
        parameters=[LeaderboardQuerySerializer],
        responses=LeaderPageSerializer,
    )
    def get(self, request: Request, system: str, scope: str) -> Response:
        """The strongest first, by the rating less twice its deviation."""
        query = LeaderboardQuerySerializer(data=request.query_params.dict())
        query.is_valid(raise_exception=True)
        params = query.validated_data
        pool, viewer = pool_for(request, system, scope)
        filters = LeaderboardFilter(least_games=params["games"], months=params["months"], name=params["name"])
        try:
            board = leaderboard(
                pool=pool, viewer=viewer, filters=filters, cursor=params["cursor"], size=params["page_size"]
            )
        except BadCursorError:
            problem = FieldProblem("cursor", "bad_cursor", _("This list made no such cursor."))
            raise ProblemError(code="invalid", detail=str(problem.detail), errors=[problem]) from None
        rows = LeaderSerializer(board.rows, many=True, context={"request": request})
        return Response(
            {
                "next": page_address(request, board.page.next_cursor),
                "previous": page_address(request, board.page.previous_cursor),
                "results": rows.data,
            }
        )
