"""The sheet of a game, what people typed, and from a request's body to the people and circumstances of a game.

A sheet's ETag is its version, so that nobody overwrites another unseen.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from caledonia_site.common.api.problems import FieldProblem, ProblemError
from caledonia_site.common.formatting import parse_int
from games.clubs.models import Club
from games.players.actors import Actor
from games.players.models import Player
from games.players.names import normalised, tidy
from games.results.api.access import find_game, game_allowing
from games.results.api.serializers import SeatSerializer
from games.results.models import Game
from games.results.selectors.games import current_version, reads_every_name
from games.results.selectors.players import KnownPlayers, known_players
from games.results.services.correct import correct_game
from games.results.services.errors import SheetRejectedError, VersionConflictError, WarningsUnconfirmedError
from games.results.services.results import LONGEST_GAME_MINUTES, Circumstances, Person
from games.results.web.seats import columns_of
from games.systems import sentence
from scoring import registry
from scoring.paths import MOST_SEATS, seat_kinds
from scoring.types import Violation

LONGEST_NAME = 80


@extend_schema_field({"type": "object", "additionalProperties": True})
class SheetField(serializers.JSONField):
    """A raw sheet: what is wrong with it the rules say, not the serializer."""


class PersonSerializer(serializers.Serializer[Any]):
    """Who sits in a seat: a player of the club by id, or a name; nothing for a bot or, in a correction, for
    whoever sits there.
    """

    player = serializers.CharField(max_length=10, required=False, allow_null=True)
    name = serializers.CharField(max_length=LONGEST_NAME, required=False, allow_blank=True)


class PlayedSerializer(serializers.Serializer[Any]):
    """A game as it was played; the sheet's fields are those of its ruleset."""

    sheet = SheetField()
    people = serializers.ListField(child=PersonSerializer(), required=False, max_length=MOST_SEATS)
    played_on = serializers.DateField()
    finished_at = serializers.DateTimeField(required=False, allow_null=True)
    place = serializers.CharField(max_length=80, required=False, allow_blank=True)
    duration_minutes = serializers.IntegerField(
        min_value=1, max_value=LONGEST_GAME_MINUTES, required=False, allow_null=True
    )
    notes = serializers.CharField(max_length=2000, required=False, allow_blank=True)
    warnings_confirmed = serializers.BooleanField(required=False, default=False)


class NewGameSerializer(PlayedSerializer):
    system = serializers.ChoiceField(choices=[])
    club = serializers.CharField(max_length=10, required=False, allow_null=True)

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        fields = super().get_fields()
        fields["system"] = serializers.ChoiceField(
            choices=[ruleset.description.key for ruleset in registry.systems()]
        )
        return fields


class CorrectionSerializer(PlayedSerializer):
    comment = serializers.CharField(max_length=300, required=False, allow_blank=True)


def circumstances_in(data: dict[str, Any]) -> Circumstances:
    return Circumstances(
        played_on=data["played_on"],
        finished_at=data.get("finished_at"),
        place=data.get("place", ""),
        duration_minutes=data.get("duration_minutes"),
        notes=data.get("notes", ""),
    )


def people_in(
    data: dict[str, Any], *, system: str, actor: Actor, club: Club | None, game: Game | None = None
) -> list[Person]:
    """Somebody for every seat of the sheet. Seats that nobody is named for keep who sits there in `game`."""
    description = registry.get(system).description
    kinds = seat_kinds(description, data["sheet"])
    named: Sequence[dict[str, Any]] = data.get("people", [])
    known = known_players(actor, club)
    seated = list(game.seats.all()) if game else []
    bots = {kind.key for kind in description.seat_kinds if kind.bot}
    people: list[Person] = []
    wrong: list[FieldProblem] = []
    holders: dict[str, int] = {}
    for index, kind in enumerate(kinds):
        given = named[index] if index < len(named) else {}
        if kind in bots:
            people.append(Person())
        elif given.get("player"):
            player = _player(given["player"], known, seated)
            if player is None:
                wrong.append(FieldProblem(f"people[{index}].player", "unknown_player", _UNKNOWN_PLAYER))
            people.append(Person(player=player))
        elif name := tidy(given.get("name", "")):
            if holders.setdefault(normalised(name), index) != index:
                wrong.append(FieldProblem(f"people[{index}].name", "taken", _TAKEN))
            player = known.named(name)
            people.append(Person(player=player) if player else Person(name=name))
        elif index < len(seated):
            seat = seated[index]
            people.append(Person(player=seat.player, name="" if seat.player else seat.name))
        else:
            people.append(Person())
    if wrong:
        raise ProblemError(code="invalid", detail=_("Some values are wrong."), errors=wrong)
    return people


