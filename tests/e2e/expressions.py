"""Expressions for every operator and function that the compiler knows, as in `tests.e2e.programs`: each is what a
function returns, in Python and in a browser.
"""

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
