"""Small programs, for every construct and function that the compiler knows; each is run by Python and by a browser.

What a program answers must be JSON. One that raises answers with the class of what it raised.
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
