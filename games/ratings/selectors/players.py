"""A player in a pool: rating and place, the history game by game, and how two players fared at the same tables.

Players are also found by what somebody types, never one whose name the viewer may not know.
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
from games.players.viewers import Viewer
from games.ratings.engine.packing import moment, order_key
from games.ratings.engine.reference import chance_ahead, player_prior
from games.ratings.models import PlayerRating, Pool, RatingSegment
from games.ratings.models.storage import raw_rows
from games.ratings.scopes import PoolKey
from games.ratings.selectors.games import RatedSeat, SegmentReader, ShownRating
from games.ratings.selectors.pools import pool_games
from games.results.models import Game
from games.results.selectors.games import found_by
from games.results.selectors.players import counted_seats

MOST_POINTS = 200
# Some five megabytes.
SEGMENTS_AT_A_TIME = 60
RECENT_GAMES = 10
SUGGESTIONS = 12
FEWEST_LETTERS = 2
# More names than this are found by typing, not by scrolling.
MOST_OFFERED = 200
# Between a name and the id that tells namesakes apart.
MARK = " · "


class PoolGame(NamedTuple):
    """A game of the player in the pool, rated or not; `rank` is the player's."""

    game_id: int
    public_id: str
    played_on: date
    finished_at: datetime | None
    rank: int

    @property
    def key(self) -> str:
        """Where it stands in the order of play, and so in which segment."""
        return order_key(self.played_on.toordinal(), moment(self.finished_at), self.game_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryPoint:
    """`seats` is how many were rated in the game."""

    game_id: int
    public_id: str
    played_on: date
    seats: int
    place: int
    before: ShownRating
    after: ShownRating

    @property
    def change(self) -> float:
        return round(self.after.rating - self.before.rating, 1)


def games_in_pool(*, key: PoolKey, player: Player, viewer: Viewer) -> list[PoolGame]:
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

    Two queries: where the pool's segments begin, and the segments that hold the games.
    """
    in_period = [
        game
        for game in games
        if (since is None or game.played_on >= since) and (until is None or game.played_on <= until)
    ]
    by_segment = _by_segment(pool, in_period[:most])
    numbers = list(by_segment)
    points: list[tuple[str, HistoryPoint]] = []
    for start in range(0, len(numbers), SEGMENTS_AT_A_TIME):
        segments = RatingSegment.objects.filter(pk__in=numbers[start : start + SEGMENTS_AT_A_TIME])
        for number, rated_games, outcomes in raw_rows(segments.values_list("pk", "rated_games", "outcomes")):
            reader = SegmentReader(rated_games, outcomes)
            for game in by_segment[number]:
                rows = reader.rows(game.game_id)
                if seat := reader.seat_of(player.pk, rows):
                    points.append((game.key, _point(game, seat, len(rows))))
    return [point for _, point in sorted(points, key=itemgetter(0))]


def _by_segment(pool: Pool, games: Sequence[PoolGame]) -> dict[int, list[PoolGame]]:
    """The games by the number of the segment that has their place in the order of play."""
    if not games:
        return {}
    segments = raw_rows(
        RatingSegment.objects.filter(pool=pool).order_by("first_key").values_list("first_key", "pk")
    )
    firsts = [first for first, _ in segments]
    by_segment: dict[int, list[PoolGame]] = {}
    for game in games:
        if at := bisect_right(firsts, game.key):
            by_segment.setdefault(segments[at - 1][1], []).append(game)
    return by_segment


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

    first: PlayerRating | None
    second: PlayerRating | None
    chance: float | None


def record_between(*, key: PoolKey, first: Player, second: Player, viewer: Viewer) -> PairRecord | None:
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


def games_between(*, key: PoolKey, first: Player, second: Player, viewer: Viewer) -> list[Game]:
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
    rows = PlayerRating.objects.filter(pool=pool, player__in=[first, second])
    player_ratings = {row.player_id: row for row in rows}
    if not player_ratings:
        return PairExpectation(None, None, None)
    prior = player_prior(pool.used_parameters)
    first_rating, second_rating = player_ratings.get(first.pk), player_ratings.get(second.pk)
    chance = chance_ahead(
        first_rating.belief if first_rating else prior, second_rating.belief if second_rating else prior
    )
    return PairExpectation(first_rating, second_rating, chance)


def label_of(player: Player, *, alone: bool) -> str:
    """What stands in the field: the name, with the id where somebody else has the same."""
    return player.name if alone else f"{player.name}{MARK}{player.public_id}"


def labels_of(players: Sequence[Player]) -> list[str]:
    keys = [player.name_key for player in players]
    return [label_of(player, alone=keys.count(player.name_key) == 1) for player in players]


def suggested(*, text: str, viewer: Viewer) -> list[str]:
    if len(normalised(text)) < FEWEST_LETTERS or not text.isprintable():
        return []
    return labels_of(list(_known(viewer).named_like(text).order_by("name_key", "pk")[:SUGGESTIONS]))


def offered(*, pool: Pool | None, viewer: Viewer) -> list[str]:
    """All rated players of a small pool, to choose from without a script."""
    if pool is None or pool.players > MOST_OFFERED:
        return []
    return labels_of(list(_known(viewer).filter(ratings__pool=pool).order_by("name_key", "pk")))


def players_meant(*, text: str, viewer: Viewer) -> list[Player]:
    """Whoever the text can mean: one by id, all of exactly this name, or else all it is a part of (a few)."""
    _name, mark, public_id = text.rpartition(MARK.strip())
    if mark and (players := list(_known(viewer).filter(public_id=public_id.strip()))):
        return players
    exactly = list(_known(viewer).filter(name_key=normalised(text)).order_by("pk")[:SUGGESTIONS])
    return exactly or list(_known(viewer).named_like(text).order_by("name_key", "pk")[:SUGGESTIONS])


def _known(viewer: Viewer) -> PlayerQuerySet:
    return Player.objects.visible_to(viewer).shown_to(viewer)


def player_ratings_of(*, pool: Pool | None, public_ids: Iterable[str]) -> dict[str, PlayerRating]:
    """Of those of the players who are rated in the pool, by public id."""
    if pool is None:
        return {}
    rated = PlayerRating.objects.filter(pool=pool, player__public_id__in=[*public_ids])
    return {
        player_rating.public_id: player_rating
        for player_rating in rated.annotate(public_id=F("player__public_id"))
    }


def expected_against(
    *, pool: Pool | None, player: Player, player_ratings: Mapping[str, PlayerRating]
) -> dict[str, float]:
    """By the public id of each opponent among the ratings: how often the player should end ahead of them today."""
    if pool is None:
        return {}
    mine = player_ratings.get(player.public_id)
    own = mine.belief if mine else player_prior(pool.used_parameters)
    return {
        public_id: chance_ahead(own, player_rating.belief)
        for public_id, player_rating in player_ratings.items()
        if public_id != player.public_id
    }


def player_rating_of(*, pool: Pool, player: Player) -> PlayerRating | None:
    return PlayerRating.objects.filter(pool=pool, player=player).first()


def place_of(*, player_rating: PlayerRating, minimum_games: int = 0, active_since: date | None = None) -> int:
    """One more than how many others, of those the leaderboard shows, are ahead."""
    # Those few who were merged are looked up once; asking it of each player would take ten times as long.
    merged = Player.with_merged.filter(merged_into__isnull=False).order_by().values("pk")
    others = PlayerRating.objects.filter(
        Q(floor__gt=player_rating.floor),
        ~Q(player__in=merged),
        pool=player_rating.pool_id,
        games__gte=minimum_games,
    )
    if active_since:
        others = others.filter(last_played_on__gte=active_since)
    return others.count() + 1


def personal_ratings(player: Player) -> Iterator[dict[str, Any]]:
    """A person's own ratings, for their archive."""
    for player_rating in (
        PlayerRating.objects.filter(player=player).select_related("pool").order_by("pool__key")
    ):
        yield {
            "system": player_rating.pool.system,
            "scope": player_rating.pool.scope,
            "rating": player_rating.rating,
            "deviation": player_rating.deviation,
            "games": player_rating.games,
            "last_played_on": player_rating.last_played_on,
        }
