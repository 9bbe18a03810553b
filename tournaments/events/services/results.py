"""Results of tables: a recorded game comes in or is taken off, one of several is chosen, and an organiser's word on a
table that was not played.
"""

from collections.abc import Collection
from datetime import timedelta

from django.db import transaction

from caledonia_site.common.permissions import require
from games.players.actors import Actor
from games.results.enums import GameState
from games.results.models import Game
from games.results.services.verdicts import settle_game
from tournaments.events.enums import EventAuditKind, TableDecision
from tournaments.events.models import Event, EventTable
from tournaments.events.services.changes import lock_event, mark_event
from tournaments.events.services.errors import (
    GameOfAnotherTableError,
    KnockoutNeedsPlacesError,
    OtherDayError,
    RoundNotPublishedError,
    TableSettledError,
)
from tournaments.events.services.seating import table_now
from tournaments.formats.stages import Kind
from tournaments.shared.audit import record_audit
from tournaments.shared.enums import ResultStanding
from tournaments.shared.errors import (
    NobodyForfeitsError,
    OtherClubError,
    OtherPlayersError,
    OtherSystemError,
    VoidGameError,
)
from tournaments.shared.services.other_results import choose_result, keep_beside, set_aside
from tournaments.shared.slots import is_other_result

# It is another day already somewhere, and the last round may end after midnight.
GRACE = timedelta(days=1)


@transaction.atomic
def report_table(*, actor: Actor, table: EventTable, game: Game) -> EventTable:
    """In the transaction that records the game, so that none is lost between. The same game twice is once.

    Where there is a result, this one is kept beside it and counts nowhere. If it differs, from then on neither counts
    in the event until an organiser decides (`settle_conflict`); a third and fourth wait with the second.

    Raises OtherClubError, OtherSystemError, OtherPlayersError, OtherDayError, VoidGameError, GameOfAnotherTableError,
    TableSettledError (an organiser decided it), RoundNotPublishedError, EventFinishedError: then the game stays a game
    of the club and nothing more.
    """
    event = lock_event(table.event)
    require(actor, "events.enter_result", table)
    table = table_now(event, table)
    if table.game_id == game.pk or table.other_results.filter(game=game).exists():
        return table
    _check(event, table, game)
    if not table.has_result and not table.is_in_conflict:
        table.game = game
        table.save(update_fields=["game"])
        _note(event, EventAuditKind.RESULT, actor, table, game)
        mark_event(event)
    else:
        _keep_beside(event, table, game, actor)
    return table


@transaction.atomic
def settle_conflict(*, actor: Actor, table: EventTable, game: Game, instead_of: str = "") -> EventTable:
    """The chosen game counts from now on, everywhere; all others are taken out. Nothing is deleted, and a wrong choice
    is mended by another one, `instead_of` the first (its public id).

    Raises NoConflictError, NotOfThisTableError, AlreadyChosenError, TableSettledError (it was decided without a game),
    EventFinishedError.
    """
    event = lock_event(table.event)
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
    record_audit(event, EventAuditKind.SETTLED, actor=actor, game=chosen, detail=detail)
    mark_event(event)
    return table


@transaction.atomic
def accept_result(*, actor: Actor, table: EventTable) -> EventTable:
    """A result that waits for confirmation, or that somebody disputes, counts by the organiser's word.

    Raises TableSettledError (there is no result to accept), EventFinishedError.
    """
    event = lock_event(table.event)
    require(actor, "events.run_event", event)
    table = table_now(event, table)
    if table.game is None or not table.has_result or table.is_in_conflict:
        raise TableSettledError
    if not table.game.counts:
        settle_game(actor=actor, game=table.game, version=table.game.version)
        detail = {"round": table.round.number, "table": table.number}
        record_audit(event, EventAuditKind.SETTLED, actor=actor, game=table.game, detail=detail)
        mark_event(event)
    return table


