"""A result that came in where there was one already: kept beside it, and perhaps chosen by an organiser."""

from collections.abc import Sequence

from games.players.actors import Actor
from games.results.models import Game
from games.results.services.verdicts import restore_game, settle_game, take_out, void_game
from tournaments.shared.enums import ResultStanding
from tournaments.shared.errors import AlreadyChosenError, NoConflictError, NotOfThisTableError
from tournaments.shared.models import OtherResultBase
from tournaments.shared.selectors.other_results import is_undecided, results_of
from tournaments.shared.slots import ResultSlot


def keep_beside(game: Game, known: Sequence[Game], *, of: ResultSlot) -> OtherResultBase:
    """One game counts once: the same result from a second phone says nothing new, a different one waits for an
    organiser. For who holds the lock of the tournament or season.
    """
    # Nobody's right is asked and nobody is named: that one table has one result takes it out, not who entered it.
    take_out(Game.objects.select_for_update().get(pk=game.pk), None)
    is_known = any(same_result(game, earlier) for earlier in known)
    return _store(game, ResultStanding.SAME if is_known else ResultStanding.WAITS, of)


def choose_result(*, actor: Actor, chosen: Game, instead_of: str, of: ResultSlot) -> Game:
    """By an organiser's word this one counts, everywhere, and the others say so. They can choose again: `instead_of`
    is the public id of the result that they saw chosen, empty if they saw none.

    Raises NoConflictError, NotOfThisTableError, AlreadyChosenError.
    """
    among = results_of(of)
    if {game.pk for game in among} <= {of.game_id}:
        raise NoConflictError
    if chosen.pk not in {game.pk for game in among}:
        raise NotOfThisTableError
    if of.game is not None and not is_undecided(of) and of.game.public_id != instead_of:
        totals = of.game.seats.filter(is_bot=False).order_by("rank", "index").values_list("total", flat=True)
        raise AlreadyChosenError(points=" – ".join(map(str, totals)))
    for other in among:
        if other.pk != chosen.pk:
            void_game(actor=actor, game=other)
            _store(other, ResultStanding.REFUSED, of)
    of.other_results.filter(game=chosen).delete()
    chosen = restore_game(actor=actor, game=chosen)
    return settle_game(actor=actor, game=chosen, version=chosen.version)


def set_aside(game: Game | None, *, of: ResultSlot) -> None:
    """The slot has no result now, but an organiser can still choose any that it had. Without another one there is
    nothing to choose, and the game is one of the club like any.
    """
    of.other_results.waiting().update(standing=ResultStanding.REFUSED)
    if game is not None and of.other_results.exclude(standing=ResultStanding.SAME).exists():
        _store(game, ResultStanding.REFUSED, of)


def same_result(game: Game, other: Game) -> bool:
    """The same people with the same points in the same places, wherever they were written."""
    return _points(game) == _points(other)


def _points(game: Game) -> dict[int | None, tuple[int, int]]:
    rows = game.seats.filter(is_bot=False).values_list("player_id", "total", "rank")
    return {player: (total, rank) for player, total, rank in rows}


def _store(game: Game, standing: ResultStanding, of: ResultSlot) -> OtherResultBase:
    row: OtherResultBase
    row, _ = of.other_results.model.objects.update_or_create(
        game=game, defaults={"standing": standing, "slot": of}
    )
    return row
