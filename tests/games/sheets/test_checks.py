"""What must hold before the site starts."""

from django.core.checks import run_checks

from games.sheets.checks import check_rules
from games.sheets.compiler.script import rules_script
from games.systems.checks import TAG
from scoring import registry
from tests.scoring.toy import TOY

EXOTIC = """
class Exotic:
    def score(self, sheet):
        assert sheet
"""


def test_the_rules_of_the_site_run_in_a_browser():
    assert check_rules() == []


def test_rules_that_no_browser_could_run_are_named_before_the_start(monkeypatch, tmp_path):
    (tmp_path / "exotic.py").write_text(EXOTIC)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(registry, "_SYSTEMS", (*registry.systems(), _called("exotic", "Exotic")))
    rules_script.cache_clear()
    try:
        (problem,) = [problem for problem in run_checks(tags=[TAG]) if problem.id == "sheets.E001"]
    finally:
        rules_script.cache_clear()
    assert problem.msg.startswith("The rules cannot run in a browser: ")
    assert "exotic.py:4: " in problem.msg


def _called(module, name):
    """A game system that says it was written there."""
    made = type(name, (type(TOY),), {})
    made.__module__ = module
    return object.__new__(made)
