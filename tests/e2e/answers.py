"""All that the rules say of a sheet, for comparing: this module is run by Python and, compiled, by a browser."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring import registry
from scoring.preview import preview
from scoring.sentences import read_words
from scoring.types import JsonObject


def answer(system: str, request: Mapping[str, Any], words: Mapping[str, Any]) -> JsonObject:
    """The preview in words, and every number behind it, as far as the sheet goes and as if it were finished."""
    ruleset = registry.get(system)
    return {
        "preview": preview(system, request, read_words(words)),
        "so far": ruleset.evaluate(request["sheet"], through=request["through"], partial=True).as_json(),
        "finished": ruleset.evaluate(request["sheet"]).as_json(),
    }


def describe(system: str) -> JsonObject:
    """What a game system consists of."""
    ruleset = registry.get(system)
    vocabulary = ruleset.vocabulary
    return {
        "description": ruleset.description.as_json(),
        "labels": list(vocabulary.labels),
        "codes": [[code.key, code.kind, dict(code.params)] for code in vocabulary.codes],
    }
