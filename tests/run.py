"""The whole suite, on SQLite and on PostgreSQL: `python -m tests.run`.

Its parts run beside each other, as many as there are processors: with twice as many, each took an eighth more processor
time. Whenever one ends the next begins, the longest first. One more, the shortest, takes what the others leave: a
browser, a database and real processes wait now and then. All of them wait until the first has compiled the modules and
made the tables: they would only do the same once more. What a part writes is shown when it ends; what failed is shown
last, after everything else, where one looks for it.

On PostgreSQL everything runs again that asks about the database: models, services, selectors, jobs, every page, form
and operation of the API with what nobody would send, and what real transactions do (tests/plugins/servers.py tells them
apart). Left out is what another database cannot change: words and forms, how many queries a page costs, demo data and
files that services store row by row, tests with real processes or a browser, which choose their own database or only
look at pages, and the table of every role against every action.

Arguments are passed on to pytest, for one database after the other; then no coverage is asked for.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from tests.plugins import SHARED_FOLDER, SQLITE_TABLES
from tests.servers import Program, missing_programs
from tests.servers.programs import INSTALL_HINT

RULES, BROWSER, SAFETY, ROLES = "tests/scoring", "tests/e2e", "tests/security", "tests/permissions"
GAMES, TOURNAMENTS = "tests/games", "tests/tournaments"
FACADES = tuple(
    f"{TOURNAMENTS}/{family}/{facade}" for family in ("events", "leagues") for facade in ("api", "web")
)
ON_SQLITE = ("--database=sqlite",)
ON_POSTGRES = ("--database=postgres", "--only-database-tests", "-m", "not processes and not browser")
# For chosen tests. A file stays in one process: whatever is set up once for it would otherwise be set up in each.
PARALLEL = (f"--numprocesses={min(os.cpu_count() or 1, 4)}", "--dist=loadfile")
NOTHING_COLLECTED = 5
LOOK_EVERY = 0.2
AT_A_TIME = os.cpu_count() or 1
GIVING_WAY = ("nice", "-n", "19")


def files_with(words: str) -> list[str]:
    return sorted(str(path) for path in Path("tests").rglob("test_*.py") if words in path.read_text())


class Part(NamedTuple):
    name: str
    arguments: tuple[str, ...]


# The rules are measured on their own: tracing every line of the site as well would only cost time.
RULES_ARE_COVERED = Part(
    "Rules",
    (
        RULES,
        "--cov=scoring",
        "--cov-branch",
        "--cov-fail-under=100",
        "--cov-report=term-missing:skip-covered",
    ),
)
IN_THE_BROWSER = Part("Browser", (BROWSER,))
# They wait more than they work. Named one by one: to find them among all tests would cost ten seconds.
WITH_PROCESSES = Part("Processes", ("-m", "processes", *files_with("pytest.mark.processes")))


def on_sqlite(name: str, *chosen: str) -> Part:
    return Part(f"SQLite: {name}", ("-m", "not processes", *ON_SQLITE, *chosen))


def quick(part: Part) -> Part:
    """Without what only the tests of the API's description need, and every process would load."""
    return Part(part.name, ("-p", "no:schemathesis", *part.arguments))


SQLITE_GAMES = on_sqlite("games", GAMES)
SQLITE_SAFETY = on_sqlite("safety", SAFETY)
SQLITE_ROLES = on_sqlite("roles", ROLES)
SQLITE_TOURNAMENTS = on_sqlite("tournaments", TOURNAMENTS, *(f"--ignore={folder}" for folder in FACADES))
SQLITE_TOURNAMENT_PAGES = on_sqlite("pages of tournaments", *FACADES)
NAMED = (RULES, BROWSER, GAMES, SAFETY, ROLES, TOURNAMENTS)
SQLITE_REST = on_sqlite("everything else", *(f"--ignore={folder}" for folder in NAMED))
POSTGRES = Part("PostgreSQL", (*ON_POSTGRES, *(f"--ignore={folder}" for folder in (RULES, BROWSER, ROLES))))


def command(part: Part) -> list[str]:
    colour = "--color=yes" if sys.stdout.isatty() else "--color=auto"
    return [sys.executable, "-m", "pytest", colour, *part.arguments]


