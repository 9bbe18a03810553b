"""Writing the tables of a round, and a table as it is for who holds the event's lock."""

from collections.abc import Mapping, Sequence

from tournaments.events.enums import ByeKind, RoundState, TableDecision
from tournaments.events.models import Event, EventBye, EventRound, EventSeat, EventTable, Participant
from tournaments.events.services.errors import TableGoneError
from tournaments.formats.rounds import FixedTables
from tournaments.pairing.draw import Draw

Table = Sequence[str]


def seat_draw(of: EventRound, drawn: Draw) -> None:
    """A draw becomes the round's tables; what was drawn is kept beside them for whoever draws again."""
    of.engine, of.engine_version, of.digest = drawn.engine, drawn.version, drawn.digest
    of.drawn = {"tables": [list(table) for table in drawn.tables], "byes": list(drawn.byes)}
    of.state = RoundState.DRAWN
    of.save(update_fields=["engine", "engine_version", "digest", "drawn", "state"])
    write_tables(of, drawn.tables, {ByeKind.BYE: drawn.byes})


def seat_fixed(of: EventRound, fixed: FixedTables) -> None:
    """Tables of a schedule or bracket, with those who go on without playing."""
    of.state = RoundState.DRAWN
    of.save(update_fields=["state"])
    alone = [table[0] for table in fixed.through if len(table) == 1]
    pairs = [table for table in fixed.through if len(table) > 1]
    write_tables(of, fixed.tables, {ByeKind.REST: fixed.resting, ByeKind.THROUGH: alone}, through=pairs)


def write_tables(
    of: EventRound,
    tables: Sequence[Table],
    byes: Mapping[ByeKind, Sequence[str]],
    *,
    through: Sequence[Table] = (),
) -> None:
    """In seat order, the first table first; tables whose players go on without playing come last."""
    participants = {
        participant.public_id: participant for participant in Participant.objects.filter(event=of.event_id)
    }
    decisions = [""] * len(tables) + [str(TableDecision.THROUGH)] * len(through)
    for number, (table, decision) in enumerate(zip([*tables, *through], decisions, strict=True), start=1):
        stored = EventTable.objects.create(round=of, number=number, decision=decision)
        fill_table(stored, [participants[key] for key in table])
    EventBye.objects.bulk_create(
        EventBye(round=of, participant=participants[key], kind=kind)
        for kind, keys in byes.items()
        for key in keys
    )


def fill_table(table: EventTable, participants: Sequence[Participant]) -> None:
    EventSeat.objects.bulk_create(
        EventSeat(table=table, index=index, participant=participant)
        for index, participant in enumerate(participants)
    )


def table_now(event: Event, table: EventTable) -> EventTable:
    """With its seats and players, of the event that is locked. Raises TableGoneError."""
    fresh = (
        EventTable.objects.select_related("round__stage", "game", "rival")
        .prefetch_related("seats__participant__player")
        .filter(pk=table.pk, round__event=event)
        .first()
    )
    if fresh is None:
        raise TableGoneError
    fresh.round.event = event
    return fresh
