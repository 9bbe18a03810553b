"""Games: the list, one game, and recording one."""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from caledonia_site.common.api_problems import FieldProblem, ProblemError
from caledonia_site.common.pagination import BadCursorError
from caledonia_site.common.permissions import may
from games.api.acting import account_in, actor_in, find_game, game_of_club
from games.api.representations import GameDetailSerializer, GameSerializer
from games.api.sheets import NewGameSerializer, circumstances_in, people_in, sheet_problems, without_names
from games.clubs.models import Club
from games.enums import GameState
from games.models import Game
from games.players.models import Player, User
from games.players.selectors.player_pages import player_at
from games.selectors.game_list import GameFilter, GameSort, games_page
from games.services.errors import KeyOfAnotherGameError
from games.services.record_game import record_game

PAGE_SIZE, LARGEST_PAGE = 50, 200
# Keys are the senders' own words; each person has their own room of them.
_KEYS = uuid.UUID("6f0d0a5c-3c26-5a54-9c4f-5b2f3ad0f6d1")
LONGEST_KEY = 255


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
    sort = serializers.ChoiceField(choices=[one.value for one in GameSort], required=False, default="newest")
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
        asked = query.validated_data
        club = self._club(request, asked)
        viewer = actor_in(request, club)
        option = asked.get("option", "").partition(":")
        wanted = GameFilter(
            club=club,
            player=_player(viewer, asked.get("player")),
            option=(option[0], option[2]) if option[2] else None,
            sort=GameSort(asked["sort"]),
            **{
                key: asked[key] for key in ("system", "since", "until", "name", "dimension", "seats", "state")
            },
        )
        try:
            page = games_page(viewer=viewer, wanted=wanted, cursor=asked["cursor"], size=asked["page_size"])
        except BadCursorError:
            problem = FieldProblem("cursor", "bad_cursor", _("This list made no such cursor."))
            raise ProblemError(code="invalid", detail=str(problem.detail), errors=[problem]) from None
        found: Any = page.rows
        games = GameSerializer(found, many=True, context={"request": request})
        return Response(
            {
                "next": _page_address(request, page.next_cursor),
                "previous": _page_address(request, page.previous_cursor),
                "results": games.data,
            }
        )

    def _club(self, request: Request, asked: dict[str, Any]) -> Club | None:
        if not asked.get("club"):
            return None
        named = Club.objects.filter(public_id=asked["club"]).first()
        visible = Club.objects.visible_to(actor_in(request, named))
        return get_object_or_404(visible, public_id=asked["club"])

    @extend_schema(
        operation_id="games_record",
        request=NewGameSerializer,
        parameters=[
            OpenApiParameter(
                "Idempotency-Key",
                str,
                OpenApiParameter.HEADER,
                description="Any text of yours: the same key again gives the same game, never a second one.",
            )
        ],
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
        key = _entry_key(request, account)
        known = Game.objects.filter(entry_key=key).exists() if key else False
        with sheet_problems(system), _own_status_for_keys():
            game = record_game(
                actor=account,
                system=system,
                sheet=without_names(data["sheet"]),
                circumstances=circumstances_in(data),
                people=people,
                club=club,
                entry_key=key,
                warnings_confirmed=data["warnings_confirmed"],
            )
        game, _actor = game_of_club(request, game.public_id, game.club)
        answer = GameDetailSerializer(game, context={"request": request})
        headers = {"Location": request.build_absolute_uri(f"{request.path}{game.public_id}/")}
        if known:
            headers["Idempotent-Replay"] = "true"
        return Response(answer.data, status=status.HTTP_201_CREATED, headers=headers)


class GameDetailView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="games_read", responses=GameDetailSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        game, _actor = find_game(request, public_id)
        return Response(GameDetailSerializer(game, context={"request": request}).data)


def _player(viewer: Any, public_id: str | None) -> Player | None:
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


def _entry_key(request: Request, account: User) -> uuid.UUID | None:
    key = request.headers.get("Idempotency-Key", "").strip()
    if len(key) > LONGEST_KEY:
        problem = FieldProblem(
            "Idempotency-Key", "too_long", _("At most %(number)s characters.") % {"number": LONGEST_KEY}
        )
        raise ProblemError(code="invalid", detail=str(problem.detail), errors=[problem])
    return uuid.uuid5(_KEYS, f"{account.pk}:{key}") if key else None


@contextmanager
def _own_status_for_keys() -> Iterator[None]:
    """The draft standard of the header wants 422 for a key that comes back with another body."""
    try:
        yield
    except KeyOfAnotherGameError as error:
        raise ProblemError(
            code=error.code, detail=str(error), status=status.HTTP_422_UNPROCESSABLE_ENTITY
        ) from error
