"""Whole games worked out by hand, each with its source."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.scoring.clans_of_caledonia.sheets import CLANS, points

FOLDER = Path(__file__).parents[2] / "data" / "clans_of_caledonia"
GAMES = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.json"))}


@pytest.mark.parametrize("name", list(GAMES))
def test_a_game_worked_by_hand(name: str) -> None:
    game: dict[str, Any] = GAMES[name]
    assert game["source"]
    outcome = CLANS.evaluate(game["sheet"])
    assert (outcome.violations, outcome.warnings) == ((), ())
    assert outcome.breakdown is not None
    for key, expected in game["lines"].items():
        assert points(outcome.breakdown, key) == expected, key
    assert [seat.total for seat in outcome.breakdown.seats] == game["totals"]
    assert [seat.place for seat in outcome.breakdown.seats] == game["places"]
    assert outcome.breakdown.margin == game["margin"]


def test_there_are_games() -> None:
    assert len(GAMES) >= 5
