"""What an organiser can set about a season: typed, checked, and stored as plain data.

The rules of points and ties are `tournaments.standings`'; this adds what decides which games and people they are
applied to, and the shape of a season with groups.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Self

from scoring.types import Violation, params
from tournaments.pairing.schedules import GROUP_SIZES
from tournaments.shared.variants import variants_of
from tournaments.standings.rules import Rules, read_rules

# Games of the kind are played by so many; bots take no part in leagues.
SEAT_COUNTS = (2, 3, 4)
GROUP_TABLES = (3, 4)


@dataclass(frozen=True, slots=True, kw_only=True)
class Configuration:
    """`required` and `excluded` name variants of the game as "option:value"."""

    rules: Rules = field(default_factory=Rules)
    # Open seasons: which games count.
    least_members: int = 2
    seat_counts: tuple[int, ...] = SEAT_COUNTS
    required: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    # Seasons with groups: their shape.
    seats: int = 4
    group_size: int = 7
    promoted: int = 2
    relegated: int = 2
    # Days before a deadline on which those who have not played yet get an e-mail; 0 for none.
    remind_days: int = 3

    def as_stored(self) -> dict[str, Any]:
        plain = {field.name: getattr(self, field.name) for field in fields(self) if field.name != "rules"}
        listed = {name: list(value) if isinstance(value, tuple) else value for name, value in plain.items()}
        return {"rules": self.rules.as_json(), **listed}

    @classmethod
    def from_stored(cls, stored: Mapping[str, Any]) -> Self:
        """What `as_stored` gave; a key this version does not know belongs to another one and is left out."""
        known = {field.name for field in fields(cls)} - {"rules"}
        plain: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in stored.items()
            if name in known
        }
        read = read_rules(stored.get("rules", {}))
        if read.rules is None:
            raise ValueError(f"stored rules cannot be read: {read.violations}")
        return cls(rules=read.rules, **plain)


def check_configuration(configuration: Configuration, *, system: str) -> tuple[Violation, ...]:
    """Everything that is wrong, each with the name of its setting; the rules were checked when they were read."""
    return (*_wrong_numbers(configuration), *_wrong_variants(configuration, system))


def _wrong_numbers(configuration: Configuration) -> Iterator[Violation]:
    limits = {
        "least_members": (1, max(SEAT_COUNTS)),
        "promoted": (0, configuration.group_size),
        "relegated": (0, configuration.group_size),
        "remind_days": (0, 30),
    }
    for name, (least, most) in limits.items():
        if not least <= getattr(configuration, name) <= most:
            yield Violation("out_of_range", name, params(minimum=least, maximum=most))
    if not configuration.seat_counts or not set(configuration.seat_counts) <= set(SEAT_COUNTS):
        yield Violation("seat_counts", "seat_counts")
    if configuration.seats not in GROUP_TABLES:
        yield Violation("out_of_range", "seats", params(minimum=min(GROUP_TABLES), maximum=max(GROUP_TABLES)))
    elif configuration.group_size not in GROUP_SIZES[configuration.seats]:
        sizes = GROUP_SIZES[configuration.seats]
        yield Violation("out_of_range", "group_size", params(minimum=sizes[0], maximum=sizes[-1]))
    if configuration.promoted + configuration.relegated > configuration.group_size:
        yield Violation("moves_too_many", "relegated", params(size=configuration.group_size))


def _wrong_variants(configuration: Configuration, system: str) -> Iterator[Violation]:
    known = set(variants_of(system))
    for name in ("required", "excluded"):
        for variant in getattr(configuration, name):
            if variant not in known:
                yield Violation("unknown_variant", name, params(variant=variant))
    for variant in _in_both(configuration.required, configuration.excluded):
        yield Violation("variant_twice", "excluded", params(variant=variant))


def _in_both(required: Iterable[str], excluded: Iterable[str]) -> list[str]:
    return sorted(set(required) & set(excluded))
