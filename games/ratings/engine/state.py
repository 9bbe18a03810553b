"""What a pool believes at one moment, as arrays."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np

from games.ratings.engine.games import Labels, Numbers
from games.ratings.engine.packing import STATE, pack, position_of, unpack
from games.ratings.engine.reference import Belief, Parameters

# How many of a player's latest ratings are kept at hand.
RECENT = 8
POSITIONS = 256
NEVER = 0


def distinct(columns: Iterable[Numbers]) -> Numbers:
    """The players of all columns, each once, in ascending order; by a table, as nothing has to be sorted."""
    columns = list(columns)
    highest = max((int(column.max()) for column in columns if len(column)), default=0)
    table = np.zeros(highest + 1, dtype=bool)
    for column in columns:
        table[column] = True
    return np.flatnonzero(table).astype(np.int32)


@dataclass
class State:
    """`means` and `variances` hold players, then clans, then positions by their code; `players` are the players'
    numbers in ascending order. `used` says which clans and positions a game has had yet. Position 0, which is none, has
    neither mean nor variance: whatever a seat lacks points there, counts for nothing and never moves.

    `recent` has a row per player, in tenths of a point: the rating after game n is at n modulo its length, 0 where
    there was none yet.
    """

    players: Numbers
    labels: Labels
    means: Numbers
    variances: Numbers
    used: Numbers
    games: Numbers
    last_days: Numbers
    recent: Numbers

    @classmethod
    def fresh(cls, *, players: Numbers, labels: Labels, parameters: Parameters) -> Self:
        """Everybody at the prior."""
        count, clans = len(players), len(labels)
        priors = (parameters.player, parameters.clan, parameters.position)
        variances = np.repeat([deviation * deviation for deviation in priors], [count, clans, POSITIONS])
        variances[count + clans] = 0.0
        return cls(
            players=players,
            labels=labels,
            means=np.zeros(len(variances)),
            variances=variances,
            used=np.zeros(clans + POSITIONS, dtype=bool),
            games=np.zeros(count, dtype=np.int32),
            last_days=np.full(count, NEVER, dtype=np.int32),
            recent=np.zeros((count, RECENT), dtype=np.uint16),
        )

    @property
    def nothing(self) -> int:
        """The component of what a seat does not have."""
        return len(self.players) + len(self.labels)

    def index_of(self, players: Numbers) -> Numbers:
        return self.index[players]

    @cached_property
    def index(self) -> Numbers:
        """Where each player is, by number up to the highest: ten times as fast as searching, and a number per
        player ever made is little."""
        table = np.zeros(int(self.players.max(initial=0)) + 1, dtype=np.int32)
        table[self.players] = np.arange(len(self.players))
        return table

    def latest_first_to_last(self, players: Numbers) -> Numbers:
        """The latest ratings of the players at these indices, the newest last, zeros before the first."""
        order = (self.games[players][:, None] + np.arange(RECENT)) % RECENT
        return np.take_along_axis(self.recent[players], order, axis=1)

    def recall(self, earlier: "State") -> None:
        """Take over what another state, of some of these players and clans, believed."""
        index = self.index_of(earlier.players)
        self.games[index] = earlier.games
        self.last_days[index] = earlier.last_days
        self.recent[index] = earlier.recent
        mine, theirs = self._components(earlier)
        self.means[mine] = earlier.means[theirs]
        self.variances[mine] = earlier.variances[theirs]
        terms, their_terms = mine[len(index) :], theirs[len(index) :]
        self.used[terms - len(self.players)] = earlier.used[their_terms - len(earlier.players)]

    def _components(self, earlier: "State") -> tuple[Numbers, Numbers]:
        count, known = len(self.players), len(earlier.players)
        clans = [count + self.labels.index(label) for label in earlier.labels]
        positions = np.arange(POSITIONS)
        return (
            np.concatenate(
                [self.index_of(earlier.players), clans, count + len(self.labels) + positions]
            ).astype(np.int64),
            np.arange(known + len(earlier.labels) + POSITIONS),
        )

    # -- for the database -------------------------------------------------------------------------------

    def clan_beliefs(self) -> dict[str, list[float]]:
        start = len(self.players)
        return {label: self._pair(start + code) for code, label in enumerate(self.labels) if self.used[code]}

    def position_beliefs(self) -> dict[str, list[float]]:
        """By "<seats>:<turn>"."""
        found = {}
        for code in range(POSITIONS):
            at = len(self.labels) + code
            if self.used[at] and (position := position_of(code)):
                found[f"{position[0]}:{position[1]}"] = self._pair(len(self.players) + at)
        return found

    def _pair(self, component: int) -> list[float]:
        return [float(self.means[component]), float(self.variances[component])]

    def remember_terms(self, clans: Mapping[str, Belief], positions: Mapping[int, Belief]) -> None:
        """Take over beliefs of clans (all of them labelled here) and of positions by their code."""
        known = {self.labels.index(label): belief for label, belief in clans.items()}
        known |= {len(self.labels) + code: belief for code, belief in positions.items()}
        for term, (mean, variance) in known.items():
            self.means[len(self.players) + term] = mean
            self.variances[len(self.players) + term] = variance
            self.used[term] = True

    def packed(self) -> bytes:
        """Only players who have played: those to come are at the prior anyway."""
        played = np.flatnonzero(self.games)
        positions = {
            code: self._pair(len(self.players) + len(self.labels) + code)
            for code in range(POSITIONS)
            if self.used[len(self.labels) + code]
        }
        facts = {
            "players": len(played),
            "recent": len(played) * RECENT,
            "clans": self.clan_beliefs(),
            "positions": positions,
        }
        columns = {
            "means": self.means[played],
            "variances": self.variances[played],
            "players": self.players[played],
            "games": self.games[played],
            "last_days": self.last_days[played],
            "recent": self.recent[played].ravel(),
        }
        return pack(STATE, facts, columns)

    @classmethod
    def unpacked(cls, packed: bytes | memoryview, parameters: Parameters) -> Self:
        found = unpack(STATE, packed)
        columns = {name: np.asarray(column) for name, column in found.columns.items()}
        labels = tuple(sorted(found.facts["clans"]))
        state = cls.fresh(players=columns["players"], labels=labels, parameters=parameters)
        count = len(state.players)
        state.means[:count], state.variances[:count] = columns["means"], columns["variances"]
        state.games, state.last_days = columns["games"], columns["last_days"]
        state.recent = columns["recent"].reshape(count, RECENT)
        state.remember_terms(
            {label: Belief(*pair) for label, pair in found.facts["clans"].items()},
            {int(code): Belief(*pair) for code, pair in found.facts["positions"].items()},
        )
        return state
