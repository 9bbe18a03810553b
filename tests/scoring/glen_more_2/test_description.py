"""The description: complete, consistent, and readable from the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from scoring import registry
from scoring.conditions import facts_of
from scoring.glen_more_2 import pieces
from scoring.glen_more_2.ruleset import DESCRIPTION
from tests.scoring.glen_more_2.sheets import SYSTEM, sheet

FIELDS = (*DESCRIPTION.game, *DESCRIPTION.seat)
GOLDEN = Path(__file__).parents[2] / "data" / "glen_more_2" / "base_game_3_seats.json"


def test_the_registry_knows_the_system() -> None:
    assert type(registry.get("glen_more_2")) is type(SYSTEM)


def test_keys_are_unique() -> None:
    keys = [field.key for field in FIELDS]
    assert len(set(keys)) == len(keys)
    assert len({line.key for line in DESCRIPTION.lines}) == len(DESCRIPTION.lines)


def test_the_eight_chronicles_are_options() -> None:
    assert [option.key for option in DESCRIPTION.options] == list(pieces.CHRONICLES)
    assert len(pieces.CHRONICLES) == 8


def test_every_field_belongs_to_a_section_and_a_line() -> None:
    used = {key for line in DESCRIPTION.lines for key in line.fields}
    for field in FIELDS:
        assert field.section in DESCRIPTION.sections
    # The tie-break is no line; cards and votes decide which lines there are.
    assert {field.key for field in DESCRIPTION.seat} - used == {"resources"}
    assert used <= {field.key for field in FIELDS}


def test_conditions_ask_for_facts_there_are() -> None:
    known = {"seats", "game.council_cards"} | {f"options.{key}" for key in pieces.CHRONICLES}
    for one in (*DESCRIPTION.options, *FIELDS, *DESCRIPTION.lines):
        assert set(facts_of(one.when)) <= known


def test_nine_gangsters_of_the_base_game_and_seven_of_chronicles() -> None:
    """Contents of chronicle 8, page 30."""
    chronicles = [gangster["chronicle"] for gangster in pieces.GANGSTERS]
    assert (chronicles.count(""), len(chronicles)) == (9, 16)
    assert set(chronicles) - {""} <= set(pieces.CHRONICLES)


def test_landmark_cards_of_each_set() -> None:
    """Contents: 11 in the base game (page 4), 4 with each of two chronicles (pages 22 and 24)."""
    numbers = {name: sum(cards.values()) for name, cards in pieces.LANDMARK_CARDS.items()}
    assert numbers == {"base": 11, "hammer_of_the_scots": 4, "dubious_tome": 4}


def test_codes_are_declared_once() -> None:
    keys = [code.key for code in SYSTEM.vocabulary.codes]
    assert len(set(keys)) == len(keys)


def test_codes_shared_with_another_system_mean_the_same() -> None:
    mine = {code.key: code for code in SYSTEM.vocabulary.codes}
    for system in registry.systems():
        for code in system.vocabulary.codes:
            assert mine.get(code.key, code) == code


def test_parameters_that_are_keys_have_labels() -> None:
    labels = set(SYSTEM.vocabulary.labels)
    for code in SYSTEM.vocabulary.codes:
        for kind in code.params.values():
            prefix = kind.partition(":")[2]
            assert not prefix or any(label.startswith(f"{prefix}.") for label in labels)


def test_the_description_is_plain_data() -> None:
    assert json.loads(json.dumps(DESCRIPTION.as_json()))["key"] == "glen_more_2"
    scored = SYSTEM.evaluate(sheet()).as_json()
    assert json.loads(json.dumps(scored)) == scored


def _command(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "scoring", *arguments], input=text, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(("through", "total"), [("b", "10 VP"), ("d", "69 VP")])
def test_the_command_line_scores_a_sheet(through: str, total: str) -> None:
    text = json.dumps(json.loads(GOLDEN.read_text(encoding="utf-8"))["sheet"])
    done = _command("score", "-", "--through", through, text=text)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"place 1, {total}" in done.stdout


def test_the_command_line_lists_violations() -> None:
    done = _command("score", "-", text=json.dumps({"ruleset": "glen_more_2", "seats": [{}]}))
    assert done.returncode == 1
    assert "too_few_seats" in done.stderr


def test_the_command_line_prints_the_schema() -> None:
    done = _command("schema", "glen_more_2")
    assert json.loads(done.stdout)["title"] == "glen_more_2"
