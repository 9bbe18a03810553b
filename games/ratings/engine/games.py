"""Games as columns: who played, with what, and who came in where."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from games.ratings.engine.packing import RATED_GAMES, order_key, pack, unpack

Numbers = NDArray[Any]
# Labels of clans; a seat's code is the index in this list plus one, 0 a seat without a clan.
Labels = tuple[str, ...]


@dataclass(frozen=True)
class RatedGames:
    """`counts` are the rated seats of each game; the seats of all games follow one another in four columns."""

    ids: Numbers
    finished: Numbers
    days: Numbers
    counts: Numbers
    players: Numbers
    clans: Numbers
    positions: Numbers
    places: Numbers
    labels: Labels

    def __len__(self) -> int:
        return len(self.ids)

    @cached_property
    def offsets(self) -> Numbers:
        """Where each game's seats begin, and at the end where the last ones end."""
        return np.concatenate(([0], np.cumsum(self.counts, dtype=np.int64)))

    def in_order(self) -> Self:
        return self.take(np.lexsort((self.ids, self.finished, self.days)))

    def take(self, games: Numbers) -> Self:
        """These games, in this order."""
        counts = self.counts[games].astype(np.int64)
        starts = self.offsets[games]
        # The seats of the chosen games: each one's start, and how far into its game each seat is.
        ends = np.cumsum(counts)
        seats = np.repeat(starts - (ends - counts), counts) + np.arange(counts.sum())
        return type(self)(
            ids=self.ids[games],
            finished=self.finished[games],
            days=self.days[games],
            counts=self.counts[games],
            players=self.players[seats],
            clans=self.clans[seats],
            positions=self.positions[seats],
            places=self.places[seats],
            labels=self.labels,
        )

    def part(self, start: int, end: int) -> Self:
        """The games from `start` up to `end`, without copying."""
        first, last = int(self.offsets[start]), int(self.offsets[end])
        return type(self)(
            ids=self.ids[start:end],
            finished=self.finished[start:end],
            days=self.days[start:end],
            counts=self.counts[start:end],
            players=self.players[first:last],
            clans=self.clans[first:last],
            positions=self.positions[first:last],
            places=self.places[first:last],
            labels=self.labels,
        )

    def key_of(self, game: int) -> str:
        return order_key(int(self.days[game]), int(self.finished[game]), int(self.ids[game]))

    def packed(self) -> bytes:
        facts = {"games": len(self.ids), "seats": len(self.players), "clans": self.labels}
        columns = {field.name: getattr(self, field.name) for field in fields(self) if field.name != "labels"}
        return pack(
            RATED_GAMES, facts, {name: np.ascontiguousarray(column) for name, column in columns.items()}
        )

    @classmethod
    def unpacked(cls, packed: bytes | memoryview) -> Self:
        found = unpack(RATED_GAMES, packed)
        columns = {name: np.asarray(column) for name, column in found.columns.items()}
        return cls(**columns, labels=tuple(found.facts["clans"]))

    @classmethod
    def none(cls) -> Self:
        return cls.unpacked(
            pack(RATED_GAMES, {"games": 0, "seats": 0, "clans": []}, dict.fromkeys(_NAMES, b""))
        )

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> Self:
        """One after another; the labels of all parts become one list."""
        if not parts:
            return cls.none()
        labels = tuple(sorted({label for part in parts for label in part.labels}))
        columns = {name: np.concatenate([getattr(part, name) for part in parts]) for name in _NAMES}
        columns["clans"] = np.concatenate([part.recoded(labels) for part in parts])
        return cls(**columns, labels=labels)

    def recoded(self, labels: Labels) -> Numbers:
        """The clans' codes in another list of labels."""
        if labels == self.labels:
            return self.clans
        new_codes = [0, *(labels.index(label) + 1 for label in self.labels)]
        return np.array(new_codes, dtype=np.uint8)[self.clans]


_NAMES = tuple(name for name, _, _ in RATED_GAMES)
