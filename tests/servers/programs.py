"""Which programs some tests need beyond Python, and whether this machine has them."""

import shutil
from enum import StrEnum
from pathlib import Path

INSTALL_HINT = "apt install postgresql redis-server nginx systemd chromium-headless-shell gettext curl"


class MissingProgramError(Exception):
    """A test needs a program that is not on this machine."""


class Program(StrEnum):
    """Named after the marker of the tests that need it."""

    POSTGRES = "postgres"
    REDIS = "redis"
    NGINX = "nginx"
    SYSTEMD = "systemd"
    BROWSER = "browser"
    GETTEXT = "gettext"
    CURL = "curl"

    @property
    def label(self) -> str:
        return {
            Program.POSTGRES: "PostgreSQL",
            Program.REDIS: "Redis",
            Program.NGINX: "nginx",
            Program.SYSTEMD: "systemd",
            Program.BROWSER: "Chromium",
            Program.GETTEXT: "gettext",
            Program.CURL: "curl",
        }[self]

    @property
    def executables(self) -> tuple[str, ...]:
        """Any one of these will do."""
        return {
            Program.POSTGRES: ("postgres",),
            Program.REDIS: ("redis-server", "valkey-server"),
            Program.NGINX: ("nginx",),
            Program.SYSTEMD: ("systemd-analyze",),
            # The one without windows needs half the processor time for the same pages.
            Program.BROWSER: ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"),
            Program.GETTEXT: ("msgfmt",),
            Program.CURL: ("curl",),
        }[self]

    def find(self) -> Path:
        for name in self.executables:
            if path := find_executable(name):
                return path
        raise MissingProgramError(f"{self.label} is not on this machine: {INSTALL_HINT}")


def find_executable(name: str) -> Path | None:
    """On the PATH, or where Debian keeps servers, and PostgreSQL's programs (newest version first)."""
    if path := shutil.which(name) or shutil.which(name, path="/usr/sbin"):
        return Path(path)
    versions = sorted(
        Path("/usr/lib/postgresql").glob(f"*/bin/{name}"),
        key=lambda path: float(path.parts[-3]),
        reverse=True,
    )
    return versions[0] if versions else None


def missing_programs() -> list[Program]:
    return [program for program in Program if not any(map(find_executable, program.executables))]
