"""The whole suite, on SQLite and on PostgreSQL: `python -m tests.run`.

What is left out the second time is what another database cannot change: tests that touch none, and those
with real processes or a browser, which choose their own database or only look at pages.
Arguments are passed on to pytest, for both databases; then no coverage is asked for.
"""

import os
import subprocess
import sys

from tests.servers import Program, missing_programs
from tests.servers.programs import INSTALL_HINT

# Which tests stay together is said in tests/plugins/grouping.py.
PARALLEL = [f"--numprocesses={min(os.cpu_count() or 1, 4)}", "--dist=loadgroup"]
# The rules are measured on their own: tracing every line of the site as well would only cost time.
RULES = "tests/scoring"
RULES_ARE_COVERED = [
    RULES,
    "--cov=scoring",
    "--cov-branch",
    "--cov-fail-under=100",
    "--cov-report=term-missing:skip-covered",
]
NOTHING_COLLECTED = 5


def pytest(*arguments: str) -> bool:
    """Whether all tests passed; a selection that fits no test of this run is no failure."""
    code = subprocess.run([sys.executable, "-m", "pytest", *arguments]).returncode
    return code in {0, NOTHING_COLLECTED}


def main(chosen: list[str]) -> int:
    passed = True
    if not chosen:
        print("== Rules", flush=True)
        passed = pytest(*PARALLEL, *RULES_ARE_COVERED)
    print("\n== SQLite", flush=True)
    passed &= pytest("--database=sqlite", *PARALLEL, *(chosen or [f"--ignore={RULES}"]))
    if Program.POSTGRES in missing_programs():
        # With CI set, the first run has already failed for the same reason.
        print(f"\n== PostgreSQL: LEFT OUT, this machine does not have it. To run it: {INSTALL_HINT}")
        return 0 if passed else 1
    print("\n== PostgreSQL", flush=True)
    passed &= pytest(
        "--database=postgres",
        "--only-database-tests",
        "-m",
        "not processes and not browser",
        *PARALLEL,
        *(chosen or [f"--ignore={RULES}"]),
    )
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
