"""Results of one table, or one game of the schedule, that more than one phone entered."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from games.enums import GameState
from games.models import Game
from games.players.models import Player
from games.players.models.player import ShownPlayer
from games.selectors.comparing import differences
from games.selectors.game_list import with_seats
from games.selectors.history import CellChange
from tournaments.enums import ResultStanding
from tournaments.models import EventTable, Fixture, OtherResult

Place = EventTable | Fixture


@dataclass(frozen=True, slots=True)
class EnteredResult:
    """A game with its seats as the viewer may see them, who entered it (None: nobody with an account) and when."""

    game: Game
    by: ShownPlayer | None
    at: datetime


@dataclass(frozen=True, slots=True)
class Comparison:
    """Where `second` says something else than `first`; `cells` is None when one of them has no sheet."""

    first: EnteredResult
    second: EnteredResult
    cells: Sequence[CellChange] | None

    @property
    def same_points(self) -> bool:
        return _points(self.first.game) == _points(self.second.game)


@dataclass(frozen=True, slots=True)
class Beside:
    """What a game's page says of another result of the same place. `waits`: an organiser has to decide; `is_refused`:
    one has decided that it is the other; `is_first`: the game is the one that was there.
    """

    place: Place
    comparison: Comparison
    waits: bool
    is_refused: bool
    is_first: bool


def beside_of(game: Game, viewer: Any) -> Beside | None:
    """None for a game that is the only result of its place, or of none. One query then."""
    known = OtherResult.objects.select_related(
        "game", "table__round__event__club", "table__game", "fixture__season__league__club", "fixture__game"
    )
    if game.state != GameState.VOID:
        row = known.waiting().filter(Q(table__game=game) | Q(fixture__game=game)).in_order().first()
        if row is None:
            return None
        comparison = compared(*entered_results([game, row.game], viewer))
        return Beside(row.place, comparison, waits=True, is_refused=False, is_first=True)
    row = known.filter(game=game).first()
    if row is None or row.place.game is None:
        return None
    counting, waits = row.place.game, row.standing == ResultStanding.WAITS
    if counting.state == GameState.VOID and not waits:
        return None
    comparison = compared(*entered_results([counting, game], viewer))
    refused = row.standing == ResultStanding.REFUSED or not (waits or comparison.same_points)
    return Beside(row.place, comparison, waits=waits, is_refused=refused, is_first=False)


def results_to_choose(place: Place, viewer: Any) -> list[Comparison]:
    """All that an organiser can choose from, as they came in, each compared with the first; that one with itself."""
    waiting = [row.game for row in place.other_results.waiting().in_order().select_related("game")]
    if place.game is None or not waiting:
        return []
    found = entered_results([place.game, *waiting], viewer)
    return [Comparison(found[0], found[0], ()), *(compared(found[0], one) for one in found[1:])]


def rivals_of(tables: Iterable[EventTable]) -> dict[int, list[str]]:
    """The public ids of what waits at each table, as it came in. One query."""
    rows = OtherResult.objects.waiting().filter(table__in=[one.pk for one in tables if one.is_in_conflict])
    found: dict[int, list[str]] = {}
    for table, game in rows.in_order().values_list("table", "game__public_id"):
        found.setdefault(table, []).append(game)
    return found


def entered_results(games: Sequence[Game], viewer: Any) -> list[EnteredResult]:
    """In the same order; a constant number of queries."""
    seated = {
        game.pk: game for game in with_seats(Game.objects.filter(pk__in=[one.pk for one in games]), viewer)
    }
    accounts = [one.recorded_by_id for one in games if one.recorded_by_id]
    people = {
        one.account_id: one.shown for one in Player.objects.shown_to(viewer).filter(account__in=accounts)
    }
    return [
        EnteredResult(
            seated[one.pk], people.get(one.recorded_by_id) if one.recorded_by_id else None, one.created_at
        )
        for one in games
    ]


def compared(first: EnteredResult, second: EnteredResult) -> Comparison:
    return Comparison(first, second, differences(first.game, second.game))


def _points(game: Game) -> set[tuple[int | None, int, int]]:
    return {(seat.player_id, seat.total, seat.rank) for seat in game.seats.all() if not seat.is_bot}
