"""What a game did to ratings, and how likely its result was, for pages and programs."""

from dataclasses import dataclass
from typing import Any

from games.models import Game
from games.ratings.forecasting import chance_of_order, forecast
from games.ratings.models import Pool
from games.ratings.selectors.game_changes import GameChange, changes_by_game
from games.ratings.selectors.rated_seats import RatedSeat


@dataclass(frozen=True, slots=True)
class ToldSeat:
    """Places are those among the rated seats: an Automa or an unknown guest has none."""

    seat: RatedSeat
    place: int
    expected_place: float
    wins: float


@dataclass(frozen=True, slots=True)
class ToldGame:
    """One pool's view of a game; `order_chance` is how likely exactly this order was before it."""

    pool: Pool
    label: str
    seats: list[ToldSeat]
    order_chance: float


def told_games(*, game: Game, viewer: Any) -> list[ToldGame]:
    """In each pool the viewer may see; nothing until the game counts and the job has looked at it."""
    return [_told(change) for change in changes_by_game(game=game, viewer=viewer)] if game.counts else []


def _told(change: GameChange) -> ToldGame:
    strengths = [seat.strength for seat in change.seats]
    places = [1 + sum(other.place < seat.place for other in change.seats) for seat in change.seats]
    expected = forecast(strengths)
    seats = [
        ToldSeat(seat, places[index], expected.expected_places[index], expected.wins[index])
        for index, seat in enumerate(change.seats)
    ]
    return ToldGame(change.pool, change.label, seats, chance_of_order(strengths, places))
