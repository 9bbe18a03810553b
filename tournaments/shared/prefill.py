"""What the score sheet of a table, or of a game of the schedule, has filled in before anybody types."""

from games.systems import traits_of
from scoring.paths import seat_path


def turn_order(system: str, seats: int) -> dict[str, int]:
    """The first seat begins, where the game's sheet asks for the turn order."""
    field = traits_of(system).position
    return {seat_path(seat, field): seat + 1 for seat in range(seats)} if field else {}
