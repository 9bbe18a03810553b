"""Two sheets of one game, from two phones, cell by cell."""

from collections.abc import Mapping
from typing import Any

from games.models import Game, SheetVersion
from games.selectors.game_detail import current_version
from games.selectors.history import CellChange, differing_cells


def differences(first: Game, second: Game) -> list[CellChange] | None:
    """Where the second says something else than the first; None when one of them has no sheet.

    Whoever sits where is found by the person, so that a sheet with its seats in another order says the same. Only what
    the rules read is compared: two phones never agree on the minute the game ended.
    """
    sheets = current_version(first), current_version(second)
    if sheets[0] is None or sheets[1] is None:
        return None
    one, other = sheets[0], sheets[1]
    return list(differing_cells(_content(one.sheet), _content(_seated_as(one, other))))


def _seated_as(one: SheetVersion, other: SheetVersion) -> dict[str, Any]:
    """The other's sheet with everybody in the seat that the first gives them."""
    places = {_key(person): index for index, person in enumerate(other.facts["people"])}
    order = [places.get(_key(person)) for person in one.facts["people"]]
    sheet: dict[str, Any] = other.sheet
    seats = sheet["seats"]
    if None in order or len(order) != len(seats):
        return sheet
    return sheet | {"seats": [seats[index] for index in order if index is not None]}


def _key(person: Mapping[str, Any]) -> str:
    return person["player"] or f"name:{person['name']}"


def _content(sheet: Mapping[str, Any]) -> dict[str, Any]:
    """Without names, which are the list of people's."""
    seats = [{key: value for key, value in seat.items() if key != "player"} for seat in sheet["seats"]]
    return {**sheet, "seats": seats}
