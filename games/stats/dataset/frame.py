"""Counted games of one block, read from the database."""

import gc
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db.models import F, IntegerField, QuerySet, TextField
from django.db.models.functions import Cast

from games.results.enums import GameState
from games.results.models import Game, GameOption, Seat, SheetVersion
from games.stats.index.build import RawGame, RawSeat
from games.stats.index.snapshot import GAMES_IN_BLOCK

_NO_SEATS: tuple[dict[str, Any], ...] = ()


def read_games(number: int) -> dict[str, list[RawGame]]:
    """By system, in the order of their row numbers."""
    first, end = number * GAMES_IN_BLOCK, (number + 1) * GAMES_IN_BLOCK
    within: dict[str, Any] = {"game__gte": first, "game__lt": end}
    games = list(
        Game.objects.filter(pk__gte=first, pk__lt=end, state=GameState.CONFIRMED)
        .order_by("pk")
        .values_list("pk", "system", "played_on", "club_id", "totals_only")
    )
    if not games:
        return {}
    sheets = _sheets(SheetVersion.objects.filter(**within, number=F("game__version")))
    options: dict[int, dict[str, str]] = defaultdict(dict)
    chosen = GameOption.objects.filter(**within).values_list("game_id", "key", "value")
    for game, option, value in chosen.iterator(chunk_size=5_000):
        options[game][option] = value
    seats = _seats(Seat.objects.filter(**within).order_by("game_id", "index"), sheets)
    found: dict[str, list[RawGame]] = defaultdict(list)
    for key, system, played_on, club, totals_only in games:
        sheet = sheets.get(key) or {}
        setup = {**(sheet.get("setup") or {}), **(sheet.get("game") or {})}
        found[system].append(
            RawGame(key, played_on, club, totals_only, options.get(key, {}), setup, seats.get(key, []))
        )
    return found


def _sheets(versions: QuerySet[SheetVersion]) -> dict[int, Any]:
    rows = list(versions.values_list("game_id", Cast("sheet", TextField())).iterator(chunk_size=5_000))
    return dict(zip((game for game, _ in rows), _read_all(text for _, text in rows), strict=True))


def _seats(seats: QuerySet[Seat], sheets: dict[int, Any]) -> dict[int, list[RawSeat]]:
    columns = ("game_id", "index", "player_id", "faction", "total", "rank")
    # As a number, so that Django need not look at each of thousands of rows again to make it true or false.
    is_bot = Cast("is_bot", IntegerField())
    rows: list[Any] = list(
        seats.values_list(*columns, is_bot, Cast("lines", TextField())).iterator(chunk_size=5_000)
    )
    found: dict[int, list[RawSeat]] = defaultdict(list)
    all_lines = _read_all(row[-1] for row in rows)
    for (game, index, player, faction, total, rank, bot, _), lines in zip(rows, all_lines, strict=True):
        sheet = sheets.get(game) or {}
        entered = sheet.get("seats") or _NO_SEATS
        found[game].append(
            RawSeat(
                bool(bot), player, faction, total, rank, lines, entered[index] if index < len(entered) else {}
            )
        )
    return found


def _read_all(texts: Iterable[str]) -> list[Any]:
    """Thousands of small JSON texts are read in one go: the call costs more than the reading."""
    values: list[Any] = json.loads(f"[{','.join(texts)}]")
    return values


@contextmanager
def without_collecting() -> Iterator[None]:
    """Reading a block makes half a million small objects that are all in use; looking for garbage among them
    again and again would take half as long again as the work itself.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
