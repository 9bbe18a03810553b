"""Games: the list, one game, and recording one."""

from typing import Any
from urllib.parse import urlencode

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from caledonia_site.common.api.problems import FieldProblem, ProblemError
from caledonia_site.common.pagination import BadCursorError
from caledonia_site.common.permissions import may
from games.clubs.models import Club
from games.players.models import Player
from games.players.selectors.players import player_at
from games.players.viewers import Viewer
from games.results.api.access import find_game
from games.results.api.serializers import GameDetailSerializer, GameSerializer
from games.results.api.sheets import (
    NewGameSerializer,
    circumstances_in,
    people_in,
    sheet_problems,
    without_names,
)
from games.results.enums import GameState
from games.results.selectors.games import GameFilter, GameSort, games_page
from games.results.services.record import record_game
from games.tokens.authentication import account_in

PAGE_SIZE, LARGEST_PAGE = 50, 200


class GameQuerySerializer(serializers.Serializer[Any]):
    """The same filters as the site’s list of games."""

    system = serializers.CharField(max_length=40, required=False, default="")
    since = serializers.DateField(required=False, default=None)
    until = serializers.DateField(required=False, default=None)
    club = serializers.CharField(max_length=10, required=False, help_text="A club’s public id.")
    player = serializers.CharField(max_length=10, required=False, help_text="A player’s public id.")
    name = serializers.CharField(max_length=80, required=False, default="", help_text="Part of a name.")
    dimension = serializers.CharField(max_length=40, required=False, default="", help_text="A clan’s key.")
    seats = serializers.IntegerField(min_value=1, max_value=12, required=False, default=None)
    option = serializers.RegexField(
        r"^\w{1,40}:\w{1,40}$", required=False, help_text="A module or variant, such as `train:full`."
    )
    state = serializers.ChoiceField(choices=GameState.choices, required=False, default="")
    sort = serializers.ChoiceField(
        choices=[sort.value for sort in GameSort], required=False, default="newest"
    )
    cursor = serializers.CharField(max_length=500, required=False, default="")
    page_size = serializers.IntegerField(
        min_value=1, max_value=LARGEST_PAGE, required=False, default=PAGE_SIZE
    )


class GamePageSerializer(serializers.Serializer[Any]):
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = GameSerializer(many=True)


class GameListView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="games_list",
        parameters=[GameQuerySerializer],
        responses=GamePageSerializer,
    )
    def get(self, request: Request) -> Response:
        """The games one may find, filtered and sorted, newest first unless asked otherwise."""
        query = GameQuerySerializer(data=request.query_params.dict())
        query.is_valid(raise_exception=True)
        params = query.validated_data
        club = self._club(request, params)
        viewer = request.user
        option = params.get("option", "").partition(":")
        filters = GameFilter(
            club=club,
            player=_player(viewer, params.get("player")),
            option=(option[0], option[2]) if option[2] else None,
            sort=GameSort(params["sort"]),
            faction=params["dimension"],
            **{key: params[key] for key in ("system", "since", "until", "name", "seats", "state")},
        )
        try:
            page = games_page(
                viewer=viewer, filters=filters, cursor=params["cursor"], size=params["page_size"]
            )
        except BadCursorError:
            problem = FieldProblem("cursor", "bad_cursor", _("This list made no such cursor."))
            raise ProblemError(code="invalid", detail=str(problem.detail), errors=[problem]) from None
        rows: Any = page.rows
        games = GameSerializer(rows, many=True, context={"request": request})
        return Response(
            {
                "next": _page_address(request, page.next_cursor),
                "previous": _page_address(request, page.previous_cursor),
                "results": games.data,
            }
        )

    def _club(self, request: Request, params: dict[str, Any]) -> Club | None:
        if not params.get("club"):
            return None
        return get_object_or_404(Club.objects.visible_to(request.user), public_id=params["club"])

    @extend_schema(
        operation_id="games_record",
        request=NewGameSerializer,
        responses={201: GameDetailSerializer},
    )
    def post(self, request: Request) -> Response:
        """Record a finished game. Needs an account; in a club, the right to record there."""
        body = NewGameSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        data = body.validated_data
        club = self._club(request, data)
        account = account_in(request, club)
        system = data["system"]
        people = people_in(data, system=system, actor=account, club=club)
        with sheet_problems(system):
            game = record_game(
                actor=account,
                system=system,
                sheet=without_names(data["sheet"]),
                circumstances=circumstances_in(data),
                people=people,
                club=club,
                warnings_confirmed=data["warnings_confirmed"],
            )
        game, _viewer = find_game(request, game.public_id)
        answer = GameDetailSerializer(game, context={"request": request})
        headers = {"Location": request.build_absolute_uri(f"{request.path}{game.public_id}/")}
        return Response(answer.data, status=status.HTTP_201_CREATED, headers=headers)


class GameDetailView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="games_read", responses=GameDetailSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        game, _actor = find_game(request, public_id)
        return Response(GameDetailSerializer(game, context={"request": request}).data)


def _player(viewer: Viewer, public_id: str | None) -> Player | None:
    """Somebody whose name the asker may not know has no list of games either."""
    if not public_id:
        return None
    player = player_at(public_id)
    if player is None or not may(viewer, "players.see_player", player):
        raise Http404
    return player


def _page_address(request: Request, cursor: str) -> str | None:
    if not cursor:
        return None
    query = {**request.query_params.dict(), "cursor": cursor}
    address: str = request.build_absolute_uri(f"{request.path}?{urlencode(query)}")
    return address
