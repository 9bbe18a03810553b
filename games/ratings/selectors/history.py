"""How a player's rating came about, game by game."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from operator import itemgetter
from typing import Any, NamedTuple

from games.players.models import Player
from games.ratings.models import Block, Pool
from games.ratings.models.blobs import raw_rows
from games.ratings.packing import moment, order_key
from games.ratings.scopes import PoolKey
from games.ratings.selectors.pool_games import pool_games
from games.ratings.selectors.rated_seats import BlockReader, RatedSeat, Shown
from games.selectors.game_list import found_by

MOST_POINTS = 200
# Some five megabytes.
BLOCKS_AT_A_TIME = 60


class PoolGame(NamedTuple):
    """A game of the player in the pool, rated or not; `rank` is the player's."""

    game_id: int
    public_id: str
    played_on: date
    finished_at: datetime | None
    rank: int

    @property
    def key(self) -> str:
        """Where it stands in the order of play, and so in which block."""
        return order_key(self.played_on.toordinal(), moment(self.finished_at), self.game_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryPoint:
    """`seats` is how many were rated in the game."""

    game_id: int
    public_id: str
    played_on: date
    seats: int
    place: int
    before: Shown
    after: Shown

    @property
    def change(self) -> float:
        return round(self.after.rating - self.before.rating, 1)


def games_in_pool(*, key: PoolKey, player: Player, viewer: Any) -> list[PoolGame]:
    """All games of the player in the pool that the viewer finds, the newest first."""
    games = pool_games(key).filter(found_by(viewer), seats__player=player).order_by("-played_on", "-id")
    rows = games.values_list("pk", "public_id", "played_on", "finished_at", "seats__rank")
    return [PoolGame(*row) for row in rows]


def player_history(
    *,
    pool: Pool,
    player: Player,
    games: Sequence[PoolGame],
    most: int = MOST_POINTS,
    since: date | None = None,
    until: date | None = None,
) -> list[HistoryPoint]:
    """The newest `most` of these games that were rated within these days, oldest first.

    Two queries: where the pool's blocks begin, and the blocks that hold the games.
    """
    wanted = [
        game
        for game in games
        if (since is None or game.played_on >= since) and (until is None or game.played_on <= until)
    ]
    by_block = _by_block(pool, wanted[:most])
    numbers = list(by_block)
    points: list[tuple[str, HistoryPoint]] = []
    for start in range(0, len(numbers), BLOCKS_AT_A_TIME):
        blocks = Block.objects.filter(pk__in=numbers[start : start + BLOCKS_AT_A_TIME])
        for number, entries, outcomes in raw_rows(blocks.values_list("pk", "entries", "outcomes")):
            reader = BlockReader(entries, outcomes)
            for game in by_block[number]:
                rows = reader.rows(game.game_id)
                if seat := reader.seat_of(player.pk, rows):
                    points.append((game.key, _point(game, seat, len(rows))))
    return [point for _, point in sorted(points, key=itemgetter(0))]


def _by_block(pool: Pool, games: Sequence[PoolGame]) -> dict[int, list[PoolGame]]:
    """The games by the number of the block that has their place in the order of play."""
    if not games:
        return {}
    blocks = raw_rows(Block.objects.filter(pool=pool).order_by("first_key").values_list("first_key", "pk"))
    firsts = [first for first, _ in blocks]
    found: dict[int, list[PoolGame]] = {}
    for game in games:
        if at := bisect_right(firsts, game.key):
            found.setdefault(blocks[at - 1][1], []).append(game)
    return found


def _point(game: PoolGame, seat: RatedSeat, seats: int) -> HistoryPoint:
    return HistoryPoint(
        game_id=game.game_id,
        public_id=game.public_id,
        played_on=game.played_on,
        seats=seats,
        place=seat.place,
        before=seat.before,
        after=seat.after,
    )
