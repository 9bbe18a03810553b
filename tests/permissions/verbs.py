"""Every verb of every `services` package, and whether it asks for a right: found in the source, without running it.

What only other services call needs no question of its own if each verb that leads to it asks; so it is enough to
look at what the rest of the site can reach.
"""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

APPS = ("caledonia_site", "games", "tournaments")
# The last two are rights over two players and all their clubs, which no predicate of one thing can say.
ASKING = {"require", "may", "check_may_merge", "may_undo"}
# From a verb to the question: over a lock, over a helper that verbs share, and no further.
DEPTH = 3
WRITING = {
    "save", "create", "get_or_create", "update_or_create", "update", "delete", "bulk_create", "bulk_update",
}  # fmt: skip

Name = tuple[str, str]
"""Of a function: its module and what it is called there."""


@dataclass(frozen=True)
class Function:
    keyword_only: bool
    writes: bool
    calls: frozenset[Name]
    asks: bool


class Source:
    """Modules by their dotted names, read as text."""

    def __init__(self, modules: Mapping[str, str]) -> None:
        self.functions: dict[Name, Function] = {}
        self.importers: dict[Name, set[str]] = {}
        for module, text in modules.items():
            self._read(module, ast.parse(text))

    @classmethod
    def of_site(cls, root: Path) -> "Source":
        paths = [
            path for app in APPS for path in (root / app).rglob("*.py") if "migrations" not in path.parts
        ]
        return cls(
            {".".join(path.relative_to(root).with_suffix("").parts): path.read_text() for path in paths}
        )

    def _read(self, module: str, tree: ast.Module) -> None:
        imported = {
            alias.asname or alias.name: (node.module, alias.name)
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module
            for alias in node.names
        }
        for name in imported.values():
            self.importers.setdefault(name, set()).add(module)
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                called = set(_called(node))
                self.functions[module, node.name] = Function(
                    keyword_only=bool(node.args.kwonlyargs),
                    writes=any(_writes(one) for one in ast.walk(node)),
                    calls=frozenset(imported.get(one, (module, one)) for one in called),
                    asks=bool(called & ASKING),
                )

    def asks(self, name: Name, depth: int = DEPTH) -> bool:
        """Itself, or by what it calls."""
        function = self.functions.get(name)
        if function is None:
            return False
        return (
            name[1] in ASKING
            or function.asks
            or (depth > 0 and any(self.asks(one, depth - 1) for one in function.calls))
        )

    def writes(self, name: Name, depth: int = DEPTH) -> bool:
        function = self.functions.get(name)
        if function is None:
            return False
        return function.writes or (depth > 0 and any(self.writes(one, depth - 1) for one in function.calls))

    def is_verb(self, name: Name) -> bool:
        """What others are meant to call: public, and keyword-only as services are, or writing."""
        public = not name[1].startswith("_") and "services" in name[0].split(".")
        return public and (self.functions[name].keyword_only or self.writes(name))

    def reached_from(self, name: Name) -> set[str]:
        """The modules outside services that can call it."""
        return {one for one in self.importers.get(name, ()) if "services" not in one.split(".")}

    def verbs_without_question(self, excused: set[Name]) -> set[Name]:
        """Those that the rest of the site reaches, directly or through another one that does not ask."""
        silent = {
            name
            for name in self.functions
            if self.is_verb(name) and not self.asks(name) and name not in excused
        }
        open_ones = {name for name in silent if self.reached_from(name)}
        while more := {one for name in open_ones for one in self.functions[name].calls} & silent - open_ones:
            open_ones |= more
        return open_ones


def _called(function: ast.FunctionDef) -> Iterator[str]:
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id


def _writes(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in WRITING
