"""Reading games for a replay: who sat where, with what, and who came in where.

Reading blocks: what a game did to the ratings of those who sat there.

What one game changed, in each pool that rated it.

What a game did to ratings, and how likely its result was, for pages and programs.
"""

import json
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
from django.db.models import F, QuerySet
from django.db.models.fields.json import KT

from games.ratings.engine.forecast import chance_of_order, forecast
from games.ratings.engine.games import Entries, Numbers
from games.ratings.engine.packing import (
    ENTRIES,
    HIGHEST_TURN,
    OUTCOMES,
    POSITION_BITS,
    Packed,
    moment,
    position_of,
    unpack,
)
from games.ratings.engine.reference import CENTRE, STEPS_PER_POINT, Belief, strength
from games.ratings.models import Block, Pool
from games.ratings.models.storage import raw_rows
from games.ratings.scopes import PoolKey, pool_keys_of
from games.ratings.selectors.pools import labelled, pool_games
from games.results.models import Game, Seat, SheetVersion
from scoring import registry

# Where a sheet says in which order the seats had their turns, if the game asks for it.
TURN_FIELD = "turn_order"
FEWEST_RATED = 2
ROWS_AT_A_TIME = 5_000


def all_entries(key: PoolKey) -> Entries:
    return _entries(key.system, pool_games(key)).in_order()


def entries_of(key: PoolKey, game_numbers: Sequence[int]) -> Entries:
    """Those of these games that belong to the pool now."""
    parts = [
        _entries(key.system, pool_games(key).filter(pk__in=game_numbers[start : start + ROWS_AT_A_TIME]))
        for start in range(0, len(game_numbers), ROWS_AT_A_TIME)
    ]
    return Entries.joined(parts).in_order()


def _entries(system: str, games: QuerySet[Game]) -> Entries:
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
    everything = Entries(
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
    if not _asks_for_turns(system) or not len(ids):
        return turns
    for game, seats in _sheets(games):
        at = int(np.searchsorted(ids, game))
        if at < len(ids) and ids[at] == game:
            # A game that was imported without a sheet has no seats on one.
            for index, seat in enumerate(seats or ()):
                turns[at, index] = seat.get(TURN_FIELD) or 0
    return turns


def _asks_for_turns(system: str) -> bool:
    return any(field.key == TURN_FIELD for field in registry.get(system).description.seat)


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


@dataclass(frozen=True, slots=True)
class Shown:
    """A rating as people see it, to a tenth of a point."""

    rating: float
    deviation: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedSeat:
    """`place` is the one in the game's final ranking. `bonus` is what clan and position were believed to be worth
    before the game, in points; `position` and `seats_at_table` are None where the turn order is not known.
    """

    player_id: int
    place: int
    clan: str
    position: int | None
    seats_at_table: int | None
    before: Shown
    after: Shown
    bonus: Shown

    @property
    def change(self) -> float:
        return round(self.after.rating - self.before.rating, 1)

    @property
    def strength(self) -> Belief:
        """Player, clan and position together as they were before the game, for predictions."""
        player = Belief.shown(self.before.rating, self.before.deviation)
        return strength([player, Belief.shown(CENTRE + self.bonus.rating, self.bonus.deviation)])


class BlockReader:
    """A block opened for reading."""

    def __init__(self, entries: bytes | memoryview, outcomes: bytes | memoryview) -> None:
        self.entries: Packed = unpack(ENTRIES, entries)
        self.outcomes: Packed = unpack(OUTCOMES, outcomes)
        # The games in the order of play.
        self.games: list[int] = self.entries.columns["ids"].tolist()

    def seats(self, game_id: int) -> list[RatedSeat]:
        return [self._seat(row) for row in self.rows(game_id)]

    def seat_of(self, player_id: int, rows: range) -> RatedSeat | None:
        """The player's among these rows."""
        players = self.entries.columns["players"]
        row = next((row for row in rows if players[row] == player_id), None)
        return None if row is None else self._seat(row)

    def rows(self, game_id: int) -> range:
        """Where the game's rated seats stand in the columns."""
        # Of a thousand games a history wants one: a dictionary of all of them would take ten times as long.
        try:
            at = self.games.index(game_id)
        except ValueError:
            return range(0)
        counts = bytes(self.entries.columns["counts"][: at + 1])
        end = sum(counts)
        return range(end - counts[at], end)

    def _seat(self, row: int) -> RatedSeat:
        entries = self.entries.columns
        clan = entries["clans"][row]
        seats, position = position_of(entries["positions"][row]) or (None, None)
        return RatedSeat(
            player_id=entries["players"][row],
            place=entries["places"][row],
            clan=self.entries.facts["clans"][clan - 1] if clan else "",
            position=position,
            seats_at_table=seats,
            before=self._shown("before_rating", "before_deviation", row),
            after=self._shown("after_rating", "after_deviation", row),
            bonus=self._shown("bonus", "bonus_deviation", row),
        )

    def _shown(self, rating: str, deviation: str, row: int) -> Shown:
        columns = self.outcomes.columns
        return Shown(columns[rating][row] / STEPS_PER_POINT, columns[deviation][row] / STEPS_PER_POINT)


@dataclass(frozen=True, slots=True)
class GameChange:
    pool: Pool
    label: str
    seats: list[RatedSeat]


def changes_by_game(*, game: Game, viewer: Any) -> list[GameChange]:
    """Pools the viewer may see, in the order of the scopes; none while the game is not rated.

    Whether the viewer may see the game is for the caller to know.
    """
    keys = pool_keys_of(game)
    pools = sorted(Pool.objects.filter(key__in=keys), key=lambda pool: keys.index(pool.key))
    listed = labelled(pools=pools, viewer=viewer)
    blocks = Block.objects.filter(
        pool__in=[one.pool for one in listed], first_on__lte=game.played_on, last_on__gte=game.played_on
    )
    seats: dict[int, list[RatedSeat]] = {}
    for pool, entries, outcomes in raw_rows(blocks.values_list("pool", "entries", "outcomes")):
        if found := BlockReader(entries, outcomes).seats(game.pk):
            seats[pool] = found
    return [GameChange(one.pool, one.label, seats[one.pool.pk]) for one in listed if one.pool.pk in seats]


@dataclass(frozen=True, slots=True)
class ToldSeat:
    """Places are those among the rated seats: an Automa or an unknown guest has none."""

    seat: RatedSeat
    place: int
    expected_place: float
    wins: float


@dataclass(frozen=True, slots=True)
class ToldGame:
    """One pool's view of a game; `order_chance` is how likely exactly this order was before it."""

    pool: Pool
    label: str
    seats: list[ToldSeat]
    order_chance: float


def told_games(*, game: Game, viewer: Any) -> list[ToldGame]:
    """In each pool the viewer may see; nothing until the game counts and the job has looked at it."""
    return [_told(change) for change in changes_by_game(game=game, viewer=viewer)] if game.counts else []


def _told(change: GameChange) -> ToldGame:
    strengths = [seat.strength for seat in change.seats]
    places = [1 + sum(other.place < seat.place for other in change.seats) for seat in change.seats]
    expected = forecast(strengths)
    seats = [
        ToldSeat(seat, places[index], expected.expected_places[index], expected.wins[index])
        for index, seat in enumerate(change.seats)
    ]
    return ToldGame(change.pool, change.label, seats, chance_of_order(strengths, places))
