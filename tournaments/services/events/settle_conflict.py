"""Which of two results of a table counts."""

from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from games.models import Game
from games.services.settle_game import settle_game
from games.services.void_game import restore_game, void_game
from tournaments.event_enums import EventHistoryKind
from tournaments.models import EventTable
from tournaments.services.events.errors import NoConflictError, NotOfThisTableError, TableSettledError
from tournaments.services.events.locking import lock_living_event
from tournaments.services.events.marking import mark_event
from tournaments.services.events.noting import note_event
from tournaments.services.events.table_now import table_now


@transaction.atomic
def settle_conflict(*, actor: Any, table: EventTable, game: Game) -> EventTable:
    """The chosen game counts from now on, everywhere; the other is taken out. Nothing is deleted.

    Raises NoConflictError, NotOfThisTableError, EventFinishedError.
    """
    event = lock_living_event(table.event)
    require(actor, "events.run_event", event)
    table = table_now(event, table)
    if table.rival is None or table.game is None:
        if table.game_id == game.pk:
            # Both organisers chose, and chose alike.
            return table
        raise NoConflictError
    if game.pk not in {table.game_id, table.rival_id}:
        raise NotOfThisTableError
    other = table.rival if game.pk == table.game_id else table.game
    void_game(actor=actor, game=other)
    chosen = restore_game(actor=actor, game=game)
    settle_game(actor=actor, game=chosen, version=chosen.version)
    # One after the other: each game stands at one table once.
    table.rival = None
    table.save(update_fields=["rival"])
    table.game = chosen
    table.save(update_fields=["game"])
    detail = {
        "round": table.round.number,
        "table": table.number,
        "old": other.public_id,
        "new": chosen.public_id,
    }
    note_event(event, EventHistoryKind.SETTLED, actor=actor, game=chosen, detail=detail)
    mark_event(event)
    return table


@transaction.atomic
def accept_result(*, actor: Any, table: EventTable) -> EventTable:
    """A result that waits for confirmation, or that somebody disputes, counts by the organiser's word.

    Raises TableSettledError (there is no result to accept), EventFinishedError.
    """
    event = lock_living_event(table.event)
    require(actor, "events.run_event", event)
    table = table_now(event, table)
    if table.game is None or not table.has_result or table.is_in_conflict:
        raise TableSettledError
    if not table.game.counts:
        settle_game(actor=actor, game=table.game, version=table.game.version)
        detail = {"round": table.round.number, "table": table.number}
        note_event(event, EventHistoryKind.SETTLED, actor=actor, game=table.game, detail=detail)
        mark_event(event)
    return table
