"""Record a game of which only the result is known, such as one from another program."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.clubs.models import Club
from games.enums import VersionCause
from games.models import Game, Seat, SheetVersion
from games.players.models import User
from games.services.announcing import refresh_state
from games.services.errors import PlayerTwiceError, SeatsMismatchError
from games.services.judge_result import confirm_own_seat
from games.services.record_game import refuse_future
from games.services.results import Circumstances, Person, facts_of, ruleset_named
from games.signals import game_news
from scoring.description import Description

# Under this key a version holds a result instead of a sheet.
RESULT = "result"
# The field of a sheet that says in which order people played, where a system has one.
TURN_ORDER = "turn_order"


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultSeat:
    """`position` is the turn order, if it is known. `lines` hold quantity (None: unknown) and VP by the key of the
    line, as far as they are known.
    """

    total: int
    place: int
    dimension: str = ""
    is_bot: bool = False
    position: int | None = None
    lines: Mapping[str, tuple[int | None, int]] = field(default_factory=dict)


@transaction.atomic
def record_result(
    *,
    system: str,
    seats: Sequence[ResultSeat],
    circumstances: Circumstances,
    people: Sequence[Person],
    recorder: User | None,
    club: Club | None = None,
    entry_key: UUID | None = None,
) -> Game:
    """The game counts for results and ratings, never for statistics of single lines: nobody can check them."""
    description = ruleset_named(system).description
    refuse_future(circumstances)
    if len(seats) != len(people) or not description.fewest_seats <= len(seats) <= description.most_seats:
        raise SeatsMismatchError
    players = [person.player.pk for person in people if person.player]
    if len(players) != len(set(players)):
        raise PlayerTwiceError
    totals = sorted((seat.total for seat in seats), reverse=True)
    game = Game.objects.create(
        system=system,
        engine_version=description.version,
        club=club,
        recorded_by=recorder,
        entry_key=entry_key,
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
    Seat.objects.bulk_create(
        Seat(
            game=game,
            index=index,
            is_bot=seat.is_bot,
            player=person.player,
            name=person.shown_name,
            dimension=seat.dimension,
            total=seat.total,
            rank=seat.place,
            lines={key: list(line) for key, line in seat.lines.items()},
        )
        for index, (seat, person) in enumerate(zip(seats, people, strict=True))
    )
    SheetVersion.objects.create(
        game=game,
        number=game.version,
        cause=VersionCause.RECORDED,
        sheet=_sheet(description, seats),
        facts=facts_of(circumstances, people),
        author=recorder,
    )
    confirm_own_seat(game, recorder)
    game_news.send(sender=Game, game=game, news="submitted")
    refresh_state(game)
    return game


def _sheet(description: Description, seats: Sequence[ResultSeat]) -> dict[str, object]:
    """What is known, where a sheet has it: who played what in which order; and beside it the result itself."""
    kinds = {kind.bot: kind.key for kind in reversed(description.seat_kinds)}
    ordered = any(field.key == TURN_ORDER for field in description.seat)
    raw_seats = []
    for seat in seats:
        raw: dict[str, object] = {"kind": kinds.get(seat.is_bot, description.seat_kinds[0].key)}
        if description.dimension and seat.dimension:
            raw[description.dimension] = seat.dimension
        if ordered and seat.position is not None and seat.position <= len(seats):
            raw[TURN_ORDER] = seat.position
        raw_seats.append(raw)
    return {"options": {}, "setup": {}, "game": {}, "seats": raw_seats, RESULT: [_told(one) for one in seats]}


def _told(seat: ResultSeat) -> dict[str, object]:
    lines = {key: {"quantity": quantity, "vp": vp} for key, (quantity, vp) in seat.lines.items()}
    return {"total": seat.total, "place": seat.place, "dimension": seat.dimension, "lines": lines}
