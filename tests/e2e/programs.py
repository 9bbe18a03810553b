"""Small programs, for every construct and function that the compiler knows; each is run by Python and by a browser.

What a program answers must be JSON. One that raises answers with the class of what it raised.
"""

# Each of these is what a function returns.
EXPRESSIONS = """
None
[True, False, not True, not [], not [0], not 0, not "", not "0", not None, not (), not {}, not (None,)]
1 + 2 - 3 * 4
[True + True, True * 3, -True, 5 - True]
[7 // 2, -7 // 2, 7 // -2, -7 // -2, 0 // 5, 0 // -5, 9007199254740991 // 3, -9007199254740991 // 2]
[7 % 2, -7 % 2, 7 % -2, -7 % -2, 0 % 5, 0 % -5, 6 % -3, 9007199254740991 % 10]
[divmod(7, 2), divmod(-7, 2), divmod(7, -2), divmod(0, 3), divmod(-9, 3)]
1 // 0
1 % 0
divmod(1, 0)
[9007199254740991 + 0, 9007199254740990 + 1, 4503599627370495 * 2, -9007199254740991]
[str(0 * -3), str(-0), str(0 // -4), str(0 % -4), 0 * -1 == 0]
"a" + "b" * 3 + "c" * 0 + "d" * -1
[1, 2] + [3] * 2 + [None] * 0
(1, 2) + (3,) * 2 + () * 5
[[1] * 2 == [1, 1], 2 * (0,) == (0, 0), 3 * "ab"]
1 + "a"
"a" + 1
[1] + (2,)
[1 == 1, 1 == True, 0 == False, 1 == "1", "" == 0, None == 0, None == False, [] == (), [1] == [True], (1,) == (1,)]
[1 != 2, "a" != "a", [1, [2]] != [1, [2]], (1, (2, "x")) == (1, (2, "x")), (1,) == (1, 2), {} == {}, {} == []]
[{"a": 1, "b": 2} == {"b": 2, "a": 1}, {"a": 1} == {"a": True}, {"a": 1} == {"a": 2}, {1: 2} == {True: 2}]
[{1, 2} == {2, 1}, {1} == frozenset({1}), {1} == {2}, {1: 1}.keys() == {1}, set() == frozenset()]
[1 < 2, 2 <= 2, 3 > 4, 4 >= 4, True < 2, "a" < "b", "B" < "a", "" < "a", "a" < "aa", "é" > "z"]
["\\uff5a" < "\\U0001f600", sorted(["\\U0001f600", "\\uff5a", "a"]), "\\U0001f600" <= "\\U0001f600a"]
[(1, 2) < (1, 3), (1, 2) < (1, 2, 0), (2,) > (1, 9), () < (0,), (1, "a") < (1, "b"), [1, 2] < [1, 3], [2] >= [2]]
1 < "a"
(1, None) < (1, 2)
(1, 2) < [1, 3]
None < 1
[1 < 2 < 3, 1 < 3 < 2, 3 > 2 >= 2, 1 < 2 > 1, 0 <= 0 < 1]
[1 in [1, 2], True in [1], 3 in (1, 2), "a" in "cat"]
["" in "", "b" in {"a": 1}, (1, 2) in {(1, 2): 0}, None in [None]]
[1 not in [1], "x" not in "cat", () in [[]], [1] in [[1]], 2 in range(3), 3 in range(3), "a" in {"a": 1}.keys()]
1 in "a"
[] in {"a": 1}
[1, 2] in {1}
[[x is None, x is not None] for x in (None, 0, [], False)]
[type(1) is int, type(True) is int, type("a") is type("b")]
[type(None) is type(None), type([]) is list, type(()) is tuple]
[type({}) is dict, type(set()) is set, type(1) is bool]
[type(x).__name__ for x in (None, True, 1, "a", [], (), {}, set(), frozenset())]
[isinstance(True, int), isinstance(1, bool), isinstance("a", str), isinstance([], list), isinstance((), list)]
[isinstance((), tuple), isinstance({}, dict)]
[isinstance(1, int | str), isinstance("a", int | str), isinstance(None, int | str)]
[isinstance(1, (str, bool)), isinstance(True, (str, bool)), isinstance(set(), set), isinstance(frozenset(), set)]
[isinstance(1, float), isinstance(range(3), tuple), isinstance([], int | str | list)]
[0 or 1, 1 or 2, "" or [] or (), 0 and 1, 1 and 2, [] or "x", None or None, 1 and [] and 2, 0 or False]
[(1 if [] else 2), (1 if [0] else 2), ("a" if "" or 0 else "b"), (1 if not None else 2)]
[[1, 2, 3][0], [1, 2, 3][-1], (1, 2)[1], "abc"[-2]]
[{"a": 1}["a"], {(1, 2): 3}[1, 2], "a\\U0001f600b"[2], [5, 6][True]]
[1, 2][2]
[1, 2][-3]
""[0]
{"a": 1}["b"]
[(1, 2)][0]["a"]
[None][0][0]
[[1, 2, 3, 4][1:3], [1, 2][5:], [1, 2, 3][:-1], (1, 2, 3)[1:]]
[(1, 2)[:0], "abcd"[1:-1], "abc"[-2:], "abc"[:9], [1][:]]
["a\\U0001f600bc"[1:3], "\\U0001f600" * 3, len("\\U0001f600" * 3), len("")]
[len("é"), len([1, [2]]), len(()), len({1: 2})]
[len({1, 1, True}), len({"a": 1}.keys()), len({"a": 1}.items()), len(range(4)), len({"a": 1}.values())]
len(5)
[str(1), str(-5), str(True), str(None), str("a")]
[str([1, "a", None]), str((1,)), str(()), str((1, "b")), str({"a": 1})]
[str({1: (2,), "b": []}), str(["it's", 'say "no"', "both ' and \\""])]
[str(["\\n\\t\\r\\\\"]), str(["\\x00\\x7f\\xa0\\u200b\\U000e0001é"])]
[repr("a"), repr(1), repr("it's"), f"{'a'!r} {'b'!s} {1}"]
[f"{None}{True}", f"{(1, 2)}", f"", f"{{}}", f"a{1}b{'c'}"]
[int("12"), int(" -7 "), int("+3"), int(True), int(5), int("0012"), int("-0")]
int("x")
int("")
int("1.5")
int(None)
[bool([]), bool([0]), bool(None), bool("0"), bool(0)]
[bool(()), bool({}), bool(set()), bool(range(0)), bool({}.keys())]
[list("abc"), list((1, 2)), list({"a": 1}), list({"a": 1}.items())]
[list(range(3)), list(range(2, 5)), list(range(5, 2)), list()]
[tuple("ab"), tuple([1, 2]), tuple({"a": 1}.values()), tuple(x for x in (1, 2)), tuple()]
[dict(), dict([("a", 1), ("a", 2)]), dict({"a": 1})]
[dict(zip(["x", "y"], [1, 2])), dict.fromkeys(["a", "b", "a"], 0), dict.fromkeys("ab")]
dict([(1, 2, 3)])
[sorted({3, 1, 2}), sorted(set("hello")), sorted(frozenset([2, 1, 2])), sorted(set())]
[sorted({1, 2} | {3}), sorted({1, 2, 3} & {2, 3, 4})]
[sorted({1, 2, 3} - {2}), sorted({"a": 1, "b": 2}.keys() & {"a", "x"})]
[{1, 2} >= {1}, {1} >= {1, 2}, {1} <= {1, 2}]
[{1} < {1}, {1, 2} > {1}, {"a": 1, "b": 2}.keys() >= frozenset({"a"}), {}.keys() >= {1}]
[{1, 2}.isdisjoint([3]), {1, 2}.isdisjoint((2,)), set().isdisjoint("a"), {"a"}.isdisjoint({"a": 1})]
{"a": 1} | {"b": 2} | {"a": 3}
list(({"b": 1, "a": 2} | {"c": 3, "b": 4}).items())
list({"x": 1, "10": 2, "9": 3, "x": 4}.items())
list({**{"b": 1}, "a": 2, **{"c": 3, "b": 4}, "d": 5}.items())
[{"a": 1}.get("a"), {"a": 1}.get("b"), {"a": None}.get("a", 5)]
[{"a": 1}.get("b", 5), {1: 2}.get(True), {(1,): 2}.get((1,))]
[{1: "a", True: "b"}, list({True: "a", 1: "b"}.items()), len({1: 0, "1": 0, None: 0, (): 0, (1,): 0, ("1",): 0})]
[len({(1, 2): 0, (12,): 0, ("1", 2): 0, ((1,), 2): 0, (1, (2,)): 0, (None,): 0, (True, 2): 0})]
[len({("a,b",): 0, ("a", "b"): 0, ("ab",): 0, "ab": 0})]
[len({"\\x00(n1;)": 0, (1,): 0, "\\x00": 0, "\\x00s": 0})]
[{"\\x00a": 1}["\\x00a"], {frozenset({1, 2}): 3}[frozenset({2, 1})]]
[len({int: 1, str: 2, bool: 3, list: 4}), {int: "i", str: "s"}[str], {type(1): 5}[int]]
{[]: 1}
{1: 2, {}: 3}
[sum([1, 2, 3]), sum([]), sum((True, True)), sum([1], start=5), sum(x for x in range(5)), sum([[1], [2]], [])]
sum(["a"])
[max(1, 2), max([3, 1, 2]), max("abc")]
[max((1, 2), (1, 3)), max([], default=7), max([1], default=7), max([True, 1])]
[max(["bb", "a", "cc"], key=len), max([1, -3, 3], key=abs)]
[min([3, -3, 1], key=lambda x: -abs(x)), max([], key=len, default=None)]
[min(2, 1), min([3, 1, 2]), min("cab"), min([(2, "a"), (1, "z")]), min([], default=())]
max([])
min(())
max(1, "a")
[sorted([3, 1, 2]), sorted("bca"), sorted([2, 1], reverse=True)]
[sorted([]), sorted({"b": 1, "a": 2}), sorted([(1, "b"), (1, "a")])]
sorted([("a", 2), ("b", 1), ("c", 2), ("d", 1)], key=lambda pair: pair[1])
sorted([("a", 2), ("b", 1), ("c", 2), ("d", 1)], key=lambda pair: pair[1], reverse=True)
[sorted(range(3), key=[5, 1, 3].__getitem__)]
[sorted(["b", "a"], key={"a": 2, "b": 1}.__getitem__), sorted([True, 0, 2, False])]
[sorted([1, 2, 10, 9, 100]), sorted(["10", "9", "1"])]
[sorted(["b", "B", "a", "é", "z"]), sorted([[2], [1, 5], []])]
sorted([1, "a"])
sorted([None, 1])
[abs(-5), abs(5), abs(True), abs(0)]
[any([]), any([0, 1]), any([0, ""]), all([])]
[all([1, 0]), all(["a", [0]]), any(x > 1 for x in (1, 2)), all(x for x in ())]
[list(enumerate("ab")), list(enumerate([], start=3)), list(enumerate("ab", start=1)), list(enumerate(["x"], 5))]
[list(zip([1, 2], "ab")), list(zip([1, 2], "abc"))]
[list(zip()), list(zip([1], strict=True)), list(zip([], [], strict=True))]
list(zip([1, 2], [1], strict=True))
list(zip([1], [1, 2], [1], strict=True))
[list(map(str, [1, 2])), list(map(lambda a, b: a + b, [1, 2], [3, 4]))]
[list(map(len, ["a", "bb"])), list(map(max, [1, 5], [2, 3]))]
[next(iter([1, 2])), next(iter([]), 5)]
[next((x for x in [1, 2, 3] if x > 1), None), next(iter("ab")), next(iter({"k": 1}))]
next(iter([]))
[[1, 2, 1].count(1), (1, True, 1).count(1), [[1], [1]].count([1])]
[[].count(1), ("a", "b").index("b"), [1, 2, 1].index(1), (True,).index(1)]
[1, 2].index(3)
("a",).index("b")
[" a b ".strip(), "\\t\\x1c\\x85a\\u3000".strip(), "\\ufeffa".strip(), "".strip(), "\\u200ba\\u2003".strip()]
["abc".startswith("ab"), "abc".startswith("")]
["abc".endswith("c"), "".endswith("a"), "seats[0]".startswith("seats[")]
[", ".join(["a", "b"]), "".join(()), "-".join("abc"), ", ".join(x for x in ["z"]), "é".join(["1", "2", "3"])]
"".join([1])
["a.b.c".split("."), "".split("."), "a".split("."), "..".split("."), "a, b".split(", ")]
"a".split("")
["a.b.c".partition("."), "abc".partition("."), ".".partition(".")]
["a.b.c".rpartition("."), "abc".rpartition("."), "a[0][1]".rpartition("[")]
["a{n}b{n}".replace("{n}", "$&"), "aaa".replace("aa", "b"), "abc".replace("x", "y"), "a.b".replace(".", "")]
[x * 2 for x in [1, 2, 3] if x > 1]
[x + y for x in (1, 2) for y in (10, 20) if x + y != 21]
[[y for y in range(x)] for x in range(4)]
[a + b for a, b in [(1, 2), (3, 4)]]
[a + b + c for a, (b, c) in [(1, (2, 3))]]
[a for a, b in [(1, 2, 3)]]
{x: x * x for x in range(3)}
{k: v for k, v in {"a": 1}.items() if v}
sorted({x % 3 for x in range(10)})
[f() for f in [lambda: x for x in (1, 2)]]
[(lambda a, b=2: a + b)(1), (lambda: None)(), (lambda a, b=(): [a, b])(1, 5)]
[*[1, 2], *(3,), *"ab", *{"k": 1}, *range(2)]
(*[1], 2, *())
[*{"a": 1}.items()]
[y := 5, y + 1, (z := y * 2) + z]
"""

