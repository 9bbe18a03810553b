"""The script that a browser runs the rules with."""

from __future__ import annotations

import ast
import hashlib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from games.sheets.compiler.generator import compile_modules
from scoring import registry

# What browsers call: they read the words once and hold them (`scoring.sentences.read_words`), then ask about each sheet
# (`scoring.form.fill`).
ENTRIES = ("scoring.preview", "scoring.form", "scoring.sentences")


class Script(NamedTuple):
    """`digest` names the text: the same rules have the same one on every machine."""

    text: str
    digest: str


@cache
def rules_script() -> Script:
    """The rules of all registered game systems. Compiled once, which takes a good third of a second."""
    text = compile_modules(ENTRIES, {registry.__name__: _registry_source()})
    return Script(text, hashlib.sha256(text.encode()).hexdigest())


def _registry_source() -> str:
    """The registry as it is written, with game systems that were added to it since."""
    source = Path(str(registry.__file__)).read_text(encoding="utf-8")
    tree = ast.parse(source)
    written = {node.module for node in tree.body if isinstance(node, ast.ImportFrom)}
    added = [type(system) for system in registry.systems() if type(system).__module__ not in written]
    for node in tree.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.value, ast.Tuple):
            node.value.elts += [ast.Call(ast.Name(made.__name__), [], []) for made in added]
    tree.body += [ast.ImportFrom(made.__module__, [ast.alias(made.__name__)], 0) for made in added]
    return ast.unparse(ast.fix_missing_locations(tree)) if added else source
