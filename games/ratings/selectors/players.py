"""How a player's rating came about, game by game.

Two players at the same tables of a pool.

Players by what somebody types, never one whose name the viewer may not know.

What a player's rating page needs besides the history.

Where a player stands.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from operator import itemgetter
from typing import Any, NamedTuple

from django.db.models import Count, F, Q

from games.players.models import Player, PlayerQuerySet
from games.players.names import normalised
from games.ratings.engine.packing import moment, order_key
from games.ratings.engine.reference import chance_ahead, player_prior
from games.ratings.models import Block, Pool, Standing
from games.ratings.models.storage import raw_rows
from games.ratings.scopes import PoolKey
from games.ratings.selectors.games import BlockReader, RatedSeat, Shown
from games.ratings.selectors.pools import pool_games
from games.results.models import Game
from games.results.selectors.games import found_by
from games.results.selectors.players import counted_seats

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


RECENT_GAMES = 10


@dataclass(frozen=True, slots=True)
class PairRecord:
    """How often the first was placed ahead of and behind the second."""

    games: int
    ahead: int
    behind: int

    @property
    def level(self) -> int:
        return self.games - self.ahead - self.behind

    @property
    def share(self) -> float:
        """A shared place is half a win for both."""
        return (self.ahead + self.level / 2) / self.games


@dataclass(frozen=True, slots=True)
class PairExpectation:
    """`chance` that the first ends ahead today; None while neither is rated in the pool."""

    first: Standing | None
    second: Standing | None
    chance: float | None


def record_between(*, key: PoolKey, first: Player, second: Player, viewer: Any) -> PairRecord | None:
    """Over the pool's games that the viewer finds; None if there are none."""
    record = PairRecord(
        **counted_seats(player=first, viewer=viewer)
        .filter(game__in=pool_games(key).values("pk"), game__seats__player=second)
        .aggregate(
            games=Count("pk"),
            ahead=Count("pk", filter=Q(rank__lt=F("game__seats__rank"))),
            behind=Count("pk", filter=Q(rank__gt=F("game__seats__rank"))),
        )
    )
    return record if record.games else None


def games_between(*, key: PoolKey, first: Player, second: Player, viewer: Any) -> list[Game]:
    """The latest ones of the pool."""
    games = (
        pool_games(key)
        .filter(found_by(viewer), seats__player=first)
        .filter(seats__player=second)
        .order_by("-played_on", "-id")
    )
    return list(games.select_related("club")[:RECENT_GAMES])


def expectation_between(*, pool: Pool | None, first: Player, second: Player) -> PairExpectation:
    if pool is None:
        return PairExpectation(None, None, None)
    found = {
        standing.player_id: standing
        for standing in Standing.objects.filter(pool=pool, player__in=[first, second])
    }
    one, other = found.get(first.pk), found.get(second.pk)
    prior = player_prior(pool.used_parameters)
    chance = chance_ahead(one.belief if one else prior, other.belief if other else prior) if found else None
    return PairExpectation(one, other, chance)


SUGGESTIONS = 12
FEWEST_LETTERS = 2
# More names than this are found by typing, not by scrolling.
MOST_OFFERED = 200
# Between a name and the id that tells namesakes apart.
MARK = " · "


def label_of(player: Player, *, alone: bool) -> str:
    """What stands in the field: the name, with the id where somebody else has the same."""
    return player.name if alone else f"{player.name}{MARK}{player.public_id}"


def labels_of(players: Sequence[Player]) -> list[str]:
    keys = [player.name_key for player in players]
    return [label_of(player, alone=keys.count(player.name_key) == 1) for player in players]


def suggested(*, text: str, viewer: Any) -> list[str]:
    if len(normalised(text)) < FEWEST_LETTERS or not text.isprintable():
        return []
    return labels_of(list(_known(viewer).named_like(text).order_by("name_key", "pk")[:SUGGESTIONS]))


def offered(*, pool: Pool | None, viewer: Any) -> list[str]:
    """All rated players of a small pool, to choose from without a script."""
    if pool is None or pool.players > MOST_OFFERED:
        return []
    return labels_of(list(_known(viewer).filter(rating_standings__pool=pool).order_by("name_key", "pk")))


def players_meant(*, text: str, viewer: Any) -> list[Player]:
    """Whoever the text can mean: one by id, all of exactly this name, or else all it is a part of (a few)."""
    _name, mark, public_id = text.rpartition(MARK.strip())
    if mark and (found := list(_known(viewer).filter(public_id=public_id.strip()))):
        return found
    exactly = list(_known(viewer).filter(name_key=normalised(text)).order_by("pk")[:SUGGESTIONS])
    return exactly or list(_known(viewer).named_like(text).order_by("name_key", "pk")[:SUGGESTIONS])


def _known(viewer: Any) -> PlayerQuerySet:
    return Player.objects.visible_to(viewer).shown_to(viewer)


def standings_of(*, pool: Pool | None, public_ids: Iterable[str]) -> dict[str, Standing]:
    """Of those of the players who are rated in the pool, by public id."""
    if pool is None:
        return {}
    rated = Standing.objects.filter(pool=pool, player__public_id__in=[*public_ids])
    return {standing.public_id: standing for standing in rated.annotate(public_id=F("player__public_id"))}


def expected_against(
    *, pool: Pool | None, player: Player, standings: Mapping[str, Standing]
) -> dict[str, float]:
    """By the public id of each opponent among the standings: how often the player should end ahead of them today."""
    if pool is None:
        return {}
    mine = standings.get(player.public_id)
    own = mine.belief if mine else player_prior(pool.used_parameters)
    return {
        public_id: chance_ahead(own, standing.belief)
        for public_id, standing in standings.items()
        if public_id != player.public_id
    }


def confirmation_of(*, pool: Pool, player: Player) -> Standing | None:
    return Standing.objects.filter(pool=pool, player=player).first()


def place_of(*, standing: Standing, minimum_games: int = 0, active_since: date | None = None) -> int:
    """One more than how many others, of those the leaderboard shows, are ahead."""
    # Those few who were merged are looked up once; asking it of each player would take ten times as long.
    merged = Player.with_merged.filter(merged_into__isnull=False).order_by().values("pk")
    others = Standing.objects.filter(
        Q(floor__gt=standing.floor), ~Q(player__in=merged), pool=standing.pool_id, games__gte=minimum_games
    )
    if active_since:
        others = others.filter(last_played_on__gte=active_since)
    return others.count() + 1


def personal_ratings(player: Player) -> Iterator[dict[str, Any]]:
    """A person's own standings, for their archive."""
    for standing in Standing.objects.filter(player=player).select_related("pool").order_by("pool__key"):
        yield {
            "system": standing.pool.system,
            "scope": standing.pool.scope,
            "rating": standing.rating,
            "deviation": standing.deviation,
            "games": standing.games,
            "last_played_on": standing.last_played_on,
        }
