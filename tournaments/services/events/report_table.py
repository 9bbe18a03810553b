"""A recorded game comes in as the result of a table."""

from datetime import timedelta
from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from games.enums import GameState
from games.models import Game
from tournaments.enums import ResultStanding
from tournaments.event_enums import EventHistoryKind
from tournaments.models import Event, EventTable, OtherResult
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
from tournaments.services.other_results import keep_beside

# It is another day already somewhere, and the last round may end after midnight.
GRACE = timedelta(days=1)


@transaction.atomic
def report_table(*, actor: Any, table: EventTable, game: Game) -> EventTable:
    """In the transaction that records the game, so that none is lost between. The same game twice is once.

    Where there is a result, this one is kept beside it and counts nowhere. If it differs, from then on neither
    counts in the event until an organiser decides (`settle_conflict`); a third and fourth wait with the second.

    Raises OtherClubError, OtherSystemError, OtherPlayersError, OtherDayError, VoidGameError, GameOfAnotherTableError,
    TableSettledError (an organiser decided it), RoundNotPostedError, EventFinishedError: then the game stays a game of
    the club and nothing more.
    """
    event = lock_living_event(table.event)
    require(actor, "events.enter_result", table)
    table = table_now(event, table)
    if table.game_id == game.pk or table.other_results.filter(game=game).exists():
        return table
    _check(event, table, game)
    if not table.has_result and not table.is_in_conflict:
        table.game = game
        table.save(update_fields=["game"])
        _note(event, EventHistoryKind.RESULT, actor, table, game)
        mark_event(event)
    else:
        _keep_beside(event, table, game, actor)
    return table


def _keep_beside(event: Event, table: EventTable, game: Game, actor: Any) -> None:
    waiting = [one.game for one in table.other_results.waiting().select_related("game")]
    known = [table.game, *waiting] if table.game and table.has_result else waiting
    other = keep_beside(game, known, of=table)
    if other.standing == ResultStanding.SAME:
        _note(event, EventHistoryKind.SAME_RESULT, actor, table, game)
        return
    if table.rival_id is None:
        table.rival = game
        table.save(update_fields=["rival"])
    _note(event, EventHistoryKind.CONFLICT, actor, table, game)
    mark_event(event)


def _check(event: Event, table: EventTable, game: Game) -> None:
    if not table.round.is_posted:
        raise RoundNotPostedError
    if table.decision:
        raise TableSettledError
    if EventTable.objects.filter(game=game).exists() or OtherResult.objects.filter(game=game).exists():
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
