"""Where somebody sits now: what their phone shows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.players.models.player import ShownPlayer
from tournaments.models import EventBye, EventEntry, EventRound, EventTable
from tournaments.selectors.events.rounds import TableView, last_posted_round, table_views


@dataclass(frozen=True, slots=True)
class OwnTable:
    """`table` is None for who has no table in the round; then `bye` is its kind, or "" for who is not in it."""

    round: EventRound
    table: TableView | None
    seat: int | None
    others: Sequence[ShownPlayer]
    bye: str


def own_table(entry: EventEntry, viewer: Any) -> OwnTable | None:
    """In the last published round; None before the first. People at one table read each other's names."""
    found = last_posted_round(entry.event)
    if found is None:
        return None
    tables = table_views(
        EventTable.objects.filter(round=found, seats__entry=entry), entry.event, viewer, named=True
    )
    if tables:
        seats = tables[0].seats
        seat = next(one.number for one in seats if one.entry.pk == entry.pk)
        others = [one.shown for one in seats if one.entry.pk != entry.pk]
        return OwnTable(found, tables[0], seat, others, "")
    bye = EventBye.objects.filter(round=found, entry=entry).first()
    return OwnTable(found, None, None, [], bye.kind if bye else "")
