"""Change the tables of a round by hand."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from scoring.types import Violation, params
from tournaments.event_enums import ByeKind, EventHistoryKind
from tournaments.models import Event, EventBye, EventEntry, EventRound, EventTable
from tournaments.pairing.sizes import SMALLEST
from tournaments.services.events.errors import RoundHasResultsError, RoundNotReadyError, TablesError
from tournaments.services.events.locking import lock_living_event
from tournaments.services.events.noting import note_event
from tournaments.services.events.round_changes import last_round
from tournaments.services.events.seating import fill_table
from tournaments.services.events.undo_round import table_keys


@transaction.atomic
def change_tables(
    *,
    actor: Any,
    event: Event,
    number: int,
    version: int,
    tables: Sequence[Sequence[str]],
    byes: Sequence[str] = (),
) -> EventRound:
    """`tables` in the order of their numbers, players by their entry's public id in seat order; an empty one goes. Who
    is in `byes` has no table. Everybody of the round must be there once; a table with a result stays as it is. What the
    change costs says `preview_tables`; wishes may be broken by hand.

    Raises TablesError, RoundHasResultsError, RoundNotReadyError, RoundChangedError, NotLastRoundError.
    """
    event = lock_living_event(event)
    require(actor, "events.run_event", event)
    found = last_round(event, number, version=version)
    if not found.has_tables:
        raise RoundNotReadyError
    stored = list(found.tables.select_related("game").order_by("number"))
    old, old_byes = table_keys(found), list(found.byes.values_list("entry__public_id", flat=True))
    if violations := check_tables(found, old, old_byes, tables, byes):
        raise TablesError(violations)
    _refuse_settled(stored, old, tables)
    if [list(table) for table in tables if table] == old and sorted(byes) == sorted(old_byes):
        return found
    _rewrite(found, stored, old, tables, byes)
    found.changed_by_hand = True
    found.version += 1
    found.save(update_fields=["changed_by_hand", "version"])
    detail = {
        "round": number,
        "old": old,
        "new": [list(table) for table in tables],
        "old_byes": old_byes,
        "byes": list(byes),
    }
    note_event(event, EventHistoryKind.TABLES, actor=actor, detail=detail)
    return found


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
    found = [
        Violation("round.not_present", "tables", params(player=key)) for key in sorted(seated.keys() - before)
    ]
    found += [
        Violation("round.missing", "tables", params(player=key)) for key in sorted(before - seated.keys())
    ]
    found += [
        Violation("round.player_twice", "tables", params(player=key))
        for key, times in sorted(seated.items())
        if times > 1
    ]
    found += [
        Violation("round.table_size", f"tables[{index}]", params(seats=len(table), most=most))
        for index, table in enumerate(tables)
        if table and not SMALLEST <= len(table) <= most
    ]
    return found


def _refuse_settled(
    stored: Sequence[EventTable], old: Sequence[Sequence[str]], tables: Sequence[Sequence[str]]
) -> None:
    for index, table in enumerate(stored):
        now = list(tables[index]) if index < len(tables) else []
        if (table.game_id or table.decision) and now != list(old[index]):
            raise RoundHasResultsError


def _rewrite(
    of: EventRound,
    stored: Sequence[EventTable],
    old: Sequence[Sequence[str]],
    tables: Sequence[Sequence[str]],
    byes: Sequence[str],
) -> None:
    """Tables keep their rows, and with them their numbers and the links on printed slips."""
    entries = {entry.public_id: entry for entry in EventEntry.objects.filter(event=of.event_id)}
    there = {table.number: table for table in stored}
    for number, table in enumerate(tables, start=1):
        if number <= len(old) and list(table) == list(old[number - 1]):
            continue
        row = there.get(number) or EventTable.objects.create(round=of, number=number)
        row.seats.all().delete()
        fill_table(row, [entries[key] for key in table])
    kept = [number for number, table in enumerate(tables, start=1) if table]
    of.tables.exclude(number__in=kept).delete()
    kinds = dict(of.byes.values_list("entry__public_id", "kind"))
    of.byes.all().delete()
    EventBye.objects.bulk_create(
        EventBye(round=of, entry=entries[key], kind=kinds.get(key, ByeKind.BYE)) for key in byes
    )
