"""The game systems by their numbers on BoardGameGeek."""

from functools import cache

from games.systems.base import BoardGameGeek
from games.systems.registry import system_of, systems
from games.systems.wording import label


def system_by_number(number: int) -> str | None:
    """The key of the system, whichever of its editions the number is of."""
    return _by_number().get(number)


def entry_of(system: str) -> BoardGameGeek:
    """What programs call the game. One that BoardGameGeek does not have goes by its own name, and by the number that
    such programs give to what is not there.
    """
    return system_of(system).bgg or BoardGameGeek(number=0, name=str(label(system, f"system.{system}")))


@cache
def _by_number() -> dict[int, str]:
    return {number: key for key, system in systems().items() if system.bgg for number in system.bgg.numbers}
