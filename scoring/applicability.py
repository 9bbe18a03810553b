"""What applies of a sheet that is still being typed.

The reader refuses what does not apply; a form holds it back, so that switching an option on again brings it back. It
goes by values that are wrong so far as well: one card too many still has its votes. Of values that can be read it holds
back exactly what the reader refuses.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from scoring.conditions import ALWAYS, holds
from scoring.description import Description, Field
from scoring.types import Value


class Applicable(NamedTuple):
    """The raw sheet of what applies, and the facts that decide it: of the table, and by seat and round ("": once)."""

    sheet: dict[str, Any]
    table_facts: Mapping[str, Value]
    seat_facts: Mapping[tuple[int, str], Mapping[str, Value]]

    def facts_at(self, seat: int | None, played: str = "") -> Mapping[str, Value]:
        return self.table_facts if seat is None else self.seat_facts[seat, played]


def applicable(description: Description, raw: Mapping[str, Any]) -> Applicable:
    """Of a raw sheet whose seats name their kinds, one scope after the other: later ones depend on earlier ones."""
    kinds = [seat["kind"] for seat in raw["seats"]]
    facts = table_facts(description, kinds)
    sheet: dict[str, Any] = {"ruleset": description.key}
    scopes = (("options", description.options), ("setup", description.setup), ("game", description.game))
    for scope, fields in scopes:
        sheet[scope], facts = _settle(fields, raw[scope], facts, f"{scope}.")
    sheet["seats"] = []
    seat_facts: dict[tuple[int, str], Mapping[str, Value]] = {}
    once = [field for field in description.seat if not field.rounds]
    of_rounds = {
        played: [field for field in description.seat if played in field.rounds]
        for played in description.rounds
    }
    for index, seat in enumerate(raw["seats"]):
        kept, own = _settle(once, seat, facts | {"seat.kind": seat["kind"]}, "seat.")
        seat_facts[index, ""] = own
        rounds = {}
        for played, here in of_rounds.items():
            entered, seat_facts[index, played] = _settle(here, seat["rounds"].get(played, {}), own, "seat.")
            if entered:
                rounds[played] = entered
        sheet["seats"].append({"kind": seat["kind"], **kept, **({"rounds": rounds} if rounds else {})})
    return Applicable(sheet, facts, seat_facts)


def table_facts(description: Description, kinds: Iterable[str]) -> dict[str, Value]:
    """What conditions may ask about who sits at the table."""
    bot_kinds = {kind.key for kind in description.seat_kinds if kind.bot}
    bots = [kind in bot_kinds for kind in kinds]
    return {"seats": len(bots), "humans": bots.count(False), "bots": bots.count(True)}


def _settle(
    fields: Iterable[Field], typed: Mapping[str, Any], facts: Mapping[str, Value], prefix: str
) -> tuple[dict[str, Any], dict[str, Value]]:
    """What applies of a scope, and the facts with it. A value that drops out may make another one drop out."""
    described = {field.key: field for field in fields}
    kept = {key: typed[key] for key in described if typed.get(key) is not None}
    # Most fields always apply, and a phone decides after every key.
    depending = [key for key, field in described.items() if field.when is not ALWAYS]
    while True:
        known = dict(facts)
        for key, field in described.items():
            known[prefix + key] = _fact(field, kept.get(key))
        idle = [key for key in depending if key in kept and not holds(described[key].when, known)]
        if not idle:
            return kept, known
        for key in idle:
            del kept[key]


def _fact(field: Field, value: object) -> Value:
    """The value as conditions see it; what cannot be read counts as blank, as it does for the reader."""
    if field.kind == "tiles" and isinstance(value, list):
        return tuple(value)
    if field.kind == "count" and isinstance(value, int):
        return value
    if field.kind == "flag" and value is True:
        return True
    if field.kind == "choice" and isinstance(value, int | str) and value in field.choices:
        return value
    return field.blank
