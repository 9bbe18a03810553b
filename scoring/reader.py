"""Reading a raw sheet by its description: any JSON value in, typed entries and all problems out.

Everything a description can express is checked here: shape, types, ranges, choices, fields that do not apply,
values two seats may not share, totals that contradict their parts, blanks that must be filled.
Rules that tie fields together in a way of their own belong to the game system.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from scoring.conditions import ALWAYS, facts_of, holds
from scoring.description import Description, Field
from scoring.plan import Scope, SeatPlan, scope_of
from scoring.scopes import Findings, object_at, read_scope, shown
from scoring.shapes import usual_values
from scoring.types import Entries, Json, JsonObject, SeatEntries, Value, Violation, params
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

LONGEST_PLAYER = 200
_TOP_LEVEL = frozenset({"ruleset", "options", "setup", "game", "seats"})


class Reading(NamedTuple):
    """What was read. There are entries whenever it is clear who sits at the table, bad values left blank."""

    entries: Entries | None
    violations: tuple[Violation, ...]
    warnings: tuple[Violation, ...]
    missing: tuple[str, ...]


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
        self._rounds = description.rounds
        # Every option is read before it is known which of them apply.
        self._options = scope_of(
            [replace(option, when=ALWAYS) for option in description.options],
            {},
            description,
            usual_values(description.options),
        )
        self._unique_once = tuple(
            field.key for field in description.seat if field.unique and not field.rounds
        )
        self._unique_values = _values_of(self._unique_once)
        self._unique_rounds = {
            name: tuple(field.key for field in description.seat if field.unique and name in field.rounds)
            for name in description.rounds
        }
        # Of the game's fields only those that seat fields depend on make a plan of their own.
        asked = {fact for field in description.seat for fact in facts_of(field.when)}
        self._asked_game = tuple(field.key for field in description.game if f"game.{field.key}" in asked)
        self._has_rounds = any(field.rounds for field in description.seat)
        self._paths = tuple(f"seats[{index}]" for index in range(description.most_seats))
        self._reserved = ("kind", "player", "rounds") if self._has_rounds else ("kind", "player")
        self._usual_setup = usual_values(description.setup)
        self._usual_game = usual_values(description.game)
        self._usual_seat = usual_values(description.seat)
        # Options and seats are few and finite, so nearly every game finds its plan ready made.
        self._wrong_kinds = lru_cache(maxsize=512)(self._count_kinds)
        self._table = lru_cache(maxsize=512)(self._make_table)
        self._seat_plans = lru_cache(maxsize=2048)(self._make_seat_plans)

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
        problems = found.problems
        if not partial:
            problems += [Violation("required", path) for path in found.missing]
        return Reading(
            entries,
            tuple(problems),
            tuple(found.warnings),
            tuple(found.missing) if partial else (),
        )

    # The sheet as a whole

    def _read_sheet(self, raw: dict[str, object], last: str, found: Findings) -> Entries | None:
        problems = found.problems
        if not raw.keys() <= _TOP_LEVEL:
            problems += [Violation("unknown_field", shown(key)) for key in raw if key not in _TOP_LEVEL]
        if raw.get("ruleset", self._description.key) != self._description.key:
            problems.append(Violation("other_ruleset", "ruleset"))
        seats, kinds = self._read_kinds(raw.get("seats"), problems)
        _, options = read_scope(self._options, raw.get("options"), "options", {}, found)
        if kinds is None:
            return None
        chosen = tuple(options.values())
        table = self._table(kinds, chosen)
        if table.idle_options:
            options = self._drop_idle(table.idle_options, options, problems)
            chosen = tuple(options.values())
            table = self._table(kinds, chosen)
        setup, _ = read_scope(table.setup, raw.get("setup"), "setup", {}, found)
        _, game = read_scope(table.game, raw.get("game"), "game", table.facts, found)
        plans = self._seat_plans(kinds, chosen, tuple([game[key] for key in self._asked_game]), last)
        read = tuple([self._read_seat(*seat, found) for seat in zip(plans, seats, self._paths, strict=False)])
        self._check_unique(read, problems)
        return Entries(last, options, setup, game, read)

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
        before = len(problems)
        kinds: list[str] = []
        for index, seat in enumerate(raw):
            if not isinstance(seat, dict):
                problems.append(Violation("not_an_object", f"seats[{index}]"))
                continue
            kind = seat.get("kind")
            if kind is None:
                kinds.append(description.seat_kinds[0].key)
            elif isinstance(kind, str) and kind in self._kinds:
                kinds.append(kind)
            else:
                problems.append(Violation("not_a_choice", f"seats[{index}].kind"))
        if len(problems) > before:
            return raw, None
        wrong = self._wrong_kinds(tuple(kinds))
        problems += wrong
        return raw, None if wrong else tuple(kinds)

    def _count_kinds(self, kinds: tuple[str, ...]) -> tuple[Violation, ...]:
        """What is wrong with so many seats of each kind."""
        problems = []
        for allowed in self._description.seat_kinds:
            number = kinds.count(allowed.key)
            if number < allowed.minimum:
                limits = params(kind=allowed.key, minimum=allowed.minimum)
                problems.append(Violation("too_few_of_kind", "seats", limits))
            elif number > allowed.maximum:
                limits = params(kind=allowed.key, maximum=allowed.maximum)
                problems.append(Violation("too_many_of_kind", "seats", limits))
        return tuple(problems)

    def _drop_idle(
        self, idle: tuple[Field, ...], options: dict[str, Value], problems: list[Violation]
    ) -> dict[str, Value]:
        problems += [Violation("not_applicable", f"options.{option.key}") for option in idle]
        return options | {option.key: option.blank for option in idle}

    # Plans, made once per mix

    def _make_table(self, kinds: tuple[str, ...], options: tuple[Value, ...]) -> _Table:
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
        )

    def _make_seat_plans(
        self, kinds: tuple[str, ...], options: tuple[Value, ...], game: tuple[Value, ...], last: str
    ) -> tuple[SeatPlan, ...]:
        """A plan for each seat, the same one for seats of a kind."""
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

    # Seats

    def _read_seat(self, plan: SeatPlan, raw: dict[str, object], path: str, found: Findings) -> SeatEntries:
        player = raw.get("player")
        if player is not None:
            player = _read_player(player, path, found.problems)
        entered, values = read_scope(plan.once, raw, path, plan.facts, found)
        entered_rounds: dict[str, dict[str, Value]] = {}
        rounds: dict[str, dict[str, Value]] = {}
        if plan.rounds:
            facts = plan.facts | {f"seat.{key}": value for key, value in values.items()}
            raw_rounds = object_at(raw.get("rounds"), f"{path}.rounds", found.problems)
            for name in raw_rounds:
                if name not in self._rounds:
                    found.problems.append(Violation("unknown_field", f"{path}.rounds.{shown(name)}"))
            for name, scope in plan.rounds.items():
                inner = f"{path}.rounds.{name}"
                typed, rounds[name] = read_scope(scope, raw_rounds.get(name), inner, facts, found)
                if typed:
                    entered_rounds[name] = typed
        return SeatEntries(plan.kind, player, entered, values, entered_rounds, rounds)

    def _check_unique(self, seats: tuple[SeatEntries, ...], problems: list[Violation]) -> None:
        """No two seats may share a player or a value of a unique field."""
        players = [seat.player for seat in seats]
        columns = zip(*[self._unique_values(seat.values) for seat in seats], strict=True)
        held: list[tuple[str, Sequence[Value]]] = [
            ("player", players),
            *zip(self._unique_once, columns, strict=True),
        ]
        for name in seats[0].rounds:
            held += [
                (f"rounds.{name}.{key}", [seat.rounds[name][key] for seat in seats])
                for key in self._unique_rounds[name]
            ]
        for key, values in held:
            # Nobody has any, or everybody another: nothing to report. Tiles need a closer look.
            if any(values) and (len(set(values)) < len(values) or isinstance(values[0], tuple)):
                _report_shared(key, values, problems)


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


def _report_shared(key: str, values: Sequence[Value], problems: list[Violation]) -> None:
    """Report what a seat shares with an earlier one. A blank, a flag not raised and a 0 are nobody's."""
    holders: dict[int | str, int] = {}
    for index, value in enumerate(values):
        held = value if isinstance(value, tuple) else (value,) if value else ()
        for one in held:
            holder = holders.setdefault(one, index)
            if holder != index:
                problems.append(Violation("taken", f"seats[{index}].{key}", params(seat=holder)))


def _values_of(keys: tuple[str, ...]) -> Callable[[Mapping[str, Value]], tuple[Value, ...]]:
    """Takes these values out of a mapping; `itemgetter`, the fast way, answers with a tuple from two keys on."""
    if len(keys) > 1:
        return itemgetter(*keys)
    return lambda values: tuple([values[key] for key in keys])


def _applies(option: Field, value: Value, facts: Mapping[str, Value]) -> bool:
    return holds(option.when, facts) and holds(option.choice_when.get(str(value), ALWAYS), facts)


def _read_player(raw: object, seat: str, problems: list[Violation]) -> str | None:
    if isinstance(raw, str) and len(raw) <= LONGEST_PLAYER:
        return raw.strip() or None
    if isinstance(raw, str):
        problems.append(Violation("too_long", f"{seat}.player", params(maximum=LONGEST_PLAYER)))
    else:
        problems.append(Violation("not_text", f"{seat}.player"))
    return None


def _plain(values: Mapping[str, Value]) -> JsonObject:
    return {key: list(value) if isinstance(value, tuple) else value for key, value in values.items()}
