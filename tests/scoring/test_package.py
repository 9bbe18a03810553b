"""The rules as a package of their own: built, installed where there is nothing else, and used as its README says."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import scoring
from scoring import registry

FOLDER = Path(scoring.__file__).parent
README = (FOLDER / "README.md").read_text(encoding="utf-8")
SYSTEMS = [system.description.key for system in registry.systems()]
TYPED_USE = """
from scoring import registry
from scoring.types import Breakdown

def total(sheet: object) -> int:
    breakdown: Breakdown | None = registry.get("glen_more_2").evaluate(sheet).breakdown
    return breakdown.seats[0].total if breakdown else 0

wrong: str = total({})
"""


def run(*arguments: str | Path, **more: object) -> str:
    done = subprocess.run(arguments, capture_output=True, text=True, **more)  # type: ignore[call-overload]
    assert done.returncode == 0, done.stdout + done.stderr
    return str(done.stdout)


def sources() -> list[Path]:
    return sorted(path for path in FOLDER.rglob("*") if "__pycache__" not in path.parts)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Made without the network, by the builder the tests have."""
    folder, before = tmp_path_factory.mktemp("wheel"), sources()
    options = ("--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", folder)
    run(sys.executable, "-m", "pip", "wheel", *options, FOLDER)
    assert sources() == before, "building left something in the folder"
    (made,) = folder.iterdir()
    return made


@pytest.fixture(scope="module")
def elsewhere(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment that has the package and nothing else."""
    folder = tmp_path_factory.mktemp("environment")
    run(sys.executable, "-m", "venv", "--without-pip", folder)
    programs = folder / "bin"
    options = ("--python", programs / "python", "install", "--quiet", "--no-index", "--no-deps")
    run(sys.executable, "-m", "pip", *options, wheel)
    return programs


def there(programs: Path, command: str, folder: Path) -> str:
    """In a shell outside of this project, which finds the programs of that environment first."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "DJANGO"))}
    path = f"{programs}{os.pathsep}{kept['PATH']}"
    return run("sh", "-c", command, cwd=folder, env=kept | {"PATH": path})


def test_it_holds_the_modules_the_examples_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
        about = packed.read(next(name for name in names if name.endswith("METADATA"))).decode()
    dist = f"caledonia_scoring-{scoring.__version__}.dist-info"
    modules = {f"scoring/{path.relative_to(FOLDER)}" for path in sources() if path.suffix == ".py"}
    examples = {f"scoring/{system}/example.json" for system in SYSTEMS}
    own = {
        f"{dist}/{name}" for name in ("METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE")
    }
    assert names == modules | examples | own | {"scoring/py.typed"}
    assert "Name: caledonia-scoring\n" in about
    assert "License-Expression: MIT\n" in about
    assert "Requires-Dist" not in about
    assert about.endswith(README)


def test_the_site_and_the_package_have_one_version() -> None:
    import caledonia_site

    assert caledonia_site.__version__ == scoring.__version__


def test_it_needs_nothing_else(elsewhere: Path, tmp_path: Path) -> None:
    found = "import sys, scoring.preview, importlib.util as u; print(scoring.__file__, u.find_spec('django'))"
    where, django = there(elsewhere, f'python -c "{found}"', tmp_path).split()
    assert Path(where).is_relative_to(elsewhere.parent)
    assert django == "None"


@pytest.mark.parametrize("system", SYSTEMS)
def test_its_example_of_every_game_is_scored(elsewhere: Path, tmp_path: Path, system: str) -> None:
    said = there(
        elsewhere, f"caledonia-scoring example {system} | caledonia-scoring score - --json", tmp_path
    )
    expected = registry.get(system).evaluate(json.loads((FOLDER / system / "example.json").read_text()))
    assert json.loads(said) == json.loads(json.dumps(expected.as_json()))
    assert expected.breakdown is not None
    assert expected.warnings == ()


def test_the_commands_of_its_readme_work(elsewhere: Path, tmp_path: Path) -> None:
    commands = re.findall(r"^    (caledonia-scoring .*)$", README, re.MULTILINE)
    assert len(commands) == 3
    said = [there(elsewhere, command, tmp_path) for command in commands]
    assert "seats[0] human: place 1" in said[1]
    assert json.loads(said[2])["title"] == "clans_of_caledonia"


def test_the_program_of_its_readme_works(elsewhere: Path, tmp_path: Path) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    (tmp_path / "program.py").write_text(program)
    said = there(elsewhere, "python program.py", tmp_path).splitlines()
    assert (said[0], said[1]) == ("1 84", "    glory 45 glory {}")
    assert "2 64" in said


def test_its_types_are_known_to_others(elsewhere: Path, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(TYPED_USE)
    kept = {key: value for key, value in os.environ.items() if key != "MYPYPATH"}
    done = subprocess.run(
        [
            *(
                sys.executable,
                "-m",
                "mypy",
                "--strict",
                "--no-error-summary",
                "--cache-dir",
                tmp_path / "cache",
            ),
            *("--python-executable", elsewhere / "python", "program.py"),
        ],
        cwd=tmp_path,
        env=kept,
        capture_output=True,
        text=True,
    )
    assert done.stdout.splitlines() == [
        'program.py:9: error: Incompatible types in assignment (expression has type "int", variable has type "str")  '
        "[assignment]"
    ], done.stdout + done.stderr
