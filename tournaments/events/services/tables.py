"""Change the tables of a round by hand."""

from collections import Counter
from collections.abc import Mapping, Sequence

from django.db import transaction

from caledonia_site.common.permissions import require
from games.players.actors import Actor
from scoring.types import Violation, params
from tournaments.events.enums import ByeKind, EventAuditKind
from tournaments.events.models import Event, EventBye, EventRound, EventTable, Participant
from tournaments.events.services.changes import lock_event
from tournaments.events.services.errors import RoundHasResultsError, RoundNotReadyError, TablesError
from tournaments.events.services.rounds import last_round, table_keys
from tournaments.events.services.seating import fill_table
from tournaments.pairing.sizes import SMALLEST
from tournaments.shared.audit import record_audit

ByNumber = Mapping[int, list[str]]


@transaction.atomic
def change_tables(
    *,
    actor: Actor,
    event: Event,
    number: int,
    version: int,
    tables: Sequence[Sequence[str]],
    byes: Sequence[str] = (),
) -> EventRound:
    """`tables` by their numbers from 1 on, participants by public id in seat order; an empty one goes, and stands for
    a number that is not in use. Who is in `byes` has no table. Everybody of the round must be there once; a table with
    a result stays as it is. What the change costs says `preview_tables`; seating rules may be broken by hand.

    Raises TablesError, RoundHasResultsError, RoundNotReadyError, RoundChangedError, NotLastRoundError.
    """
    event = lock_event(event)
    require(actor, "events.run_event", event)
    event_round = last_round(event, number, version=version)
    if not event_round.has_tables:
        raise RoundNotReadyError
    stored = list(event_round.tables.select_related("game").order_by("number"))
    keys, old_byes = (
        table_keys(event_round),
        list(event_round.byes.values_list("participant__public_id", flat=True)),
    )
    if violations := check_tables(event_round, keys, old_byes, tables, byes):
        raise TablesError(violations)
    old = {table.number: there for table, there in zip(stored, keys, strict=True)}
    new = {number: list(table) for number, table in enumerate(tables, start=1) if table}
    _refuse_settled(stored, old, new)
    if new == old and sorted(byes) == sorted(old_byes):
        return event_round
    _rewrite(event_round, stored, old, new, byes)
    event_round.changed_by_hand = True
    event_round.version += 1
    event_round.save(update_fields=["changed_by_hand", "version"])
    detail = {
        "round": number,
        "old": _in_order(old),
        "new": _in_order(new),
        "old_byes": old_byes,
        "byes": list(byes),
    }
    record_audit(event, EventAuditKind.TABLES, actor=actor, detail=detail)
    return event_round


def check_tables(
    of: EventRound,
    old: Sequence[Sequence[str]],
    old_byes: Sequence[str],
    tables: Sequence[Sequence[str]],
    byes: Sequence[str],
) -> list[Violation]:
    """Everything that makes the tables impossible to play; the same codes as those of a draw's report."""
    most = of.stage.stage.table_size
    before = {key for table in old for key in table} | set(old_byes)
    seated = Counter([key for table in tables for key in table] + list(byes))
    violations = [
        Violation("round.not_present", "tables", params(player=key)) for key in sorted(seated.keys() - before)
    ]
    violations += [
        Violation("round.missing", "tables", params(player=key)) for key in sorted(before - seated.keys())
    ]
    violations += [
        Violation("round.player_twice", "tables", params(player=key))
        for key, times in sorted(seated.items())
        if times > 1
    ]
    violations += [
        Violation("round.table_size", f"tables[{index}]", params(seats=len(table), most=most))
        for index, table in enumerate(tables)
        if table and not SMALLEST <= len(table) <= most
    ]
    return violations


def _refuse_settled(stored: Sequence[EventTable], old: ByNumber, new: ByNumber) -> None:
    for table in stored:
        if (table.game_id or table.decision) and new.get(table.number) != old[table.number]:
            raise RoundHasResultsError


def _rewrite(
    of: EventRound, stored: Sequence[EventTable], old: ByNumber, new: ByNumber, byes: Sequence[str]
) -> None:
    """Tables keep their rows, and with them their numbers and the links on printed slips."""
    participants = {
        participant.public_id: participant for participant in Participant.objects.filter(event=of.event_id)
    }
    there = {table.number: table for table in stored}
    for number, table in new.items():
        if table == old.get(number):
            continue
        row = there.get(number) or EventTable.objects.create(round=of, number=number)
        row.seats.all().delete()
        fill_table(row, [participants[key] for key in table])
    of.tables.exclude(number__in=list(new)).delete()
    kinds = dict(of.byes.values_list("participant__public_id", "kind"))
    of.byes.all().delete()
    EventBye.objects.bulk_create(
        EventBye(round=of, participant=participants[key], kind=kinds.get(key, ByeKind.BYE)) for key in byes
    )


def _in_order(tables: ByNumber) -> list[list[str]]:
    """As a list again, empty where a number is not in use."""
    return [tables.get(number, []) for number in range(1, max(tables, default=0) + 1)]
