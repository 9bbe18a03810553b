"""The games of a pool as columns, for a replay: who sat where, with what, and who came in where.

Apart from what pages read, since this needs numpy and a process that only shows pages never imports it.
"""

import json
from array import array
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np
from django.db.models import F, QuerySet
from django.db.models.fields.json import KT

from games.ratings.engine.games import Numbers, RatedGames
from games.ratings.engine.packing import (
    HIGHEST_TURN,
    POSITION_BITS,
    moment,
)
from games.ratings.scopes import PoolKey
from games.ratings.selectors.pools import pool_games
from games.results.models import Game, Seat, SheetVersion
from games.systems import traits_of

FEWEST_RATED = 2
ROWS_AT_A_TIME = 5_000


def all_rated_games(key: PoolKey) -> RatedGames:
    return _rated_games(key.system, pool_games(key)).in_order()


def rated_games_of(key: PoolKey, game_numbers: Sequence[int]) -> RatedGames:
    """Those of these games that belong to the pool now."""
    parts = [
        _rated_games(key.system, pool_games(key).filter(pk__in=game_numbers[start : start + ROWS_AT_A_TIME]))
        for start in range(0, len(game_numbers), ROWS_AT_A_TIME)
    ]
    return RatedGames.joined(parts).in_order()


def _rated_games(system: str, games: QuerySet[Game]) -> RatedGames:
    """Humans with a player only, and only games with at least two of them.

    Read in several queries without a lock: what changes in between has a mark of its own and is read again.
    """
    ids, days, finished, sizes = _games(games)
    games_of_seats, indices, players, clans, places, labels = _seats(games)
    at = np.minimum(np.searchsorted(ids, games_of_seats), max(len(ids) - 1, 0))
    known = ids[at] == games_of_seats if len(ids) else np.zeros(len(games_of_seats), dtype=bool)
    counts = np.bincount(at[known], minlength=len(ids))
    seats = np.flatnonzero(known)
    seats = seats[np.lexsort((indices[seats], at[seats]))]
    turns = _turns(system, games, ids)
    positions = _positions(turns[at[seats], indices[seats]], sizes[at[seats]])
    everything = RatedGames(
        ids=ids,
        finished=finished,
        days=days,
        counts=counts.astype(np.uint8),
        players=players[seats],
        clans=clans[seats],
        positions=positions,
        places=places[seats],
        labels=labels,
    )
    return everything.take(np.flatnonzero(counts >= FEWEST_RATED))


def _games(games: QuerySet[Game]) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """In the order of their row numbers, which is made here: asked for it, PostgreSQL walks through all games there are
    for those of one club.
    """
    ids, days, finished, sizes = array("q"), array("i"), array("q"), array("B")
    rows = games.order_by().values_list("pk", "played_on", "finished_at", "seat_count")
    for pk, played_on, finished_at, size in rows.iterator(chunk_size=ROWS_AT_A_TIME):
        ids.append(pk)
        days.append(played_on.toordinal())
        finished.append(moment(finished_at))
        sizes.append(size)
    order = np.argsort(ids)
    return (
        np.asarray(ids)[order],
        np.asarray(days)[order],
        np.asarray(finished)[order],
        np.asarray(sizes)[order],
    )


def _seats(games: QuerySet[Game]) -> tuple[Any, ...]:
    numbers, indices, players = array("q"), array("B"), array("i")
    clans, places = array("B"), array("B")
    codes: dict[str, int] = {"": 0}
    rows = (
        Seat.objects.filter(game__in=games.order_by().values("pk"), is_bot=False, player__isnull=False)
        .order_by()
        .values_list("game_id", "index", "player_id", "faction", "rank")
    )
    for game, index, player, clan, rank in rows.iterator(chunk_size=ROWS_AT_A_TIME):
        numbers.append(game)
        indices.append(index)
        players.append(player)
        clans.append(codes.setdefault(clan, len(codes)))
        places.append(rank)
    labels = tuple(codes)[1:]
    return (
        np.asarray(numbers), np.asarray(indices), np.asarray(players), np.asarray(clans), np.asarray(places), labels
    )  # fmt: skip


def _turns(system: str, games: QuerySet[Game], ids: Numbers) -> Numbers:
    """The turn of each seat by game and index; 0 where nobody wrote it down."""
    turns = np.zeros((len(ids), HIGHEST_TURN + 1), dtype=np.uint8)
    field = traits_of(system).position
    if not field or not len(ids):
        return turns
    for game, seats in _sheets(games):
        at = int(np.searchsorted(ids, game))
        if at < len(ids) and ids[at] == game:
            # A game that was imported without a sheet has no seats on one.
            for index, seat in enumerate(seats or ()):
                turns[at, index] = seat.get(field) or 0
    return turns


def _sheets(games: QuerySet[Game]) -> Iterator[tuple[int, list[dict[str, Any]] | None]]:
    versions = SheetVersion.objects.filter(
        game__in=games.order_by().values("pk"), number=F("game__version")
    ).order_by()
    rows = versions.values_list("game_id", KT("sheet__seats")).iterator(chunk_size=ROWS_AT_A_TIME)
    while some := list(islice(rows, ROWS_AT_A_TIME)):
        # Thousands of small JSON texts are read in one go: the call costs more than the reading.
        seats = json.loads(f"[{','.join(text or 'null' for _, text in some)}]")
        yield from zip((game for game, _ in some), seats, strict=True)


def _positions(turns: Numbers, sizes: Numbers) -> Numbers:
    known = (turns > 0) & (sizes <= HIGHEST_TURN)
    return np.where(known, sizes << POSITION_BITS | turns, 0).astype(np.uint8)
