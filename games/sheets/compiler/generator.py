"""From entry modules to the text of one ES module."""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping, Sequence

from games.sheets.compiler.modules import reached_modules
from games.sheets.compiler.program import Program
from games.sheets.compiler.statements import Statements

ENDING = """
const find=(name)=>{if(!Object.hasOwn(entries,name))throw new TypeError(`no function ${name}`);return entries[name]};
export const hold=(name,...args)=>find(name)(...args.map(fromPlain));
export const call=(name,...args)=>toPlain(hold(name,...args));
export const callJson=(name,text,...args)=>toPlain(find(name)(...fromJson(text),...args.map(fromPlain)));
"""


def compile_modules(entries: Sequence[str], sources: Mapping[str, str] | None = None) -> str:
    """The text of an ES module with everything the entry modules reach.

    It exports `call(name, ...args)`: `name` is a public function of an entry module with its module's name before it,
    arguments and answer are plain JSON values. `callJson(name, text, ...args)` takes the first arguments as the text
    of a JSON array, where 1.0 is another number than 1 and keys that look like numbers keep their place.
    `hold(name, ...args)` gives the answer as it is, to be an argument of later calls: what all of them need is read
    once. `sources` stand in for the files of modules.
    """
    modules = reached_modules(entries, sources or {})
    program = Program(modules)
    parts = [_shorten(program.runtime)]
    parts += [Statements(program, module).compile() for module in modules.values()]
    functions = [
        f"{json.dumps(f'{entry}.{node.name}')}:{program.resolve(modules[entry], node.name)}"
        for entry in entries
        for node in modules[entry].tree.body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
    ]
    parts.append(f"const entries={{{','.join(functions)}}};")
    return "".join(part for part in parts if part) + ENDING


def _shorten(script: str) -> str:
    """Without the lines of comments and without indentation."""
    lines = [line.strip() for line in script.splitlines()]
    return "\n".join(line for line in lines if line and not line.startswith("//")) + "\n"
