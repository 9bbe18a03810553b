"""What an organiser sets about the draws and the set-up of an event: typed, checked, stored as plain data."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Self

from scoring import registry
from scoring.types import Violation, params
from tournaments.pairing.request import Weights

MOST_WEIGHT = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupPlan:
    """What is the same at every table of a round, drawn by lot. `fields` are keys of the game's set-up, `offer` is how
    many clans are on offer (for the auction, too; 0: any). Without `expansions` only what the base game has is drawn.
    """

    fields: tuple[str, ...] = ()
    offer: int = 0
    expansions: bool = False

    def __bool__(self) -> bool:
        return bool(self.fields or self.offer)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventConfiguration:
    weights: Weights = field(default_factory=Weights)
    setup: SetupPlan = field(default_factory=SetupPlan)

    def as_stored(self) -> dict[str, Any]:
        return {
            "weights": asdict(self.weights),
            "setup": asdict(self.setup) | {"fields": list(self.setup.fields)},
        }

    @classmethod
    def from_stored(cls, stored: Mapping[str, Any]) -> Self:
        """What `as_stored` gave; a key this version does not know is left out."""
        setup = _known(SetupPlan, stored.get("setup", {}))
        setup["fields"] = tuple(setup.get("fields", ()))
        return cls(
            weights=Weights(**_known(Weights, stored.get("weights", {}))),
            setup=SetupPlan(**setup),
        )


def _known(cls: type[Any], stored: Mapping[str, Any]) -> dict[str, Any]:
    names = {field.name for field in fields(cls)}
    return {name: value for name, value in stored.items() if name in names}


def check_event_configuration(configuration: EventConfiguration, *, system: str) -> tuple[Violation, ...]:
    """Everything that is wrong, each with the name of its setting."""
    return (*_wrong_weights(configuration.weights), *_wrong_setup(configuration.setup, system))


def _wrong_weights(weights: Weights) -> Iterator[Violation]:
    for weight in fields(weights):
        if not 0 <= getattr(weights, weight.name) <= MOST_WEIGHT:
            yield Violation("out_of_range", f"weights.{weight.name}", params(minimum=0, maximum=MOST_WEIGHT))


def _wrong_setup(plan: SetupPlan, system: str) -> Iterator[Violation]:
    description = registry.get(system).description
    known = {field.key for field in description.setup}
    for key in plan.fields:
        if key not in known:
            yield Violation("unknown_setup", "setup.fields", params(key=key))
    most = len(offered_choices(system, expansions=plan.expansions))
    if not 0 <= plan.offer <= most:
        yield Violation("out_of_range", "setup.offer", params(minimum=0, maximum=most))


def offered_choices(system: str, *, expansions: bool) -> tuple[str, ...]:
    """The clans (or what else tells players apart) that can be on offer; none where a game has no such thing."""
    description = registry.get(system).description
    for column in description.seat:
        if column.key == description.dimension:
            return choices_of(system, column, expansions=expansions)
    return ()


def choices_of(system: str, of: Any, *, expansions: bool) -> tuple[str, ...]:
    """The choices of a field that the boxes on the tables have."""
    catalogue = registry.get(system).description.catalogues.get(of.catalogue, ())
    outside = {row["key"] for row in catalogue if row.get("set", "base") != "base"}
    return tuple(choice for choice in of.choices if expansions or choice not in outside)
