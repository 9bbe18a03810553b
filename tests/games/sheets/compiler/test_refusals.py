"""Python that the compiler does not know is refused with file and line: it fails the build, never a score."""

import textwrap

import pytest

from games.sheets.compiler.errors import UnsupportedError
from games.sheets.compiler.generator import compile_modules

# The last line of each is what is refused, or the one marked.
STATEMENTS = {
    "an unknown module": "import struct",
    "an unknown function of a module": "from functools import reduce",
    "a module of a module": "import collections.abc",
    "a relative import": "from . import rules",
    "a statement with something": "with open(x):  # here\n    pass",
    "a choice by patterns": "match 1:  # here\n    case 1:\n        x = 2",
    "an assertion": "assert True",
    "else of a loop": "for x in ():  # here\n    y = 1\nelse:\n    y = 2",
    "else of while": "while False:  # here\n    y = 1\nelse:\n    y = 2",
    "finally": "try:  # here\n    x = 1\nfinally:\n    x = 2",
    "except without a class": "try:\n    x = 1\nexcept:  # here\n    x = 2",
    "an unknown exception": "try:\n    x = 1\nexcept OSError:  # here\n    x = 2",
    "raising an unknown exception": "raise RuntimeError",
    "deleting a name": "x = 1\ndel x",
    "deleting a slice": "x = [1]\ndel x[:]",
    "multiplying in place": "x = [1]\nx *= 2",
    "adding to an attribute": "class A:\n    x = 1\nA.x += 1",
    "assigning to a slice": "x = [1]\nx[:] = []",
    "a rest in the middle": "a, *b, c = [1, 2]",
    "a class with a metaclass": "class A(metaclass=type):  # here\n    x = 1",
    "two bases": "class A:\n    x = 1\nclass B:\n    x = 1\nclass C(A, B):  # here\n    x = 1",
    "an unknown base": "class A(Exception):  # here\n    x = 1",
    "a decorated class": "def by(x):\n    return x\n@by\nclass A:  # here\n    x = 1",
    "a dataclass of a dataclass": (
        "from dataclasses import dataclass\n@dataclass\nclass A:\n    x: int\n"
        "@dataclass\nclass B(A):  # here\n    y: int"
    ),
    "an ordered dataclass": "from dataclasses import dataclass\n@dataclass(order=True)  # here\nclass A:\n    x: int",
    "a field of keywords alone": (
        "from dataclasses import dataclass, field\n@dataclass\nclass A:\n    x: int = field(kw_only=True)"
    ),
    "a value of a class of tuples": (
        "from typing import NamedTuple\nclass A(NamedTuple):\n    x: int\n    y = 5"
    ),
    "a value for a whole class": (
        "from dataclasses import dataclass\nfrom typing import ClassVar\n@dataclass\nclass A:\n    x: ClassVar[int] = 1"
    ),
    "a method Python calls by itself": "class A:\n    def __len__(self):  # here\n        return 1",
    "a value of the class in another": "x = 1\nclass A:\n    x = 2\n    y = x",
    "a static method": "class A:\n    @staticmethod\n    def f():  # here\n        return 1",
    "a method of the class": "class A:\n    @classmethod\n    def f(cls):  # here\n        return 1",
    "a method with all kinds of arguments": (
        "class A:\n    def f(self, *a, b=1):  # here\n        return 1\nA().f(b=2)"
    ),
    "an asynchronous function": "async def f():  # here\n    return 1",
    "a global": "def f():\n    global x  # here\n    x = 1",
    "a default that can change": "def f(x=[]):  # here\n    return x",
    "a default that is made anew": "def f(x={}):  # here\n    return x",
    "a default that is assigned to twice": "A = 1\nA = 2\ndef f(x=A):  # here\n    return x",
    "an import inside a function": "def f():\n    import json",
    "a bare raise": "try:\n    x = 1\nexcept KeyError:\n    raise  # here",
}
EXPRESSIONS = {
    "an unknown name": "nothing",
    "an unknown function": "open(1)",
    "printing": "print(1)",
    "evaluating": "eval('1')",
    "a fraction": "1.5",
    "a number beyond 2 ** 53": "9007199254740992",
    "bytes": "b'x'",
    "an ellipsis": "...",
    "a division": "1 / 2",
    "a power": "2 ** 3",
    "bits": "1 ^ 2",
    "shifted bits": "1 << 2",
    "a plus sign": "+x",
    "inverted bits": "~x",
    "a slice with steps": "x[::2]",
    "a format": "f'{x:>5}'",
    "an ascii format": "f'{x!a}'",
    "waiting": "[y async for y in x]",
    "an unknown attribute": "x.nothing",
    "an unknown method": "'a'.title()",
    "an unknown keyword of max": "max(x, base=1)",
    "an unknown keyword of sorted": "sorted(x, cmp=1)",
    "keywords nobody can see for sorted": "sorted(x, **{})",
    "a keyword of len": "len(obj=x)",
    "a keyword of zip": "zip(x, fill=1)",
    "a keyword of a method": "'a'.split(sep='.')",
    "a keyword of dict": "dict(a=1)",
    "a keyword of a list's method": "x.sort(cmp=1)",
    "where to start looking": "x.index(1, 2)",
    "how often to split": "'a'.split('.', 1)",
    "how often to replace": "'a'.replace('a', 'b', 1)",
    "what to strip": "'a'.strip('a')",
    "steps of a range": "range(1, 5, 2)",
    "the base of a number": "int('a', 16)",
    "a class made by type": "type('A', (), {})",
    "a watched iterator": "iter(x, 0)",
    "arguments nobody can count": "int(*x)",
    "a typed cache": "lru_cache(8, True)",
    "a yield that is used": "[(yield 1)]",
    "the class above": "super()",
    "an attribute by name": "getattr(x, 'a')",
    "attributes set in other ways": "x.__setattr__('a', 1)",
    "a module as a value": "ranking",
    "what a module does not have": "ranking.nothing",
    "a type as a value": "Any",
}


def refusal(source):
    with pytest.raises(UnsupportedError) as caught:
        compile_modules(["program"], {"program": source})
    return caught.value


@pytest.mark.parametrize("name", list(STATEMENTS))
def test_a_statement_it_does_not_know_is_refused_with_its_line(name):
    source = STATEMENTS[name]
    lines = source.splitlines()
    marked = [number for number, line in enumerate(lines, start=1) if line.endswith("# here")]
    error = refusal(source)
    assert (error.path, error.line) == ("program", marked[0] if marked else len(lines)), error
    assert str(error).startswith(f"program:{error.line}: ")


@pytest.mark.parametrize("name", list(EXPRESSIONS))
def test_an_expression_it_does_not_know_is_refused_with_its_line(name):
    source = f"""
        from functools import lru_cache
        from typing import Any

        from scoring import ranking

        def run(x):
            return {EXPRESSIONS[name]}
    """
    error = refusal(textwrap.dedent(source))
    assert (error.path, error.line) == ("program", 8), error


def test_the_file_is_named():
    with pytest.raises(UnsupportedError, match=r"scoring/__main__\.py:\d+: import of argparse") as caught:
        compile_modules(["scoring.__main__"])
    assert caught.value.path.endswith("scoring/__main__.py")


def test_a_module_that_is_not_there_is_named():
    with pytest.raises(ModuleNotFoundError, match="nowhere"):
        compile_modules(["nowhere"])