# Each of these has a function `run`.
PROGRAMS = {
    "unpacking": """
        def run():
            a, b = 1, 2
            a, b = b, a
            (c, (d, e)), [f] = (3, (4, 5)), [6]
            first, *rest = [1, 2, 3]
            head, *nothing = "x"
            g = h = [0]
            g.append(1)
            values = {}
            values["k"], values["l"] = divmod(7, 2)
            return [a, b, c, d, e, f, first, rest, head, nothing, h, values]
    """,
    "too few to unpack": """
        def run():
            a, b = [1]
            return a
    """,
    "too few for a rest": """
        def run():
            a, b, *c = [1]
            return a
    """,
    "in place": """
        def run():
            numbers = [1]
            same = numbers
            numbers += (2, 3)
            pair = (1,)
            other = pair
            pair += (2,)
            facts = {"a": 1}
            known = facts
            facts |= {"b": 2}
            seen = {1}
            also = seen
            seen |= {2}
            count = 10
            count += 5
            count -= 1
            count //= 4
            count %= 2
            text = "a"
            text += "b"
            return [same, other, pair, known, sorted(also), count, text]
    """,
    "loops": """
        def run():
            found = []
            for x in range(10):
                if x == 2:
                    continue
                if x == 5:
                    break
                found.append(x)
            while found and found[-1] > 1:
                found.pop()
            for index, (key, value) in enumerate({"a": 1, "b": 2}.items(), start=1):
                found += [index, key, value]
            return [found, x, index]
    """,
    "an iterator goes on where a loop stopped": """
        def numbers():
            yield 1
            yield 2
            yield 3

        def run():
            going = numbers()
            for x in going:
                break
            rest = iter([1, 2, 3])
            next(rest)
            return [x, list(going), list(going), any(y > 1 for y in rest), list(rest)]
    """,
    "generators": """
        def count(most):
            if most == 0:
                return
            yield most
            yield from count(most - 1)
            yield from (x for x in "ab")

        class Tree:
            def __init__(self, *leaves):
                self.leaves = leaves

            def walk(self):
                for leaf in self.leaves:
                    yield leaf

        def run():
            source = [1, 2]
            lazy = (x * factor for x in source)
            source.append(3)
            factor = 10
            return [list(count(2)), list(Tree(1, 2).walk()), list(lazy), sum(x for x in count(0))]
    """,
    "closures see the variable, not the value": """
        def run():
            functions = []
            for x in (1, 2):
                functions.append(lambda: x)

            def inner(y):
                return [x, y, total]

            total = 5
            return [f() for f in functions] + inner(3) + [f() for f in [lambda: z for z in (7, 8)]]
    """,
    "arguments": """
        ALWAYS = ("all",)

        def plain(a, b=2, c=None):
            return [a, b, c]

        def rest(a, *others):
            return [a, others]

        def both(a, *others, last=ALWAYS, **more):
            return [a, others, last, more]

        def only(a, *, b, c=3):
            return [a, b, c]

        def named(**more):
            return list(more.items())

        def run():
            facts = {"b": 5}
            return [
                plain(1), plain(1, c=4), plain(c=1, a=2), plain(*[1, 2, 3]), plain(1, **facts),
                rest(1), rest(1, 2, 3), rest(*"abc"), rest(a=4),
                both(1), both(1, 2, x=3), both(1, last=2), both(*[1, 2], **{"y": 1, "last": 0}), both(a=0),
                only(1, b=2), only(b=1, a=2, c=0), named(), named(z=1, a=2), named(**facts, c=6),
            ]
    """,
    "an unknown keyword": """
        def plain(a):
            return a

        def run():
            return plain(**{"b": 1})
    """,
    "an argument given twice": """
        def plain(a, b=1):
            return a

        def run():
            return plain(1, **{"a": 1})
    """,
    "an argument left out": """
        def plain(a, *, b):
            return a

        def run():
            return plain(a=1, **{})
    """,
    "named tuples": """
        from typing import NamedTuple

        class Point(NamedTuple):
            x: int
            y: int = 5

            @property
            def total(self):
                return self.x + self.y

            def moved(self, by, *, twice=False):
                return Point(self.x + (2 * by if twice else by), self.y)

        def run():
            one = Point(1)
            x, y = one
            return [
                one, one.y, one.total, one.moved(2), one.moved(by=2, twice=True), one == (1, 5), (1, 5) == one, x, y,
                one._asdict(), {one: 3}[1, 5], one < Point(1, 6), one[0], one[1:], len(one), isinstance(one, tuple),
                isinstance(one, Point), isinstance((1, 5), Point), type(one) is Point, type(one).__name__, 5 in one,
                Point(y=1, x=2), Point(*[7, 8]), one + (1,), list(map(one.moved, [1, 2])), sorted([Point(2), one]),
                type(one) is tuple,
            ]
    """,
    "a field left out": """
        from typing import NamedTuple

        class Point(NamedTuple):
            x: int
            y: int

        def run():
            return Point(*[1])
    """,
    "dataclasses": """
        from dataclasses import dataclass, field, replace

        @dataclass(frozen=True, slots=True, kw_only=True)
        class Field:
            key: str
            size: int = 3
            parts: dict = field(default_factory=dict)
            double: int = field(init=False, repr=False, compare=False)

            def __post_init__(self):
                object.__setattr__(self, "double", self.size * 2)

            @property
            def name(self):
                return f"field {self.key}"

        @dataclass(frozen=True)
        class Pair:
            a: int
            b: tuple = ()

        @dataclass
        class Open:
            items: list = field(default_factory=list)

        def run():
            one = Field(key="a")
            other = replace(one, size=4)
            first, second = Open(), Open()
            first.items.append(1)
            first.items = first.items + [2]
            return [
                one.size, one.parts, one.double, one.name, other.key, other.double, one == Field(key="a"), one == other,
                Pair(1) == Pair(1, ()), {Pair(1, (2,)): "x"}[Pair(1, (2,))], Pair(1) == (1, ()), Pair(b=(1,), a=2).b,
                first.items, second.items, isinstance(one, Field), isinstance(one, Pair), one in [other, one],
            ]
    """,
    "what replace does not know": """
        from dataclasses import dataclass, replace

        @dataclass(frozen=True)
        class Pair:
            a: int

        def run():
            return replace(Pair(1), **{"b": 2})
    """,
    "an unhashable dataclass": """
        from dataclasses import dataclass

        @dataclass
        class Pair:
            a: int

        def run():
            return {Pair(1): 2}
    """,
    "classes": """
        from abc import ABC, abstractmethod
        from functools import cached_property, lru_cache
        from typing import Generic, Protocol, TypeVar

        T = TypeVar("T")

        class Shape(Protocol[T]):
            def area(self) -> T: ...

        class Base(ABC, Generic[T]):
            label = "base"
            more: tuple = ()

            @abstractmethod
            def area(self) -> T:
                '''Of the shape.'''

            def twice(self):
                return self.area() * 2

            @cached_property
            def counted(self):
                return [self.label]

        class Square(Base[int]):
            label = "square"

            def __init__(self, side, *, calls=0):
                self.side = side
                self.calls = calls
                self.kept = lru_cache(maxsize=2)(self._work_out)

            def area(self):
                return self.side * self.side

            def _work_out(self, by):
                return [self.side * by]

            @property
            def sides(self):
                return [self.side] * 4

        def run():
            one, other = Square(3), Square(side=4, calls=5)
            area = other.area
            return [
                one.area(), one.twice(), one.label, Square.label, one.more, one.sides, area(),
                list(map(one.kept, [1, 2, 1])),
                one.kept(1) is one.kept(1), isinstance(one, Base), type(one) is Square, one == one, one == other,
                {one: 1, other: 2}[other], type(one).__name__,
            ]
    """,
    "kept answers": """
        from functools import cache, lru_cache

        shared = lru_cache(maxsize=2)
        made = []

        @shared
        def line(key, number=0, *, unit=None):
            made.append(key)
            return [key, number, unit]

        @cache
        def pair(a, b):
            made.append(a)
            return (a, b)

        @shared
        def total(*numbers):
            return sum(numbers)

        def run():
            first = line("a", 1)
            again = line("a", 1) is first
            return [
                again, line("a", 1, unit=2), line(key="b"), pair(1, (2, "x")) is pair(1, (2, "x")), total(1, 2),
                total(), line((), None) == [(), None, None], made,
            ]
    """,
    "views and proxies": """
        from itertools import pairwise
        from operator import lt
        from types import MappingProxyType

        def run():
            facts = {"b": 1, "a": 2}
            keys = facts.keys()
            proxy = MappingProxyType(facts)
            facts["c"] = 3
            copy = facts.copy()
            del facts["b"]
            facts["b"] = 9
            return [
                list(keys), list(facts.values()), list(facts.items()), proxy["c"], proxy.get("x", 0), dict(proxy), copy,
                proxy == facts, isinstance(proxy, dict), "a" in proxy, len(proxy), facts.setdefault("a", 7),
                facts.setdefault("z"), facts.pop("z", 1), facts.pop("z", 1), facts.pop("a"), sorted(facts),
                list(pairwise("abc")), list(pairwise([1])), list(map(lt, [1, 5], [2, 3])), lt((1, 2), (1, 3)),
                {**proxy}, [*proxy],
            ]
    """,
    "taking out what is not there": """
        def run():
            return {}.pop("a")
    """,
    "deleting what is not there": """
        def run():
            facts = {}
            del facts["a"]
            return facts
    """,
    "lists": """
        def run():
            numbers = [3, 1, 2]
            numbers.sort()
            words = ["bb", "a", "cc"]
            words.sort(key=len, reverse=True)
            numbers.extend(x for x in (5, 6))
            numbers.insert(0, 9)
            numbers.insert(-1, 8)
            numbers.insert(99, 7)
            numbers.remove(5)
            numbers[0] = 4
            last = numbers.pop()
            del numbers[0]
            return [numbers, words, last, numbers.pop(0)]
    """,
    "removing what is not there": """
        def run():
            numbers = [1]
            numbers.remove(2)
            return numbers
    """,
    "sets": """
        def run():
            seen = set()
            seen.add(1)
            seen.add(True)
            seen.add((1, 2))
            return [len(seen), (1, 2) in seen, 1 in seen, [x for x in {5}]]
    """,
    "errors": """
        def attempt(action):
            try:
                return action()
            except KeyError:
                return "key"
            except (ValueError, IndexError) as error:
                return ["value or index", isinstance(error, LookupError)]

        def run():
            def fail():
                raise ValueError(f"unknown {1!r}")

            return [
                attempt(lambda: {}["a"]), attempt(lambda: [][0]), attempt(lambda: int("x")), attempt(fail),
                attempt(lambda: 5), attempt(lambda: max([])),
            ]
    """,
    "an error nobody catches": """
        def run():
            try:
                raise KeyError
            except ValueError:
                return 1
    """,
    "nothing is None": """
        def nothing():
            pass

        def early(x):
            if x:
                return

        def run():
            return [nothing(), early(1), early(0), [].append(1), [nothing() is None]]
    """,
    "names that JavaScript keeps for itself": """
        default = 1

        def function(new, delete=2, this=3):
            var, let, const = new, delete, this
            arguments = [var, let, const]
            return arguments

        def run():
            typeof = function(default, this=5)
            eval_, it, eq, truth = 1, 2, 3, 4
            return [typeof, eval_, it, eq, truth, [x for x in [it] if x == eq - 1]]
    """,
    "modules": """
        from scoring import ranking as ranks
        from scoring.ranking import margin, places as placed

        TIERS = (12, 6, 0)
        for tier in TIERS:
            last = tier
        if last:
            chosen = "no"
        else:
            chosen = [x for x in TIERS if x]

        def run():
            return [chosen, margin([3, 9, 5]), placed([(1, 2), (3, 0), (1, 2)]), ranks.share_tiers([5, 7, 5], TIERS)]
    """,
    "types and contracts are nothing": """
        from __future__ import annotations

        from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict, cast

        if TYPE_CHECKING:
            from nowhere import Nothing

        Value: TypeAlias = int | str
        Kind = Literal["a", "b"]

        class Options(TypedDict):
            a: int

        def run() -> list[Any]:
            value: Value = cast("Value", 5)
            unset: Nothing
            return [value]
    """,
}
