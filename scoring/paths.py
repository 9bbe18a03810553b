"""Where a value stands: the same path in the raw sheet, as the name of a form field and in what the engine reports.

options.train   setup.map_a   game.council_cards   seats[0].glory   seats[0].rounds.a.barrels
"""

from __future__ import annotations

from scoring.description import Description

# More seats than any game has; of a longer list nobody need see more.
MOST_SEATS = 12


def seat_path(seat: int, key: str, played: str = "") -> str:
    """Where a field or a line of a seat stands; those of a round stand in it."""
    return f"seats[{seat}].rounds.{played}.{key}" if played else f"seats[{seat}].{key}"


def without_index(path: str) -> str:
    """The field of a single tile: seats[0].contract_tiles[3] stands in seats[0].contract_tiles."""
    return path.rpartition("[")[0] if path.endswith("]") else path


def seat_kinds(description: Description, sheet: object) -> list[str]:
    """The kinds of a raw sheet's seats as far as they can be read; the rules say what is wrong with them."""
    first = description.seat_kinds[0].key
    seats = sheet.get("seats") if isinstance(sheet, dict) else None
    kinds = [
        seat.get("kind") if isinstance(seat, dict) else None
        for seat in (seats if isinstance(seats, list) else [])[:MOST_SEATS]
    ]
    return [kind if isinstance(kind, str) and kind else first for kind in kinds]
