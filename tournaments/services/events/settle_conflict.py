"""Which of the results of a table counts."""

from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from games.models import Game
from games.services.settle_game import settle_game
from tournaments.event_enums import EventHistoryKind
from tournaments.models import EventTable
from tournaments.services.events.errors import TableSettledError
from tournaments.services.events.locking import lock_living_event
from tournaments.services.events.marking import mark_event
from tournaments.services.events.noting import note_event
from tournaments.services.events.table_now import table_now
from tournaments.services.other_results import choose_result


@transaction.atomic
def settle_conflict(*, actor: Any, table: EventTable, game: Game, instead_of: str = "") -> EventTable:
    """The chosen game counts from now on, everywhere; all others are taken out. Nothing is deleted, and a wrong choice
    is mended by another one, `instead_of` the first (its public id).

    Raises NoConflictError, NotOfThisTableError, AlreadyChosenError, TableSettledError (it was decided without a game),
    EventFinishedError.
    """
    event = lock_living_event(table.event)
    require(actor, "events.run_event", event)
    table = table_now(event, table)
    if table.decision:
        raise TableSettledError
    if table.game_id == game.pk and table.has_result and not table.is_in_conflict:
        # Both organisers chose, and chose alike.
        return table
    before = table.game
    chosen = choose_result(actor=actor, chosen=game, instead_of=instead_of, of=table)
    table.game, table.rival = chosen, None
    table.save(update_fields=["game", "rival"])
    detail = {
        "round": table.round.number,
        "table": table.number,
        "old": before.public_id if before else "",
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
