"""A sheet that is being filled in: what applies of it, what it still lacks, and its score so far.

A form holds all that was typed, also what an option switched off since has made idle. The page of a sheet asks after
every change, a browser with the same rules or the server, and shows and hides its fields by the answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scoring import registry
from scoring.applicability import Applicable, applicable
from scoring.conditions import ALWAYS, holds
from scoring.description import Description, Field
from scoring.paths import MOST_SEATS, seat_kinds, seat_path
from scoring.preview import preview, seat_names
from scoring.progress import last_round_begun
from scoring.sentences import Words, label
from scoring.types import JsonObject, Value

_SCOPES = ("options", "setup", "game")


def fill(system: str, request: Mapping[str, Any], words: Words) -> JsonObject:
    """What `preview` gives of the part that applies, and besides:

    idle       what does not apply: the paths of fields and of lines, and of fields the choices
    unfilled   what is missing over all rounds; `missing` looks no further than the round that was begun
    places     of fields that are a place among the seats the VP of each place somebody can take
    """
    ruleset = registry.get(system)
    typed = _as_typed(request.get("sheet"))
    if typed is None:
        score = preview(system, request, words)
        nothing: JsonObject = {"idle": {"fields": [], "lines": [], "choices": {}}, "places": {}}
        return {**score, **nothing, "unfilled": score["missing"]}
    description = ruleset.description
    applied = applicable(description, typed)
    score = preview(system, {**request, "sheet": applied.sheet}, words)
    last = description.rounds[-1]
    if request.get("through") in (None, last) and last_round_begun(description, applied.sheet) == last:
        unfilled = score["missing"]
    else:
        unfilled = list(ruleset.check(applied.sheet, partial=True).missing)
    idle, places = _idle(description, applied), _places(description, applied)
    return {**score, "idle": idle, "unfilled": unfilled, "places": places}


def _as_typed(sheet: object) -> dict[str, Any] | None:
    """The scopes and seats of a form; None for anything else, of which the reader says what is wrong with it."""
    if not isinstance(sheet, dict):
        return None
    typed: dict[str, Any] = {scope: sheet.get(scope, {}) for scope in _SCOPES}
    seats = sheet.get("seats")
    if not isinstance(seats, list) or len(seats) > MOST_SEATS:
        return None
    typed["seats"] = []
    for seat in seats:
        rounds = seat.get("rounds", {}) if isinstance(seat, dict) else None
        if not isinstance(rounds, dict) or not isinstance(seat.get("kind"), str):
            return None
        typed["seats"].append({**seat, "rounds": rounds})
    inner = [typed[scope] for scope in _SCOPES] + [
        entered for seat in typed["seats"] for entered in seat["rounds"].values()
    ]
    return typed if all(isinstance(part, dict) for part in inner) else None


def _idle(description: Description, applied: Applicable) -> JsonObject:
    fields: list[str] = []
    lines: list[str] = []
    choices: dict[str, list[str]] = {}
    scopes = (description.options, description.setup, description.game)
    for scope, own in zip(_SCOPES, scopes, strict=True):
        for field in own:
            _look_at(field, f"{scope}.{field.key}", applied.table_facts, fields, choices)
    seat_fields = [field for field in description.seat if field.when != ALWAYS or field.choice_when]
    seat_lines = [line for line in description.lines if line.when != ALWAYS]
    for played in ("", *description.rounds):
        own_fields = [field for field in seat_fields if played in (field.rounds or ("",))]
        own_lines = [line for line in seat_lines if played in (line.rounds or ("",))]
        for seat in range(len(applied.sheet["seats"])):
            facts = applied.facts_at(seat, played)
            for field in own_fields:
                _look_at(field, seat_path(seat, field.key, played), facts, fields, choices)
            lines += [seat_path(seat, line.key, played) for line in own_lines if not holds(line.when, facts)]
    return {"fields": fields, "lines": lines, "choices": choices}


def _look_at(
    field: Field, path: str, facts: Mapping[str, Value], fields: list[str], choices: dict[str, list[str]]
) -> None:
    if not holds(field.when, facts):
        fields.append(path)
    idle = [choice for choice, when in field.choice_when.items() if not holds(when, facts)]
    if idle:
        choices[path] = idle


def _places(description: Description, applied: Applicable) -> JsonObject:
    places: JsonObject = {}
    seats = range(len(applied.sheet["seats"]))
    for field in description.seat:
        rivals = [seat for seat in seats if field.place_vp and holds(field.when, applied.facts_at(seat))]
        if rivals:
            tiers = [vp for when, vp in field.place_vp if holds(when, applied.table_facts)]
            places[field.key] = list(tiers[0][: len(rivals)])
    return places


def summarise(system: str, request: Mapping[str, Any], words: Words) -> JsonObject:
    """A finished sheet as the page of a game shows it: who sat there with place and total, and every line by round."""
    description = registry.get(system).description
    score = fill(system, request, words)
    sheet = request["sheet"]
    names = seat_names(description, seat_kinds(description, sheet), request["names"], words)
    scores: Any = score["seats"]
    return {
        "seats": [
            {
                "name": name,
                "faction": _faction(description, seat, words),
                "total": scored["total"],
                "place": scored["place"],
                "tie_break": scored["tie_break"],
            }
            for name, seat, scored in zip(names, sheet["seats"], scores, strict=True)
        ],
        "rounds": _rounds(description, scores, words),
        "notes": score["notes"],
    }


def _faction(description: Description, seat: Mapping[str, Any], words: Words) -> str:
    chosen = seat.get(description.dimension)
    return label(words, f"choice.{description.dimension}.{chosen}") if chosen else ""


def _rounds(description: Description, scores: Sequence[Mapping[str, Any]], words: Words) -> list[JsonObject]:
    """Those with a line, the nameless one last: what is scored once."""
    rounds: list[JsonObject] = []
    for played in (*description.rounds, ""):
        rows = _rows(description, played, scores)
        if rows:
            rounds.append({"title": label(words, f"round.{played}") if played else "", "rows": rows})
    return rounds


def _rows(description: Description, played: str, scores: Sequence[Mapping[str, Any]]) -> list[JsonObject]:
    """A line stands there if any seat has it; a bot has few."""
    by_path = {line["path"]: line for seat in scores for line in seat["lines"]}
    rows: list[JsonObject] = []
    for line in description.lines:
        if played not in (line.rounds or ("",)):
            continue
        cells = [by_path.get(seat_path(seat, line.key, played)) for seat, _ in enumerate(scores)]
        told = [cell for cell in cells if cell is not None]
        if told:
            rows.append(
                {
                    "label": told[0]["label"],
                    "cells": [
                        {"vp": cell["vp"], "sentence": cell["sentence"]} if cell else None for cell in cells
                    ],
                }
            )
    return rows
