"""A stage as the pure packages take it, who takes part and the results of its rounds, and what the correction of a
result changes or leaves.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Prefetch

from games.results.enums import GameState
from games.results.models import Seat
from tournaments.events.enums import ByeKind, ParticipantState, TableDecision
from tournaments.events.models import (
    Event,
    EventBye,
    EventRound,
    EventSeat,
    EventStage,
    EventTable,
    Participant,
)
from tournaments.formats import state as pure
from tournaments.formats.ranking import advancing
from tournaments.formats.state import StageState
from tournaments.standings.results import Adjustment, Result, ResultKind
from tournaments.standings.results import Seat as ResultSeat

# Rounds come one after the other whatever the calendar says of late sheets.
TABLES_OF_A_ROUND = 1000


def stage_state(event: Event, stage: EventStage, *, before: int | None = None) -> StageState:
    """With the rounds before that number of the event (None: all). A handful of queries, however many tables.

    Players are named by their public id as participants. Who has left keeps the place their games are worth; who was
    disqualified has none.
    """
    seeded = list(stage.participants.select_related("participant").order_by("seed"))
    for line in seeded:
        line.participant.event = event
    rounds = stage.rounds.order_by("number")
    if before is not None:
        rounds = rounds.filter(number__lt=before)
    results = [tuple(round_results(event, event_round)) for event_round in with_tables(rounds)]
    return StageState(
        stage=replace(stage.stage, rules=replace(stage.stage.rules, lot_seed=str(event.lot_seed))),
        participants=tuple(
            pure.Participant(
                player=line.participant.public_id,
                seed=line.seed,
                rating=line.participant.rating,
                club=line.participant.team or None,
                family=line.participant.family or None,
                active=line.participant.plays and not line.participant.sits_out,
                withdrawn=line.participant.state == ParticipantState.DISQUALIFIED,
            )
            for line in seeded
        ),
        rounds=tuple(results),
        adjustments=tuple(
            Adjustment(adjustment.participant.public_id, adjustment.exact_points, event.starts_on)
            for adjustment in stage.adjustments.select_related("participant").order_by("pk")
        ),
    )


def with_tables(rounds: Iterable[EventRound]) -> list[EventRound]:
    """The rounds with all that their results are read from."""
    seats = EventSeat.objects.select_related("participant").order_by("index")
    tables = (
        EventTable.objects.select_related("game")
        .prefetch_related(
            Prefetch("seats", queryset=seats),
            Prefetch("game__seats", queryset=Seat.objects.filter(is_bot=False).order_by("index")),
        )
        .order_by("number")
    )
    byes = EventBye.objects.select_related("participant").order_by("pk")
    return list(
        rounds.prefetch_related(Prefetch("tables", queryset=tables), Prefetch("byes", queryset=byes))  # type: ignore[attr-defined]
    )


def round_results(event: Event, of: EventRound) -> Iterable[Result]:
    """Every table that is settled, and who goes on or gets points without one."""
    for table in of.tables.all():
        result = table_result(event, of, table)
        if result is not None:
            yield result
    for number, bye in enumerate(of.byes.all(), start=1):
        if bye.kind != ByeKind.REST:
            yield Result(
                game=f"bye:{of.number}:{bye.participant.public_id}",
                played_on=event.starts_on,
                seats=(ResultSeat(bye.participant.public_id, 1),),
                kind=ResultKind.BYE,
                sequence=TABLES_OF_A_ROUND * (of.number + 1) - number,
            )


def table_result(event: Event, of: EventRound, table: EventTable) -> Result | None:
    """None while nothing counts: no result, two different ones, or one with other people than sat there."""
    seats = list(table.seats.all())
    sequence = TABLES_OF_A_ROUND * of.number + table.number
    key = f"table:{table.public_id}"
    match table.decision:
        case TableDecision.CANCELLED:
            return None
        case TableDecision.FORFEITED | TableDecision.THROUGH:
            return Result(key, event.starts_on, _decided(table, seats), ResultKind.WALKOVER, sequence)
    game = table.game
    if game is None or game.state != GameState.CONFIRMED or table.is_in_conflict:
        return None
    played = {seat.player_id: seat for seat in game.seats.all()}
    if not sat_there(seats, played):
        return None
    rows = [(seat, played[seat.participant.player_id]) for seat in seats]
    return Result(
        game=game.public_id,
        played_on=event.starts_on,
        seats=tuple(
            ResultSeat(
                player=seat.participant.public_id,
                # Among the people: a bot between two of them takes no place.
                place=1 + sum(other.rank < row.rank for _, other in rows),
                vp=row.total,
                position=seat.index + 1,
            )
            for seat, row in rows
        ),
        sequence=sequence,
    )


def tables_without_result(event: Event) -> list[tuple[int, int]]:
    """Round and number of every table that the next round waits for; one that was called off is settled.

    Where `table_result` is None, without reading all that results are made of: every page of the organisers asks.
    """
    undecided = EventTable.objects.filter(round__event=event, decision="").order_by("round__number", "number")
    tables = list(undecided.values_list("pk", "game", "game__state", "rival", "round__number", "number"))
    games = [game for _pk, game, state, rival, *_ in tables if state == GameState.CONFIRMED and not rival]
    seated, played = defaultdict(set), defaultdict(set)
    for pk, player in EventSeat.objects.filter(table__game__in=games).values_list(
        "table", "participant__player"
    ):
        seated[pk].add(player)
    for game, player in Seat.objects.filter(game__in=games, is_bot=False).values_list("game", "player"):
        played[game].add(player)
    counting = set(games)
    return [
        (of, number)
        for pk, game, _state, _rival, of, number in tables
        if game not in counting or seated[pk] != played[game]
    ]


def sat_there(seats: Sequence[EventSeat], played: Mapping[int | None, Seat]) -> bool:
    """A correction may have put other people at the table: then it is no longer its result."""
    return set(played) == {seat.participant.player_id for seat in seats}


def _decided(table: EventTable, seats: Sequence[EventSeat]) -> tuple[ResultSeat, ...]:
    """Who goes on without playing does so by seed; otherwise those who were there share the places they cover."""
    if table.decision == TableDecision.THROUGH:
        return tuple(ResultSeat(seat.participant.public_id, seat.index + 1) for seat in seats)
    present = sum(not seat.forfeits for seat in seats)
    return tuple(
        ResultSeat(
            player=seat.participant.public_id,
            place=1 + present if seat.forfeits and present else 1,
            position=seat.index + 1,
            forfeited=seat.forfeits,
        )
        for seat in seats
    )


@dataclass(frozen=True, slots=True)
class CorrectionEffects:
    """Standings follow a correction unless the event `is_finished`. Rounds `drawn_since` keep their tables (they were
    drawn with the old result). Who `went_on` to the next stage stays there; `would_go_on` and `would_not` say who would
    be in it, or not, by the results as they are now.
    """

    is_finished: bool
    drawn_since: Sequence[int]
    may_redraw: int | None
    next_stage_has_begun: bool
    would_go_on: Sequence[Participant]
    would_not: Sequence[Participant]

    @property
    def changes_tables(self) -> bool:
        return self.may_redraw is not None


def correction_effects(table: EventTable) -> CorrectionEffects:
    """`may_redraw` is the number of the last round when it follows and has no result yet: only that one can still be
    drawn anew."""
    event, stage = table.event, table.round.stage
    later = list(event.rounds.filter(number__gt=table.round.number).order_by("number"))
    following = event.stages.filter(number=stage.number + 1).first()
    begun = following is not None and following.rounds.exists()
    coming, going = _moved(table) if begun else ([], [])
    last = later[-1] if later else None
    untouched = last is not None and not last.tables.filter(game__isnull=False).exists()
    return CorrectionEffects(
        is_finished=event.is_finished,
        drawn_since=[later_round.number for later_round in later],
        may_redraw=last.number if last and untouched and not event.is_finished else None,
        next_stage_has_begun=begun,
        would_go_on=coming,
        would_not=going,
    )


def _moved(table: EventTable) -> tuple[list[Participant], list[Participant]]:
    event, stage = table.event, table.round.stage
    following = event.stages.get(number=stage.number + 1)
    there = {
        line.participant.public_id: line.participant
        for line in following.participants.select_related("participant")
    }
    now = advancing(stage_state(event, stage))
    participants = {participant.public_id: participant for participant in event.participants.all()}
    coming = [participants[key] for key in now if key not in there]
    going = [participant for key, participant in there.items() if key not in now and participant.plays]
    return coming, going
