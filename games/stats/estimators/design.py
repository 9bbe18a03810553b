"""The sparse matrices of the model, and products with them that never build anything large."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from games.stats.estimators.observations import Array, Observations


@dataclass(frozen=True, eq=False)
class Design:
    """Columns of a fit: `few` effects under the weak prior (factions, positions, extras), `players`, and a
    `mastery` effect per player and faction that occur together.
    """

    observed: Observations

    @cached_property
    def starts(self) -> Array:
        game = self.observed.game
        return np.flatnonzero(np.concatenate(([True], game[1:] != game[:-1]))) if len(game) else game

    @cached_property
    def people(self) -> Array:
        return np.diff(np.concatenate((self.starts, [len(self.observed)])))

    @cached_property
    def weight(self) -> Array:
        """What is left of a row's unit after centring within its game, 1 - 1/people."""
        return np.repeat(1 - 1 / self.people, self.people)

    @cached_property
    def few_labels(self) -> list[tuple[str, int]]:
        """Name and code of each of the few effects, factions first."""
        labels = [("faction", int(code)) for code in np.unique(self.observed.faction)]
        for name, codes in (("position", self.observed.position), *self.observed.extra.items()):
            labels += [(name, int(code)) for code in np.unique(codes) if code]
        return labels

    @cached_property
    def few(self) -> sparse.csr_array:
        groups = {"faction": self.observed.faction, "position": self.observed.position, **self.observed.extra}
        numbers = {label: number for number, label in enumerate(self.few_labels)}
        rows, columns = [], []
        for name, codes in groups.items():
            used = np.flatnonzero(codes)
            table = np.zeros(int(codes.max(initial=0)) + 1, dtype=np.int64)
            for (label, code), number in numbers.items():
                if label == name:
                    table[code] = number
            rows.append(used)
            columns.append(table[codes[used]])
        return _ones(np.concatenate(rows), np.concatenate(columns), (len(self.observed), len(numbers)))

    @cached_property
    def player(self) -> Array:
        return np.unique(self.observed.player, return_inverse=True)[1]

    @cached_property
    def players(self) -> int:
        return int(self.player.max(initial=-1)) + 1

    @cached_property
    def cell(self) -> Array:
        """The mastery effect of each row."""
        key = self.player * (int(self.observed.faction.max(initial=0)) + 1) + self.observed.faction
        return np.unique(key, return_inverse=True)[1]

    @cached_property
    def cells(self) -> int:
        return int(self.cell.max(initial=-1)) + 1

    @cached_property
    def player_of_cell(self) -> Array:
        owners = np.zeros(self.cells, dtype=np.int64)
        owners[self.cell] = self.player
        return owners

    @cached_property
    def many(self) -> sparse.csr_array:
        """Players, then mastery."""
        rows = np.arange(len(self.observed))
        return _ones(
            np.concatenate((rows, rows)),
            np.concatenate((self.player, self.players + self.cell)),
            (len(rows), self.players + self.cells),
        )

    @cached_property
    def _many_transposed(self) -> sparse.csr_array:
        return self.many.T.tocsr()

    @cached_property
    def _few_transposed(self) -> sparse.csr_array:
        return self.few.T.tocsr()

    @cached_property
    def cell_weight(self) -> Array:
        return np.bincount(self.cell, weights=self.weight, minlength=self.cells)

    def centred(self, values: Array) -> Array:
        """Less the mean of the game."""
        means = np.add.reduceat(values, self.starts, axis=0) / self.people[:, None]
        return values - np.repeat(means, self.people, axis=0)

    def normal(self, values: Array, ridge: float) -> Array:
        """The normal matrix of players and mastery times `values`."""
        product: Array = self._many_transposed @ self.centred(self.many @ values)
        product[self.players :] += ridge * values[self.players :]
        return product

    def preconditioned(self, values: Array, ridge: float) -> Array:
        """Solved player by player, as if games did not tie them together."""
        mine = self.cell_weight[:, None]
        share = mine / (mine + ridge)
        answer = np.empty_like(values)
        owners = self._owners
        left = owners @ (mine - mine * share)
        answer[: self.players] = (values[: self.players] - owners @ (share * values[self.players :])) / left
        answer[self.players :] = (values[self.players :] - mine * answer[self.player_of_cell]) / (
            mine + ridge
        )
        return answer

    @cached_property
    def _owners(self) -> sparse.csr_array:
        return _ones(self.player_of_cell, np.arange(self.cells), (self.players, self.cells))

    def down_many(self, values: Array) -> Array:
        product: Array = self._many_transposed @ values
        return product

    def down_few(self, values: Array) -> Array:
        product: Array = self._few_transposed @ values
        return product

    @cached_property
    def free_players(self) -> int:
        """Player effects that can be told apart: within each group of connected players one is given away."""
        games = np.repeat(np.arange(len(self.starts)), self.people)
        links = _ones(self.player, games, (self.players, len(self.starts)))
        groups, _ = connected_components(sparse.block_array([[None, links], [links.T, None]]), directed=False)
        return self.players - int(groups)


def _ones(rows: Array, columns: Array, shape: tuple[int, int]) -> sparse.csr_array:
    return sparse.csr_array((np.ones(len(rows)), (rows, columns)), shape=shape)
