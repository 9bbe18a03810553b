"""Reading a raw sheet by its description: any JSON value in, typed values and all problems out.

Everything a description can express is checked here: shape, types, ranges, choices, fields that do not apply,
values two seats may not share, totals that contradict their parts, blanks that must be filled.
Rules that tie fields together in a way of their own belong to the game system.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from scoring.applicability import table_facts
from scoring.conditions import ALWAYS, facts_of, holds
from scoring.description import Description, Field
from scoring.plan import Scope, SeatPlan, scope_of
from scoring.scopes import Findings, read_scope, shown
from scoring.seats import read_seats
from scoring.types import Json, JsonObject, SheetValues, Value, Violation, params
from scoring.vocabulary import Code

READER_CODES = (
    Code("not_an_object", "violation"),
    Code("not_a_list", "violation"),
    Code("not_text", "violation"),
    Code("not_a_whole_number", "violation"),
    Code("not_yes_or_no", "violation"),
    Code("not_a_choice", "violation"),
    Code("too_small", "violation", {"minimum": "number"}),
    Code("too_large", "violation", {"maximum": "number"}),
    Code("too_long", "violation", {"maximum": "number"}),
    Code("wrong_length", "violation", {"minimum": "number", "maximum": "number"}),
    Code("not_exactly", "violation", {"number": "number"}),
    Code("too_many_listed", "violation", {"maximum": "number"}),
    Code("listed_twice", "violation"),
    Code("unknown_field", "violation"),
    Code("unknown_round", "violation"),
    Code("other_ruleset", "violation"),
    Code("too_few_seats", "violation", {"minimum": "number"}),
    Code("too_many_seats", "violation", {"maximum": "number"}),
    Code("too_few_of_kind", "violation", {"kind": "label:seat_kind", "minimum": "number"}),
    Code("too_many_of_kind", "violation", {"kind": "label:seat_kind", "maximum": "number"}),
    Code("not_applicable", "violation"),
    Code("required", "violation"),
    Code("taken", "violation", {"seat": "seat"}),
    Code("parts_disagree", "violation", {"typed": "number", "counted": "number"}),
    Code("tiles_disagree", "violation", {"typed": "number", "counted": "number"}),
    Code("unusual", "warning", {"value": "number", "usual": "number"}),
)

# The mixes of options, seats and cards that are met again and again
MOST_PLANS = 512
_TOP_LEVEL = frozenset({"ruleset", "options", "setup", "game", "seats"})


class Reading(NamedTuple):
    """What was read. There are values whenever it is clear who sits at the table, bad ones left blank."""

    values: SheetValues | None
    violations: tuple[Violation, ...]
    warnings: tuple[Violation, ...]
    missing: tuple[str, ...]


# The kind of every seat, in their order
Kinds: TypeAlias = tuple[str, ...]


class _Table(NamedTuple):
    """What the options and seats of a game settle for everyone."""

    facts: dict[str, Value]
    idle_options: tuple[Field, ...]
    setup: Scope
    game: Scope


class Reader:
    """Reads the raw sheets of one description."""

    def __init__(self, description: Description) -> None:
        self._description = description
        self._kinds = {kind.key: kind for kind in description.seat_kinds}
        self._first_kind = description.seat_kinds[0].key
        self._rounds = description.rounds
        # Every option is read before it is known which of them apply.
        self._options = scope_of(
            [replace(option, when=ALWAYS) for option in description.options], {}, description
        )
        # Of the game's fields only those that seat fields depend on make a plan of their own.
        asked = {fact for field in description.seat for fact in facts_of(field.when)}
        self._asked_game = tuple(field.key for field in description.game if f"game.{field.key}" in asked)
        self._has_rounds = any(field.rounds for field in description.seat)
        self._reserved = ("kind", "player", "rounds") if self._has_rounds else ("kind", "player")
        # Options and seats are few and finite, so nearly every game finds its plan ready made.
        self._table = lru_cache(MOST_PLANS)(self._make_table)
        self._seat_plans = lru_cache(MOST_PLANS)(self._make_seat_plans)

    def read(self, raw: object, *, through: str | None, partial: bool) -> Reading:
        found = Findings([], [], [])
        last = self._rounds[-1] if through is None else through
        values: SheetValues | None = None
        if last not in self._rounds:
            found.problems.append(Violation("unknown_round", ""))
        elif not isinstance(raw, dict):
            found.problems.append(Violation("not_an_object", ""))
        else:
            values = self._read_sheet(raw, last, found)
        problems, warnings, missing = found
        if missing and not partial:
            problems += [Violation("required", path) for path in missing]
            missing = []
        return Reading(values, tuple(problems), tuple(warnings), tuple(missing))

    # The sheet as a whole

    def _read_sheet(self, raw: dict[str, object], last: str, found: Findings) -> SheetValues | None:
        found.problems.extend(
            [Violation("unknown_field", shown(key)) for key in raw if key not in _TOP_LEVEL]
        )
        if raw.get("ruleset", self._description.key) != self._description.key:
            found.problems.append(Violation("other_ruleset", "ruleset"))
        seats, kinds = self._read_kinds(raw.get("seats"), found.problems)
        _, options = read_scope(self._options, raw.get("options"), "options", {}, found)
        if kinds is None:
            return None
        table = self._settle(kinds, options, found)
        setup, _ = read_scope(table.setup, raw.get("setup"), "setup", {}, found)
        _, game = read_scope(table.game, raw.get("game"), "game", table.facts, found)
        asked = tuple([game[key] for key in self._asked_game])
        plans = self._seat_plans(kinds, tuple(options.values()), asked, last)
        return SheetValues(last, options, setup, game, read_seats(plans, seats, self._description, found))

    def _settle(self, kinds: Kinds, options: dict[str, Value], found: Findings) -> _Table:
        """What the options settle; those that do not apply at this table are reported and left blank."""
        table = self._table(kinds, tuple(options.values()))
        if table.idle_options:
            found.problems.extend(
                [Violation("not_applicable", f"options.{option.key}") for option in table.idle_options]
            )
            options |= {option.key: option.blank for option in table.idle_options}
            table = self._table(kinds, tuple(options.values()))
        return table

    # Kinds of seats

    def _read_kinds(
        self, raw: object, problems: list[Violation]
    ) -> tuple[list[dict[str, object]], Kinds | None]:
        """The seats and their kinds, or None instead of the kinds when there is no telling who sits there."""
        description = self._description
        if not isinstance(raw, list):
            problems.append(Violation("not_a_list", "seats"))
            return [], None
        if len(raw) < description.fewest_seats:
            problems.append(Violation("too_few_seats", "seats", params(minimum=description.fewest_seats)))
            return [], None
        if len(raw) > description.most_seats:
            problems.append(Violation("too_many_seats", "seats", params(maximum=description.most_seats)))
            return [], None
        kinds = [self._read_kind(seat, f"seats[{index}]", problems) for index, seat in enumerate(raw)]
        known = tuple([kind for kind in kinds if kind is not None])
        return raw, known if len(known) == len(raw) and self._has_enough_of_each(known, problems) else None

    def _read_kind(self, seat: object, path: str, problems: list[Violation]) -> str | None:
        if not isinstance(seat, dict):
            problems.append(Violation("not_an_object", path))
            return None
        kind = seat.get("kind")
        if kind is None:
            return self._first_kind
        if isinstance(kind, str) and kind in self._kinds:
            return kind
        problems.append(Violation("not_a_choice", f"{path}.kind"))
        return None

    def _has_enough_of_each(self, kinds: Kinds, problems: list[Violation]) -> bool:
        """As many seats of each kind as a game may have, and no more."""
        before = len(problems)
        for allowed in self._kinds.values():
            number = kinds.count(allowed.key)
            if number < allowed.minimum:
                limits = params(kind=allowed.key, minimum=allowed.minimum)
                problems.append(Violation("too_few_of_kind", "seats", limits))
            elif number > allowed.maximum:
                limits = params(kind=allowed.key, maximum=allowed.maximum)
                problems.append(Violation("too_many_of_kind", "seats", limits))
        return len(problems) == before

    # Plans, made once for each mix

    def _make_table(self, kinds: Kinds, options: tuple[Value, ...]) -> _Table:
        description = self._description
        facts = table_facts(description, kinds)
        chosen = {option.key: value for option, value in zip(description.options, options, strict=True)}
        facts |= {f"options.{key}": value for key, value in chosen.items()}
        idle = tuple(
            option
            for option in description.options
            if chosen[option.key] != option.blank and not _applies(option, chosen[option.key], facts)
        )
        setup = scope_of(description.setup, facts, description)
        return _Table(facts, idle, setup, scope_of(description.game, facts, description, own="game."))

    def _make_seat_plans(
        self, kinds: Kinds, options: tuple[Value, ...], game: tuple[Value, ...], last: str
    ) -> tuple[SeatPlan, ...]:
        """How the seats are read up to a round, by the values of the game that their fields ask for."""
        facts = dict(self._table(kinds, options).facts)
        facts |= {f"game.{key}": value for key, value in zip(self._asked_game, game, strict=True)}
        plans = {kind: self._seat_plan(kind, {**facts, "seat.kind": kind}, last) for kind in set(kinds)}
        return tuple([plans[kind] for kind in kinds])

    def _seat_plan(self, kind: str, facts: dict[str, Value], last: str) -> SeatPlan:
        description = self._description
        fields = description.seat
        if last != self._rounds[-1]:
            # What is entered once comes with the last round, which is still ahead.
            fields = tuple(field if field.rounds else replace(field, required=False) for field in fields)
        once = [field for field in fields if not field.rounds]
        rounds: dict[str, Scope] = {}
        if self._has_rounds:
            for name in self._rounds[: self._rounds.index(last) + 1]:
                of_round = [field for field in fields if name in field.rounds]
                rounds[name] = scope_of(of_round, facts, description)
        return SeatPlan(kind, facts, scope_of(once, facts, description, reserved=self._reserved), rounds)


def raw_of(key: str, values: SheetValues) -> JsonObject:
    """The raw sheet that reads as these values, blanks left out."""
    seats: list[Json] = []
    for seat in values.seats:
        raw: JsonObject = {"kind": seat.kind}
        if seat.player is not None:
            raw["player"] = seat.player
        raw |= _plain(seat.entered)
        if seat.entered_rounds:
            raw["rounds"] = {name: _plain(entered) for name, entered in seat.entered_rounds.items()}
        seats.append(raw)
    return {
        "ruleset": key,
        "options": _plain(values.options),
        "setup": _plain(values.setup),
        "game": _plain(values.game),
        "seats": seats,
    }


def _applies(option: Field, value: Value, facts: Mapping[str, Value]) -> bool:
    return holds(option.when, facts) and holds(option.choice_when.get(str(value), ALWAYS), facts)


def _plain(values: Mapping[str, Value]) -> JsonObject:
    return {key: list(value) if isinstance(value, tuple) else value for key, value in values.items()}
