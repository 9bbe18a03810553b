"""What the score sheet of a table, or of a game of the schedule, has filled in before anybody types."""

from scoring import registry
from scoring.paths import seat_path


def turn_order(system: str, seats: int) -> dict[str, int]:
    """The first seat begins, where the game's sheet asks for the turn order."""
    if not any(field.key == "turn_order" for field in registry.get(system).description.seat):
        return {}
    return {seat_path(seat, "turn_order"): seat + 1 for seat in range(seats)}
