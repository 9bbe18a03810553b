"""Who plays a faction best, and its best games: as much of it as the reader may know."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np

from games.models import Game
from games.players.models import Player
from games.selectors.game_list import found_by, with_seats
from games.stats.columns.block import MARGIN, PARTS, VP
from games.stats.figures import Interval
from games.stats.filters import StatsFilter
from games.stats.selectors.answers import selected
from games.stats.selectors.faction_seats import FactionSeats
from games.stats.selectors.tallies import Tally, TallyBy

# With fewer games the best would be whoever won once.
FEWEST_GAMES = 5
# How many candidates are looked up at a time: some of them the reader may not see.
PORTION = 50
MOST_PORTIONS = 10


@dataclass(frozen=True, slots=True)
class BestPlayer:
    """`player.shown` has the name. The order is by the lower end of the win index."""

    player: Player
    games: int
    wins: float
    win_index: Interval
    mean_vp: float
    mean_margin: float


@dataclass(frozen=True, slots=True)
class RecordGame:
    game: Game
    total: int
    margin: float
    seat_index: int


def best_players(*, wanted: StatsFilter, faction: str, viewer: Any, limit: int = 10) -> list[BestPlayer]:
    """Only players whose name the reader may know. Games of private clubs do not count here, unless it is the
    club's own table: otherwise a name would tell who plays there.
    """
    tallies = dict(_tallies_by_player(wanted, faction))
    ranked = sorted(tallies, key=lambda key: (-_lower_end(tallies[key]), -tallies[key].games, key))
    found: list[BestPlayer] = []
    for start in range(0, min(len(ranked), PORTION * MOST_PORTIONS), PORTION):
        players = Player.objects.visible_to(viewer).shown_to(viewer).in_bulk(ranked[start : start + PORTION])
        found += [
            _best(players[key], tallies[key]) for key in ranked[start : start + PORTION] if key in players
        ]
        if len(found) >= limit:
            break
    return found[:limit]


def record_games(*, wanted: StatsFilter, faction: str, viewer: Any, limit: int = 10) -> list[RecordGame]:
    """The highest totals in games the reader finds; equal ones the earlier game first."""
    rows = _highest(wanted, faction)
    found: list[RecordGame] = []
    for _ in range(MOST_PORTIONS):
        portion = list(islice(rows, PORTION))
        games = Game.objects.filter(pk__in=[key for key, *_ in portion])
        if wanted.club is None:
            games = games.filter(found_by(viewer))
        seen = with_seats(games, viewer).in_bulk()
        found += [
            RecordGame(seen[key], total, margin, _seat_index(seen[key], faction, total))
            for key, total, margin in portion
            if key in seen
        ]
        if len(found) >= limit or len(portion) < PORTION:
            break
    return found[:limit]


def _tallies_by_player(wanted: StatsFilter, faction: str) -> Iterator[tuple[int, Tally]]:
    selection = selected(wanted, only_open=wanted.club is None)
    seats = FactionSeats(selection, selection.layout.faction_codes[faction])
    if not len(seats):
        return
    names, at = np.unique(seats.of_seats(lambda block: block.player), return_inverse=True)
    measures = seats.of_seats(lambda block: block.measures)
    by_player = TallyBy.of(at, measures, len(names))
    for number in np.flatnonzero((by_player.sums[:, 0] >= FEWEST_GAMES) & (names > 0)):
        yield int(names[number]), by_player.tally(int(number))


def _lower_end(tally: Tally) -> float:
    return tally.win_index.low if tally.win_index else 0.0


def _best(player: Player, tally: Tally) -> BestPlayer:
    assert tally.win_index is not None  # noqa: S101 - at least FEWEST_GAMES
    return BestPlayer(
        player, tally.games, tally.wins, tally.win_index, tally.mean_vp or 0.0, tally.mean_margin or 0.0
    )


def _highest(wanted: StatsFilter, faction: str) -> Iterator[tuple[int, int, float]]:
    selection = selected(wanted)
    seats = FactionSeats(selection, selection.layout.faction_codes[faction])
    if not len(seats):
        return
    key = seats.of_games(lambda block: block.game_key)
    measures = seats.of_seats(lambda block: block.measures)
    total = measures[VP].astype(np.int64)
    # More than are ever looked at, found without sorting all of them.
    most = min(len(key), PORTION * MOST_PORTIONS)
    top = np.argpartition(-total, most - 1)[:most]
    for number in top[np.lexsort((key[top], -total[top]))].tolist():
        yield int(key[number]), int(total[number]), float(measures[MARGIN, number] / PARTS)


def _seat_index(game: Game, faction: str, total: int) -> int:
    """The block may be a moment older than the game: then no seat fits, and the first stands for it."""
    seats = game.seats.all()
    return next((seat.index for seat in seats if seat.dimension == faction and seat.total == total), 0)
