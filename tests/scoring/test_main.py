"""The command line."""

from __future__ import annotations

import io
import json
import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

from scoring import registry
from scoring.__main__ import main
from tests.scoring.clans_of_caledonia.sheets import human, raw_sheet


def write(folder: Path, sheet: Any) -> str:
    path = folder / "sheet.json"
    path.write_text(json.dumps(sheet), encoding="utf-8")
    return str(path)


def game(*seats: dict[str, Any], **options: Any) -> dict[str, Any]:
    return raw_sheet(*seats, **options) | {"ruleset": "clans_of_caledonia"}


def test_a_scored_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheet = game(
        human(glory=40, settlements=7), human(glory=40, settlements=7), human(glory=160, settlements=2)
    )
    assert main(["score", write(tmp_path, sheet)]) == 0
    printed = capsys.readouterr()
    assert "clans_of_caledonia 1, through final, margin 111" in printed.out
    assert "seats[2] human: place 1, 172 VP" in printed.out
    assert "tie_stands left=0 money=0" in printed.out
    assert "ranked_tied counts=7,7,2 first=1 last=2 tiers=18,12 sharers=2 each=15" in printed.out
    assert "import_worth good=cotton worth=5" in printed.out
    assert printed.err == "warning   seats[2].glory: unusual value=160 usual=120\n"


def test_a_bad_sheet_lists_its_violations(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", write(tmp_path, game(human(glory=-1), human(money=None)))]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.splitlines() == [
        "violation seats[0].glory: too_small minimum=0",
        "violation seats[1].money: required",
    ]


def test_an_unknown_round(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", write(tmp_path, game(human())), "--through", "z"]) == 1
    assert capsys.readouterr().err == "violation sheet: unknown_round\n"


def test_a_partial_sheet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", write(tmp_path, game(human(money=None))), "--partial"]) == 0
    printed = capsys.readouterr()
    assert "seats[0] human: place 1" in printed.out
    assert printed.err == "missing   seats[0].money\n"


def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", write(tmp_path, game(human(), human())), "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["breakdown"]["seats"][0]["lines"][0]["key"] == "glory"
    assert main(["score", write(tmp_path, game(human(), human(money=-1))), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["breakdown"] is None


def test_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(game(human(), human()))))
    assert main(["score", "-"]) == 0
    assert "seats[1] human" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "1" * 5_000])
def test_what_is_not_json(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "sheet.json"
    path.write_text(text, encoding="utf-8")
    assert main(["score", str(path)]) == 2
    assert "sheet.json: " in capsys.readouterr().err


@pytest.mark.parametrize("sheet", [3, {}, {"ruleset": "chess"}, {"ruleset": ["clans_of_caledonia"]}])
def test_a_sheet_names_its_system(sheet: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", write(tmp_path, sheet)]) == 2
    assert "must be one of: clans_of_caledonia" in capsys.readouterr().err


def test_a_missing_file(tmp_path: Path) -> None:
    assert main(["score", str(tmp_path / "nowhere.json")]) == 2


def test_schema_and_systems(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "clans_of_caledonia"]) == 0
    assert json.loads(capsys.readouterr().out)["title"] == "clans_of_caledonia"
    assert main(["systems"]) == 0
    assert "clans_of_caledonia 1" in capsys.readouterr().out


@pytest.mark.parametrize("system", [system.description.key for system in registry.systems()])
def test_an_example_can_be_scored(system: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["example", system]) == 0
    (tmp_path / "sheet.json").write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["score", str(tmp_path / "sheet.json")]) == 0
    assert f"{system} " in capsys.readouterr().out


def test_as_a_module(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["scoring", "systems"])
    monkeypatch.delitem(sys.modules, "scoring.__main__")
    with pytest.raises(SystemExit) as left:
        runpy.run_module("scoring", run_name="__main__")
    assert left.value.code == 0
    assert "clans_of_caledonia 1" in capsys.readouterr().out
