"""What a game did to the ratings of those who sat there, in each pool that rated it, and how likely its result was."""

from dataclasses import dataclass

from games.players.viewers import Viewer
from games.ratings.engine.forecast import chance_of_order, forecast
from games.ratings.engine.packing import (
    OUTCOMES,
    RATED_GAMES,
    Packed,
    position_of,
    unpack,
)
from games.ratings.engine.reference import CENTRE, STEPS_PER_POINT, Belief, strength
from games.ratings.models import Pool, RatingSegment
from games.ratings.models.storage import raw_rows
from games.ratings.scopes import pool_keys_of
from games.ratings.selectors.pools import labelled
from games.results.models import Game


@dataclass(frozen=True, slots=True)
class ShownRating:
    """A rating as people see it, to a tenth of a point."""

    rating: float
    deviation: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedSeat:
    """`place` is the one in the game's final ranking. `bonus` is what clan and position were believed to be worth
    before the game, in points; `position` and `seats_at_table` are None where the turn order is not known.
    """

    player_id: int
    place: int
    clan: str
    position: int | None
    seats_at_table: int | None
    before: ShownRating
    after: ShownRating
    bonus: ShownRating

    @property
    def change(self) -> float:
        return round(self.after.rating - self.before.rating, 1)

    @property
    def strength(self) -> Belief:
        """Player, clan and position together as they were before the game, for predictions."""
        player = Belief.shown(self.before.rating, self.before.deviation)
        return strength([player, Belief.shown(CENTRE + self.bonus.rating, self.bonus.deviation)])


class SegmentReader:
    """A segment opened for reading."""

    def __init__(self, rated_games: bytes | memoryview, outcomes: bytes | memoryview) -> None:
        self.rated_games: Packed = unpack(RATED_GAMES, rated_games)
        self.outcomes: Packed = unpack(OUTCOMES, outcomes)
        # The games in the order of play.
        self.games: list[int] = self.rated_games.columns["ids"].tolist()

    def seats(self, game_id: int) -> list[RatedSeat]:
        return [self._seat(row) for row in self.rows(game_id)]

    def seat_of(self, player_id: int, rows: range) -> RatedSeat | None:
        """The player's among these rows."""
        players = self.rated_games.columns["players"]
        row = next((row for row in rows if players[row] == player_id), None)
        return None if row is None else self._seat(row)

    def rows(self, game_id: int) -> range:
        """Where the game's rated seats stand in the columns."""
        # Of a thousand games a history wants one: a dictionary of all of them would take ten times as long.
        try:
            at = self.games.index(game_id)
        except ValueError:
            return range(0)
        counts = bytes(self.rated_games.columns["counts"][: at + 1])
        end = sum(counts)
        return range(end - counts[at], end)

    def _seat(self, row: int) -> RatedSeat:
        rated_games = self.rated_games.columns
        clan = rated_games["clans"][row]
        seats, position = position_of(rated_games["positions"][row]) or (None, None)
        return RatedSeat(
            player_id=rated_games["players"][row],
            place=rated_games["places"][row],
            clan=self.rated_games.facts["clans"][clan - 1] if clan else "",
            position=position,
            seats_at_table=seats,
            before=self._shown("before_rating", "before_deviation", row),
            after=self._shown("after_rating", "after_deviation", row),
            bonus=self._shown("bonus", "bonus_deviation", row),
        )

    def _shown(self, rating: str, deviation: str, row: int) -> ShownRating:
        columns = self.outcomes.columns
        return ShownRating(columns[rating][row] / STEPS_PER_POINT, columns[deviation][row] / STEPS_PER_POINT)


@dataclass(frozen=True, slots=True)
class GameChange:
    pool: Pool
    label: str
    seats: list[RatedSeat]


def changes_by_game(*, game: Game, viewer: Viewer) -> list[GameChange]:
    """Pools the viewer may see, in the order of the scopes; none while the game is not rated.

    Whether the viewer may see the game is for the caller to know.
    """
    keys = pool_keys_of(game)
    pools = sorted(Pool.objects.filter(key__in=keys), key=lambda pool: keys.index(pool.key))
    listed = labelled(pools=pools, viewer=viewer)
    segments = RatingSegment.objects.filter(
        pool__in=[listed_pool.pool for listed_pool in listed],
        first_on__lte=game.played_on,
        last_on__gte=game.played_on,
    )
    seats: dict[int, list[RatedSeat]] = {}
    for pool, rated_games, outcomes in raw_rows(segments.values_list("pool", "rated_games", "outcomes")):
        if rated_seats := SegmentReader(rated_games, outcomes).seats(game.pk):
            seats[pool] = rated_seats
    return [
        GameChange(listed_pool.pool, listed_pool.label, seats[listed_pool.pool.pk])
        for listed_pool in listed
        if listed_pool.pool.pk in seats
    ]


@dataclass(frozen=True, slots=True)
class SeatReport:
    """Places are those among the rated seats: an Automa or an unknown guest has none."""

    seat: RatedSeat
    place: int
    expected_place: float
    wins: float


@dataclass(frozen=True, slots=True)
class GameReport:
    """One pool's view of a game; `order_chance` is how likely exactly this order was before it."""

    pool: Pool
    label: str
    seats: list[SeatReport]
    order_chance: float


def game_reports(*, game: Game, viewer: Viewer) -> list[GameReport]:
    """In each pool the viewer may see; nothing until the game counts and the job has looked at it."""
    return [_report(change) for change in changes_by_game(game=game, viewer=viewer)] if game.counts else []


def _report(change: GameChange) -> GameReport:
    strengths = [seat.strength for seat in change.seats]
    places = [1 + sum(other.place < seat.place for other in change.seats) for seat in change.seats]
    expected = forecast(strengths)
    seats = [
        SeatReport(seat, places[index], expected.expected_places[index], expected.wins[index])
        for index, seat in enumerate(change.seats)
    ]
    return GameReport(change.pool, change.label, seats, chance_of_order(strengths, places))
