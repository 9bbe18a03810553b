"""A program: its modules together, and what every name in them stands for."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from games.sheets.compiler.lowering import base_name
from games.sheets.compiler.modules import RUNTIME_IMPORTS, TYPES_ALONE, Module

# Parts of one script, in this order.
RUNTIME = Path(__file__).with_name("runtime")
RUNTIME_PARTS = ("values", "operators", "classes", "builtins", "exchange")

# Names every module knows without an import; the runtime has them under the same name. Functions take these keywords.
BUILTINS: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(("bool", "dict", "float", "frozenset", "int", "list", "set", "str", "tuple"), frozenset()),
    **dict.fromkeys(("abs", "all", "any", "divmod", "isinstance", "iter", "len", "map", "next"), frozenset()),
    **dict.fromkeys(("range", "repr", "type"), frozenset()),
    **dict.fromkeys(
        ("IndexError", "KeyError", "LookupError", "OverflowError", "StopIteration", "ValueError"), frozenset()
    ),
    "ZeroDivisionError": frozenset(),
    "enumerate": frozenset({"start"}),
    "max": frozenset({"key", "default"}),
    "min": frozenset({"key", "default"}),
    "sorted": frozenset({"key", "reverse"}),
    "sum": frozenset({"start"}),
    "zip": frozenset({"strict"}),
}


@dataclass(frozen=True)
class Program:
    modules: dict[str, Module]

    @cached_property
    def runtime(self) -> str:
        return "\n".join((RUNTIME / f"{part}.js").read_text(encoding="utf-8") for part in RUNTIME_PARTS)

    @cached_property
    def runtime_methods(self) -> frozenset[str]:
        """Attributes the runtime knows: of built-in types and NamedTuples."""
        return frozenset(re.findall(r"\$(\w+)(?:\(| =|: signed)", self.runtime))

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
            called == name or (keywords and keywords <= parameters) for called, keywords in self._keyword_calls
        )

    @cached_property
    def _keyword_calls(self) -> frozenset[tuple[str, frozenset[str]]]:
        """The names that are called with keywords, and which; none for **keywords."""
        return frozenset(
            (base_name(node), frozenset() if None in names else frozenset(names))
            for module in self.modules.values()
            for node in ast.walk(module.tree)
            if isinstance(node, ast.Call) and node.keywords
            for names in [[keyword.arg for keyword in node.keywords]]
        )


def assigned_names(body: list[ast.stmt]) -> list[str]:
    """The names that statements bind, each time they do; not those of functions and comprehensions inside."""
    found = _Assigned()
    for one in body:
        found.visit(one)
    return found.names


class _Assigned(ast.NodeVisitor):
    def __init__(self) -> None:
        self.names: list[str] = []
        self._inside = 0

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self.names.append(node.name)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.names.append(node.name)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        """Has names of its own."""

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Store) and not self._inside:
            self.names.append(node.id)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        self.names.append(node.target.id)
        self.visit(node.value)

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        if node.name:
            self.names.append(node.name)
        self.generic_visit(node)

    def _visit_comprehension(self, node: ast.AST) -> None:
        self._inside += 1
        self.generic_visit(node)
        self._inside -= 1

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _visit_comprehension
