"""Results of one table, or one game of the schedule, that more than one phone entered."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from games.players.models import Player
from games.players.models.player import ShownPlayer
from games.results.enums import GameState
from games.results.models import Game
from games.results.selectors.games import with_seats
from games.results.selectors.history import CellChange, differences
from tournaments.events.models import EventTable
from tournaments.leagues.enums import ResultStanding
from tournaments.leagues.models import Fixture, OtherResult

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
    """What a game's page says of other results of the same place. `waits`: an organiser has to decide; `is_refused`:
    one has decided that it is another; `is_first`: the game is the one that was there. `comparisons` are with each
    other one as they came in, the earlier first; only with the one that counts once that is decided.
    """

    place: Place
    comparisons: Sequence[Comparison]
    waits: bool
    is_refused: bool
    is_first: bool


def beside_of(game: Game, viewer: Any) -> Beside | None:
    """None for a game that is the only result of its place, or of none. One query then."""
    known = OtherResult.objects.select_related(
        "game", "table__round__event__club", "table__game", "fixture__season__league__club", "fixture__game"
    )
    if game.state != GameState.VOID:
        rows = list(known.waiting().filter(Q(table__game=game) | Q(fixture__game=game)).in_order())
        if not rows:
            return None
        own, *others = entered_results([game, *(row.game for row in rows)], viewer)
        comparisons = [compared(own, one) for one in others]
        return Beside(rows[0].place, comparisons, waits=True, is_refused=False, is_first=True)
    row = known.filter(game=game).first()
    if row is None:
        return None
    place, waits = row.place, row.standing == ResultStanding.WAITS
    there = place.game if place.game and (waits or place.game.state != GameState.VOID) else None
    rivals = (
        place.other_results.waiting().exclude(pk=row.pk).in_order().select_related("game") if waits else ()
    )
    games = [*([there] if there else []), *(one.game for one in rivals)]
    own, *others = entered_results([game, *games], viewer)
    comparisons = [
        compared(one, own) if number == 0 or one.game.pk < game.pk else compared(own, one)
        for number, one in enumerate(others)
    ]
    same = any(one.same_points for one in comparisons)
    refused = row.standing == ResultStanding.REFUSED or not (waits or same)
    return Beside(place, comparisons, waits=waits, is_refused=refused, is_first=False)


def results_of(place: Place) -> list[Game]:
    """Every different result that was entered, in that order: the one that stands there, those that wait, and those
    that were refused. The same one again says nothing new.
    """
    rows = place.other_results.exclude(standing=ResultStanding.SAME).select_related("game")
    found = {row.game_id: row.game for row in rows}
    if place.game is not None:
        found[place.game.pk] = place.game
    return [found[pk] for pk in sorted(found)]


def is_undecided(place: Place) -> bool:
    return place.other_results.waiting().exists()


def results_to_choose(place: Place, viewer: Any) -> list[Comparison]:
    """All that an organiser can choose from, also again, as they came in, each compared with the first; that one with
    itself.
    """
    games = results_of(place)
    if place.decision or {one.pk for one in games} <= {place.game_id}:
        return []
    found = entered_results(games, viewer)
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
    found = Game.objects.filter(pk__in=[one.pk for one in games])
    seated = {game.pk: game for game in with_seats(found, viewer)}
    accounts = [one.recorded_by_id for one in games if one.recorded_by_id]
    keepers = Player.objects.shown_to(viewer).filter(account__in=accounts)
    people = {one.account_id: one.shown for one in keepers}
    return [
        EnteredResult(
            seated[one.pk], _recorder(seated[one.pk]) or people.get(one.recorded_by_id), one.created_at
        )
        for one in games
    ]


def _recorder(game: Game) -> ShownPlayer | None:
    """Of who sat at the table: people there read each other's names."""
    sat = (seat for seat in game.seats.all() if seat.player and seat.player.account_id == game.recorded_by_id)
    seat = next(sat, None) if game.recorded_by_id else None
    return seat.shown if seat else None


def compared(first: EnteredResult, second: EnteredResult) -> Comparison:
    return Comparison(first, second, differences(first.game, second.game))


def _points(game: Game) -> set[tuple[int | None, int, int]]:
    return {(seat.player_id, seat.total, seat.rank) for seat in game.seats.all() if not seat.is_bot}
