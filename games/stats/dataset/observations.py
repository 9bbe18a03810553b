"""Rows for the estimators, taken out of a selection of the index."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from games.stats.estimators.observations import Observations
from games.stats.index import VP, Array, Selection

# Position codes tell tables of different sizes apart: the code of "third of four" is 403.
TABLE = 100
COLUMNS = ("game", "day", "people", "player", "faction", "vp")


@dataclass(frozen=True, slots=True)
class Observed:
    """`day` is the date of play of each row, as Python's ordinal."""

    rows: Observations
    day: Array

    def where(self, chosen: Array) -> Observations:
        return self.rows.rows(np.flatnonzero(chosen))


def observe(selection: Selection, *, most_games: int, extras: bool) -> Observed:
    """The latest so many of the selected games, in the order of play; facets as extra effects if asked for."""
    seats = _latest_games(seat_frame(selection), most_games)
    traits = selection.layout.traits
    seat = seats[_facet(traits.position)] if traits.position else pd.Series(0, index=seats.index)
    position = (seats["people"] * TABLE + seat).where(seat > 0, 0)
    facets = [facet for facet in selection.layout.facets if extras and facet != traits.position]
    return Observed(
        Observations(
            game=seats["game"].to_numpy(),
            player=seats["player"].to_numpy(),
            faction=seats["faction"].to_numpy(),
            position=position.to_numpy(),
            vp=seats["vp"].to_numpy(),
            extra={facet: seats[_facet(facet)].to_numpy() for facet in facets},
        ),
        seats["day"].to_numpy(),
    )


def seat_frame(selection: Selection) -> pd.DataFrame:
    """The selected seats: game, day, people at the table, player, code of the faction, VP before a bid was taken off,
    and the code of each facet.
    """
    facets = [_facet(facet) for facet in selection.layout.facets]
    rows = selection.rows()
    if not len(rows):
        return pd.DataFrame({name: np.zeros(0, dtype=np.int64) for name in (*COLUMNS, *facets)})
    columns = {
        "game": rows.of_games("game_key"),
        "day": rows.of_games("day"),
        "people": rows.of_games("people"),
        "player": rows.of_seats("player"),
        "faction": rows.of_seats("faction"),
        "vp": rows.measures[VP].astype(np.int64) + rows.of_seats("bid"),
        **dict(zip(facets, rows.of_seats("facets"), strict=True)),
    }
    return pd.DataFrame({name: values.astype(np.int64) for name, values in columns.items()})


def _latest_games(seats: pd.DataFrame, most_games: int) -> pd.DataFrame:
    """In the order of play."""
    played = seats.sort_values(["day", "game"], kind="stable", ignore_index=True)
    number = played.groupby(["day", "game"], sort=False).ngroup()
    return played[number >= number.max() + 1 - most_games] if len(played) else played


def _facet(name: str) -> str:
    """Apart from the other columns, whatever a system calls its facets."""
    return f"facet.{name}"
