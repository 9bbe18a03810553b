"""Expressions of Python as expressions of JavaScript.

Names are short, since every phone fetches them: locals are `a_`, `b_`, globals `$0`, `$1`, and a value that is needed
twice waits in `$1_0`. Attributes keep their name behind a `$`. The runtime's names are none of these, so nothing hides
anything else.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from games.sheets.compiler.errors import UnsupportedError
from games.sheets.compiler.modules import Module
from games.sheets.compiler.program import BUILTINS, IMPORTS, METHODS, Program, Takes

COMPARISONS = {ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge", ast.Eq: "eq", ast.In: "isIn"}
OPPOSITES: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.NotEq: ast.Eq, ast.NotIn: ast.In}
OPERATORS = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.BitOr: "or",
    ast.BitAnd: "and",
}
GREATEST_INT = 2**53 - 1


class Expressions(ast.NodeVisitor):
    """Compiles the expressions of one module."""

    def __init__(self, program: Program, module: Module) -> None:
        self.program = program
        self.module = module
        # Names of the functions and comprehensions around, the innermost last, and the waiting values of each.
        self._scopes: list[dict[str, str]] = []
        self._waiting: list[list[str]] = [[]]

    def refuse(self, node: ast.AST, reason: str) -> UnsupportedError:
        return self.module.refuse(node, reason)

    def generic_visit(self, node: ast.AST) -> str:
        raise self.refuse(node, f"{type(node).__name__} is not supported")

    def expression(self, node: ast.expr) -> str:
        text: str = self.visit(node)
        return text

    def expressions(self, nodes: Sequence[ast.expr]) -> str:
        return ",".join(self.expression(node) for node in nodes)

    def test(self, node: ast.expr) -> str:
        """As a JavaScript boolean, by what Python takes for true."""
        if isinstance(node, ast.BoolOp):
            operator = "||" if isinstance(node.op, ast.Or) else "&&"
            return f"({operator.join(self.test(value) for value in node.values)})"
        return self.expression(node) if _is_boolean(node) else f"truth({self.expression(node)})"

    # Names and scopes

    @contextmanager
    def scope(self, names: dict[str, str]) -> Iterator[list[str]]:
        """Inside a function or comprehension; gives the list of values that wait there."""
        self._scopes.append(names)
        self._waiting.append([])
        yield self._waiting[-1]
        self._scopes.pop()
        self._waiting.pop()

    def locals(self, names: Iterable[str]) -> dict[str, str]:
        """JavaScript's names for the names of a function or comprehension, none of which hides one further out."""
        outside = sum(len(scope) for scope in self._scopes)
        return {name: _short(outside + at) for at, name in enumerate(sorted(names))}

    def wait(self) -> str:
        """A name for a value that is needed twice."""
        self._waiting[-1].append(f"${len(self._waiting)}_{len(self._waiting[-1])}")
        return self._waiting[-1][-1]

    def variable(self, node: ast.AST, name: str) -> str:
        found = self.find(name)
        if not isinstance(found, str):
            raise self.refuse(node, f"the name {name} is not supported here")
        return found

    def find(self, name: str) -> str | Module | None:
        for scope in reversed(self._scopes):
            if name in scope:
                return scope[name]
        return self.program.resolve(self.module, name)

    def visit_Name(self, node: ast.Name) -> str:
        return self.variable(node, node.id)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> str:
        return f"({self.variable(node, node.target.id)}={self.expression(node.value)})"

    # Values

    def visit_Constant(self, node: ast.Constant) -> str:
        value = node.value
        if value is None or isinstance(value, bool | str):
            return json.dumps(value)
        if isinstance(value, int) and value <= GREATEST_INT:
            return str(value)
        raise self.refuse(node, f"the value {value!r} is not supported")

    def visit_JoinedStr(self, node: ast.JoinedStr) -> str:
        return f"({'+'.join(['', *map(self.expression, node.values)])[1:] or json.dumps('')})"

    def visit_FormattedValue(self, node: ast.FormattedValue) -> str:
        if node.format_spec is not None or node.conversion not in {-1, ord("r"), ord("s")}:
            raise self.refuse(node, "a format of its own is not supported")
        return f"{'repr' if node.conversion == ord('r') else 'str'}({self.expression(node.value)})"

    def visit_Tuple(self, node: ast.Tuple) -> str:
        return f"new Tuple([{self.expressions(node.elts)}])"

    def visit_List(self, node: ast.List) -> str:
        return f"[{self.expressions(node.elts)}]"

    def visit_Set(self, node: ast.Set) -> str:
        return f"set([{self.expressions(node.elts)}])"

    def visit_Starred(self, node: ast.Starred) -> str:
        return f"...each({self.expression(node.value)})"

    def visit_Dict(self, node: ast.Dict) -> str:
        parts = [
            (key and self.expression(key), self.expression(value))
            for key, value in zip(node.keys, node.values, strict=True)
        ]
        plain = next((at for at, (key, _) in enumerate(parts) if key is None), len(parts))
        rest = [f".with({key},{value})" if key else f".merge({value})" for key, value in parts[plain:]]
        return f"D({','.join(f'{key},{value}' for key, value in parts[:plain])}){''.join(rest)}"

    # Operators

    def visit_BinOp(self, node: ast.BinOp) -> str:
        operator = OPERATORS.get(type(node.op))
        if operator is None:
            raise self.refuse(node, f"the operator {type(node.op).__name__} is not supported")
        return f"{operator}({self.expression(node.left)},{self.expression(node.right)})"

    def visit_UnaryOp(self, node: ast.UnaryOp) -> str:
        if isinstance(node.op, ast.Not):
            return f"!{self.test(node.operand)}"
        if isinstance(node.op, ast.USub):
            return f"neg({self.expression(node.operand)})"
        raise self.refuse(node, f"the operator {type(node.op).__name__} is not supported")

    def visit_BoolOp(self, node: ast.BoolOp) -> str:
        if _is_boolean(node):
            return self.test(node)
        *earlier, last = node.values
        text = self.expression(last)
        for value in reversed(earlier):
            kept = self.wait()
            truth = f"truth({kept}={self.expression(value)})"
            text = f"({truth}?{kept}:{text})" if isinstance(node.op, ast.Or) else f"({truth}?{text}:{kept})"
        return text

    def visit_IfExp(self, node: ast.IfExp) -> str:
        return f"({self.test(node.test)}?{self.expression(node.body)}:{self.expression(node.orelse)})"

    def visit_Compare(self, node: ast.Compare) -> str:
        parts = []
        left = self.expression(node.left)
        for at, (operator, right) in enumerate(zip(node.ops, node.comparators, strict=True)):
            text = self.expression(right)
            if at < len(node.ops) - 1:
                kept = self.wait()
                parts.append(self._comparison(operator, left, f"({kept}={text})"))
                left = kept
            else:
                parts.append(self._comparison(operator, left, text))
        return parts[0] if len(parts) == 1 else f"({'&&'.join(parts)})"

    def _comparison(self, operator: ast.cmpop, left: str, right: str) -> str:
        if isinstance(operator, ast.Is | ast.IsNot):
            return f"({left}{'===' if isinstance(operator, ast.Is) else '!=='}{right})"
        opposite = OPPOSITES.get(type(operator))
        return f"{'!' if opposite else ''}{COMPARISONS[opposite or type(operator)]}({left},{right})"

    # Parts of something

    def visit_Attribute(self, node: ast.Attribute) -> str:
        owner = self._module(node.value)
        if owner is not None:
            return self._global(node, owner)
        if node.attr == "__getitem__":
            return f"getter({self.expression(node.value)})"
        self._check_attribute(node)
        value = self.expression(node.value)
        if node.attr in self.program.methods or node.attr not in self.program.attributes:
            return f'bound({value},"${node.attr}")'
        return f"{value}.${node.attr}"

    def _module(self, node: ast.expr) -> Module | None:
        found = self.find(node.id) if isinstance(node, ast.Name) else None
        return found if isinstance(found, Module) else None

    def _global(self, node: ast.Attribute, owner: Module) -> str:
        found = self.program.resolve(owner, node.attr)
        if not isinstance(found, str) or found in BUILTINS:
            raise self.refuse(node, f"{owner.name}.{node.attr} is not supported here")
        return found

    def _check_attribute(self, node: ast.Attribute) -> None:
        if node.attr not in self.program.attributes and node.attr not in METHODS:
            raise self.refuse(node, f"the attribute {node.attr} is not supported")

    def visit_Subscript(self, node: ast.Subscript) -> str:
        value = self.expression(node.value)
        if not isinstance(node.slice, ast.Slice):
            return f"item({value},{self.expression(node.slice)})"
        if node.slice.step is not None:
            raise self.refuse(node, "a slice with steps is not supported")
        ends = [self.expression(end) if end else "null" for end in (node.slice.lower, node.slice.upper)]
        return f"slice({value},{','.join(ends)})"

    # Calls

    def visit_Call(self, node: ast.Call) -> str:
        func = node.func
        if isinstance(func, ast.Attribute) and self._module(func.value) is None:
            return self._method_call(node, func)
        called = self.expression(func)
        if called in BUILTINS or called in IMPORTS:
            self._check_arguments(node, BUILTINS.get(called) or IMPORTS[called])
        if not node.keywords:
            return f"{called}({self.expressions(node.args)})"
        return f"callWith({called},[{self.expressions(node.args)}],[{self._pairs(node.keywords)}])"

    def _method_call(self, node: ast.Call, func: ast.Attribute) -> str:
        if func.attr == "__setattr__":
            return self._set_attribute(node, func)
        self._check_attribute(func)
        if func.attr not in self.program.attributes:
            self._check_arguments(node, METHODS[func.attr])
        value = self.expression(func.value)
        if not node.keywords:
            return f"{value}.${func.attr}({self.expressions(node.args)})"
        args, pairs = self.expressions(node.args), self._pairs(node.keywords)
        return f'callMethodWith({value},"${func.attr}",[{args}],[{pairs}])'

    def _set_attribute(self, node: ast.Call, func: ast.Attribute) -> str:
        """object.__setattr__(self, "name", value), by which frozen dataclasses work something out."""
        match func.value, node.args, node.keywords:
            case ast.Name(id="object"), [owner, ast.Constant(value=str(name)), value], []:
                return f"({self.expression(owner)}.${name}={self.expression(value)})"
        raise self.refuse(node, "this use of __setattr__ is not supported")

    def _check_arguments(self, node: ast.Call, takes: Takes) -> None:
        """JavaScript would leave out of account what a function of the runtime does not expect."""
        is_open = any(isinstance(one, ast.Starred) for one in node.args)
        if takes.most is not None and (is_open or len(node.args) > takes.most):
            raise self.refuse(node, f"more than {takes.most} arguments are not supported here")
        for keyword in node.keywords:
            if keyword.arg not in takes.keywords:
                raise self.refuse(node, f"the keyword {keyword.arg or '**'} is not supported here")

    def _pairs(self, keywords: list[ast.keyword]) -> str:
        return ",".join(
            f"{json.dumps(one.arg)},{self.expression(one.value)}"
            if one.arg
            else f"...pairsOf({self.expression(one.value)})"
            for one in keywords
        )


def _short(number: int) -> str:
    letters = "abcdefghijklmnopqrstuvwxyz"
    return f"{letters[number % 26]}{number // 26 or ''}_"


def _is_boolean(node: ast.expr) -> bool:
    """Whether the compiled expression is a JavaScript boolean already."""
    if isinstance(node, ast.BoolOp):
        return all(_is_boolean(value) for value in node.values)
    is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance"
    return (
        is_call
        or isinstance(node, ast.Compare)
        or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))
    )
