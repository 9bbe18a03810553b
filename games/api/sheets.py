"""From a request's body to the people and circumstances of a game."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from caledonia_site.common.api_problems import FieldProblem, ProblemError
from games.clubs.models import Club
from games.models import Game
from games.players.models import Player
from games.players.names import normalised, tidy
from games.selectors.known_players import KnownPlayers, known_players
from games.services.errors import SheetRejectedError, WarningsUnconfirmedError
from games.services.results import Circumstances, Person
from games.web.life.columns import columns_of
from games.web.sheet.circumstances import LONGEST_GAME_MINUTES
from games.wording import sentence
from scoring import registry
from scoring.types import Violation

LONGEST_NAME = 80
# More seats than any game has; a longer list is no list of people.
MOST_SEATS = 12


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
            choices=[one.description.key for one in registry.systems()]
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
    data: dict[str, Any], *, system: str, actor: Any, club: Club | None, game: Game | None = None
) -> list[Person]:
    """Somebody for every seat of the sheet. Seats that nobody is named for keep who sits there in `game`."""
    kinds = _kinds(system, data["sheet"])
    named: Sequence[dict[str, Any]] = data.get("people", [])
    known = known_players(actor, club)
    seated = list(game.seats.all()) if game else []
    bots = {kind.key for kind in registry.get(system).description.seat_kinds if kind.bot}
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
            found = known.named(name)
            people.append(Person(player=found) if found else Person(name=name))
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
    return next((one for one in players if one.public_id == public_id), None)


def _kinds(system: str, sheet: Any) -> list[str]:
    """The kinds of the seats as far as they can be read; the rules say what is wrong with them."""
    first = registry.get(system).description.seat_kinds[0].key
    seats = sheet.get("seats") if isinstance(sheet, dict) else None
    return [
        str(seat.get("kind") or first) if isinstance(seat, dict) else first
        for seat in (seats if isinstance(seats, list) else [])[:MOST_SEATS]
    ]


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
            f"sheet.{one.path}".rstrip("."),
            one.code,
            sentence(system, one, names=names),
            dict(one.as_json()["params"]),  # type: ignore[arg-type]
        )
        for one in findings
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