class Running:
    """One part at work, its output kept in a file."""

    def __init__(self, part: Part, folder: Path, *, gives_way: bool = False) -> None:
        self.name = part.name
        self.gives_way = gives_way
        print(f"== {self.name}: started", flush=True)
        self._output = folder / part.name.replace(":", "")
        self._since = time.monotonic()
        with self._output.open("wb") as file:
            self._process = subprocess.Popen(
                [*(GIVING_WAY if gives_way else ()), *command(part)], stdout=file, stderr=subprocess.STDOUT
            )

    def has_ended(self) -> bool:
        return self._process.poll() is not None

    @property
    def passed(self) -> bool:
        # Nothing is left of a part whose programs this machine does not have; CI accepts no such gap.
        return self._process.returncode in {0, NOTHING_COLLECTED}

    def result(self) -> str:
        seconds = time.monotonic() - self._since
        return f"== {self.name}: {'passed' if self.passed else 'FAILED'} after {seconds:.0f} s"

    def said(self) -> str:
        return self._output.read_text(errors="replace")

    def stop(self) -> None:
        """Told to stop, pytest clears its servers and folders away first."""
        self._process.terminate()
        self._process.wait()


def number_of(running: list[Running], *, gives_way: bool) -> int:
    return sum(part.gives_way is gives_way for part in running)


def run_parts(parts: list[Part]) -> bool:
    """The longest first; whether all passed."""
    results: list[str] = []
    failures: list[str] = []
    waiting = list(parts)
    with tempfile.TemporaryDirectory(prefix="caledonia-run-") as folder:
        os.environ[SHARED_FOLDER] = folder
        tables = Path(folder) / SQLITE_TABLES
        running: list[Running] = []
        try:
            while running or waiting:
                is_prepared = bool(results) or tables.exists()
                while waiting and number_of(running, gives_way=False) < (AT_A_TIME if is_prepared else 1):
                    running.append(Running(waiting.pop(0), Path(folder)))
                if waiting and is_prepared and not number_of(running, gives_way=True):
                    running.append(Running(waiting.pop(), Path(folder), gives_way=True))
                time.sleep(LOOK_EVERY)
                for part in [part for part in running if part.has_ended()]:
                    running.remove(part)
                    results.append(part.result())
                    said = f"\n{results[-1]}\n{part.said()}"
                    if not part.passed:
                        failures.append(said)
                    print(said if part.passed else f"{results[-1]}: see the end", flush=True)
        finally:
            for part in running:
                part.stop()
    print(*failures, "", *results, sep="\n", flush=True)
    return not failures


def run_chosen(arguments: list[str], databases: dict[str, tuple[str, ...]]) -> bool:
    """A selection, on each database; one that fits no test of a database is no failure."""
    passed = True
    for name, options in databases.items():
        print(f"\n== {name}", flush=True)
        code = subprocess.run(command(Part(name, (*options, *arguments)))).returncode
        passed &= code in {0, NOTHING_COLLECTED}
    return passed


def main(chosen: list[str]) -> int:
    # Being told to stop is like Ctrl-C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    has_postgres = Program.POSTGRES not in missing_programs()
    if chosen:
        databases = {"SQLite": ON_SQLITE} | ({"PostgreSQL": ON_POSTGRES} if has_postgres else {})
        passed = run_chosen([*PARALLEL, *chosen], databases)
    else:
        on_postgres = [POSTGRES] if has_postgres else []
        passed = run_parts([
            quick(SQLITE_GAMES), quick(IN_THE_BROWSER), *on_postgres, quick(WITH_PROCESSES),
            quick(SQLITE_SAFETY), quick(SQLITE_ROLES), quick(SQLITE_TOURNAMENT_PAGES),
            quick(SQLITE_TOURNAMENTS), SQLITE_REST, quick(RULES_ARE_COVERED),
        ])  # fmt: skip
    if not has_postgres:
        # With CI set, the first run has already failed for the same reason.
        print(f"\n== PostgreSQL: LEFT OUT, this machine does not have it. To run it: {INSTALL_HINT}")
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
