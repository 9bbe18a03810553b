"""What happens to a recorded game: confirm, dispute, withdraw, settle, take out, restore; and its history, cell by
cell.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from caledonia_site.common.errors import NotAllowedError
from games.players.api.players import ShownPlayerSerializer
from games.players.models import Player, User
from games.players.models.player import ShownPlayer
from games.results.api.access import find_game, game_allowing
from games.results.api.serializers import GameDetailSerializer
from games.results.enums import VerdictKind, VerdictMeans, VersionCause
from games.results.models import Game, Verdict
from games.results.selectors.games import own_seat
from games.results.selectors.history import CellChange, Devices, devices_of, history_of, verdicts_of
from games.results.services.verdicts import (
    confirm_result,
    dispute_result,
    restore_game,
    settle_game,
    void_game,
    withdraw_dispute,
)
from games.results.web.forms import LONGEST_COMMENT
from games.tokens.authentication import account_in
from scoring import registry

# Names are shown as each asker may know them: by the game's seats, never from the old texts.
_NAMES = re.compile(r"people\[\d+\]\.(player|name)$|seats\[\d+\]\.player$")


class ChangeSerializer(serializers.Serializer[CellChange]):
    path = serializers.CharField()
    before = serializers.JSONField(allow_null=True)
    after = serializers.JSONField(allow_null=True)


class WordSerializer(serializers.Serializer[Any]):
    """`device` numbers the phones of the game; null for one it was entered on (`entering_device`) or none known."""

    seat = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=VerdictKind.choices)
    means = serializers.ChoiceField(choices=VerdictMeans.choices)
    player = ShownPlayerSerializer(allow_null=True)
    name = serializers.CharField(help_text="As typed, for somebody without a player.")
    device = serializers.IntegerField(allow_null=True)
    entering_device = serializers.BooleanField(
        help_text="Whether the game was entered or corrected on this phone."
    )
    shown_by = ShownPlayerSerializer(allow_null=True)
    given_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(
        allow_null=True, help_text="When it was replaced, withdrawn or settled; null while it holds."
    )


class VersionHistorySerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    cause = serializers.ChoiceField(choices=VersionCause.choices)
    comment = serializers.CharField()
    created_at = serializers.DateTimeField()
    author = ShownPlayerSerializer(allow_null=True)
    changes = ChangeSerializer(many=True)
    people_changed = serializers.BooleanField(help_text="Whether a seat changed hands.")
    words = WordSerializer(
        many=True, help_text="What was said of the result while this version was the newest."
    )


class GameHistoryView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="games_history", responses=VersionHistorySerializer(many=True))
    def get(self, request: Request, public_id: str) -> Response:
        """All versions, newest first; for members of its club, in no club for whoever recorded or played it."""
        game, _account = game_allowing(request, public_id, "games.see_history")
        steps, verdicts = history_of(game), verdicts_of(game)
        devices = devices_of([step.version for step in steps], verdicts)
        accounts = {step.version.author_id for step in steps}
        accounts |= {account for verdict in verdicts for account in (verdict.account_id, verdict.shown_by_id)}
        named = Q(account__in=accounts - {None}) | Q(
            pk__in={verdict.player_id for verdict in verdicts} - {None}
        )
        people = {player.pk: player for player in Player.with_merged.shown_to(request.user).filter(named)}
        by_key = {key: player.shown for key, player in people.items()}
        # Who sits at the table now, as the game shows them.
        for seat in game.seats.all():
            if seat.player and seat.shown:
                people[seat.player.pk], by_key[seat.player.pk] = seat.player, seat.shown
        shown = {player.account_id: by_key[key] for key, player in people.items() if player.account_id}
        rows = [
            {
                "number": step.version.number,
                "cause": step.version.cause,
                "comment": step.comment,
                "created_at": step.version.created_at,
                "author": shown.get(step.version.author_id or 0),
                "changes": [change for change in step.changes if not _NAMES.match(change.path)],
                "people_changed": bool(step.moved),
                "words": [
                    _word(verdict, devices, by_key, shown)
                    for verdict in verdicts
                    if verdict.version == step.version.number
                ],
            }
            for step in steps
        ]
        return Response(VersionHistorySerializer(rows, many=True, context={"request": request}).data)


def _word(
    verdict: Verdict,
    devices: Devices,
    players: Mapping[int, ShownPlayer],
    accounts: Mapping[int, ShownPlayer],
) -> dict[str, Any]:
    return {
        "seat": verdict.index,
        "kind": verdict.kind,
        "means": verdict.means,
        "player": players.get(verdict.player_id) if verdict.player_id else None,
        "name": "" if verdict.player_id else verdict.name,
        "device": devices.numbers.get(verdict.device),
        "entering_device": verdict.device in devices.entered,
        "shown_by": accounts.get(verdict.shown_by_id or 0),
        "given_at": verdict.given_at,
        "closed_at": verdict.closed_at,
    }


GAME = GameDetailSerializer


class VersionSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField(min_value=1, help_text="The version you have seen.")


class DisputeSerializer(VersionSerializer):
    objections = serializers.DictField(
        child=serializers.CharField(max_length=LONGEST_COMMENT),
        allow_empty=False,
        help_text='What is wrong, by the key of the line; "" for the result as a whole.',
    )

    def validate_objections(self, objections: dict[str, str]) -> dict[str, str]:
        lines = {"", *(line.key for line in registry.get(self.context["system"]).description.lines)}
        if unknown := objections.keys() - lines:
            raise serializers.ValidationError(
                {key: [serializers.ErrorDetail(str(_NO_SUCH_LINE), code="unknown_line")] for key in unknown}
            )
        return objections


_NO_SUCH_LINE = gettext_lazy("This game has no such line.")


def _answer(request: Request, public_id: str) -> Response:
    game, _actor = find_game(request, public_id)
    return Response(GameDetailSerializer(game, context={"request": request}).data)


class ConfirmView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="games_confirm", request=VersionSerializer, responses=GAME)
    def post(self, request: Request, public_id: str) -> Response:
        """Agree with the result, as the account of one of its players; a dispute of yours is withdrawn."""
        game, account = game_allowing(request, public_id, "games.judge_game")
        body = VersionSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        confirm_result(actor=account, seat=_seat(game, account), version=body.validated_data["version"])
        return _answer(request, public_id)


class DisputeView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="games_dispute", request=DisputeSerializer, responses=GAME)
    def post(self, request: Request, public_id: str) -> Response:
        """Object to the result, as the account of one of its players. It stays through corrections until you withdraw
        it or an organiser settles it.
        """
        game, account = game_allowing(request, public_id, "games.judge_game")
        body = DisputeSerializer(data=request.data, context={"system": game.system})
        body.is_valid(raise_exception=True)
        dispute_result(
            actor=account,
            seat=_seat(game, account),
            version=body.validated_data["version"],
            objections=body.validated_data["objections"],
        )
        return _answer(request, public_id)


class WithdrawView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="games_withdraw", request=None, responses=GAME)
    def post(self, request: Request, public_id: str) -> Response:
        """Withdraw your own dispute, also if you no longer sit there."""
        game, _actor = find_game(request, public_id)
        withdraw_dispute(actor=account_in(request, game.club), game=game)
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
