"""The JSON Schema of a game system's raw sheet, made from its description.

A schema knows shapes, types and ranges. What depends on other values (which fields apply, what must be
filled, what no two seats may share) only `check` knows: every sheet that passes it is valid here, not the
other way round.
"""

from __future__ import annotations

from collections.abc import Iterable

from scoring.description import Description, Field
from scoring.seats import LONGEST_PLAYER
from scoring.types import Json, JsonObject

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema_of(description: Description) -> JsonObject:
    """The schema of the raw sheets of this system."""
    seat: JsonObject = {
        "kind": _or_blank({"enum": [kind.key for kind in description.seat_kinds]}),
        "player": _or_blank({"type": "string", "maxLength": LONGEST_PLAYER}),
    }
    seat |= _properties(field for field in description.seat if not field.rounds)
    if any(field.rounds for field in description.seat):
        seat["rounds"] = _or_blank(
            _object(
                {
                    name: _or_blank(_object(_properties(f for f in description.seat if name in f.rounds)))
                    for name in description.rounds
                }
            )
        )
    return {
        "$schema": DIALECT,
        "title": description.key,
        **_object(
            {
                "ruleset": {"const": description.key},
                "options": _or_blank(_object(_properties(description.options))),
                "setup": _or_blank(_object(_properties(description.setup))),
                "game": _or_blank(_object(_properties(description.game))),
                "seats": {
                    "type": "array",
                    "minItems": description.fewest_seats,
                    "maxItems": description.most_seats,
                    "items": _object(seat),
                },
            }
        ),
        "required": ["seats"],
    }


def _properties(fields: Iterable[Field]) -> JsonObject:
    return {field.key: _or_blank(_value(field)) for field in fields}


def _value(field: Field) -> JsonObject:
    if field.kind == "count":
        return {"type": "integer", "minimum": field.minimum, "maximum": field.maximum}
    if field.kind == "flag":
        return {"type": "boolean"}
    if field.kind == "choice":
        return {"enum": list(field.choices)}
    tiles: JsonObject = {
        "type": "array",
        "items": {"enum": list(field.choices)},
        "uniqueItems": True,
        "minItems": field.shortest,
        "maxItems": field.longest,
    }
    return tiles


def _or_blank(schema: Json) -> JsonObject:
    """Null and an empty list stand for a field that was not filled in."""
    return {"anyOf": [schema, {"enum": [None, []]}]}


def _object(properties: JsonObject) -> JsonObject:
    return {"type": "object", "additionalProperties": False, "properties": properties}
