"""What a draw is made from: players, their past, the organiser's wishes, weights and a seed.

A request is all that a draw depends on. It turns into JSON and back, and its digest names it, so that anyone can draw
again and see that nothing else had a say.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from enum import StrEnum
from fractions import Fraction
from typing import Any, NamedTuple

from scoring.types import JsonObject, Violation, params
from tournaments.pairing.sizes import LARGEST, SMALLEST, table_sizes

ENGINE = "draw"
VERSION = "2"

Pair = tuple[str, str]


class Method(StrEnum):
    """Equal scores together; by lot; strong players spread over the tables; or, while nobody has points yet,
    strong players brought together as if they had won already."""

    SCORES = "scores"
    RANDOM = "random"
    SEEDED = "seeded"
    ACCELERATED = "accelerated"


class Entrant(NamedTuple):
    """A player to be drawn. `seats` counts earlier games in the first to the fourth seat, `short` earlier
    tables with a seat missing, `byes` earlier rounds without a table."""

    player: str
    score: Fraction = Fraction(0)
    rating: int | None = None
    club: str | None = None
    family: str | None = None
    seats: tuple[int, ...] = (0,) * LARGEST
    short: int = 0
    byes: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """What each thing costs that a draw tries to avoid.

    - `repeat`: a pair that meets again, for each time it has met.
    - `score`: the square of the difference in score of a pair, where the first place of a table is worth 5.
    - `short`: a short table (or, twice, a bye) for somebody who has had more of them than others, by the
      square of how many more.
    - `club`, `family`: two of the same club or family at a table.
    - `seeding`: two of the same strength at a table, when strong players are to be spread.
    """

    repeat: int = 1000
    score: int = 1
    short: int = 600
    club: int = 60
    family: int = 300
    seeding: int = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawRequest:
    """All that a draw depends on. `win` is what a first place is worth in points, `meetings` how often pairs
    have met, `together` and `apart` are the organiser's wishes that no draw breaks."""

    entrants: tuple[Entrant, ...]
    seed: str
    table_size: int = LARGEST
    method: Method = Method.SCORES
    weights: Weights = field(default_factory=Weights)
    win: Fraction = Fraction(5)
    meetings: Mapping[Pair, int] = field(default_factory=dict)
    together: tuple[Pair, ...] = ()
    apart: tuple[Pair, ...] = ()

    @property
    def sizes(self) -> tuple[int, ...]:
        return table_sizes(len(self.entrants), self.table_size)

    def as_json(self) -> JsonObject:
        """The request in one fixed form, whatever order its parts were given in."""
        return {
            "engine": ENGINE,
            "version": VERSION,
            "seed": self.seed,
            "table_size": self.table_size,
            "method": self.method.value,
            "weights": asdict(self.weights),
            "win": str(self.win),
            "entrants": [
                one._replace(score=str(one.score), seats=list(one.seats))._asdict()  # type: ignore[arg-type]
                for one in sorted(self.entrants)
            ],
            "meetings": [
                [*pair, count] for pair, count in sorted(pair_counts(self.meetings).items()) if count
            ],
            "together": [list(pair) for pair in sorted({ordered(*pair) for pair in self.together})],
            "apart": [list(pair) for pair in sorted({ordered(*pair) for pair in self.apart})],
        }

    @property
    def digest(self) -> str:
        """A name for exactly this request to exactly this version of the code."""
        text = json.dumps(self.as_json(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


def read_request(raw: Mapping[str, Any]) -> DrawRequest:
    """A stored request again. Raises ValueError when another version of the code made it."""
    if (raw["engine"], raw["version"]) != (ENGINE, VERSION):
        raise ValueError(f"made by {raw['engine']} {raw['version']}, this is {ENGINE} {VERSION}")
    return DrawRequest(
        entrants=tuple(
            Entrant(**(one | {"score": Fraction(one["score"]), "seats": tuple(one["seats"])}))
            for one in raw["entrants"]
        ),
        seed=raw["seed"],
        table_size=raw["table_size"],
        method=Method(raw["method"]),
        weights=Weights(**raw["weights"]),
        win=Fraction(raw["win"]),
        meetings={(one, other): count for one, other, count in raw["meetings"]},
        together=tuple((one, other) for one, other in raw["together"]),
        apart=tuple((one, other) for one, other in raw["apart"]),
    )


def ordered(one: str, other: str) -> Pair:
    """The one name of a pair."""
    return (one, other) if one <= other else (other, one)


def pair_counts(meetings: Mapping[Pair, int]) -> Counter[Pair]:
    """Meetings by the one name of each pair."""
    counts: Counter[Pair] = Counter()
    for (one, other), count in meetings.items():
        counts[ordered(one, other)] += count
    return counts


def meetings_of(tables: Iterable[Iterable[str]]) -> Counter[Pair]:
    """How often each pair met at these tables."""
    counts: Counter[Pair] = Counter()
    for table in tables:
        seated = sorted(table)
        counts.update((one, other) for index, one in enumerate(seated) for other in seated[index + 1 :])
    return counts


def check_request(request: DrawRequest) -> tuple[Violation, ...]:
    """Everything that keeps a request from being drawn."""
    found = []
    times = Counter(one.player for one in request.entrants)
    found += [
        Violation("draw.player_twice", "entrants", params(player=player))
        for player, count in times.items()
        if count > 1
    ]
    if len(request.entrants) < SMALLEST:
        found.append(Violation("draw.too_few", "entrants", params(least=SMALLEST)))
    if not SMALLEST <= request.table_size <= LARGEST:
        found.append(Violation("draw.table_size", "table_size", params(least=SMALLEST, most=LARGEST)))
    if request.win <= 0:
        found.append(Violation("draw.win", "win"))
    found += [
        Violation("draw.negative_weight", f"weights.{one.name}")
        for one in fields(request.weights)
        if getattr(request.weights, one.name) < 0
    ]
    return (*found, *_check_wishes(request))


def _check_wishes(request: DrawRequest) -> list[Violation]:
    present = {one.player for one in request.entrants}
    found = []
    for name, pairs in (("together", request.together), ("apart", request.apart)):
        for index, (one, other) in enumerate(pairs):
            if one == other:
                found.append(Violation("draw.same_player", f"{name}[{index}]", params(player=one)))
            elif not {one, other} <= present:
                missing = one if one not in present else other
                found.append(Violation("draw.not_present", f"{name}[{index}]", params(player=missing)))
    circles = circles_of(request.together)
    largest = min(request.table_size, LARGEST)
    found += [
        Violation("draw.circle_too_large", "together", params(players=circle, most=largest))
        for circle in sorted({tuple(sorted(circle)) for circle in circles.values()})
        if len(circle) > largest
    ]
    found += [
        Violation("draw.contradiction", f"apart[{index}]", params(one=one, other=other))
        for index, (one, other) in enumerate(request.apart)
        if one != other and other in circles.get(one, ())
    ]
    return found


def circles_of(pairs: Iterable[Pair]) -> dict[str, set[str]]:
    """For each player named, everyone who has to sit with them, directly or through others."""
    circles: dict[str, set[str]] = {}
    for one, other in pairs:
        merged = circles.get(one, {one}) | circles.get(other, {other})
        circles |= dict.fromkeys(merged, merged)
    return circles
