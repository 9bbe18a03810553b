"""Results of one table, or one game of the schedule, that more than one phone entered."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from games.players.actors import Viewer
from games.players.models import Player
from games.players.models.player import ShownPlayer
from games.results.enums import GameState
from games.results.models import Game
from games.results.selectors.games import with_seats
from games.results.selectors.history import CellChange, differences
from tournaments.shared.enums import ResultStanding
from tournaments.shared.slots import ResultSlot, SlotFamily, slot_families


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
    """What a game's page says of other results of the same slot. `waits`: an organiser has to decide; `is_refused`:
    one has decided that it is another; `is_first`: the game is the one that was there. `comparisons` are with each
    other one as they came in, the earlier first; only with the one that counts once that is decided.
    """

    slot: ResultSlot
    family: SlotFamily
    comparisons: Sequence[Comparison]
    waits: bool
    is_refused: bool
    is_first: bool


def beside_of(game: Game, viewer: Viewer) -> Beside | None:
    """None for a game that is the only result of its slot, or of none. One query for each family then."""
    for family in slot_families():
        beside = _beside_in(family, game, viewer)
        if beside is not None:
            return beside
    return None


def _beside_in(family: SlotFamily, game: Game, viewer: Viewer) -> Beside | None:
    rows_of_family: Any = family.other_results.objects
    known = rows_of_family.select_related("game", "slot__game", f"slot__{family.path_to_club}")
    if game.state != GameState.VOID:
        rows = list(known.waiting().filter(slot__game=game).in_order())
        if not rows:
            return None
        own, *others = entered_results([game, *(row.game for row in rows)], viewer)
        comparisons = [compare(own, other) for other in others]
        return Beside(rows[0].slot, family, comparisons, waits=True, is_refused=False, is_first=True)
    row = known.filter(game=game).first()
    if row is None:
        return None
    slot, waits = row.slot, row.standing == ResultStanding.WAITS
    there = slot.game if slot.game and (waits or slot.game.state != GameState.VOID) else None
    rivals = (
        slot.other_results.waiting().exclude(pk=row.pk).in_order().select_related("game") if waits else ()
    )
    games = [*([there] if there else []), *(rival.game for rival in rivals)]
    own, *others = entered_results([game, *games], viewer)
    comparisons = [
        compare(other, own) if number == 0 or other.game.pk < game.pk else compare(own, other)
        for number, other in enumerate(others)
    ]
    same = any(comparison.same_points for comparison in comparisons)
    refused = row.standing == ResultStanding.REFUSED or not (waits or same)
    return Beside(slot, family, comparisons, waits=waits, is_refused=refused, is_first=False)


def without_other_results(games: QuerySet[Game]) -> QuerySet[Game]:
    """Those that stand beside no other result, of either family."""
    for family in slot_families():
        games = games.filter(~Exists(family.other_results.objects.filter(game=OuterRef("pk"))))
    return games


def results_of(slot: ResultSlot) -> list[Game]:
    """Every different result that was entered, in that order: the one that stands there, those that wait, and those
    that were refused. The same one again says nothing new.
    """
    rows = slot.other_results.exclude(standing=ResultStanding.SAME).select_related("game")
    games = {row.game_id: row.game for row in rows}
    if slot.game is not None:
        games[slot.game.pk] = slot.game
    return [games[pk] for pk in sorted(games)]


def is_undecided(slot: ResultSlot) -> bool:
    return bool(slot.other_results.waiting().exists())


def results_to_choose(slot: ResultSlot, viewer: Viewer) -> list[Comparison]:
    """All that an organiser can choose from, also again, as they came in, each compared with the first; that one with
    itself.
    """
    games = results_of(slot)
    if slot.decision or {game.pk for game in games} <= {slot.game_id}:
        return []
    first, *others = entered_results(games, viewer)
    return [Comparison(first, first, ()), *(compare(first, other) for other in others)]


def entered_results(games: Sequence[Game], viewer: Viewer) -> list[EnteredResult]:
    """In the same order; a constant number of queries."""
    seated = {
        game.pk: game for game in with_seats(Game.objects.filter(pk__in=[game.pk for game in games]), viewer)
    }
    accounts = [game.recorded_by_id for game in games if game.recorded_by_id]
    keepers = Player.objects.shown_to(viewer).filter(account__in=accounts)
    people = {player.account_id: player.shown for player in keepers}
    return [
        EnteredResult(
            seated[game.pk], _recorder(seated[game.pk]) or people.get(game.recorded_by_id), game.created_at
        )
        for game in games
    ]


def _recorder(game: Game) -> ShownPlayer | None:
    """Of who sat at the table: people there read each other's names."""
    sat = (seat for seat in game.seats.all() if seat.player and seat.player.account_id == game.recorded_by_id)
    seat = next(sat, None) if game.recorded_by_id else None
    return seat.shown if seat else None


def compare(first: EnteredResult, second: EnteredResult) -> Comparison:
    return Comparison(first, second, differences(first.game, second.game))


def _points(game: Game) -> set[tuple[int | None, int, int]]:
    return {(seat.player_id, seat.total, seat.rank) for seat in game.seats.all() if not seat.is_bot}
