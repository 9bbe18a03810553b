"""The commands of the systemd units, so that a rehearsal runs what is installed."""

import shlex
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[3]
SYSTEMD = PROJECT / "deploy" / "systemd"
INSTALLED_PROGRAMS = "/opt/caledonia/venv/bin/"


def lines_of(unit: str, name: str) -> list[str]:
    """Every value of a setting in a unit file."""
    text = (SYSTEMD / unit).read_text()
    return [line.partition("=")[2] for line in text.splitlines() if line.partition("=")[0] == name]


def command_of(unit: str, *, instance: str = "", changes: dict[str, str] | None = None) -> list[str]:
    """What the unit starts, from this environment's programs and with a few values of one's own."""
    (command,) = lines_of(unit, "ExecStart")
    for name, value in (item.split("=", 1) for item in lines_of(unit, "Environment")):
        command = command.replace(f"${{{name}}}", value)
    command = command.replace(INSTALLED_PROGRAMS, f"{Path(sys.executable).parent}/")
    command = command.replace("%i", instance).replace("%%", "%")
    for old, new in (changes or {}).items():
        if old not in command:
            raise LookupError(f"{unit} does not say {old}")
        command = command.replace(old, new)
    return shlex.split(command)
