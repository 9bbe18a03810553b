"""What happens to a recorded game: confirm, dispute, settle, take out, restore, and its history."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from caledonia_site.common.errors import NotAllowedError
from games.api.acting import find_game, game_allowing
from games.api.representations import GameDetailSerializer
from games.models import Game
from games.players.models import User
from games.selectors.game_detail import own_seat
from games.services.judge_result import confirm_result, dispute_result
from games.services.settle_game import settle_game
from games.services.void_game import restore_game, void_game
from games.web.life.forms import LONGEST_COMMENT
from scoring import registry

GAME = GameDetailSerializer


class VersionSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField(min_value=1, help_text="The version you have seen.")


class DisputeSerializer(VersionSerializer):
    objections = serializers.DictField(
        child=serializers.CharField(max_length=LONGEST_COMMENT),
        allow_empty=False,
        help_text='What is wrong, by the key of the line; "" for the result as a whole.',
    )

    def validate_objections(self, said: dict[str, str]) -> dict[str, str]:
        lines = {"", *(line.key for line in registry.get(self.context["system"]).description.lines)}
        if unknown := said.keys() - lines:
            raise serializers.ValidationError(
                {key: [serializers.ErrorDetail(str(_NO_SUCH_LINE), code="unknown_line")] for key in unknown}
            )
        return said


_NO_SUCH_LINE = gettext_lazy("This game has no such line.")


def _answer(request: Request, public_id: str) -> Response:
    game, _actor = find_game(request, public_id)
    return Response(GameDetailSerializer(game, context={"request": request}).data)


class ConfirmView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="games_confirm", request=VersionSerializer, responses=GAME)
    def post(self, request: Request, public_id: str) -> Response:
        """Agree with the result, as one of its players."""
        game, account = game_allowing(request, public_id, "games.judge_game")
        body = VersionSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        confirm_result(seat=_seat(game, account), version=body.validated_data["version"], account=account)
        return _answer(request, public_id)


class DisputeView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="games_dispute", request=DisputeSerializer, responses=GAME)
    def post(self, request: Request, public_id: str) -> Response:
        """Object to the result, as one of its players."""
        game, account = game_allowing(request, public_id, "games.judge_game")
        body = DisputeSerializer(data=request.data, context={"system": game.system})
        body.is_valid(raise_exception=True)
        dispute_result(
            seat=_seat(game, account),
            version=body.validated_data["version"],
            objections=body.validated_data["objections"],
            account=account,
        )
        return _answer(request, public_id)


class SettleView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="games_settle", request=VersionSerializer, responses=GAME)
    def post(self, request: Request, public_id: str) -> Response:
        """Let the result count as it stands, as an organiser of its club."""
        game, account = game_allowing(request, public_id, "games.settle_game")
        body = VersionSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        settle_game(actor=account, game=game, version=body.validated_data["version"])
        return _answer(request, public_id)


class _TakenOutOrBack(APIView):
    permission_classes = [AllowAny]

    def _done(self, request: Request, public_id: str, action: Callable[..., Game]) -> Response:
        game, account = game_allowing(request, public_id, "games.void_game")
        action(actor=account, game=game)
        return _answer(request, public_id)


class VoidView(_TakenOutOrBack):
    @extend_schema(operation_id="games_void", request=None, responses=GAME)
    def post(self, request: Request, public_id: str) -> Response:
        """Take the game out: it counts nowhere, and nothing of it is deleted."""
        return self._done(request, public_id, void_game)


class RestoreView(_TakenOutOrBack):
    @extend_schema(operation_id="games_restore", request=None, responses=GAME)
    def post(self, request: Request, public_id: str) -> Response:
        """Bring a game back that was taken out."""
        return self._done(request, public_id, restore_game)


def _seat(game: Game, account: User) -> Any:
    seat = own_seat(game, account)
    if seat is None:
        raise NotAllowedError
    return seat
