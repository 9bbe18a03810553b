"""A range of counted games as one frame of games and one of seats, read from the database."""

import gc
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from django.db.models import F, IntegerField, QuerySet, TextField
from django.db.models.functions import Cast

from games.results.enums import GameState
from games.results.models import Game, GameOption, Seat, SheetVersion
from games.stats.index import GAMES_IN_SEGMENT

GAME = ("key", "system", "played_on", "club", "totals_only")
SEAT = ("key", "index", "player", "faction", "total", "rank", "is_bot", "lines")


@dataclass(frozen=True, slots=True)
class GameFrames:
    """Games of one system in the order of their row numbers, and everybody at their tables, table by table.

    games    key (row number), day (Python's ordinal), club (0 without), totals_only, options (those that differ from
             their default), setup (the entered facts of the table)
    seats    game (its position among the games), is_bot, player (0 for a mere name), faction, total, rank, lines
             (quantity and VP by key), entered (the seat's part of the sheet)
    """

    games: pd.DataFrame
    seats: pd.DataFrame


def read_frames(number: int) -> dict[str, GameFrames]:
    """The games of a segment, by system."""
    first, end = number * GAMES_IN_SEGMENT, (number + 1) * GAMES_IN_SEGMENT
    within: dict[str, Any] = {"game__gte": first, "game__lt": end}
    rows = (
        Game.objects.filter(pk__gte=first, pk__lt=end, state=GameState.CONFIRMED)
        .order_by("pk")
        .values_list("pk", "system", "played_on", "club_id", "totals_only")
    )
    games = pd.DataFrame.from_records(list(rows), columns=GAME)
    if games.empty:
        return {}
    sheets = _read_sheets(SheetVersion.objects.filter(**within, number=F("game__version")))
    games = games.assign(
        day=[played_on.toordinal() for played_on in games["played_on"]],
        club=games["club"].fillna(0).astype(np.int64),
        options=_objects(_read_options(GameOption.objects.filter(**within)), games["key"]),
        setup=_objects({key: _setup(sheet) for key, sheet in sheets.items()}, games["key"]),
    ).drop(columns="played_on")
    seats = _read_seats(Seat.objects.filter(**within).order_by("game_id", "index"), sheets)
    return {
        str(system): _frames_of(own.drop(columns="system").reset_index(drop=True), seats)
        for system, own in games.groupby("system")
    }


def _frames_of(games: pd.DataFrame, seats: pd.DataFrame) -> GameFrames:
    """Of the seats those of the games."""
    position = seats["key"].map(pd.Series(games.index, index=games["key"]))
    there = position.notna()
    own = seats[there].assign(game=position[there].astype(np.int64)).drop(columns="key")
    return GameFrames(games, own.reset_index(drop=True))


def _read_sheets(versions: QuerySet[SheetVersion]) -> dict[int, Any]:
    rows = list(versions.values_list("game_id", Cast("sheet", TextField())).iterator(chunk_size=5_000))
    return dict(zip((key for key, _ in rows), _parse_all(text for _, text in rows), strict=True))


def _read_options(chosen: QuerySet[GameOption]) -> dict[int, dict[str, str]]:
    options: dict[int, dict[str, str]] = defaultdict(dict)
    for key, option, value in chosen.values_list("game_id", "key", "value").iterator(chunk_size=5_000):
        options[key][option] = value
    return options


def _read_seats(seats: QuerySet[Seat], sheets: dict[int, Any]) -> pd.DataFrame:
    columns = ("game_id", "index", "player_id", "faction", "total", "rank")
    # As a number, so that Django need not look at each of thousands of rows again to make it true or false.
    is_bot = Cast("is_bot", IntegerField())
    rows = seats.values_list(*columns, is_bot, Cast("lines", TextField())).iterator(chunk_size=5_000)
    frame = pd.DataFrame.from_records(list(rows), columns=SEAT)
    entered = (
        _seat_values(sheets.get(key), index) for key, index in zip(frame["key"], frame["index"], strict=True)
    )
    return frame.assign(
        player=frame["player"].fillna(0).astype(np.int64),
        is_bot=frame["is_bot"].astype(bool),
        lines=pd.Series(_parse_all(frame["lines"]), index=frame.index, dtype=object),
        entered=pd.Series(list(entered), index=frame.index, dtype=object),
    ).drop(columns="index")


def _setup(sheet: Any) -> dict[str, Any]:
    sheet = sheet or {}
    return {**(sheet.get("setup") or {}), **(sheet.get("game") or {})}


def _seat_values(sheet: Any, index: int) -> dict[str, Any]:
    seats = (sheet or {}).get("seats") or ()
    values: dict[str, Any] = seats[index] if index < len(seats) else {}
    return values


def _objects(by_key: dict[int, dict[str, Any]], keys: "pd.Series[int]") -> "pd.Series[Any]":
    return pd.Series([by_key.get(key, {}) for key in keys], index=keys.index, dtype=object)


def _parse_all(texts: Iterable[str]) -> list[Any]:
    """Thousands of small JSON texts are read in one go: the call costs more than the reading."""
    values: list[Any] = json.loads(f"[{','.join(texts)}]")
    return values


@contextmanager
def without_collecting() -> Iterator[None]:
    """Reading a segment makes half a million small objects that are all in use; looking for garbage among them
    again and again would take half as long again as the work itself.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
