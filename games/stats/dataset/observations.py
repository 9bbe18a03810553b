"""Rows for the estimators, taken out of selected blocks."""

from dataclasses import dataclass

import numpy as np

from games.stats.estimators.observations import Observations
from games.stats.index.bitmap import Array
from games.stats.index.layout import Layout
from games.stats.index.query import Selection
from games.stats.index.segment import VP

# Position codes tell tables of different sizes apart: the code of "third of four" is 403.
TABLE = 100


@dataclass(frozen=True, slots=True)
class Observed:
    """`day` is the date of play of each row, as Python's ordinal."""

    rows: Observations
    day: Array

    def where(self, chosen: Array) -> Observations:
        return self.rows.rows(np.flatnonzero(chosen))


def observe(selection: Selection, layout: Layout, *, most_games: int, extras: bool) -> Observed:
    """The latest so many of the selected games, in the order of play; facets as extra effects if asked for."""
    names = list(layout.facets)
    position = names.index(layout.traits.position) if layout.traits.position else None
    columns: dict[str, list[Array]] = {
        name: [] for name in ("game", "day", "player", "faction", "position", "vp")
    }
    facets: list[Array] = []
    for part in selection.parts:
        block, rows = part.block, part.seat_positions
        game = block.game[rows]
        columns["game"].append(block.game_key[game])
        columns["day"].append(block.day[game])
        columns["player"].append(block.player[rows].astype(np.int64))
        columns["faction"].append(block.faction[rows].astype(np.int64))
        seat = (
            np.zeros(len(rows), dtype=np.int64)
            if position is None
            else block.facets[position][rows].astype(np.int64)
        )
        columns["position"].append(np.where(seat > 0, block.people[game].astype(np.int64) * TABLE + seat, 0))
        columns["vp"].append(block.measures[VP][rows].astype(np.int64) + block.bid[rows])
        facets.append(block.facets[:, rows].astype(np.int64))
    joined = {
        name: np.concatenate(values) if values else np.zeros(0, dtype=np.int64)
        for name, values in columns.items()
    }
    order = np.lexsort((joined["game"], joined["day"]))
    new = np.flatnonzero(np.diff(joined["game"][order], prepend=-1))
    if len(new) > most_games:
        order = order[new[-most_games] :]
    codes = np.concatenate(facets, axis=1)[:, order] if facets and extras else None
    return Observed(
        Observations(
            game=joined["game"][order],
            player=joined["player"][order],
            faction=joined["faction"][order],
            position=joined["position"][order],
            vp=joined["vp"][order],
            extra={
                name: codes[number]
                for number, name in enumerate(names)
                if codes is not None and name != layout.traits.position
            },
        ),
        joined["day"][order],
    )
