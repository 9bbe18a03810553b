"""A recorded game comes in as the result of a table."""

from datetime import timedelta
from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from games.enums import GameState
from games.models import Game
from games.players.actors import account_of
from games.services.taking_out import take_out
from tournaments.event_enums import EventHistoryKind
from tournaments.models import Event, EventTable
from tournaments.services.errors import (
    OtherClubError,
    OtherPlayersError,
    OtherSystemError,
    VoidGameError,
)
from tournaments.services.events.errors import (
    GameOfAnotherTableError,
    OtherDayError,
    RoundNotPostedError,
    TableSettledError,
)
from tournaments.services.events.locking import lock_living_event
from tournaments.services.events.marking import mark_event
from tournaments.services.events.noting import note_event
from tournaments.services.events.table_now import table_now

# It is another day already somewhere, and the last round may end after midnight.
GRACE = timedelta(days=1)


@transaction.atomic
def report_table(*, actor: Any, table: EventTable, game: Game) -> EventTable:
    """In the transaction that records the game, so that none is lost between. The same game twice is once.

    The same result from a second phone is taken out again: one game counts once. A different one stands against the
    first: from then on neither counts in the event until an organiser decides (`settle_conflict`); the second does not
    count anywhere before that.

    Raises OtherClubError, OtherSystemError, OtherPlayersError, OtherDayError, VoidGameError, GameOfAnotherTableError,
    TableSettledError (an organiser decided it), RoundNotPostedError, EventFinishedError: then the game stays a game of
    the club and nothing more.
    """
    event = lock_living_event(table.event)
    require(actor, "events.enter_result", table)
    table = table_now(event, table)
    if game.pk in {table.game_id, table.rival_id}:
        return table
    _check(event, table, game)
    if not table.has_result:
        table.game = game
        table.save(update_fields=["game"])
        _note(event, EventHistoryKind.RESULT, actor, table, game)
        mark_event(event)
    elif any(same_result(game, known) for known in (table.game, table.rival) if known):
        _take_out(game, actor)
        _note(event, EventHistoryKind.SAME_RESULT, actor, table, game)
    else:
        _stand_against(event, table, game, actor)
    return table


def _stand_against(event: Event, table: EventTable, game: Game, actor: Any) -> None:
    _take_out(game, actor)
    if table.rival_id is None:
        table.rival = game
        table.save(update_fields=["rival"])
    _note(event, EventHistoryKind.CONFLICT, actor, table, game)
    mark_event(event)


def _take_out(game: Game, actor: Any) -> None:
    take_out(Game.objects.select_for_update().get(pk=game.pk), account_of(actor))


def same_result(one: Game, other: Game) -> bool:
    """The same people with the same points in the same places, wherever they were written."""
    return _points(one) == _points(other)


def _points(game: Game) -> dict[Any, tuple[int, int]]:
    rows = game.seats.filter(is_bot=False).values_list("player_id", "total", "rank")
    return {player: (total, rank) for player, total, rank in rows}


def _check(event: Event, table: EventTable, game: Game) -> None:
    if not table.round.is_posted:
        raise RoundNotPostedError
    if table.decision:
        raise TableSettledError
    if EventTable.objects.filter(game=game).exists() or EventTable.objects.filter(rival=game).exists():
        raise GameOfAnotherTableError
    if game.club_id != event.club_id:
        raise OtherClubError
    if game.system != event.system:
        raise OtherSystemError
    if game.state == GameState.VOID:
        raise VoidGameError
    if not event.starts_on - GRACE <= game.played_on <= event.ends_on + GRACE:
        raise OtherDayError
    seated = set(game.seats.filter(is_bot=False).values_list("player_id", flat=True))
    if seated != {seat.entry.player_id for seat in table.seats.all()}:
        raise OtherPlayersError


def _note(event: Event, kind: EventHistoryKind, actor: Any, table: EventTable, game: Game) -> None:
    detail = {"round": table.round.number, "table": table.number}
    note_event(event, kind, actor=actor, game=game, detail=detail)
