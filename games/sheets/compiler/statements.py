"""Statements, functions and classes of Python in JavaScript."""

from __future__ import annotations

import ast
import json
from collections.abc import Sequence

from games.sheets.compiler.functions import Functions, argument_names, declare, takes_both
from games.sheets.compiler.lowering import base_name
from games.sheets.compiler.program import assigned_names

IN_PLACE = {
    ast.Add: "addTo",
    ast.Sub: "subFrom",
    ast.BitOr: "orInto",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
}
OWN_METHODS = frozenset({"__init__", "__post_init__"})
DATACLASS_OPTIONS = frozenset({"frozen", "slots", "kw_only"})
FIELD_OPTIONS = frozenset({"default", "default_factory", "init", "repr", "compare"})


class Statements(Functions):
    """Compiles one module."""

    def compile(self) -> str:
        """All statements of the module, one after the other."""
        body = self.block(self.module.tree.body)
        names = dict.fromkeys(
            self.variable(self.module.tree, name) for name in assigned_names(self.module.tree.body)
        )
        return declare([*names, *self._waiting[0]]) + body

    def block(self, body: Sequence[ast.stmt]) -> str:
        return "".join(self.statement(node) for node in body)

    def statement(self, node: ast.stmt) -> str:
        return f"{self.visit(node)}\n"

    # Simple statements

    def visit_Expr(self, node: ast.Expr) -> str:
        if isinstance(node.value, ast.Yield):
            return f"yield {self.expression(node.value.value) if node.value.value else 'null'};"
        if isinstance(node.value, ast.YieldFrom):
            return f"yield* each({self.expression(node.value.value)});"
        return f"{self.expression(node.value)};"

    def visit_Assign(self, node: ast.Assign) -> str:
        value = self.expression(node.value)
        if len(node.targets) == 1:
            return self.assign(node.targets[0], value)
        kept = self.wait()
        return f"{kept}={value};" + "".join(self.assign(target, kept) for target in node.targets)

    def visit_AugAssign(self, node: ast.AugAssign) -> str:
        operator = IN_PLACE.get(type(node.op))
        if operator is None or not isinstance(node.target, ast.Name):
            raise self.refuse(node, "this augmented assignment is not supported")
        target = self.expression(node.target)
        return f"{target}={operator}({target},{self.expression(node.value)});"

    def visit_Delete(self, node: ast.Delete) -> str:
        texts = []
        for target in node.targets:
            if not isinstance(target, ast.Subscript) or isinstance(target.slice, ast.Slice):
                raise self.refuse(node, "deleting this is not supported")
            texts.append(f"deleteItem({self.expression(target.value)},{self.expression(target.slice)});")
        return "".join(texts)

    def visit_Return(self, node: ast.Return) -> str:
        return f"return {self.expression(node.value) if node.value else 'null'};"

    def visit_Raise(self, node: ast.Raise) -> str:
        if node.exc is None:
            raise self.refuse(node, "raising again is not supported")
        raised = self.expression(node.exc)
        return f"throw {raised if isinstance(node.exc, ast.Call) else f'{raised}()'};"

    def visit_Break(self, node: ast.Break) -> str:
        return "break;"

    def visit_Continue(self, node: ast.Continue) -> str:
        return "continue;"

    # Compound statements

    def visit_If(self, node: ast.If) -> str:
        text = f"if({self.test(node.test)}){{{self.block(node.body)}}}"
        return text + (f"else{{{self.block(node.orelse)}}}" if node.orelse else "")

    def visit_While(self, node: ast.While) -> str:
        if node.orelse:
            raise self.refuse(node, "else of a loop is not supported")
        return f"while({self.test(node.test)}){{{self.block(node.body)}}}"

    def visit_For(self, node: ast.For) -> str:
        if node.orelse:
            raise self.refuse(node, "else of a loop is not supported")
        variable, unpacked = self.loop_variable(node.target)
        # A generator that is left half-way must be able to go on.
        leaves = any(isinstance(one, ast.Break | ast.Return) for one in ast.walk(node))
        source = f"{'it' if leaves else 'each'}({self.expression(node.iter)})"
        return f"for({variable} of {source}){{{unpacked}{self.block(node.body)}}}"

    def visit_Try(self, node: ast.Try) -> str:
        if node.orelse or node.finalbody:
            raise self.refuse(node, "else and finally of try are not supported")
        caught = self.wait()
        handlers = ""
        for handler in node.handlers:
            if handler.type is None:
                raise self.refuse(handler, "except without a class is not supported")
            bound = f"{self.variable(handler, handler.name)}={caught};" if handler.name else ""
            body = self.block(handler.body)
            handlers += f"if(isinstance({caught},{self.expression(handler.type)})){{{bound}{body}}}else "
        return f"try{{{self.block(node.body)}}}catch(e){{{caught}=e;{handlers}throw e;}}"

    # Functions

    def visit_FunctionDef(self, node: ast.FunctionDef) -> str:
        text = self._function(node)
        for decorator in reversed(node.decorator_list):
            text = f"{self.expression(decorator)}({text})"
        return f"{self.variable(node, node.name)}={text};"

    def _function(self, node: ast.FunctionDef, *, method: bool = False) -> str:
        """A function that carries its parameters, for calls with keywords."""
        local = self.locals(argument_names(node) | set(assigned_names(node.body)))
        parameters, names = self.parameters(node, local, method=method)
        star = "*" if _is_generator(node) else ""
        text = f"function{star}({parameters}){{{self._body(node, local, method=method)}}}"
        if takes_both(node):
            if method:
                raise self.refuse(node, "a method with *args and keywords is not supported")
            return f"wrapped({text},{json.dumps(names)})"
        if not self.program.is_called_with_keywords(node.name, argument_names(node)):
            return text
        return f"signed({text},{json.dumps(names)})"

    def _body(self, node: ast.FunctionDef, local: dict[str, str], *, method: bool) -> str:
        arguments = argument_names(node)
        with self.scope(local) as waiting:
            first = f"const {local[node.args.args[0].arg]}=this;" if method else ""
            if node.args.vararg and not takes_both(node):
                rest = local[node.args.vararg.arg]
                first += f"{rest}=new Tuple({rest});"
            body = self.block(node.body)
            own = declare([*(text for name, text in local.items() if name not in arguments), *waiting])
        ends = bool(node.body) and isinstance(node.body[-1], ast.Return | ast.Raise)
        return f"{own}{first}{body}{'' if ends else 'return null;'}"

    # Classes

    def visit_ClassDef(self, node: ast.ClassDef) -> str:
        if node.keywords or len(node.bases) > 1 or len(node.decorator_list) > 1:
            raise self.refuse(node, "a class with keywords, several bases or decorators is not supported")
        name = json.dumps(node.name)
        if node.decorator_list:
            made = self._dataclass(node, node.decorator_list[0])
        elif node.bases and base_name(node.bases[0]) == "NamedTuple":
            made = f"namedTuple({name},[{self._fields(node)}],{self._members(node)})"
        else:
            base = self.expression(_without_types(node.bases[0])) if node.bases else "null"
            made = f"makeClass({name},{base},{self._members(node, with_values=True)})"
        return f"{self.variable(node, node.name)}={made};"

    def _dataclass(self, node: ast.ClassDef, decorator: ast.expr) -> str:
        if base_name(decorator) != "dataclass" or node.bases:
            raise self.refuse(node, "only dataclasses without bases are supported")
        options = self._options(decorator, DATACLASS_OPTIONS) if isinstance(decorator, ast.Call) else {}
        flags = [
            self.expression(options[key]) if key in options else "false" for key in ("frozen", "kw_only")
        ]
        fields = self._fields(node)
        return f"dataclass({json.dumps(node.name)},{','.join(flags)},[{fields}],{self._members(node)})"

    def _options(self, call: ast.Call, known: frozenset[str]) -> dict[str, ast.expr]:
        options = {keyword.arg or "**": keyword.value for keyword in call.keywords}
        unknown = sorted(options.keys() - known)
        if call.args or unknown:
            raise self.refuse(call, f"{', '.join(unknown) or 'an argument'} is not supported here")
        return options

    def _fields(self, node: ast.ClassDef) -> str:
        """The fields of a NamedTuple or dataclass, as the runtime takes them."""
        texts = []
        for one in node.body:
            if not isinstance(one, ast.AnnAssign):
                continue
            if not isinstance(one.target, ast.Name) or base_name(one.annotation) == "ClassVar":
                raise self.refuse(one, "this field is not supported")
            parts = [f"name:{json.dumps(one.target.id)}"]
            options: dict[str, ast.expr] = {}
            if isinstance(one.value, ast.Call) and base_name(one.value) == "field":
                options = self._options(one.value, FIELD_OPTIONS)
            elif one.value is not None:
                options = {"default": one.value}
            if "default" in options:
                parts.append(f"value:{self.expression(options['default'])}")
            if "default_factory" in options:
                parts.append(f"make:{self.expression(options['default_factory'])}")
            flags = {key: options.get(key, ast.Constant(value=True)) for key in ("init", "compare")}
            parts += [f"{key}:{self.expression(value)}" for key, value in flags.items()]
            texts.append(f"{{{','.join(parts)}}}")
        return ",".join(texts)

    def _members(self, node: ast.ClassDef, *, with_values: bool = False) -> str:
        """Methods, properties and, of a plain class, values that all its objects share."""
        texts = []
        for one in node.body:
            if isinstance(one, ast.FunctionDef):
                texts.append(self._member(one))
            elif with_values and isinstance(one, ast.Assign | ast.AnnAssign):
                if one.value is not None:
                    self._check_names(one.value, set(assigned_names(node.body)))
                    target = one.target if isinstance(one, ast.AnnAssign) else one.targets[0]
                    texts.append(f"${base_name(target)}:{self.expression(one.value)}")
            elif not isinstance(one, ast.AnnAssign):
                raise self.refuse(one, f"{type(one).__name__} in a class is not supported")
        return f"{{{','.join(texts)}}}"

    def _check_names(self, value: ast.expr, own: set[str]) -> None:
        for one in ast.walk(value):
            if isinstance(one, ast.Name) and one.id in own:
                raise self.refuse(one, f"{one.id} of the class itself is not supported here")

    def _member(self, node: ast.FunctionDef) -> str:
        kinds = [base_name(decorator) for decorator in node.decorator_list]
        if node.name.startswith("__") and node.name not in OWN_METHODS:
            raise self.refuse(node, f"the method {node.name} is not supported")
        if not node.args.args:
            raise self.refuse(node, "a method without self is not supported")
        if kinds == ["property"]:
            return f"get ${node.name}(){{{self._own_body(node)}}}"
        if kinds == ["cached_property"]:
            inner = f"()=>{{{self._own_body(node)}}}"
            return f'get ${node.name}(){{return once(this,"${node.name}",{inner})}}'
        if kinds:
            raise self.refuse(node, f"the decorator {kinds[0]} of a method is not supported")
        return f"${node.name}:{self._function(node, method=True)}"

    def _own_body(self, node: ast.FunctionDef) -> str:
        local = self.locals(argument_names(node) | set(assigned_names(node.body)))
        return self._body(node, local, method=True)


def _without_types(node: ast.expr) -> ast.expr:
    return node.value if isinstance(node, ast.Subscript) else node


def _is_generator(node: ast.FunctionDef) -> bool:
    """Whether the function itself yields, not one inside it."""
    pending: list[ast.AST] = list(node.body)
    while pending:
        one = pending.pop()
        if isinstance(one, ast.Yield | ast.YieldFrom):
            return True
        if not isinstance(one, ast.FunctionDef | ast.Lambda):
            pending.extend(ast.iter_child_nodes(one))
    return False
