"""What must hold before the site starts: the rules of every game can run in a browser."""

from typing import Any

from django.core.checks import CheckMessage, Error

from games.sheets.compiler.errors import UnsupportedError
from games.sheets.compiler.script import rules_script


def check_rules(**kwargs: Any) -> list[CheckMessage]:
    """Compiled here once, and kept for the processes that a start makes of this one."""
    try:
        rules_script()
    except UnsupportedError as error:
        return [Error(f"The rules cannot run in a browser: {error}.", id="sheets.E001")]
    return []
