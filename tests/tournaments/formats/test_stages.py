"""Stages: reading, checking, following one another."""

from __future__ import annotations

import json

import pytest

from tests.tournaments.formats.events import stage
from tournaments.formats.stages import Kind, Stage, check_stages, read_stage
from tournaments.pairing.request import Method
from tournaments.standings.rules import Rules


@pytest.mark.parametrize("kind", Kind)
def test_stages_survive_json(kind: Kind) -> None:
    one = stage(kind, rounds=3, advance=4, first_round=Method.SEEDED, rules=Rules(best_games=2))
    read = read_stage(json.loads(json.dumps(one.as_json())))
    assert read.violations == ()
    assert read.stage is not None
    assert read.stage.as_json() == one.as_json()


@pytest.mark.parametrize(
    ("raw", "code", "path"),
    [
        ({}, "stage.not_a_choice", "kind"),
        ({"kind": "ladder"}, "stage.not_a_choice", "kind"),
        ({"kind": ["swiss"]}, "stage.not_a_choice", "kind"),
        ({"kind": "swiss", "first_round": "?"}, "stage.not_a_choice", "first_round"),
        ({"kind": "swiss", "rounds": "3"}, "stage.not_a_number", "rounds"),
        ({"kind": "swiss", "rounds": True}, "stage.not_a_number", "rounds"),
        ({"kind": "swiss", "rounds": 0}, "stage.rounds", "rounds"),
        ({"kind": "swiss", "rounds": 31}, "stage.rounds", "rounds"),
        ({"kind": "swiss", "table_size": 5}, "stage.table_size", "table_size"),
        ({"kind": "swiss", "advance": -1}, "stage.advance", "advance"),
        ({"kind": "swiss", "rules": []}, "stage.not_a_table", "rules"),
        ({"kind": "swiss", "rules": {"best_games": 0}}, "rules.out_of_range", "rules.best_games"),
        ({"kind": "groups", "group_size": 3}, "stage.group_size", "group_size"),
        ({"kind": "knockout", "table_size": 3}, "stage.knockout_table", "table_size"),
        ({"kind": "heats", "rounds": 3, "rules": {"best_games": 4}}, "stage.best_games", "rules.best_games"),
    ],
)
def test_every_mistake_is_named_where_it_is(raw: dict[str, object], code: str, path: str) -> None:
    read = read_stage(raw)
    assert read.stage is None
    assert [(one.code, one.path) for one in read.violations] == [(code, path)]


@pytest.mark.parametrize(
    ("stages", "codes"),
    [
        ([stage(Kind.SWISS, rounds=4, advance=4), stage(Kind.FINAL)], []),
        ([stage(Kind.SWISS), stage(Kind.FINAL)], ["event.nobody_advances"]),
        ([stage(Kind.SWISS, advance=8), stage(Kind.FINAL)], ["event.final_too_large"]),
        (
            [stage(Kind.SWISS, advance=8), stage(Kind.SWISS, advance=8), stage(Kind.KNOCKOUT)],
            ["event.all_advance"],
        ),
        ([stage(Kind.SWISS, rounds=99)], ["stage.rounds"]),
        ([], ["event.no_stage"]),
    ],
)
def test_stages_have_to_fit_one_another(stages: list[Stage], codes: list[str]) -> None:
    assert [one.code for one in check_stages(stages)] == codes
