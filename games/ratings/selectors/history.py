"""How a player's rating came about, game by game."""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from datetime import date
from typing import Any

from games.models import Game
from games.players.models import Player
from games.ratings.models import Block, Pool
from games.ratings.scopes import PoolKey
from games.ratings.selectors.pool_games import pool_games
from games.ratings.selectors.rated_seats import BlockReader, RatedSeat, Shown
from games.selectors.game_list import found_by

MOST_POINTS = 200
BLOCKS_AT_A_TIME = 20


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


def player_history(
    *,
    pool: Pool,
    player: Player,
    viewer: Any,
    most: int = MOST_POINTS,
    since: date | None = None,
    until: date | None = None,
) -> list[HistoryPoint]:
    """The newest `most` rated games of the player that the viewer finds, oldest first.

    Three queries: the games, where the pool's blocks begin and end, and the blocks that hold the games.
    """
    games = pool_games(PoolKey.parse(pool.key)).filter(found_by(viewer), seats__player=player)
    if since:
        games = games.filter(played_on__gte=since)
    if until:
        games = games.filter(played_on__lte=until)
    newest = list(games.order_by("-played_on", "-id").only("public_id", "played_on")[:most])
    by_number = {game.pk: game for game in newest}
    points: list[HistoryPoint] = []
    blocks = Block.objects.filter(pk__in=_blocks_with(pool, {game.played_on for game in newest}))
    for block in blocks.order_by("first_key").iterator(chunk_size=BLOCKS_AT_A_TIME):
        reader = BlockReader(block)
        # The block has its games in the order of play.
        points.extend(
            _point(by_number[number], seat, reader)
            for number in filter(by_number.__contains__, reader.seats_by_game)
            if (seat := reader.seat_of(number, player.pk))
        )
    return points


def _blocks_with(pool: Pool, days: set[date]) -> list[int]:
    """The blocks that hold a game of these days."""
    wanted = sorted(days)
    rows = Block.objects.filter(pool=pool).values_list("pk", "first_on", "last_on")
    return [number for number, first, last in rows if bisect_left(wanted, first) < bisect_right(wanted, last)]


def _point(game: Game, seat: RatedSeat, reader: BlockReader) -> HistoryPoint:
    return HistoryPoint(
        game_id=game.pk,
        public_id=game.public_id,
        played_on=game.played_on,
        seats=len(reader.seats_by_game[game.pk]),
        place=seat.place,
        before=seat.before,
        after=seat.after,
    )
