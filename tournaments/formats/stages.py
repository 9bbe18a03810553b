"""Stages of an event, typed and validated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from scoring.types import JsonObject, Violation, params
from tournaments.pairing.request import Method
from tournaments.pairing.schedules import GROUP_SIZES
from tournaments.pairing.sizes import LARGEST, SMALLEST
from tournaments.standings.rules import Rules, read_rules

MOST_ROUNDS = 30
# Of a knockout's table two go on, also where a seat stayed empty.
KNOCKOUT_ADVANCE = 2


class Kind(StrEnum):
    """How a stage is played.

    - `SWISS`: every round equal scores meet.
    - `ROUND_ROBIN`: one group with a balanced schedule.
    - `GROUPS`: several such groups side by side, equally strong.
    - `HEATS`: rounds anyone may join or skip, drawn without regard to scores; the best of them count.
    - `KNOCKOUT`: the first two of each table go on, until one table is left.
    - `FINAL`: one table, one or more games.
    """

    SWISS = "swiss"
    ROUND_ROBIN = "round_robin"
    GROUPS = "groups"
    HEATS = "heats"
    KNOCKOUT = "knockout"
    FINAL = "final"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """One stage. `rounds` is the number of rounds of a Swiss or of heats, and of games of a final; schedules and
    brackets know theirs. `advance` is how many go on to the next stage. In heats `rules.best_games` says how
    many of them count."""

    kind: Kind
    rounds: int = 1
    table_size: int = LARGEST
    group_size: int = 7
    advance: int = 0
    first_round: Method = Method.RANDOM
    rules: Rules = field(default_factory=Rules)

    def as_json(self) -> JsonObject:
        return {
            "kind": self.kind.value,
            "rounds": self.rounds,
            "table_size": self.table_size,
            "group_size": self.group_size,
            "advance": self.advance,
            "first_round": self.first_round.value,
            "rules": self.rules.as_json(),
        }


class ReadStage(NamedTuple):
    stage: Stage | None
    violations: tuple[Violation, ...]


def read_stage(raw: Mapping[str, object]) -> ReadStage:
    """Read a stage from JSON; whatever is not named keeps its default."""
    found: list[Violation] = []
    rules = raw.get("rules", {})
    read = read_rules(rules) if isinstance(rules, Mapping) else None
    if read is None:
        found.append(Violation("stage.not_a_table", "rules"))
    else:
        found += [one._replace(path=f"rules.{one.path}") for one in read.violations]
    choices: dict[str, StrEnum] = {}
    for name, offered, default in (("kind", Kind, None), ("first_round", Method, Method.RANDOM)):
        value = raw.get(name, default)
        if value in list(offered):
            choices[name] = offered(str(value))
        else:
            found.append(Violation("stage.not_a_choice", name))
    numbers = {}
    for name, usual in (("rounds", 1), ("table_size", LARGEST), ("group_size", 7), ("advance", 0)):
        number = raw.get(name, usual)
        if isinstance(number, bool) or not isinstance(number, int):
            found.append(Violation("stage.not_a_number", name))
        else:
            numbers[name] = number
    if found or read is None or read.rules is None:
        return ReadStage(None, tuple(found))
    stage = Stage(
        kind=Kind(choices["kind"]),
        first_round=Method(choices["first_round"]),
        rules=read.rules,
        rounds=numbers["rounds"],
        table_size=numbers["table_size"],
        group_size=numbers["group_size"],
        advance=numbers["advance"],
    )
    wrong = check_stage(stage)
    return ReadStage(None if wrong else stage, wrong)


def check_stage(stage: Stage) -> tuple[Violation, ...]:
    """Everything that is wrong with one stage by itself."""
    found = []
    if not 1 <= stage.rounds <= MOST_ROUNDS:
        found.append(Violation("stage.rounds", "rounds", params(least=1, most=MOST_ROUNDS)))
    if not SMALLEST <= stage.table_size <= LARGEST:
        found.append(Violation("stage.table_size", "table_size", params(least=SMALLEST, most=LARGEST)))
    elif stage.kind is Kind.GROUPS and stage.group_size not in GROUP_SIZES[stage.table_size]:
        sizes = GROUP_SIZES[stage.table_size]
        found.append(
            Violation("stage.group_size", "group_size", params(least=sizes.start, most=sizes.stop - 1))
        )
    if stage.advance < 0:
        found.append(Violation("stage.advance", "advance", params(least=0)))
    if stage.kind is Kind.KNOCKOUT and stage.table_size != LARGEST:
        # With two going on, smaller tables would not halve the field.
        found.append(Violation("stage.knockout_table", "table_size", params(wanted=LARGEST)))
    best = stage.rules.best_games
    if stage.kind is Kind.HEATS and best is not None and best > stage.rounds:
        found.append(Violation("stage.best_games", "rules.best_games", params(most=stage.rounds)))
    return tuple(found)


def check_stages(stages: Sequence[Stage]) -> tuple[Violation, ...]:
    """Everything that is wrong with an event: each stage, and how one follows the other."""
    found = [
        one._replace(path=f"stages[{index}].{one.path}")
        for index, stage in enumerate(stages)
        for one in check_stage(stage)
    ]
    if not stages:
        found.append(Violation("event.no_stage", "stages"))
    coming: int | None = None
    for index, stage in enumerate(stages):
        path = f"stages[{index}].advance"
        if index < len(stages) - 1 and stage.advance < SMALLEST:
            found.append(Violation("event.nobody_advances", path, params(least=SMALLEST)))
        if coming is not None and stage.advance >= coming:
            found.append(Violation("event.all_advance", path, params(most=coming - 1)))
        if stage.kind is Kind.FINAL and coming is not None and coming > stage.table_size:
            found.append(Violation("event.final_too_large", path, params(most=stage.table_size)))
        coming = stage.advance if stage.advance >= SMALLEST else None
    return tuple(found)
