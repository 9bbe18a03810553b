"""What an organiser chooses for a season or stage, typed, validated, and stored as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple, TypeGuard, TypeVar

from scoring.types import JsonObject, Param, Violation, params
from tournaments.standings.schemes import (
    DEFAULT_SCHEME,
    MOST_POINTS,
    SCHEMES,
    Scheme,
    SharedPlaces,
    check_values,
)
from tournaments.standings.tiebreakers import DEFAULT_TIE_BREAKERS, LOT, TIE_BREAKERS

MOST_GAMES = 1000
LONGEST_NUMBER = 20
LONGEST_SEED = 64

Choice = TypeVar("Choice", bound=StrEnum)


class ByePoints(StrEnum):
    """What a round without a table is worth: as much as a first place, a mean seat or a last place at the
    largest table, or nothing."""

    FIRST = "first"
    MEAN = "mean"
    LAST = "last"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """How results become standings.

    `best_games` counts only each player's best; `games_per_opponent` counts only the first so many games
    against the same person; with fewer than `minimum_games` a player is listed without a place. The lot
    closes every chain of tie-breakers, so that a standing is always a strict order.
    """

    scheme: Scheme = SCHEMES[DEFAULT_SCHEME]
    shared_places: SharedPlaces = SharedPlaces.MEAN
    scale_short_tables: bool = False
    tie_breakers: tuple[str, ...] = DEFAULT_TIE_BREAKERS
    best_games: int | None = None
    games_per_opponent: int | None = None
    minimum_games: int = 0
    bye_points: ByePoints = ByePoints.MEAN
    forfeit_points: Fraction = Fraction(0)
    lot_seed: str = ""

    @property
    def chain(self) -> tuple[str, ...]:
        """The tie-breakers in order, the lot last."""
        return (*(key for key in self.tie_breakers if key != LOT), LOT)

    def as_json(self) -> JsonObject:
        return {
            "scheme": self.scheme.key,
            "values": {
                str(seats): [str(value) for value in row] for seats, row in self.scheme.values.items()
            },
            "shared_places": self.shared_places.value,
            "scale_short_tables": self.scale_short_tables,
            "tie_breakers": list(self.chain),
            "best_games": self.best_games,
            "games_per_opponent": self.games_per_opponent,
            "minimum_games": self.minimum_games,
            "bye_points": self.bye_points.value,
            "forfeit_points": str(self.forfeit_points),
            "lot_seed": self.lot_seed,
        }


class ReadRules(NamedTuple):
    """Rules when nothing is wrong, otherwise everything that is."""

    rules: Rules | None
    violations: tuple[Violation, ...]


def read_rules(raw: Mapping[str, object]) -> ReadRules:
    """Read rules from JSON; whatever is not named keeps its default."""
    reader = _Reader(raw)
    rules = Rules(
        scheme=reader.scheme(),
        shared_places=reader.choice("shared_places", SharedPlaces.MEAN),
        scale_short_tables=reader.flag("scale_short_tables"),
        tie_breakers=reader.tie_breakers(),
        best_games=reader.count("best_games", least=1),
        games_per_opponent=reader.count("games_per_opponent", least=1),
        minimum_games=reader.count("minimum_games", least=0) or 0,
        bye_points=reader.choice("bye_points", ByePoints.MEAN),
        forfeit_points=reader.points("forfeit_points"),
        lot_seed=reader.seed(),
    )
    reader.unknown_keys({"values", *(one.name for one in fields(Rules))})
    if reader.violations:
        return ReadRules(None, tuple(reader.violations))
    return ReadRules(rules, ())


def read_points(value: object) -> Fraction | None:
    """A number of points from an int or a text such as "2.5" or "10/3"; None when it is none."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        return None
    text = str(value)
    # An exponent could hide a number of a million digits behind a short text.
    if len(text) > LONGEST_NUMBER or "e" in text.lower():
        return None
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        return None


class _Reader:
    """Reads one field after the other and remembers what was wrong."""

    def __init__(self, raw: Mapping[str, object]) -> None:
        self.raw = raw
        self.violations: list[Violation] = []

    def wrong(self, code: str, path: str, **named: Param) -> None:
        self.violations.append(Violation(code, path, params(**named)))

    def scheme(self) -> Scheme:
        key = self.raw.get("scheme", DEFAULT_SCHEME)
        scheme = SCHEMES.get(key) if isinstance(key, str) else None
        if scheme is None:
            self.wrong("scheme.unknown", "scheme")
            return SCHEMES[DEFAULT_SCHEME]
        values = self.values()
        problems = check_values(scheme.key, values)
        self.violations += problems
        return scheme if problems else scheme.edited(values)

    def values(self) -> dict[int, tuple[Fraction, ...]]:
        raw = self.raw.get("values") or {}
        if not isinstance(raw, Mapping):
            self.wrong("rules.not_a_table", "values")
            return {}
        rows = {}
        for seats, row in raw.items():
            path = f"values[{seats}]"
            if not str(seats).isdecimal() or len(str(seats)) > 2 or not _is_list(row):
                self.wrong("rules.not_a_table", path)
                continue
            points = [read_points(value) for value in row]
            for index, value in enumerate(points):
                if value is None:
                    self.wrong("rules.not_a_number", f"{path}[{index}]")
            if None not in points:
                rows[int(seats)] = tuple(value for value in points if value is not None)
        return rows

    def tie_breakers(self) -> tuple[str, ...]:
        raw = self.raw.get("tie_breakers", DEFAULT_TIE_BREAKERS)
        if not _is_list(raw):
            self.wrong("rules.not_a_list", "tie_breakers")
            return DEFAULT_TIE_BREAKERS
        for index, key in enumerate(raw):
            path = f"tie_breakers[{index}]"
            if not isinstance(key, str) or key not in TIE_BREAKERS:
                self.wrong("tie_breakers.unknown", path)
            elif key in raw[:index]:
                self.wrong("tie_breakers.twice", path, key=key)
        return tuple(str(key) for key in raw)

    def choice(self, key: str, default: Choice) -> Choice:
        value = self.raw.get(key, default)
        for choice in type(default):
            if value == choice:
                return choice
        self.wrong("rules.not_a_choice", key)
        return default

    def flag(self, key: str) -> bool:
        value = self.raw.get(key, False)
        if not isinstance(value, bool):
            self.wrong("rules.not_a_choice", key)
        return value is True

    def count(self, key: str, *, least: int) -> int | None:
        value = self.raw.get(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int):
            self.wrong("rules.not_a_number", key)
            return None
        if not least <= value <= MOST_GAMES:
            self.wrong("rules.out_of_range", key, least=least, most=MOST_GAMES)
        return value

    def points(self, key: str) -> Fraction:
        value = read_points(self.raw.get(key, 0))
        if value is None:
            self.wrong("rules.not_a_number", key)
        elif not -MOST_POINTS <= value <= MOST_POINTS:
            self.wrong("rules.out_of_range", key, least=-MOST_POINTS, most=MOST_POINTS)
        return value or Fraction(0)

    def seed(self) -> str:
        value = self.raw.get("lot_seed", "")
        if not isinstance(value, str) or len(value) > LONGEST_SEED:
            self.wrong("rules.too_long", "lot_seed", most=LONGEST_SEED)
            return ""
        return value

    def unknown_keys(self, known: set[str]) -> None:
        for key in self.raw.keys() - known:
            self.wrong("rules.unknown", str(key))


def _is_list(value: object) -> TypeGuard[Sequence[object]]:
    return isinstance(value, Sequence) and not isinstance(value, str)
