"""What has names of its own: functions with their parameters, comprehensions, and what names are bound by."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from games.sheets.compiler.expressions import Expressions
from games.sheets.compiler.program import assigned_names

Function = ast.FunctionDef | ast.Lambda


class Functions(Expressions):
    """Compiles lambdas and comprehensions, and what statements need for functions and assignments."""

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


def argument_names(node: Function) -> set[str]:
    arguments = node.args
    rest = [one for one in (arguments.vararg, arguments.kwarg) if one]
    return {one.arg for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *rest)}


def takes_both(node: Function) -> bool:
    """Whether a function takes any number of arguments and keywords besides."""
    return bool(node.args.vararg and (node.args.kwonlyargs or node.args.kwarg))


def declare(names: Sequence[str]) -> str:
    return f"let {','.join(names)};" if names else ""
