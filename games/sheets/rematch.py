"""The same people once more: the sheet of a recorded game as the beginning of the next one."""

from collections.abc import Mapping
from typing import Any

from games.players.viewers import Viewer
from games.results.models import Game
from games.results.selectors.games import own_seat
from games.sheets.submission import SeatedPerson, kept_people
from games.sheets.values import TypedValues, stored_values
from games.systems import traits_of
from scoring.description import Description
from scoring.paths import seat_path


def rematch_values(game: Game, description: Description) -> TypedValues:
    """Names and options as they were; whoever was second in the turn order begins. Everything else is blank: clans
    and set-up are drawn anew.
    """
    sheet = game.versions.get(number=game.version).sheet
    seats = [{"kind": seat["kind"]} for seat in sheet["seats"]]
    again = {"options": sheet.get("options") or {}, "setup": {}, "game": {}, "seats": seats}
    values = stored_values(description, again, [seat.shown for seat in kept_people(game)])
    return TypedValues(
        kinds=values.kinds, names=values.names, cells=values.cells | _turn_order(sheet, description)
    )


def _turn_order(sheet: Mapping[str, Any], description: Description) -> dict[str, int]:
    """Only where it is known of every seat."""
    field = traits_of(description.key).position
    places = [seat.get(field) for seat in sheet["seats"]] if field else []
    if sorted(place or 0 for place in places) != list(range(1, len(places) + 1)):
        return {}
    return {seat_path(seat, field): place - 1 or len(places) for seat, place in enumerate(places)}


def rematch_people(game: Game, viewer: Viewer, *, in_club: bool) -> list[SeatedPerson]:
    """Who is meant by the names, of a game that was fetched for its viewer. In a club its names mean its players, and
    whoever sat there knows whom they played with; to anybody else they are names.
    """
    return kept_people(game) if in_club or own_seat(game, viewer) else []
