"""A program: its modules together, and what every name in them stands for."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from games.sheets.compiler.lowering import base_name
from games.sheets.compiler.modules import RUNTIME_IMPORTS, TYPES_ALONE, Module

# Parts of one script, in this order.
RUNTIME = Path(__file__).with_name("runtime")
RUNTIME_PARTS = ("values", "operators", "classes", "builtins", "exchange")


class Takes(NamedTuple):
    """What a function of the runtime takes: at most so many arguments (None: any number), and these keywords."""

    most: int | None
    keywords: frozenset[str] = frozenset()


# Names every module knows without an import; the runtime has them under the same name.
BUILTINS: Mapping[str, Takes] = {
    **dict.fromkeys(("bool", "dict", "frozenset", "int", "list", "set", "str", "tuple"), Takes(1)),
    **dict.fromkeys(("abs", "all", "any", "float", "iter", "len", "repr", "type"), Takes(1)),
    **dict.fromkeys(("divmod", "isinstance", "next", "range"), Takes(2)),
    **dict.fromkeys(("IndexError", "KeyError", "LookupError", "OverflowError"), Takes(1)),
    **dict.fromkeys(("StopIteration", "ValueError", "ZeroDivisionError"), Takes(1)),
    "enumerate": Takes(2, frozenset({"start"})),
    "map": Takes(None),
    "max": Takes(None, frozenset({"key", "default"})),
    "min": Takes(None, frozenset({"key", "default"})),
    "sorted": Takes(1, frozenset({"key", "reverse"})),
    "sum": Takes(2, frozenset({"start"})),
    "zip": Takes(None, frozenset({"strict"})),
}
# The same of what is imported, and of methods: of every type that has one of the name.
IMPORTS: Mapping[str, Takes] = {
    "cache": Takes(1),
    "lru_cache": Takes(1, frozenset({"maxsize"})),
    "lt": Takes(2),
    "mappingproxy": Takes(1),
    "pairwise": Takes(1),
}
METHODS: Mapping[str, Takes] = {
    **dict.fromkeys(("_asdict", "copy", "items", "keys", "strip", "values"), Takes(0)),
    **dict.fromkeys(
        ("add", "append", "count", "endswith", "extend", "index", "isdisjoint", "join"), Takes(1)
    ),
    **dict.fromkeys(("partition", "remove", "rpartition", "split", "startswith"), Takes(1)),
    **dict.fromkeys(("fromkeys", "get", "insert", "pop", "replace", "setdefault"), Takes(2)),
    "sort": Takes(0, frozenset({"key", "reverse"})),
}


@dataclass(frozen=True)
class Program:
    modules: dict[str, Module]

    @cached_property
    def runtime(self) -> str:
        return "\n".join((RUNTIME / f"{part}.js").read_text(encoding="utf-8") for part in RUNTIME_PARTS)

    @cached_property
    def methods(self) -> frozenset[str]:
        """Names of methods in any class: taking one from an object binds it."""
        return frozenset(
            one.name
            for made in self._classes()
            for one in made.body
            if isinstance(one, ast.FunctionDef)
            and not any(base_name(by) in {"property", "cached_property"} for by in one.decorator_list)
        )

    @cached_property
    def attributes(self) -> frozenset[str]:
        """Every attribute that an object of this program may have."""
        found = {"__name__", *self.methods}
        for made in self._classes():
            for one in made.body:
                if isinstance(one, ast.FunctionDef):
                    found.add(one.name)
                else:
                    found.update(assigned_names([one]))
        for module in self.modules.values():
            for node in ast.walk(module.tree):
                if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                    found.add(node.attr)
        return frozenset(found)

    def _classes(self) -> Iterator[ast.ClassDef]:
        for module in self.modules.values():
            yield from (node for node in module.tree.body if isinstance(node, ast.ClassDef))

    def resolve(self, module: Module, name: str) -> str | Module | None:
        """What a name that is no local stands for: JavaScript's name, or a module; None for what is unknown."""
        if (module.name, name) in self._globals:
            return self._globals[module.name, name]
        if name not in module.imported:
            return name if name in BUILTINS else None
        source, original = module.imported[name]
        if source in RUNTIME_IMPORTS:
            return RUNTIME_IMPORTS[source].get(original) or None
        if source in TYPES_ALONE or source not in self.modules:
            return None
        return self.resolve(self.modules[source], original) if original else self.modules[source]

    @cached_property
    def _globals(self) -> dict[tuple[str, str], str]:
        return {key: f"${number}" for number, key in enumerate(self._assignments)}

    def is_assigned_once(self, name: str) -> bool:
        """Whether JavaScript's name of a global means the same at any time."""
        return any(self._assignments[key] == 1 for key, text in self._globals.items() if text == name)

    @cached_property
    def _assignments(self) -> Counter[tuple[str, str]]:
        """How often each global of each module is assigned to, in the order of the program."""
        return Counter(
            (module.name, name)
            for module in self.modules.values()
            for name in assigned_names(module.tree.body)
        )

    def is_called_with_keywords(self, name: str, parameters: set[str]) -> bool:
        """Whether any call with keywords may mean a function of this name, or of these parameters by another name."""
        return name == "__init__" or any(
            called == name or (keywords and keywords <= parameters)
            for called, keywords in self._keyword_calls
        )

    @cached_property
    def _keyword_calls(self) -> frozenset[tuple[str, frozenset[str]]]:
        """The names that are called with keywords, and which; none for **keywords."""
        return frozenset(
            (base_name(node), _keywords(node))
            for module in self.modules.values()
            for node in ast.walk(module.tree)
            if isinstance(node, ast.Call) and node.keywords
        )


def _keywords(node: ast.Call) -> frozenset[str]:
    names = [keyword.arg for keyword in node.keywords if keyword.arg is not None]
    return frozenset(names) if len(names) == len(node.keywords) else frozenset()


def assigned_names(body: list[ast.stmt]) -> list[str]:
    """The names that statements bind, each time they do; not those of functions and comprehensions inside."""
    found = _Assigned()
    for one in body:
        found.visit(one)
    return found.names


class _Assigned(ast.NodeVisitor):
    def __init__(self) -> None:
        self.names: list[str] = []

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self.names.append(node.name)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.names.append(node.name)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        """Has names of its own."""

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Store):
            self.names.append(node.id)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        self.names.append(node.target.id)
        self.visit(node.value)

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        if node.name:
            self.names.append(node.name)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        """Its targets are its own; an assignment inside it is not."""
        self.visit(node.iter)
        for condition in node.ifs:
            self.visit(condition)
