"""The script that browsers get."""

import gzip
import os
import re
import subprocess
import sys

import pytest
from django.conf import settings

from games.sheets.compiler.generator import compile_modules
from games.sheets.compiler.modules import reached_modules
from games.sheets.compiler.program import BUILTINS, IMPORTS, METHODS, Program
from games.sheets.compiler.script import rules_script
from scoring import registry
from tests.scoring.toy import TOY

MOST_BYTES = 45_000
PRINT_DIGEST = "from games.sheets.compiler.script import rules_script; print(rules_script().digest)"


@pytest.fixture
def with_toy(monkeypatch):
    monkeypatch.setattr(registry, "_SYSTEMS", (*registry.systems(), TOY))
    rules_script.cache_clear()
    yield
    rules_script.cache_clear()


def test_it_is_small_enough_for_a_phone():
    assert len(gzip.compress(rules_script().text.encode(), 9)) < MOST_BYTES


def test_it_is_the_same_wherever_and_whenever_it_is_made():
    """Sets of Python have another order in every process."""
    digests = {
        subprocess.run(
            [sys.executable, "-c", PRINT_DIGEST],
            cwd=settings.PROJECT_DIR,
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout.strip()
        for seed in ("1", "2")
    }
    assert digests == {rules_script().digest}


def test_it_is_made_once():
    assert rules_script() is rules_script()


def test_it_names_no_file_and_nothing_that_documentation_or_types_say():
    text = rules_script().text
    assert str(settings.PROJECT_DIR) not in text
    assert "Rules between fields" not in text
    assert "TypeAlias" not in text
    assert "//" not in re.sub(r'"(?:[^"\\]|\\.)*"', "", text).replace("\\/\\/", "")


def test_it_needs_no_leave_to_make_code_of_text():
    assert not re.search(r"\beval\b|new Function", rules_script().text)


def test_browsers_can_call_the_public_functions_of_the_entry_alone():
    text = compile_modules(["scoring.preview"])
    entries = re.search(r"const entries=\{(.*?)\};", text).group(1)
    assert '"scoring.preview.preview":' in entries
    assert "_describe_seat" not in entries
    assert "scoring.registry" not in entries


def test_a_game_that_was_added_to_the_registry_is_in_it(with_toy):
    assert '"award.toy"' in rules_script().text


def test_of_the_rules_only_what_is_reached_is_in_it():
    reached = reached_modules(["scoring.preview"], {})
    assert "scoring.glen_more_2.chronicles" in reached
    assert "scoring.schema" not in reached
    assert list(reached).index("scoring.types") < list(reached).index("scoring.registry")


def test_the_runtime_has_every_function_and_method_it_is_said_to_have():
    runtime = Program({}).runtime
    declared = set(re.findall(r"^(?:const|function\*?|class) (\w+)", runtime, flags=re.MULTILINE))
    assert BUILTINS.keys() | IMPORTS.keys() <= declared
    methods = set(re.findall(r"\$(\w+)(?:\(| = |: signed)", runtime))
    assert METHODS.keys() <= methods
