"""The rules for browsers: compiles the Python of `scoring` to one ES module, so that nobody writes the rules twice.

    modules       the modules that entries reach by their imports
    lowering      what is left of them without types, documentation and contracts
    program       what every name stands for, all modules together
    expressions, functions, statements    Python -> JavaScript, one method for each kind of node of `ast`
    generator     `compile_modules`: entries in, the text of an ES module out
    script        `rules_script`: the rules of all registered game systems, with the digest of their text
    runtime/      what Python means, in JavaScript; it comes before the compiled modules in the same text

It knows the part of Python that the rules are written in and **refuses everything else with file and line**
(`UnsupportedError`): a construct that is not known fails the build, never a score. So does a keyword, a name or an
attribute that neither the program nor the runtime has. What only shows while the program runs (a type the runtime
does not expect, a whole number beyond 2 ** 53, a value that is not there) throws: whoever called can ask the server.

How Python's meaning is kept

    None, bool, str, list         null, boolean, string, array. Length, index and order of a text go by code points
    int                           a number; sums, differences and products beyond 2 ** 53 throw, -0 becomes 0
    float                         only read and compared: 1.0 is no int, yet equal to 1
    tuple, NamedTuple             an object of class Tuple with its parts in `a`; equal and ordered by its parts
    dict, set, frozenset          a Map by the hash of the key: equal keys (1, True, 1.0; equal tuples) share one. Order
                                  is that of first insertion; of a set too, where Python leaves it open
    truth, ==, <, in, +, //, %    functions of the runtime (`truth`, `eq`, `lt`, `isIn`, ...)
    is                            ===
    a function                    a function; called with keywords it is `callWith`, by the parameters it carries
    a default                     a constant, the empty tuple or a global that is assigned once: nothing else is allowed
    a class                       a function that makes objects, called without `new`; attribute `x` is property `$x`
    property, cached_property     a getter
    generator, comprehension      a generator function; loops in a function of their own
    try, raise                    the exceptions the runtime itself raises, by their class
    lru_cache, cache              a Map by all arguments; beyond `maxsize` the oldest goes

To add a construct: a method `visit_<Node>` in `expressions`, `functions` or `statements`; a function or method of
Python's: the runtime, and what it takes in `program` (`BUILTINS`, `METHODS`; for an import `IMPORTS` and
`modules.RUNTIME_IMPORTS`). Every one needs a line in tests/e2e/expressions.py or programs.py, which the tests run in
Python and in a browser.
"""
