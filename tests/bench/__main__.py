"""Run every measurement of this folder and write the figures into docs/benchmarks.md.

Each `bench_*.py` has a function `run()` that returns its section as Markdown. Figures are ratios against a
yardstick measured in the same run, so that they mean the same on another machine. Each runs in a process of its
own: what one has set up or kept in memory is nothing to the next. Names given on the command line choose
measurements and only print them: `python -m tests.bench scoring`; after `--write` their sections are replaced.
"""

import importlib
import re
import subprocess
import sys
import time
from pathlib import Path

FOLDER = Path(__file__).parent
REPORT = FOLDER.parents[1] / "docs" / "benchmarks.md"
HEAD = """# Benchmarks

Made by `make bench`: nothing here is typed by hand. Absolute figures depend on the machine; the ratios were
measured side by side in one run.
"""


def main(arguments: list[str]) -> int:
    chosen = [name for name in arguments if name != "--write"]
    known = sorted(path.stem.removeprefix("bench_") for path in FOLDER.glob("bench_*.py"))
    unknown = sorted(set(chosen) - set(known))
    if unknown:
        print(
            f"There is no measurement {', '.join(unknown)}; there are: {', '.join(known)}.", file=sys.stderr
        )
        return 2
    if "--write" in arguments:
        return _measure(chosen, into=_sections(REPORT.read_text()))
    if chosen:
        for name in chosen:
            print(importlib.import_module(f"tests.bench.bench_{name}").run().strip(), end="\n\n")
        return 0
    return _measure(known, into={})


def _measure(names: list[str], into: dict[str, str]) -> int:
    """Sections of the report by their headings, new ones in the place of old ones."""
    sections, failed = dict(into), []
    for name in names:
        start = time.perf_counter()
        done = subprocess.run([sys.executable, "-m", "tests.bench", name], stdout=subprocess.PIPE, text=True)
        print(f"{name}: {time.perf_counter() - start:.0f} s", flush=True)
        sections |= _sections(done.stdout)
        if done.returncode != 0:
            failed.append(name)
    if failed:
        print(f"Failed: {', '.join(failed)}. Nothing was written.", file=sys.stderr)
        return 1
    REPORT.write_text(
        "\n\n".join([HEAD.strip(), *(sections[heading] for heading in sorted(sections))]) + "\n"
    )
    print(f"Written to {REPORT.relative_to(Path.cwd())}.")
    return 0


def _sections(text: str) -> dict[str, str]:
    starts = [match.start() for match in re.finditer("^## ", text, flags=re.MULTILINE)]
    parts = [text[start:end].strip() for start, end in zip(starts, [*starts[1:], None], strict=True)]
    return {part.splitlines()[0]: part for part in parts}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
