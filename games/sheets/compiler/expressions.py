"""Expressions of Python as expressions of JavaScript.

Names are short, since every phone fetches them: locals are `a_`, `b_`, globals `$0`, `$1`, and a value that is needed
twice waits in `$1_0`. Attributes keep their name behind a `$`. The runtime's names are none of these, so nothing hides
anything else.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from games.sheets.compiler.errors import UnsupportedError
from games.sheets.compiler.modules import Module
from games.sheets.compiler.program import BUILTINS, IMPORTS, METHODS, Program, Takes, assigned_names

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

Function = ast.FunctionDef | ast.Lambda


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

    # Functions and comprehensions

    def visit_Lambda(self, node: ast.Lambda) -> str:
        names = self.locals(argument_names(node))
        parameters, _ = self.parameters(node, names)
        with self.scope(names) as waiting:
            body = self.expression(node.body)
            return f"(({parameters})=>{{{declare(waiting)}return {body}}})"

    def parameters(self, node: Function, local: dict[str, str], *, method: bool = False) -> tuple[str, str]:
        """As JavaScript declares them, and as the runtime reads them."""
        arguments = node.args
        positional = [*arguments.posonlyargs, *arguments.args]
        blanks = len(positional) - len(arguments.defaults)
        texts, names = [], []
        for at, argument in enumerate(positional):
            if at or not method:
                default = arguments.defaults[at - blanks] if at >= blanks else None
                texts.append(self._parameter(local[argument.arg], default))
                names.append(argument.arg + ("=" if default else ""))
        if arguments.vararg:
            # With keywords as well the runtime collects the rest; see `wrapped`.
            texts.append(f"{'' if takes_both(node) else '...'}{local[arguments.vararg.arg]}")
            names.append(f"*{arguments.vararg.arg}")
        elif arguments.kwonlyargs:
            names.append("*")
        for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
            texts.append(self._parameter(local[argument.arg], default))
            names.append(argument.arg + ("=" if default else ""))
        if arguments.kwarg:
            texts.append(f"{local[arguments.kwarg.arg]}=new Dict()")
            names.append(f"**{arguments.kwarg.arg}")
        return ",".join(texts), ",".join(names)

    def _parameter(self, name: str, node: ast.expr | None) -> str:
        """JavaScript works defaults out at every call, Python once: they must not be able to differ."""
        if node is None:
            return name
        text = self.expression(node)
        fixed = isinstance(node, ast.Constant) or (isinstance(node, ast.Tuple) and not node.elts)
        if fixed or (isinstance(node, ast.Name) and self.program.is_assigned_once(text)):
            return f"{name}={text}"
        raise self.refuse(node, "a default that is no constant is not supported")

    def visit_ListComp(self, node: ast.ListComp) -> str:
        return self._collected(node.generators, "[]", lambda: f"r.push({self.expression(node.elt)})")

    def visit_SetComp(self, node: ast.SetComp) -> str:
        return self._collected(node.generators, "set()", lambda: f"r.$add({self.expression(node.elt)})")

    def visit_DictComp(self, node: ast.DictComp) -> str:
        def put() -> str:
            return f"r.with({self.expression(node.key)},{self.expression(node.value)})"

        return self._collected(node.generators, "new Dict()", put)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> str:
        first, body = self._loops(node.generators, lambda: f"yield {self.expression(node.elt)}")
        return f"(function*(s){{{body}}})(each({first}))"

    def _collected(self, loops: list[ast.comprehension], start: str, put: Callable[[], str]) -> str:
        first, body = self._loops(loops, put)
        return f"((s)=>{{const r={start};{body}return r}})(each({first}))"

    def _loops(self, loops: list[ast.comprehension], innermost: Callable[[], str]) -> tuple[str, str]:
        """What is gone through first, which Python looks at outside; and the loops around the innermost statement."""
        first = self.expression(loops[0].iter)
        names = self.locals({name for one in loops for name in assigned_names([ast.Expr(one.target)])})
        with self.scope(names) as waiting:
            text, closed = "", ""
            for at, one in enumerate(loops):
                if one.is_async:
                    raise self.refuse(one.target, "async is not supported")
                source = f"each({self.expression(one.iter)})" if at else "s"
                variable, unpacked = self.loop_variable(one.target)
                text += f"for({variable} of {source}){{{unpacked}"
                text += "".join(f"if({self.test(condition)}){{" for condition in one.ifs)
                closed += "}" * (1 + len(one.ifs))
            text += innermost() + closed
            return first, declare([*names.values(), *waiting]) + text

    # Targets

    def loop_variable(self, target: ast.expr) -> tuple[str, str]:
        """What a loop binds, and the statements that take it apart."""
        if isinstance(target, ast.Name):
            return self.expression(target), ""
        kept = self.wait()
        return kept, self.assign(target, kept)

    def assign(self, target: ast.expr, value: str) -> str:
        """Statements that give a value to a target. A value is used once; one with parts waits for them."""
        if isinstance(target, ast.Name):
            return f"{self.expression(target)}={value};"
        if isinstance(target, ast.Attribute) and self._module(target.value) is None:
            return f"{self.expression(target.value)}.${target.attr}={value};"
        if isinstance(target, ast.Subscript) and not isinstance(target.slice, ast.Slice):
            return f"setItem({self.expression(target.value)},{self.expression(target.slice)},{value});"
        if isinstance(target, ast.Tuple | ast.List):
            return self._unpack(target.elts, value)
        raise self.refuse(target, f"assigning to {type(target).__name__} is not supported")

    def _unpack(self, targets: list[ast.expr], value: str) -> str:
        kept = self.wait()
        *fixed, last = targets
        if not isinstance(last, ast.Starred):
            text = f"{kept}=unpack({value},{len(targets)});"
            return text + "".join(self.assign(one, f"{kept}[{at}]") for at, one in enumerate(targets))
        text = f"{kept}=unpackRest({value},{len(fixed)});"
        text += "".join(self.assign(one, f"{kept}[{at}]") for at, one in enumerate(fixed))
        return text + self.assign(last.value, f"{kept}.slice({len(fixed)})")


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


def argument_names(node: Function) -> set[str]:
    arguments = node.args
    rest = [one for one in (arguments.vararg, arguments.kwarg) if one]
    return {one.arg for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *rest)}


def takes_both(node: Function) -> bool:
    """Whether a function takes any number of arguments and keywords besides."""
    return bool(node.args.vararg and (node.args.kwonlyargs or node.args.kwarg))


def declare(names: Sequence[str]) -> str:
    return f"let {','.join(names)};" if names else ""
