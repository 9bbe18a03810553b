"""Who plays a faction best, and its best games: as much of it as the reader may know."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

import numpy as np
from django.db.models import Q

from games.players.actors import Actor
from games.players.models import Player
from games.players.models.player import ShownPlayer
from games.results.models import Game, Seat
from games.results.selectors.games import found_by
from games.stats.filters.filter_set import FilterSet
from games.stats.filters.games import ClubFilter
from games.stats.index import MARGIN, MEASURES, PARTS, VP, Array, Selection
from games.stats.intervals import Interval
from games.stats.selectors.cache import QueryContext, remember
from games.stats.selectors.sums import Tally, TallyBy

# With fewer games the best would be whoever won once.
FEWEST_GAMES = 5
# How many candidates are looked up at a time: some of them the reader may not see.
PORTION = 20
MOST_PORTIONS = 25


@dataclass(frozen=True, slots=True)
class BestPlayer:
    """The order is by the lower end of the win index."""

    shown: ShownPlayer
    games: int
    wins: float
    win_index: Interval
    mean_vp: float
    mean_margin: float


@dataclass(frozen=True, slots=True)
class RecordGame:
    """`seat.shown` has the name."""

    game: Game
    total: int
    margin: float
    seat: Seat

    @property
    def seat_index(self) -> int:
        return self.seat.index


def best_players(
    *, filters: FilterSet, faction: str, viewer: Actor, limit: int = 10, context: QueryContext | None = None
) -> list[BestPlayer]:
    """Only players whose name the reader may know. Games of private clubs do not count here, unless it is the
    club's own table: otherwise a name would tell who plays there.
    """
    ranked = remember(
        ("best players", faction),
        filters,
        lambda selection: _ranked_players(selection, faction),
        context=context,
        only_open=filters.get(ClubFilter.key) is None,
    )
    best: list[BestPlayer] = []
    for start in range(0, len(ranked.keys), PORTION):
        keys = ranked.keys[start : start + PORTION].tolist()
        known = Player.objects.visible_to(viewer).filter(pk__in=keys).order_by()
        names = {key: shown for key, *shown in known.values_list("pk", "name", "public_id")}
        best += [
            _best(ShownPlayer.named(*names[key]), ranked.tallies.tally(at))
            for at, key in enumerate(keys, start)
            if key in names
        ]
        if len(best) >= limit:
            break
    return best[:limit]


def record_games(
    *, filters: FilterSet, faction: str, viewer: Actor, limit: int = 10, context: QueryContext | None = None
) -> list[RecordGame]:
    """The highest totals in games the reader finds; equal ones the earlier game first."""
    rows = iter(
        remember(
            ("record games", faction),
            filters,
            lambda selection: _highest(selection, faction),
            context=context,
        ).tolist()
    )
    records: list[tuple[Game, int, int]] = []
    for _ in range(MOST_PORTIONS):
        portion = list(islice(rows, PORTION))
        games = Game.objects.filter(pk__in=[key for key, *_ in portion])
        if filters.get(ClubFilter.key) is None:
            games = games.filter(found_by(viewer))
        seen = games.only("public_id", "system", "played_on").in_bulk()
        records += [(seen[key], total, parts) for key, total, parts in portion if key in seen]
        if len(records) >= limit or len(portion) < PORTION:
            break
    del records[limit:]
    seats = _seats_of(faction, [game for game, *_ in records], viewer)
    return [
        RecordGame(game, total, parts / PARTS, seat)
        for game, total, parts in records
        if (seat := _seat_with(seats[game.pk], faction, total))
    ]


def _seats_of(faction: str, games: Iterable[Game], viewer: Actor) -> dict[int, list[Seat]]:
    """By game, only those that are shown: names cost more than to find the games."""
    of_faction = Q(faction=faction) | Q(index=0)
    seats = [
        *Seat.objects.filter(of_faction, game__in=[game.pk for game in games])
        .marking_tables_of(viewer)
        .order_by("game", "index")
        .defer("lines")
    ]
    numbers = {seat.player_id for seat in seats if seat.player_id}
    players = Player.with_merged.shown_to(viewer).order_by().only("public_id", "name").in_bulk(numbers)
    by_game: dict[int, list[Seat]] = defaultdict(list)
    for seat in seats:
        seat.player = players[seat.player_id] if seat.player_id else None
        by_game[seat.game_id].append(seat)
    return by_game


def _seat_with(seats: list[Seat], faction: str, total: int) -> Seat | None:
    """The segment may be a moment older than the game: then no seat fits, and the first stands for it."""
    fitting = [seat for seat in seats if seat.faction == faction and seat.total == total]
    return next(iter(fitting or seats), None)


@dataclass(frozen=True, slots=True)
class _Ranked:
    """Players, the best first, and their tallies in the same order: as many as are ever looked at."""

    keys: Array
    tallies: TallyBy


def _ranked_players(selection: Selection, faction: str) -> _Ranked:
    rows = selection.rows(faction)
    if not len(rows):
        return _Ranked(np.zeros(0, dtype=np.int64), TallyBy(np.zeros((0, 1 + MEASURES))))
    players, at = _numbered(rows.of_seats("player"))
    by_player = TallyBy(rows.sum_by(at, len(players)))
    enough = np.flatnonzero((by_player.sums[:, 0] >= FEWEST_GAMES) & (players > 0))
    keys, tallies = players[enough], TallyBy(by_player.sums[enough])
    order = np.lexsort((keys, -tallies.sums[:, 0], -tallies.lowest_win_index()))[: PORTION * MOST_PORTIONS]
    return _Ranked(keys[order], TallyBy(tallies.sums[order]))


def _numbered(players: Array) -> tuple[Array, Array]:
    """Row numbers, and where each seat's is among them. Row numbers are close together unless the table was moved, and
    then counting from zero is much faster than sorting.
    """
    most = int(players.max())
    if most <= 10 * len(players) + 100_000:
        return np.arange(most + 1), players
    numbers, at = np.unique(players, return_inverse=True)
    return numbers, at


def _best(shown: ShownPlayer, tally: Tally) -> BestPlayer:
    assert tally.win_index is not None  # noqa: S101 - at least FEWEST_GAMES
    return BestPlayer(
        shown, tally.games, tally.wins, tally.win_index, tally.mean_vp or 0.0, tally.mean_margin or 0.0
    )


def _highest(selection: Selection, faction: str) -> Array:
    """Row number, total and margin in parts of the games with the highest totals, more than are ever looked at."""
    rows = selection.rows(faction)
    if not len(rows):
        return np.zeros((0, 3), dtype=np.int64)
    total = rows.measures[VP].astype(np.int64)
    most = min(len(total), PORTION * MOST_PORTIONS)
    # All that are as high as the last of so many: which of them come first, their row numbers say.
    top = np.flatnonzero(total >= np.partition(total, -most)[-most])
    key = rows.of_games("game_key")[top]
    order = np.lexsort((key, -total[top]))[:most]
    highest: Array = np.column_stack((key, total[top], rows.measures[MARGIN][top]))[order].astype(np.int64)
    return highest
