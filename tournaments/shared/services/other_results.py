"""A result that came in where there was one already: kept beside it, and perhaps chosen by an organiser."""

from collections.abc import Sequence
from typing import Any

from games.results.models import Game
from games.results.services.verdicts import restore_game, settle_game, take_out, void_game
from tournaments.events.models import EventTable
from tournaments.events.services.errors import AlreadyChosenError, NoConflictError, NotOfThisTableError
from tournaments.leagues.enums import ResultStanding
from tournaments.leagues.models import Fixture, OtherResult
from tournaments.shared.selectors.other_results import is_undecided, results_of


def keep_beside(game: Game, known: Sequence[Game], *, of: EventTable | Fixture) -> OtherResult:
    """One game counts once: the same result from a second phone says nothing new, a different one waits for an
    organiser. For who holds the lock of the tournament or season.
    """
    # Nobody's right is asked and nobody is named: that one table has one result takes it out, not who entered it.
    take_out(Game.objects.select_for_update().get(pk=game.pk), None)
    is_known = any(same_result(game, one) for one in known)
    return _row(game, ResultStanding.SAME if is_known else ResultStanding.WAITS, of)


def choose_result(*, actor: Any, chosen: Game, instead_of: str, of: EventTable | Fixture) -> Game:
    """By an organiser's word this one counts, everywhere, and the others say so. They can choose again: `instead_of`
    is the public id of the result that they saw chosen, empty if they saw none.

    Raises NoConflictError, NotOfThisTableError, AlreadyChosenError.
    """
    among = results_of(of)
    if {one.pk for one in among} <= {of.game_id}:
        raise NoConflictError
    if chosen.pk not in {one.pk for one in among}:
        raise NotOfThisTableError
    if of.game is not None and not is_undecided(of) and of.game.public_id != instead_of:
        totals = of.game.seats.filter(is_bot=False).order_by("rank", "index").values_list("total", flat=True)
        raise AlreadyChosenError(points=" – ".join(map(str, totals)))
    for other in among:
        if other.pk != chosen.pk:
            void_game(actor=actor, game=other)
            _row(other, ResultStanding.REFUSED, of)
    OtherResult.objects.filter(game=chosen).delete()
    chosen = restore_game(actor=actor, game=chosen)
    return settle_game(actor=actor, game=chosen, version=chosen.version)


def set_aside(game: Game | None, *, of: EventTable | Fixture) -> None:
    """The place has no result now, but an organiser can still choose any that it had. Without another one there is
    nothing to choose, and the game is one of the club like any.
    """
    of.other_results.waiting().update(standing=ResultStanding.REFUSED)
    if game is not None and of.other_results.exclude(standing=ResultStanding.SAME).exists():
        _row(game, ResultStanding.REFUSED, of)


def same_result(one: Game, other: Game) -> bool:
    """The same people with the same points in the same places, wherever they were written."""
    return _points(one) == _points(other)


def _points(game: Game) -> dict[Any, tuple[int, int]]:
    rows = game.seats.filter(is_bot=False).values_list("player_id", "total", "rank")
    return {player: (total, rank) for player, total, rank in rows}


def _row(game: Game, standing: ResultStanding, of: EventTable | Fixture) -> OtherResult:
    place = {"table": of} if isinstance(of, EventTable) else {"fixture": of}
    row, _ = OtherResult.objects.update_or_create(game=game, defaults={"standing": standing, **place})
    return row