@transaction.atomic
def unlink_result(*, actor: Actor, table: EventTable) -> EventTable:
    """The table waits for another sheet; the game stays a game of the club (others stay taken out, and each can still
    be chosen). Unlinking twice is unlinking once. Raises EventFinishedError.
    """
    event = lock_event(table.event)
    require(actor, "events.run_event", event)
    table = table_now(event, table)
    if table.game is None and table.rival is None:
        return table
    others = [other.game for other in table.other_results.waiting().in_order().select_related("game")]
    detail = {
        "round": table.round.number,
        "table": table.number,
        "games": [game.public_id for game in (table.game, *others) if game],
    }
    record_audit(event, EventAuditKind.UNLINKED, actor=actor, game=table.game, detail=detail)
    before, table.game, table.rival = table.game, None, None
    table.save(update_fields=["game", "rival"])
    set_aside(before, of=table)
    mark_event(event)
    return table


@transaction.atomic
def decide_table(
    *, actor: Actor, table: EventTable, decision: TableDecision, forfeiting: Collection[int] = ()
) -> EventTable:
    """Forfeited: the seats `forfeiting` (counted from 0) lose, the others share the places before them. Called off:
    nobody gets anything. Raises TableSettledError, NobodyForfeitsError, KnockoutNeedsPlacesError,
    RoundNotPublishedError, EventFinishedError.
    """
    event = lock_event(table.event)
    require(actor, "events.run_event", event)
    table = table_now(event, table)
    if not table.round.is_published:
        raise RoundNotPublishedError
    if table.has_result or table.decision:
        raise TableSettledError
    if decision == TableDecision.FORFEITED and not forfeiting:
        raise NobodyForfeitsError
    if decision == TableDecision.CANCELLED and table.round.stage.kind == Kind.KNOCKOUT:
        raise KnockoutNeedsPlacesError
    losers = sorted(forfeiting) if decision == TableDecision.FORFEITED else []
    table.decision, table.game = decision, None
    table.save(update_fields=["decision", "game"])
    table.seats.filter(index__in=losers).update(forfeits=True)
    detail = {
        "round": table.round.number,
        "table": table.number,
        "decision": str(decision),
        "forfeiting": losers,
    }
    record_audit(event, EventAuditKind.DECIDED, actor=actor, detail=detail)
    mark_event(event)
    return table_now(event, table)


@transaction.atomic
def undo_table_decision(*, actor: Actor, table: EventTable) -> EventTable:
    """The table can be played after all. Twice is once; who goes on without playing was nobody's decision."""
    event = lock_event(table.event)
    require(actor, "events.run_event", event)
    table = table_now(event, table)
    if table.decision in {"", TableDecision.THROUGH}:
        return table
    old, table.decision = table.decision, ""
    table.save(update_fields=["decision"])
    table.seats.update(forfeits=False)
    detail = {"round": table.round.number, "table": table.number, "old": old}
    record_audit(event, EventAuditKind.UNDECIDED, actor=actor, detail=detail)
    mark_event(event)
    return table_now(event, table)


def _keep_beside(event: Event, table: EventTable, game: Game, actor: Actor) -> None:
    waiting = [other.game for other in table.other_results.waiting().select_related("game")]
    known = [table.game, *waiting] if table.game and table.has_result else waiting
    other = keep_beside(game, known, of=table)
    if other.standing == ResultStanding.SAME:
        _note(event, EventAuditKind.SAME_RESULT, actor, table, game)
        return
    if table.rival_id is None:
        table.rival = game
        table.save(update_fields=["rival"])
    _note(event, EventAuditKind.CONFLICT, actor, table, game)
    mark_event(event)


def _check(event: Event, table: EventTable, game: Game) -> None:
    if not table.round.is_published:
        raise RoundNotPublishedError
    if table.decision:
        raise TableSettledError
    if EventTable.objects.filter(game=game).exists() or is_other_result(game):
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
    if seated != {seat.participant.player_id for seat in table.seats.all()}:
        raise OtherPlayersError


def _note(event: Event, kind: EventAuditKind, actor: Actor, table: EventTable, game: Game) -> None:
    detail = {"round": table.round.number, "table": table.number}
    record_audit(event, kind, actor=actor, game=game, detail=detail)
