"""What a program keeps when types, documentation and contracts are taken away."""

from __future__ import annotations

import ast

from games.sheets.compiler.errors import UnsupportedError

# Classes that say what others look like, and bases that only say what a class is for.
CONTRACTS = frozenset({"Protocol", "TypedDict"})
IDLE_BASES = frozenset({"ABC", "Generic"})
TYPE_MAKERS = frozenset({"TypeVar", "NewType", "ParamSpec"})
TYPE_NAMES = frozenset(
    {
        "Callable",
        "Iterable",
        "Iterator",
        "Literal",
        "Mapping",
        "Sequence",
        "dict",
        "frozenset",
        "list",
        "set",
        "tuple",
        "type",
    }
)


def lower(path: str, tree: ast.Module) -> ast.Module:
    """The same program without docstrings, annotations, type aliases, casts, protocols and abstract methods."""
    # Imports of the module itself were followed already.
    tree.body = [node for node in tree.body if not isinstance(node, ast.Import | ast.ImportFrom)]
    lowered: ast.Module = _Lowering(path).visit(tree)
    return lowered


def base_name(node: ast.expr) -> str:
    """The last name of a base class or decorator: `x` of x, a.x, x[T] and x(...)."""
    if isinstance(node, ast.Subscript):
        return base_name(node.value)
    if isinstance(node, ast.Call):
        return base_name(node.func)
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


class _Lowering(ast.NodeTransformer):
    def __init__(self, path: str) -> None:
        self._path = path

    def visit_Import(self, node: ast.Import) -> None:
        raise self._refuse_import(node)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        raise self._refuse_import(node)

    def _refuse_import(self, node: ast.stmt) -> UnsupportedError:
        return UnsupportedError(self._path, node, "an import inside something else is not supported")

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        """A constant by itself is a docstring, or the body of something that has none."""
        return None if isinstance(node.value, ast.Constant) else self.generic_visit(node)

    def visit_Pass(self, node: ast.Pass) -> None:
        """Nothing is nothing in JavaScript too."""

    def visit_If(self, node: ast.If) -> ast.AST | None:
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return None
        return self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST | None:
        if any(base_name(base) in CONTRACTS for base in node.bases):
            return None
        node.bases = [base for base in node.bases if base_name(base) not in IDLE_BASES]
        # Annotations of a class are its fields: whoever makes the class reads them.
        node.body = [
            kept
            for one in node.body
            if (kept := one if isinstance(one, ast.AnnAssign) else self.visit(one)) is not None
        ]
        for one in node.body:
            if isinstance(one, ast.AnnAssign) and one.value:
                one.value = self.visit(one.value)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST | None:
        if any(base_name(one) in {"abstractmethod", "overload"} for one in node.decorator_list):
            return None
        node.returns = None
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.AST | None:
        return None if _is_type(node.value) else self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        """A plain assignment, or nothing where there is only a type."""
        if node.value is None or base_name(node.annotation) == "TypeAlias":
            return None
        plain = ast.copy_location(ast.Assign([node.target], node.value), node)
        return self.generic_visit(plain)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if isinstance(node.func, ast.Name) and node.func.id == "cast" and len(node.args) == 2:
            kept: ast.AST = self.visit(node.args[1])
            return kept
        return self.generic_visit(node)


def _is_type(value: ast.expr) -> bool:
    if isinstance(value, ast.Call):
        return base_name(value) in TYPE_MAKERS
    return isinstance(value, ast.Subscript) and base_name(value) in TYPE_NAMES
