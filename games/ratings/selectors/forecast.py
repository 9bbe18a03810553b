"""Who wins at a table that has not been played yet."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from games.players.models import Player
from games.ratings.engine.forecast import forecast
from games.ratings.engine.reference import Belief, player_prior, strength
from games.ratings.models import PlayerRating, Pool


@dataclass(frozen=True, slots=True)
class Seating:
    """Who would sit there, fetched `shown_to` the viewer; clan and place in turn order (1 is the first) if known."""

    player: Player
    clan: str = ""
    position: int | None = None


@dataclass(frozen=True, slots=True)
class SeatForecast:
    """`places` are the chances of first, second ... place. `low` and `high` are the chances of winning if the
    seat is one deviation weaker or stronger than believed. `player_rating` is None for somebody not rated yet.
    """

    seating: Seating
    player_rating: PlayerRating | None
    places: tuple[float, ...]
    expected_place: float
    low: float
    high: float

    @property
    def wins(self) -> float:
        return self.places[0]

    @property
    def is_rough(self) -> bool:
        return self.player_rating is None or self.player_rating.is_provisional


def forecast_table(*, pool: Pool, seatings: Sequence[Seating]) -> list[SeatForecast]:
    """In the order given. Somebody new is taken for an average player of whom little is known."""
    rows = PlayerRating.objects.filter(pool=pool, player__in=[seating.player for seating in seatings])
    player_ratings = {row.player_id: row for row in rows}
    seats = [
        _seat(pool, seating, player_ratings.get(seating.player.pk), len(seatings)) for seating in seatings
    ]
    outcome = forecast(seats)
    return [
        SeatForecast(
            seating,
            player_ratings.get(seating.player.pk),
            outcome.places[index],
            outcome.expected_places[index],
            _wins_if_moved(seats, index, -1),
            _wins_if_moved(seats, index, +1),
        )
        for index, seating in enumerate(seatings)
    ]


def _seat(pool: Pool, seating: Seating, player_rating: PlayerRating | None, seats: int) -> Belief:
    parameters = pool.used_parameters
    known = player_rating.belief if player_rating else player_prior(parameters)
    # As before every game: a little less sure than after the last.
    components = [Belief(known.mean, known.variance + parameters.drift**2)]
    if seating.clan:
        components.append(pool.clan_belief(seating.clan))
    if seating.position:
        components.append(pool.position_belief(seats=seats, position=seating.position))
    return strength(components)


def _wins_if_moved(seats: Sequence[Belief], index: int, deviations: int) -> float:
    moved = list(seats)
    mean, variance = seats[index]
    moved[index] = Belief(mean + deviations * sqrt(variance), 0.0)
    return forecast(moved).wins[index]
