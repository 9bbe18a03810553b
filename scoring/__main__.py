"""The command line of the engine: score a sheet, or print what a sheet looks like. Installed, it is also called
`caledonia-scoring`.

    python -m scoring example clans_of_caledonia
    python -m scoring score sheet.json [--through ROUND] [--partial] [--json]
    python -m scoring schema clans_of_caledonia
    python -m scoring systems

A sheet names its game system in "ruleset"; `-` reads it from standard input. Exit status: 0 scored, 1 the
sheet breaks rules (each is listed), 2 the call itself is wrong.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path

from scoring import registry
from scoring.schema import schema_of
from scoring.types import Breakdown, Explanation, Outcome, Param, Violation


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    if options.command == "systems":
        for system in registry.systems():
            print(system.description.key, system.description.version)
        return 0
    if options.command == "schema":
        print(json.dumps(schema_of(registry.get(options.system).description), indent=2))
        return 0
    if options.command == "example":
        print(files(f"scoring.{options.system}").joinpath("example.json").read_text(encoding="utf-8"), end="")
        return 0
    return _score(options)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m scoring", description="Score sheets of board games.")
    commands = parser.add_subparsers(dest="command", required=True)
    score = commands.add_parser("score", help="score a sheet and explain every line")
    score.add_argument("sheet", help="a JSON file, or - for standard input")
    score.add_argument("--through", help="the last round played, for standings so far")
    score.add_argument("--partial", action="store_true", help="count blanks as nothing instead of refusing")
    score.add_argument("--json", action="store_true", help="print JSON instead of a table")
    schema = commands.add_parser("schema", help="print the JSON Schema of a system's sheets")
    keys = [system.description.key for system in registry.systems()]
    schema.add_argument("system", choices=keys)
    example = commands.add_parser("example", help="print a filled sheet of a system, to start from")
    example.add_argument("system", choices=keys)
    commands.add_parser("systems", help="list the game systems with their versions")
    return parser


def _score(options: argparse.Namespace) -> int:
    try:
        text = sys.stdin.read() if options.sheet == "-" else Path(options.sheet).read_text(encoding="utf-8")
        raw = json.loads(text)
    # Text that is not JSON, not UTF-8, nested too deep, or with a number too long to read.
    except (OSError, ValueError, RecursionError) as error:
        print(f"{options.sheet}: {error}", file=sys.stderr)
        return 2
    key = raw.get("ruleset") if isinstance(raw, dict) else None
    known = {system.description.key: system for system in registry.systems()}
    if not isinstance(key, str) or key not in known:
        print(f'{options.sheet}: "ruleset" must be one of: {", ".join(known)}', file=sys.stderr)
        return 2
    outcome = known[key].evaluate(raw, through=options.through, partial=options.partial)
    if options.json:
        print(json.dumps(outcome.as_json(), indent=2))
    else:
        _print_outcome(outcome)
    return 1 if outcome.violations else 0


def _print_outcome(outcome: Outcome) -> None:
    if outcome.breakdown:
        _print_table(outcome.breakdown)
    for violation in outcome.violations:
        print("violation", _finding(violation), file=sys.stderr)
    for warning in outcome.warnings:
        print("warning  ", _finding(warning), file=sys.stderr)
    for path in outcome.missing:
        print("missing  ", path, file=sys.stderr)


def _print_table(breakdown: Breakdown) -> None:
    print(f"{breakdown.ruleset} {breakdown.version}, through {breakdown.through}, margin {breakdown.margin}")
    for note in breakdown.notes:
        print("  ", _sentence(note))
    for index, seat in enumerate(breakdown.seats):
        print(f"\nseats[{index}] {seat.kind}: place {seat.place}, {seat.total} VP")
        if seat.tie_break:
            print("  ", _sentence(seat.tie_break))
        for line in seat.lines:
            quantity = "" if line.quantity is None else line.quantity
            unit = "" if line.unit is None else f"x {line.unit}"
            explanation = _sentence(line.explanation)
            print(f"   {line.round:<6} {line.key:<16} {quantity:>5} {unit:<4} {line.vp:>5}  {explanation}")


def _sentence(explanation: Explanation) -> str:
    return f"{explanation.code} {_named(explanation.params)}".rstrip()


def _finding(violation: Violation) -> str:
    return f"{violation.path or 'sheet'}: {violation.code} {_named(violation.params)}".rstrip()


def _named(params: Mapping[str, Param]) -> str:
    return " ".join(
        f"{name}={','.join(map(str, value)) if isinstance(value, tuple) else value}"
        for name, value in params.items()
    )


if __name__ == "__main__":
    sys.exit(main())
