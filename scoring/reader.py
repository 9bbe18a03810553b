"""Reading a raw sheet by its description: any JSON value in, typed entries and all problems out.

Everything a description can express is checked here: shape, types, ranges, choices, fields that do not apply,
values two seats may not share, totals that contradict their parts, blanks that must be filled.
Rules that tie fields together in a way of their own belong to the game system.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import NamedTuple, TypeAlias

from scoring.conditions import ALWAYS, facts_of, holds
from scoring.description import Description, Field
from scoring.kept import kept
from scoring.plan import Scope, SeatPlan, TablePlan, scope_of, table_plan
from scoring.scopes import Findings, read_scope, shown
from scoring.seats import read_seats
from scoring.shapes import usual_values
from scoring.types import Entries, Json, JsonObject, Value, Violation, params
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
    """What was read. There are entries whenever it is clear who sits at the table, bad values left blank."""

    entries: Entries | None
    violations: tuple[Violation, ...]
    warnings: tuple[Violation, ...]
    missing: tuple[str, ...]


# The kind of every seat, in their order
Kinds: TypeAlias = tuple[str, ...]
# Kinds of seats; options as they were given; the types of their values
_GivenOptions: TypeAlias = tuple[Kinds, tuple[tuple[str, object], ...], tuple[type, ...]]


class _Table(NamedTuple):
    """What the options and seats of a game settle for everyone.

    `plan` is how the seats are read, by the last round and the values of the game that their fields ask for.
    """

    facts: dict[str, Value]
    idle_options: tuple[Field, ...]
    setup: Scope
    game: Scope
    plan: Callable[[tuple[Value, ...]], TablePlan]


class Reader:
    """Reads the raw sheets of one description."""

    def __init__(self, description: Description) -> None:
        self._description = description
        self._kinds = {kind.key: kind for kind in description.seat_kinds}
        self._first_kind = description.seat_kinds[0].key
        self._rounds = description.rounds
        # Every option is read before it is known which of them apply.
        self._options = scope_of(
            [replace(option, when=ALWAYS) for option in description.options],
            {},
            description,
            usual_values(description.options),
        )
        # Of the game's fields only those that seat fields depend on make a plan of their own.
        asked = {fact for field in description.seat for fact in facts_of(field.when)}
        self._asked_game = tuple(field.key for field in description.game if f"game.{field.key}" in asked)
        self._has_rounds = any(field.rounds for field in description.seat)
        self._reserved = ("kind", "player", "rounds") if self._has_rounds else ("kind", "player")
        self._usual_setup = usual_values(description.setup)
        self._usual_game = usual_values(description.game)
        self._usual_seat = usual_values(description.seat)
        # Options and seats are few and finite, so nearly every game finds its plan ready made.
        self._known_kinds = kept(self._count_kinds, most=MOST_PLANS)
        self._known_options = kept(self._settle_faultless, most=MOST_PLANS)
        self._table = kept(self._make_table, most=MOST_PLANS)

    def read(self, raw: object, *, through: str | None, partial: bool) -> Reading:
        found = Findings([], [], [])
        last = self._rounds[-1] if through is None else through
        entries: Entries | None = None
        if last not in self._rounds:
            found.problems.append(Violation("unknown_round", ""))
        elif not isinstance(raw, dict):
            found.problems.append(Violation("not_an_object", ""))
        else:
            entries = self._read_sheet(raw, last, found)
        problems, warnings, missing = found
        if missing and not partial:
            problems += [Violation("required", path) for path in missing]
            missing = []
        return tuple.__new__(Reading, (entries, tuple(problems), tuple(warnings), tuple(missing)))

    # The sheet as a whole

    def _read_sheet(self, raw: dict[str, object], last: str, found: Findings) -> Entries | None:
        problems = found.problems
        if not raw.keys() <= _TOP_LEVEL:
            problems += [Violation("unknown_field", shown(key)) for key in raw if key not in _TOP_LEVEL]
        if raw.get("ruleset", self._description.key) != self._description.key:
            problems.append(Violation("other_ruleset", "ruleset"))
        seats, kinds = self._read_kinds(raw.get("seats"), problems)
        settled = self._settled(kinds, raw.get("options")) or self._settle(kinds, raw.get("options"), found)
        if settled is None:
            return None
        options, table = settled
        setup, _ = read_scope(table.setup, raw.get("setup"), "setup", {}, found)
        _, game = read_scope(table.game, raw.get("game"), "game", table.facts, found)
        plan = table.plan((last, *[game[key] for key in self._asked_game]))
        read = read_seats(plan, seats, self._rounds, found)
        return tuple.__new__(Entries, (last, options, setup, game, *read))

    # Options

    def _settled(self, kinds: Kinds | None, raw: object) -> tuple[dict[str, Value], _Table] | None:
        """The quick way: what options without any fault settled the last time they were met."""
        if kinds is None or not isinstance(raw, dict):
            return None
        try:
            # The types as well: True and 1.0 equal 1.
            options, table = self._known_options((kinds, tuple(raw.items()), tuple(map(type, raw.values()))))
        except (LookupError, TypeError):
            # There is something to report, or a value that is no value of any option.
            return None
        return options.copy(), table

    def _settle_faultless(self, given: _GivenOptions) -> tuple[dict[str, Value], _Table]:
        found = Findings([], [], [])
        settled = self._settle(given[0], dict(given[1]), found)
        if settled is None or any(found):
            raise LookupError("a fault to report")
        return settled

    def _settle(
        self, kinds: Kinds | None, raw: object, found: Findings
    ) -> tuple[dict[str, Value], _Table] | None:
        """The options that apply, and what they settle; None when there is no telling who sits there."""
        _, options = read_scope(self._options, raw, "options", {}, found)
        if kinds is None:
            return None
        table = self._table((kinds, tuple(options.values())))
        if table.idle_options:
            found.problems.extend(
                [Violation("not_applicable", f"options.{option.key}") for option in table.idle_options]
            )
            options |= {option.key: option.blank for option in table.idle_options}
            table = self._table((kinds, tuple(options.values())))
        return options, table

    # Seats

    def _read_kinds(
        self, raw: object, problems: list[Violation]
    ) -> tuple[list[dict[str, object]], tuple[str, ...] | None]:
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
        try:
            # The quick way: nothing is wrong with kinds that were met before.
            return raw, self._known_kinds(tuple([seat.get("kind") for seat in raw]))
        except (AttributeError, LookupError, TypeError):
            self._report_kinds(raw, problems)
            return raw, None

    def _count_kinds(self, raw: tuple[str | None, ...]) -> Kinds:
        """The kinds of the seats; LookupError unless there are as many of each as there may be."""
        kinds = tuple([self._kinds[kind].key if kind is not None else self._first_kind for kind in raw])
        for allowed in self._kinds.values():
            if not allowed.minimum <= kinds.count(allowed.key) <= allowed.maximum:
                raise LookupError(allowed.key)
        return kinds

    def _report_kinds(self, raw: list[object], problems: list[Violation]) -> None:
        """What is wrong with the kinds of the seats, or with so many seats of a kind."""
        kinds: list[str] = []
        for index, seat in enumerate(raw):
            kind = seat.get("kind") if isinstance(seat, dict) else None
            if not isinstance(seat, dict):
                problems.append(Violation("not_an_object", f"seats[{index}]"))
            elif kind is None:
                kinds.append(self._first_kind)
            elif isinstance(kind, str) and kind in self._kinds:
                kinds.append(kind)
            else:
                problems.append(Violation("not_a_choice", f"seats[{index}].kind"))
        if len(kinds) < len(raw):
            return
        for allowed in self._kinds.values():
            number = kinds.count(allowed.key)
            if number < allowed.minimum:
                limits = params(kind=allowed.key, minimum=allowed.minimum)
                problems.append(Violation("too_few_of_kind", "seats", limits))
            elif number > allowed.maximum:
                limits = params(kind=allowed.key, maximum=allowed.maximum)
                problems.append(Violation("too_many_of_kind", "seats", limits))

    # Plans, made once per mix

    def _make_table(self, mix: tuple[Kinds, tuple[Value, ...]]) -> _Table:
        kinds, options = mix
        seats, bots = len(kinds), len([kind for kind in kinds if self._kinds[kind].bot])
        facts: dict[str, Value] = {"seats": seats, "humans": seats - bots, "bots": bots}
        description = self._description
        chosen = {option.key: value for option, value in zip(description.options, options, strict=True)}
        facts |= {f"options.{key}": value for key, value in chosen.items()}
        return _Table(
            facts,
            tuple(
                option
                for option in description.options
                if chosen[option.key] != option.blank and not _applies(option, chosen[option.key], facts)
            ),
            scope_of(description.setup, facts, description, self._usual_setup),
            scope_of(description.game, facts, description, self._usual_game, own="game."),
            kept(partial(self._make_table_plan, kinds, facts), most=MOST_PLANS),
        )

    def _make_table_plan(self, kinds: Kinds, facts: dict[str, Value], given: tuple[Value, ...]) -> TablePlan:
        """The plan up to a round, by the values of the game that fields ask for; one for seats of a kind."""
        last, *game = given
        facts = dict(facts)
        facts |= {f"game.{key}": value for key, value in zip(self._asked_game, game, strict=True)}
        plans = {kind: self._seat_plan(kind, {**facts, "seat.kind": kind}, str(last)) for kind in set(kinds)}
        return table_plan(tuple([plans[kind] for kind in kinds]))

    def _seat_plan(self, kind: str, facts: dict[str, Value], last: str) -> SeatPlan:
        description = self._description
        fields = description.seat
        if last != self._rounds[-1]:
            # What is entered once comes with the last round, which is still ahead.
            fields = tuple(field if field.rounds else replace(field, required=False) for field in fields)
        once = scope_of(
            [field for field in fields if not field.rounds],
            facts,
            description,
            self._usual_seat,
            reserved=self._reserved,
        )
        rounds: dict[str, Scope] = {}
        if self._has_rounds:
            for name in self._rounds[: self._rounds.index(last) + 1]:
                rounds[name] = scope_of(
                    [field for field in fields if name in field.rounds], facts, description, self._usual_seat
                )
        return SeatPlan(kind, facts, once, rounds)


def raw_of(key: str, entries: Entries) -> JsonObject:
    """The raw sheet that reads as these entries, blanks left out."""
    seats: list[Json] = []
    for seat in entries.seats:
        raw: JsonObject = {"kind": seat.kind}
        if seat.player is not None:
            raw["player"] = seat.player
        raw |= _plain(seat.entered)
        if seat.entered_rounds:
            raw["rounds"] = {name: _plain(values) for name, values in seat.entered_rounds.items()}
        seats.append(raw)
    return {
        "ruleset": key,
        "options": _plain(entries.options),
        "setup": _plain(entries.setup),
        "game": _plain(entries.game),
        "seats": seats,
    }


def _applies(option: Field, value: Value, facts: Mapping[str, Value]) -> bool:
    return holds(option.when, facts) and holds(option.choice_when.get(str(value), ALWAYS), facts)


def _plain(values: Mapping[str, Value]) -> JsonObject:
    return {key: list(value) if isinstance(value, tuple) else value for key, value in values.items()}
