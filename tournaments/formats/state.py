"""Where a stage stands: who takes part, and the results of its rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from tournaments.formats.stages import Stage
from tournaments.pairing.request import Pair, meetings_of
from tournaments.pairing.sizes import LARGEST
from tournaments.standings.results import Adjustment, Result, ResultKind
from tournaments.standings.table import Standings, standings


class Participant(NamedTuple):
    """A player of a stage; `seed` 1 is the first. Who dropped out or skips the next round is not active."""

    player: str
    seed: int
    rating: int | None = None
    club: str | None = None
    family: str | None = None
    active: bool = True
    withdrawn: bool = False


@dataclass(frozen=True)
class StageState:
    """A stage with its finished rounds; each round has its tables and byes as results."""

    stage: Stage
    participants: tuple[Participant, ...]
    rounds: tuple[tuple[Result, ...], ...] = ()
    adjustments: tuple[Adjustment, ...] = ()

    @cached_property
    def results(self) -> tuple[Result, ...]:
        return tuple(result for one in self.rounds for result in one)

    @cached_property
    def tables(self) -> tuple[tuple[str, ...], ...]:
        """Everyone who sat together, in seat order."""
        return tuple(seated(result) for result in self.results if result.kind is not ResultKind.BYE)

    @cached_property
    def active(self) -> tuple[Participant, ...]:
        """Those to be drawn, the first seed first."""
        return tuple(sorted((one for one in self.participants if one.active), key=lambda one: one.seed))

    def standings(self, players: Sequence[str] | None = None) -> Standings:
        """The standings of the stage, or of some of its players among themselves."""
        return standings(
            results=self.results,
            entrants=[one.player for one in self.participants] if players is None else players,
            rules=self.stage.rules,
            withdrawn={one.player for one in self.participants if one.withdrawn},
            adjustments=self.adjustments,
        )

    @cached_property
    def meetings(self) -> Counter[Pair]:
        return meetings_of(self.tables)

    @cached_property
    def seat_counts(self) -> dict[str, tuple[int, ...]]:
        """How often each player sat in each seat."""
        counts = {one.player: [0] * LARGEST for one in self.participants}
        for table in self.tables:
            for position, player in enumerate(table):
                if player in counts:
                    counts[player][position] += 1
        return {player: tuple(seats) for player, seats in counts.items()}

    @cached_property
    def short_tables(self) -> Counter[str]:
        """How often each player sat at a table with a seat missing, where others of the round had more."""
        found: Counter[str] = Counter()
        for one in self.rounds:
            tables = [seated(result) for result in one if result.kind is not ResultKind.BYE]
            largest = max((len(table) for table in tables), default=0)
            found.update(player for table in tables if len(table) < largest for player in table)
        return found

    @cached_property
    def byes(self) -> Counter[str]:
        return Counter(
            seat.player for result in self.results if result.kind is ResultKind.BYE for seat in result.seats
        )


def seated(result: Result) -> tuple[str, ...]:
    """The players of a table in seat order, as far as positions are known."""
    seats = sorted(enumerate(result.seats), key=lambda item: item[1].position or item[0] + 1)
    return tuple(seat.player for _, seat in seats)