_TAKEN = gettext_lazy("Another seat has this name.")
_UNKNOWN_PLAYER = gettext_lazy("There is no such player in this club, or you may not know them.")


def _player(public_id: str, known: KnownPlayers, seated: Sequence[Any]) -> Player | None:
    players = [*known.by_key.values(), *(seat.player for seat in seated if seat.player)]
    return next((player for player in players if player.public_id == public_id), None)


def without_names(sheet: Any) -> Any:
    """The people stand beside the sheet; a name on it would pass the question who may know it."""
    if not isinstance(sheet, dict) or not isinstance(sheet.get("seats"), list):
        return sheet
    seats = [
        {key: value for key, value in seat.items() if key != "player"} if isinstance(seat, dict) else seat
        for seat in sheet["seats"]
    ]
    return sheet | {"seats": seats}


def names_of(game: Game) -> list[str]:
    return [column.name for column in columns_of(game)]


def problems_of(system: str, findings: Sequence[Violation], names: Sequence[str] = ()) -> list[FieldProblem]:
    """Violations and warnings as fields of the request, with the codes of the engine."""
    return [
        FieldProblem(
            f"sheet.{finding.path}".rstrip("."),
            finding.code,
            sentence(system, finding, names=names),
            dict(finding.as_json()["params"]),  # type: ignore[arg-type]
        )
        for finding in findings
    ]


@contextmanager
def sheet_problems(system: str) -> Iterator[None]:
    """What the rules refuse, told at the fields of the request."""
    try:
        yield
    except SheetRejectedError as error:
        raise ProblemError(
            code=error.code, detail=str(error), errors=problems_of(system, error.violations)
        ) from error
    except WarningsUnconfirmedError as error:
        raise ProblemError(
            status=error.status,
            code=error.code,
            detail=str(error),
            errors=problems_of(system, error.warnings),
        ) from error


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
                circumstances=_circumstances(data, game),
                people=people,
                comment=data.get("comment", ""),
                warnings_confirmed=data["warnings_confirmed"],
            )
        game, _actor = find_game(request, public_id)
        return _answer(request, game)


def _circumstances(data: dict[str, Any], game: Game) -> Circumstances:
    """Whoever may not read the notes does not write over them either."""
    sent = circumstances_in(data)
    return sent if reads_every_name(game) else replace(sent, notes=game.notes)


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
        "score": _score_as_json(game, outcome.breakdown),
    }
    return Response(body, headers={"ETag": f'"{game.version}"', "Cache-Control": "private, no-cache"})


def _score_as_json(game: Game, breakdown: Any) -> dict[str, Any]:
    """The breakdown with each explanation also as a sentence in the asker's language."""
    payload: dict[str, Any] = breakdown.as_json()
    names = names_of(game)
    for seat, scored in zip(payload["seats"], breakdown.seats, strict=True):
        for line, score_line in zip(seat["lines"], scored.lines, strict=True):
            line["sentence"] = sentence(game.system, score_line.explanation, line=score_line, names=names)
    return payload


def _expected_version(request: Request) -> int:
    sent = request.headers.get("If-Match", "").strip()
    if not sent:
        raise ProblemError(
            code="if_match_missing",
            detail=_("Say in If-Match which version you correct: the ETag of the sheet you read."),
            status=status.HTTP_428_PRECONDITION_REQUIRED,
        )
    # An answer that was compressed on its way carries the same mark as a weak one.
    version = parse_int(sent.removeprefix("W/").strip('"'), digits=9)
    if version is None:
        raise VersionConflictError
    return version
