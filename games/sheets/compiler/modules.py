"""The modules a program consists of: the entries, and what they reach by their imports."""

from __future__ import annotations

import ast
import importlib.util
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from games.sheets.compiler.errors import UnsupportedError
from games.sheets.compiler.lowering import lower

# Modules that only annotations need, and names of others that the runtime has, by the name it has them under.
TYPES_ALONE = frozenset({"__future__", "abc", "collections.abc", "typing"})
RUNTIME_IMPORTS: Mapping[str, Mapping[str, str]] = {
    "dataclasses": {"dataclass": "", "field": "", "replace": "replace"},
    "functools": {"cache": "cache", "cached_property": "", "lru_cache": "lru_cache"},
    "itertools": {"pairwise": "pairwise"},
    "operator": {"lt": "lt"},
    "types": {"MappingProxyType": "mappingproxy"},
}


@dataclass(frozen=True)
class Module:
    """A module of the program, without what only its readers need."""

    name: str
    path: str
    tree: ast.Module
    # What a name means that was imported: (module, name), or (module, "") for a module itself.
    imported: dict[str, tuple[str, str]] = field(default_factory=dict)

    def refuse(self, node: ast.AST, reason: str) -> UnsupportedError:
        return UnsupportedError(self.path, node, reason)


def reached_modules(entries: Sequence[str], sources: Mapping[str, str]) -> dict[str, Module]:
    """Every module by name, each after those it imports. `sources` stand in for files."""
    found: dict[str, Module] = {}
    for entry in entries:
        _reach(entry, sources, found, under_way=())
    return found


def _reach(
    name: str, sources: Mapping[str, str], found: dict[str, Module], under_way: tuple[str, ...]
) -> None:
    if name in found or name in under_way:
        return
    path, source = _read(name, sources)
    whole = ast.parse(source)
    imported = dict(_imports(path, whole, sources))
    package, _, _ = name.rpartition(".")
    for needed in dict.fromkeys([package, *(module for module, _ in imported.values())]):
        if needed and needed not in RUNTIME_IMPORTS and needed not in TYPES_ALONE:
            _reach(needed, sources, found, (*under_way, name))
    found[name] = Module(name, path, lower(path, whole), imported)


def _read(name: str, sources: Mapping[str, str]) -> tuple[str, str]:
    if name in sources:
        return name, sources[name]
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    return spec.origin, Path(spec.origin).read_text(encoding="utf-8")


def _imports(
    path: str, tree: ast.Module, sources: Mapping[str, str]
) -> Iterator[tuple[str, tuple[str, str]]]:
    """What each imported name stands for."""
    for node in tree.body:
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.asname is None and "." in alias.name:
                    raise UnsupportedError(path, node, f"import {alias.name} without a name of its own")
                _check_known(path, node, alias.name, None)
                yield alias.asname or alias.name, (alias.name, "")
        elif isinstance(node, ast.ImportFrom):
            if node.level or node.module is None:
                raise UnsupportedError(path, node, "a relative import")
            for alias in node.names:
                _check_known(path, node, node.module, alias.name)
                inner = f"{node.module}.{alias.name}"
                is_module = node.module.split(".")[0] not in sys.stdlib_module_names and _is_module(
                    inner, sources
                )
                yield alias.asname or alias.name, (inner, "") if is_module else (node.module, alias.name)


def _check_known(path: str, node: ast.stmt, module: str, name: str | None) -> None:
    if module in TYPES_ALONE or module.split(".")[0] not in sys.stdlib_module_names:
        return
    known = RUNTIME_IMPORTS.get(module)
    if known is None or (name is not None and name not in known):
        raise UnsupportedError(path, node, f"import of {module}{f'.{name}' if name else ''}")


def _is_module(name: str, sources: Mapping[str, str]) -> bool:
    if name in sources:
        return True
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        return False
