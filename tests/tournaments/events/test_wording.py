"""Everything a draw, a round or a stage can be told to be wrong with has its words."""

import re
from fractions import Fraction
from pathlib import Path

import pytest
from django.conf import settings

from scoring.types import Violation, params
from tournaments.events.wording import (
    BYE_POINTS,
    KINDS,
    MESSAGES,
    PARTS,
    WEIGHTS,
    describe_costs,
    describe_mistake,
    describe_stage,
)
from tournaments.formats.stages import Kind, Stage
from tournaments.pairing.costs import Costs, Part
from tournaments.shared.wording import MESSAGES as SHARED_MESSAGES
from tournaments.standings.rules import ByePoints, Rules

CODE = re.compile(r'Violation\(\s*f?"((?:stage|event|draw|round|unknown_setup|out_of_range)[^"]*)"')
ROOMS = ["formats", "pairing", "services/events", "."]


def codes():
    found = {"round.not_together", "round.not_apart"}
    for room in ROOMS:
        for path in (Path(settings.PROJECT_DIR) / "tournaments" / room).glob("*.py"):
            found |= {code for code in CODE.findall(path.read_text()) if "{" not in code}
    return sorted(found)


@pytest.mark.parametrize("code", codes())
def test_every_code_has_its_words(code):
    assert code in MESSAGES or code in SHARED_MESSAGES


def test_the_codes_are_found_at_all():
    assert len(codes()) > 20


def test_players_are_told_by_name():
    violation = Violation("draw.contradiction", "apart[0]", params(one="a1", other="b2"))
    assert describe_mistake(violation, {"a1": "Ailsa", "b2": "Bruno"}) == (
        "Ailsa and Bruno must sit together and apart at once."
    )
    circle = Violation("draw.circle_too_large", "together", params(players=("a1", "b2"), most=1))
    assert describe_mistake(circle, {"a1": "Ailsa", "b2": "Bruno"}).endswith("Ailsa, Bruno.")


def test_costs_are_told_from_the_dearest_down_without_nothing():
    costs = Costs(
        dict.fromkeys(Part, Fraction(0)) | {Part.SCORES: Fraction(5, 2), Part.REPEATS: Fraction(-1000)}
    )
    assert describe_costs(costs) == [("Meetings again", "−1,000"), ("Different scores at a table", "2.5")]


def test_every_part_kind_and_choice_has_a_name():
    assert set(PARTS) == set(Part)
    assert set(KINDS) == set(Kind)
    assert set(BYE_POINTS) == set(ByePoints)
    assert set(WEIGHTS) == {"repeat", "score", "short", "club", "family", "seeding"}


@pytest.mark.parametrize(
    ("stage", "told"),
    [
        (Stage(kind=Kind.SWISS, rounds=4, advance=4), "Swiss rounds: 4 rounds, tables of 4, 4 go on"),
        (Stage(kind=Kind.FINAL), "Final table: one game"),
        (Stage(kind=Kind.GROUPS, advance=16), "Groups: groups of about 7, tables of 4, 16 go on"),
        (
            Stage(kind=Kind.HEATS, rounds=5, rules=Rules(best_games=3)),
            "Heats: 5 rounds, tables of 4, the best 3 count",
        ),
    ],
)
def test_a_stage_in_a_line(stage, told):
    assert describe_stage(stage) == told
