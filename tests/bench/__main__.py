"""Run every measurement of this folder and write the figures into docs/benchmarks.md.

Each `bench_*.py` has a function `run()` that returns its section as Markdown. Figures are ratios against a
yardstick measured in the same run, so that they mean the same on another machine. Names given on the command
line choose measurements: `python -m tests.bench scoring`.
"""

import importlib
import sys
from pathlib import Path

FOLDER = Path(__file__).parent
REPORT = FOLDER.parents[1] / "docs" / "benchmarks.md"
HEAD = """# Benchmarks

Made by `make bench`: nothing here is typed by hand. Absolute figures depend on the machine; the ratios were
measured side by side in one run.
"""


def main(chosen: list[str]) -> int:
    known = sorted(path.stem.removeprefix("bench_") for path in FOLDER.glob("bench_*.py"))
    unknown = sorted(set(chosen) - set(known))
    if unknown:
        print(
            f"There is no measurement {', '.join(unknown)}; there are: {', '.join(known)}.", file=sys.stderr
        )
        return 2
    sections = []
    for name in chosen or known:
        section = importlib.import_module(f"tests.bench.bench_{name}").run().strip()
        print(section, end="\n\n", flush=True)
        sections.append(section)
    if not chosen:
        REPORT.write_text("\n\n".join([HEAD.strip(), *sections]) + "\n")
        print(f"Written to {REPORT.relative_to(Path.cwd())}.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
