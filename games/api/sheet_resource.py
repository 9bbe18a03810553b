"""The sheet of a game: what people typed. Its ETag is its version, so that nobody overwrites another unseen."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from caledonia_site.common.api_problems import ProblemError
from games.api.acting import find_game, game_allowing
from games.api.representations import SeatSerializer
from games.api.sheets import (
    CorrectionSerializer,
    SheetField,
    circumstances_in,
    names_of,
    people_in,
    sheet_problems,
    without_names,
)
from games.models import Game
from games.selectors.game_detail import current_version
from games.services.correct_game import correct_game
from games.services.errors import VersionConflictError
from games.wording import sentence
from scoring import registry

_IF_MATCH = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    required=True,
    description="The ETag of the sheet that was read.",
)


class ScoredSheetSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    sheet = SheetField()
    people = SeatSerializer(many=True)
    score = serializers.JSONField(help_text="Every line with quantity, unit, VP and explanation.")


class GameSheetView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="games_sheet_read", responses=ScoredSheetSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """The raw sheet with its scoring and the explanation of every line."""
        game, _actor = find_game(request, public_id)
        return _answer(request, game)

    @extend_schema(
        operation_id="games_correct",
        parameters=[_IF_MATCH],
        request=CorrectionSerializer,
        responses=ScoredSheetSerializer,
    )
    def put(self, request: Request, public_id: str) -> Response:
        """Correct the game: a new version. Seats that nobody is named for keep who sits there."""
        game, account = game_allowing(request, public_id, "games.correct_game")
        expected = _expected_version(request)
        body = CorrectionSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        data = body.validated_data
        people = people_in(data, system=game.system, actor=account, club=game.club, game=game)
        with sheet_problems(game.system):
            correct_game(
                actor=account,
                game=game,
                expected_version=expected,
                sheet=without_names(data["sheet"]),
                circumstances=circumstances_in(data),
                people=people,
                comment=data.get("comment", ""),
                warnings_confirmed=data["warnings_confirmed"],
            )
        game, _actor = find_game(request, public_id)
        return _answer(request, game)


def _answer(request: Request, game: Game) -> Response:
    version = current_version(game)
    if version is None:
        # Imported without a sheet.
        raise Http404
    outcome = registry.get(game.system).evaluate(version.sheet)
    people: Any = game.seats.all()
    body = {
        "version": game.version,
        "sheet": without_names(version.sheet),
        "people": SeatSerializer(people, many=True, context={"request": request}).data,
        "score": _told(game, outcome.breakdown),
    }
    return Response(body, headers={"ETag": f'"{game.version}"', "Cache-Control": "private, no-cache"})


def _told(game: Game, breakdown: Any) -> dict[str, Any]:
    """The breakdown with each explanation also as a sentence in the asker's language."""
    told: dict[str, Any] = breakdown.as_json()
    names = names_of(game)
    for seat, scored in zip(told["seats"], breakdown.seats, strict=True):
        for line, score_line in zip(seat["lines"], scored.lines, strict=True):
            line["sentence"] = sentence(game.system, score_line.explanation, line=score_line, names=names)
    return told


def _expected_version(request: Request) -> int:
    sent = request.headers.get("If-Match", "").strip()
    if not sent:
        raise ProblemError(
            code="if_match_missing",
            detail=_("Say in If-Match which version you correct: the ETag of the sheet you read."),
            status=status.HTTP_428_PRECONDITION_REQUIRED,
        )
    # An answer that was compressed on its way carries the same mark as a weak one.
    number = sent.removeprefix("W/").strip('"')
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        raise VersionConflictError
    return int(number)
