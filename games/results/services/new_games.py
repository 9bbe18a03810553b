"""A game with everything that belongs to it, put together and checked, and not stored yet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from django.utils import timezone

from games.clubs.models import Club
from games.players.models import User
from games.results.enums import VersionCause
from games.results.models import Game, GameOption, Seat, SheetVersion
from games.results.services.errors import PlayedInTheFutureError, SeatsMismatchError
from games.results.services.results import (
    Circumstances,
    Person,
    facts_of,
    fill_in,
    options_of,
    refuse_twice,
    ruleset_named,
    score_sheet,
    seats_of,
)
from games.systems import traits_of
from scoring.description import Description

# Under this key a version holds a result instead of a sheet.
RESULT = "result"


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultSeat:
    """`position` is the turn order, if it is known. `lines` hold quantity (None: unknown) and VP by the key of the
    line, as far as they are known.
    """

    total: int
    place: int
    faction: str = ""
    is_bot: bool = False
    position: int | None = None
    lines: Mapping[str, tuple[int | None, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGame:
    game: Game
    seats: list[Seat]
    version: SheetVersion
    options: list[GameOption] = field(default_factory=list)


def game_of_sheet(
    *,
    system: str,
    sheet: object,
    circumstances: Circumstances,
    people: Sequence[Person],
    recorder: User | None,
    club: Club | None,
    warnings_confirmed: bool,
) -> NewGame:
    """Raises what recording a game raises, before anything is stored."""
    refuse_future(circumstances)
    scored = score_sheet(system=system, sheet=sheet, people=people, warnings_confirmed=warnings_confirmed)
    game = Game(system=system, club=club, recorded_by=recorder, submitted_at=timezone.now())
    fill_in(game, scored, circumstances)
    return NewGame(
        game=game,
        seats=seats_of(game, scored, people),
        version=_version(game, scored.raw, circumstances, people, recorder),
        options=options_of(game, scored),
    )


def game_of_result(
    *,
    system: str,
    seats: Sequence[ResultSeat],
    circumstances: Circumstances,
    people: Sequence[Person],
    recorder: User | None,
    club: Club | None,
) -> NewGame:
    """A game without a sheet. Raises SeatsMismatchError, PlayerTwiceError, PlayedInTheFutureError."""
    description = ruleset_named(system).description
    refuse_future(circumstances)
    if len(seats) != len(people) or not description.fewest_seats <= len(seats) <= description.most_seats:
        raise SeatsMismatchError
    refuse_twice(people)
    totals = sorted((seat.total for seat in seats), reverse=True)
    game = Game(
        system=system,
        engine_version=description.version,
        club=club,
        recorded_by=recorder,
        submitted_at=timezone.now(),
        played_on=circumstances.played_on,
        finished_at=circumstances.finished_at,
        place=circumstances.place,
        duration_minutes=circumstances.duration_minutes,
        notes=circumstances.notes,
        seat_count=len(seats),
        margin=totals[0] - totals[1] if len(totals) > 1 else None,
        best_total=totals[0],
        totals_only=True,
    )
    rows = [
        Seat(
            game=game,
            index=index,
            is_bot=seat.is_bot,
            player=person.player,
            name=person.shown_name,
            faction=seat.faction,
            total=seat.total,
            rank=seat.place,
            lines={key: list(line) for key, line in seat.lines.items()},
        )
        for index, (seat, person) in enumerate(zip(seats, people, strict=True))
    ]
    version = _version(game, _sheet(description, seats), circumstances, people, recorder)
    return NewGame(game=game, seats=rows, version=version)


def refuse_future(circumstances: Circumstances) -> None:
    # A day of grace: it is already tomorrow somewhere.
    if circumstances.played_on > timezone.now().date() + timedelta(days=1):
        raise PlayedInTheFutureError


def _version(
    game: Game,
    sheet: dict[str, object],
    circumstances: Circumstances,
    people: Sequence[Person],
    author: User | None,
) -> SheetVersion:
    return SheetVersion(
        game=game,
        number=game.version,
        cause=VersionCause.RECORDED,
        sheet=sheet,
        facts=facts_of(circumstances, people),
        author=author,
    )


def _sheet(description: Description, seats: Sequence[ResultSeat]) -> dict[str, object]:
    """What is known, where a sheet has it: who played what in which order; and beside it the result itself."""
    kinds = {kind.bot: kind.key for kind in reversed(description.seat_kinds)}
    turn_order = traits_of(description.key).position
    raw_seats = []
    for seat in seats:
        raw: dict[str, object] = {"kind": kinds.get(seat.is_bot, description.seat_kinds[0].key)}
        if description.dimension and seat.faction:
            raw[description.dimension] = seat.faction
        if turn_order and seat.position is not None and seat.position <= len(seats):
            raw[turn_order] = seat.position
        raw_seats.append(raw)
    return {
        "options": {},
        "setup": {},
        "game": {},
        "seats": raw_seats,
        RESULT: [_result_of(seat) for seat in seats],
    }


def _result_of(seat: ResultSeat) -> dict[str, object]:
    lines = {key: {"quantity": quantity, "vp": vp} for key, (quantity, vp) in seat.lines.items()}
    return {"total": seat.total, "place": seat.place, "dimension": seat.faction, "lines": lines}
