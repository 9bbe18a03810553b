"""Whole games worked by hand from the rulebook; each file names its source."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.scoring.glen_more_2.sheets import evaluate

FOLDER = Path(__file__).parents[2] / "data" / "glen_more_2"
FILES = sorted(FOLDER.glob("*.json"))


def _load(file: Path) -> dict[str, Any]:
    game: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return game


def test_there_are_games() -> None:
    assert len(FILES) == 3


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_line_is_as_worked_by_hand(file: Path) -> None:
    game = _load(file)
    outcome = evaluate(game["sheet"])
    assert (outcome.violations, outcome.warnings) == ((), ())
    assert outcome.breakdown is not None
    seats = outcome.breakdown.seats
    lines = [{f"{line.round} {line.key}": line.vp for line in seat.lines} for seat in seats]
    assert {key: [own[key] for own in lines] for key in lines[0]} == game["lines"]
    assert {type(line.vp) for seat in seats for line in seat.lines} == {int}
    assert [seat.place for seat in seats] == game["places"]
    assert outcome.breakdown.margin == game["margin"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
@pytest.mark.parametrize("through", ["a", "b", "c", "d"])
def test_standings_after_every_round(file: Path, through: str) -> None:
    game = _load(file)
    scored = evaluate(game["sheet"], through).breakdown
    assert scored is not None
    assert [seat.total for seat in scored.seats] == game["standings"][through]
    assert (scored.through, scored.final) == (through, through == "d")
