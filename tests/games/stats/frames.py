"""Games by hand, as the frames that segments are made from."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from games.stats.dataset.frame import GameFrames
from games.stats.index import Layout
from games.stats.index.build import build_segment
from games.stats.index.segment import Segment


class RawSeat(NamedTuple):
    """`lines` holds quantity and VP by line key; `entered` is the seat's part of the sheet."""

    is_bot: bool
    player: int | None
    faction: str
    total: int
    rank: int
    lines: Mapping[str, Sequence[int]]
    entered: Mapping[str, Any]


class RawGame(NamedTuple):
    """`setup` are the entered facts of the table; `options` those that differ from their default."""

    key: int
    played_on: date
    club: int | None
    totals_only: bool
    options: Mapping[str, str]
    setup: Mapping[str, Any]
    seats: Sequence[RawSeat]


def frames_of(games: Iterable[RawGame]) -> GameFrames:
    games = list(games)
    seats = [(number, seat) for number, game in enumerate(games) for seat in game.seats]
    return GameFrames(
        pd.DataFrame(
            {
                "key": np.array([game.key for game in games], dtype=np.int64),
                "day": np.array([game.played_on.toordinal() for game in games], dtype=np.int64),
                "club": np.array([game.club or 0 for game in games], dtype=np.int64),
                "totals_only": np.array([game.totals_only for game in games], dtype=bool),
                "options": pd.Series([game.options for game in games], dtype=object),
                "setup": pd.Series([game.setup for game in games], dtype=object),
            }
        ),
        pd.DataFrame(
            {
                "game": np.array([number for number, _ in seats], dtype=np.int64),
                "is_bot": np.array([seat.is_bot for _, seat in seats], dtype=bool),
                "player": np.array([seat.player or 0 for _, seat in seats], dtype=np.int64),
                "faction": pd.Series([seat.faction for _, seat in seats], dtype=object),
                "total": np.array([seat.total for _, seat in seats], dtype=np.int64),
                "rank": np.array([seat.rank for _, seat in seats], dtype=np.int64),
                "lines": pd.Series([seat.lines for _, seat in seats], dtype=object),
                "entered": pd.Series([seat.entered for _, seat in seats], dtype=object),
            }
        ),
    )


def encode(layout: Layout, games: Iterable[RawGame]) -> Segment:
    frames = frames_of(games)
    return build_segment(layout, frames.games, frames.seats)
