// What Python means, for compiled rules. Python's None is null, its bool and str are JavaScript's, an int is a number,
// a list an array; everything else has a class here. A Python attribute `x` is the property `$x`, so methods of
// built-in types stand on their prototypes under such names. Whatever is not known here throws: never a wrong score.

class Tuple {
  constructor(a) { this.a = a; }
  [Symbol.iterator]() { return this.a[Symbol.iterator](); }
}

// Floats are only read, compared and handed back: the rules reckon with whole numbers.
class Float {
  constructor(n) { this.n = n; }
  valueOf() { return this.n; }
}

// Dictionaries, sets and views of keys share a Map from the hash of a key; map.originals has keys that differ from it.
class Hashed {
  constructor(map = new Map()) { this.map = map; }
  * [Symbol.iterator]() { for (const h of this.map.keys()) yield original(this.map, h); }
}

const original = (map, h) => map.originals?.get(h) ?? h;

function store(map, key, value) {
  const h = hash(key);
  if (h !== key && !map.has(h)) (map.originals ??= new Map()).set(h, key);
  map.set(h, value);
}

function copied(map) {
  const copy = new Map(map);
  if (map.originals) copy.originals = new Map(map.originals);
  return copy;
}

class Keys extends Hashed {}

class View {
  constructor(map, one) { this.map = map; this.one = one; }
  * [Symbol.iterator]() { for (const [h, value] of this.map) yield this.one(h, value); }
}

class Mapping extends Hashed {
  $get(key, otherwise = null) {
    const value = this.map.get(hash(key));
    return value === undefined ? otherwise : value;
  }
  $keys() { return new Keys(this.map); }
  $values() { return new View(this.map, (h, value) => value); }
  $items() { return new View(this.map, (h, value) => new Tuple([original(this.map, h), value])); }
  $copy() { return new Dict(copied(this.map)); }
}

class MappingProxy extends Mapping {}

class Dict extends Mapping {
  // A display such as {"a": 1, **b} becomes D("a", 1).merge(b).
  merge(other) {
    if (!(other instanceof Mapping)) throw new TypeError("not a mapping");
    for (const [h, value] of other.map) store(this.map, original(other.map, h), value);
    return this;
  }
  with(key, value) { store(this.map, key, value); return this; }
  $setdefault(key, value = null) {
    if (!this.map.has(hash(key))) store(this.map, key, value);
    return this.map.get(hash(key));
  }
  $pop(key, otherwise) {
    const found = this.map.get(hash(key));
    if (found === undefined && otherwise === undefined) throw KeyError(key);
    if (found === undefined) return otherwise;
    forget(this.map, key);
    return found;
  }
  $update(other) { this.merge(other); return null; }
}

function forget(map, key) {
  const h = hash(key);
  if (!map.delete(h)) throw KeyError(key);
  map.originals?.delete(h);
}

class AnySet extends Hashed {
  $isdisjoint(other) {
    for (const one of it(other)) if (contains(this, one)) return false;
    return true;
  }
}
class PySet extends AnySet {
  $add(key) { if (!this.map.has(hash(key))) store(this.map, key, true); return null; }
}
class FrozenSet extends AnySet {}

// A range, with its numbers already counted out.
class Range extends Tuple {}

// An iterator that is not closed when a loop ends early: Python goes on with it where it stopped.
class Iter {
  constructor(source) { this.source = source; }
  next() { return this.source.next(); }
  [Symbol.iterator]() { return this; }
}

const isWhole = (x) => typeof x === "number" || typeof x === "boolean";
const isNumber = (x) => isWhole(x) || x instanceof Float;

// Hashes: equal values have equal ones. Keys of the built-in Map are compared by ===, so a compound key becomes a text.

function hash(key) {
  if (typeof key === "string") return key.charCodeAt(0) === 0 ? `\0s${key}` : key;
  if (typeof key === "number" || key === null || typeof key === "function") return key;
  if (isNumber(key)) return Number(key);
  return `\0${fingerprint(key)}`;
}

const identities = new WeakMap();
let lastIdentity = 0;

function identity(thing) {
  if (!identities.has(thing)) identities.set(thing, ++lastIdentity);
  return `#${identities.get(thing)};`;
}

function fingerprint(key) {
  if (typeof key === "string") return `s${key.length}:${key}`;
  if (key === null) return "0";
  if (isNumber(key)) return `n${Number(key)};`;
  if (key === undefined) throw new TypeError("no key");
  if (key instanceof Tuple) {
    let text = "(";
    for (const one of key.a) text += fingerprint(one);
    return `${text})`;
  }
  if (key instanceof FrozenSet) return `{${[...key].map(fingerprint).sort().join("")}}`;
  if (typeof key === "function") return identity(key);
  const fields = key.dataFields;
  if (Array.isArray(key) || key instanceof Hashed || key instanceof View || (fields && !key.isFrozen)) {
    throw new TypeError("unhashable");
  }
  if (!fields) return identity(key);
  return `${identity(Object.getPrototypeOf(key))}(${fields.map((name) => fingerprint(key[name])).join("")})`;
}

// Equality and order

function eq(a, b) {
  if (a === undefined || b === undefined) throw new TypeError("undefined");
  if (a === b) return true;
  if (isNumber(a)) return isNumber(b) && Number(a) === Number(b);
  if (a === null || b === null || typeof a !== "object" || typeof b !== "object") return false;
  if (a instanceof Tuple) return b instanceof Tuple && a instanceof Range === b instanceof Range && same(a.a, b.a);
  if (Array.isArray(a)) return Array.isArray(b) && same(a, b);
  if (a instanceof Mapping) {
    if (!(b instanceof Mapping) || a.map.size !== b.map.size) return false;
    for (const [h, value] of a.map) if (!b.map.has(h) || !eq(value, b.map.get(h))) return false;
    return true;
  }
  if (isSet(a)) return isSet(b) && a.map.size === b.map.size && isSubset(a, b);
  const fields = a.dataFields;
  if (!fields || Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
  return fields.every((name) => eq(a[name], b[name]));
}

const same = (a, b) => a.length === b.length && a.every((one, index) => eq(one, b[index]));
const isSet = (x) => x instanceof AnySet || x instanceof Keys;

function isSubset(a, b) {
  for (const h of a.map.keys()) if (!b.map.has(h)) return false;
  return true;
}

function compare(a, b) {
  if (isNumber(a) && isNumber(b)) return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === "string" && typeof b === "string") return compareTexts(a, b);
  const [one, other] = a instanceof Tuple && b instanceof Tuple ? [a.a, b.a] : [a, b];
  if (!Array.isArray(one) || !Array.isArray(other)) throw new TypeError("not comparable");
  const shorter = Math.min(one.length, other.length);
  for (let i = 0; i < shorter; i++) if (!eq(one[i], other[i])) return compare(one[i], other[i]);
  return one.length - other.length;
}

// By code points, where JavaScript compares by halves of those beyond U+FFFF.
function compareTexts(a, b) {
  if (a === b) return 0;
  if (!/[\ud800-\udfff]/.test(a + b)) return a < b ? -1 : 1;
  const [one, other] = [a, b].map((text) => Array.from(text, (c) => c.codePointAt(0)));
  return compare(one, other);
}

const lt = (a, b) => (typeof a === "number" && typeof b === "number" ? a < b : isSet(a) ? gt(b, a) : compare(a, b) < 0);
const le = (a, b) => (typeof a === "number" && typeof b === "number" ? a <= b : isSet(a) ? ge(b, a) : compare(a, b) <= 0);
function gt(a, b) {
  if (isSet(a) && isSet(b)) return a.map.size > b.map.size && isSubset(b, a);
  return compare(a, b) > 0;
}
function ge(a, b) {
  if (isSet(a) && isSet(b)) return isSubset(b, a);
  return compare(a, b) >= 0;
}

function contains(container, x) {
  if (typeof container === "string") {
    if (typeof x !== "string") throw new TypeError("not a text");
    return container.includes(x);
  }
  if (container instanceof Hashed) return container.map.has(hash(x));
  for (const one of it(container)) if (eq(one, x)) return true;
  return false;
}

const isIn = (x, container) => contains(container, x);
const getter = (x) => (index) => item(x, index);

function truth(x) {
  if (typeof x === "boolean") return x;
  if (x === undefined) throw new TypeError("undefined");
  if (x === null || x === 0 || x === "") return false;
  if (typeof x !== "object") return true;
  if (x instanceof Float) return x.n !== 0;
  return Array.isArray(x) || x instanceof Tuple || x instanceof Hashed || x instanceof View ? len(x) > 0 : true;
}

// Arithmetic. Adding 0 turns JavaScript's -0 into 0.

function exact(n) {
  if (!Number.isSafeInteger(n)) throw OverflowError("beyond 2 ** 53");
  return n + 0;
}

function add(a, b) {
  if (isWhole(a) && isWhole(b)) return exact(a + b);
  if (typeof a === "string" && typeof b === "string") return a + b;
  if (Array.isArray(a) && Array.isArray(b)) return [...a, ...b];
  if (a instanceof Tuple && b instanceof Tuple) return new Tuple([...a.a, ...b.a]);
  throw new TypeError("cannot add");
}

function sub(a, b) {
  if (isWhole(a) && isWhole(b)) return exact(a - b);
  if (isSet(a) && isSet(b)) return setLike(a, [...a].filter((one) => !contains(b, one)));
  throw new TypeError("cannot subtract");
}

function mul(a, b) {
  if (isWhole(a) && isWhole(b)) return exact(a * b);
  if (isWhole(a)) return mul(b, a);
  if (!isWhole(b)) throw new TypeError("cannot multiply");
  if (typeof a === "string") return a.repeat(Math.max(b, 0));
  const repeated = Array.from({ length: Math.max(b, 0) }, () => (a instanceof Tuple ? a.a : a)).flat();
  if (a instanceof Tuple) return new Tuple(repeated);
  if (Array.isArray(a)) return repeated;
  throw new TypeError("cannot multiply");
}

function mod(a, b) {
  if (!isWhole(a) || !isWhole(b)) throw new TypeError("cannot divide");
  if (Number(b) === 0) throw ZeroDivisionError("division by zero");
  const left = a % b;
  return (left && left < 0 !== b < 0 ? left + Number(b) : left) + 0;
}

const floordiv = (a, b) => exact((a - mod(a, b)) / b);
const divmod = (a, b) => new Tuple([floordiv(a, b), mod(a, b)]);
const neg = (a) => sub(0, a);

function setLike(a, members) { return a instanceof FrozenSet ? frozenset(members) : set(members); }

function or(a, b) {
  if (a instanceof Dict && b instanceof Dict) return a.$copy().merge(b);
  if (isSet(a) && isSet(b)) return setLike(a, [...a, ...b]);
  if (typeof a === "function" && typeof b === "function") return new Tuple([a, b]);
  if (a instanceof Tuple && typeof b === "function") return new Tuple([...a.a, b]);
  throw new TypeError("cannot unite");
}

function and(a, b) {
  if (isSet(a) && isSet(b)) return setLike(a, [...a].filter((one) => contains(b, one)));
  throw new TypeError("cannot intersect");
}

// x += y and x |= y change lists, dictionaries and sets in place.

function addTo(a, b) {
  if (!Array.isArray(a)) return add(a, b);
  a.push(...list(b));
  return a;
}

function subFrom(a, b) {
  if (isSet(a)) throw new TypeError("not in place");
  return sub(a, b);
}

function orInto(a, b) {
  if (a instanceof Dict) return a.merge(b);
  if (!(a instanceof PySet)) return or(a, b);
  for (const one of it(b)) a.$add(one);
  return a;
}

// Iterating, indexing, unpacking

function it(x) {
  if (Array.isArray(x) || typeof x === "string") return x;
  if (x instanceof Tuple) return x.a;
  if (x === null || typeof x !== "object" || !(Symbol.iterator in x)) throw new TypeError("not iterable");
  return "return" in x ? new Iter(x) : x;
}

function unpack(x, length) {
  const parts = Array.isArray(x) ? x : x instanceof Tuple ? x.a : [...it(x)];
  if (parts.length !== length) throw ValueError(`${parts.length} values to unpack, not ${length}`);
  return parts;
}

function unpackRest(x, length) {
  const parts = [...it(x)];
  if (parts.length < length) throw ValueError(`${parts.length} values to unpack, not ${length}`);
  return parts;
}

// What an index counts: code points of a text, parts of a list or tuple.
function sequence(x) {
  if (x instanceof Tuple) return x.a;
  if (Array.isArray(x)) return x;
  if (typeof x === "string") return /[\ud800-\udfff]/.test(x) ? [...x] : x;
  throw new TypeError("not a sequence");
}

function place(parts, index) {
  if (!isWhole(index)) throw new TypeError("not an index");
  const at = index < 0 ? index + parts.length : Number(index);
  if (at < 0 || at >= parts.length) throw IndexError("out of range");
  return at;
}

function item(x, index) {
  if (x instanceof Mapping) {
    const value = x.map.get(hash(index));
    if (value === undefined) throw KeyError(index);
    return value;
  }
  const parts = sequence(x);
  return parts[place(parts, index)];
}

function setItem(x, index, value) {
  if (x instanceof Dict) store(x.map, index, value);
  else if (Array.isArray(x)) x[place(x, index)] = value;
  else throw new TypeError("cannot assign");
}

function deleteItem(x, index) {
  if (x instanceof Dict) forget(x.map, index);
  else if (Array.isArray(x)) x.splice(place(x, index), 1);
  else throw new TypeError("cannot delete");
}

function slice(x, from, to) {
  const parts = sequence(x).slice(from ?? 0, to ?? undefined);
  if (typeof x === "string") return typeof parts === "string" ? parts : parts.join("");
  return x instanceof Tuple ? new Tuple(parts) : parts;
}

// Calls with keywords. A function carries its parameters as a text such as "a,b=,*rest,*,c,**more"; one with both
// *rest and keywords has its body in `inner`, which takes (a, b, rest, c, more).

function signed(f, parameters) { f.parameters = parameters; return f; }

function wrapped(inner, parameters) {
  const outer = (...args) => inner(...arranged(outer, args, []));
  outer.inner = inner;
  return signed(outer, parameters);
}

const layouts = new Map();

function layoutOf(f) {
  if (f.parameters === undefined) throw new TypeError("takes no keywords");
  if (!layouts.has(f.parameters)) {
    const layout = { positional: 0, places: new Map(), needed: [], rest: false, more: false };
    let keywordOnly = false;
    for (const one of f.parameters.split(",")) {
      if (one.startsWith("**")) layout.more = true;
      else if (one.startsWith("*")) [keywordOnly, layout.rest] = [true, one !== "*"];
      else {
        const name = one.replace("=", "");
        if (name === one) layout.needed.push(layout.places.size);
        layout.places.set(name, layout.places.size);
        if (!keywordOnly) layout.positional += 1;
      }
    }
    layouts.set(f.parameters, layout);
  }
  return layouts.get(f.parameters);
}

function arranged(f, args, pairs) {
  const { positional, places, needed, rest, more } = layoutOf(f);
  if (args.length > positional && !rest) throw new TypeError("too many arguments");
  const values = [];
  for (let at = 0; at < places.size; at++) values.push(at < positional ? args[at] : undefined);
  const named = more ? new Dict() : null;
  for (let i = 0; i < pairs.length; i += 2) {
    const at = places.get(pairs[i]);
    if (at === undefined && !more) throw new TypeError(`no parameter ${pairs[i]}`);
    if (at === undefined ? contains(named, pairs[i]) : values[at] !== undefined) {
      throw new TypeError(`${pairs[i]} given twice`);
    }
    if (at === undefined) store(named.map, pairs[i], pairs[i + 1]);
    else values[at] = pairs[i + 1];
  }
  for (const at of needed) if (values[at] === undefined) throw new TypeError(`argument ${at} is missing`);
  if (f.inner && rest) values.splice(positional, 0, new Tuple(args.slice(positional)));
  if (more) values.push(named);
  if (!f.inner && rest) values.push(...args.slice(positional));
  return values;
}

function callWith(f, args, pairs) { return (f.inner ?? f)(...arranged(f, args, pairs)); }

function callMethodWith(self, name, args, pairs) {
  const method = self[name];
  return (method.inner ?? method).apply(self, arranged(method, args, pairs));
}

function pairsOf(mapping) {
  const pairs = [];
  for (const [h, value] of mapping.map) pairs.push(original(mapping.map, h), value);
  return pairs;
}

// A method taken from an object without being called.
function bound(self, name) {
  const method = self[name];
  if (typeof method !== "function" || Object.hasOwn(self, name)) return method;
  return signed(method.bind(self), method.parameters);
}

// Classes are functions that make an object, called without `new`; what they make has their prototype.

function makeClass(name, base, body) {
  function Class(...args) {
    const made = Object.create(Class.prototype);
    if (made.$__init__) made.$__init__(...args);
    else if (args.length) throw new TypeError(`${name} takes no arguments`);
    return made;
  }
  Class.prototype = Object.create(base?.prototype ?? Object.prototype);
  if (base) Object.setPrototypeOf(Class, base);
  return described(Class, name, body, (body.$__init__ ?? Class.prototype.$__init__)?.parameters);
}

function described(Class, name, body, parameters) {
  const properties = Object.getOwnPropertyDescriptors(body);
  Object.defineProperties(Class.prototype, properties);
  for (const [key, { value }] of Object.entries(properties)) {
    if (value !== undefined && typeof value !== "function") Class[key] = value;
  }
  Class.$__name__ = name;
  Class.prototype.makes = Class;
  return signed(Class, parameters);
}

// Fields of a NamedTuple or dataclass: {name, value (the default), make (its factory), init, compare}.
const listed = (fields) => fields.map(({ name, value, make }) => (value === undefined && !make ? name : `${name}=`));

function valueOf({ name, value, make }, given) {
  const found = given === undefined ? (make ? make() : value) : given;
  if (found === undefined) throw new TypeError(`${name} is missing`);
  return found;
}

function namedTuple(name, fields, body) {
  class Fields extends Tuple {
    $_asdict() { return D(...fields.flatMap((field, at) => [field.name, this.a[at]])); }
  }
  function Class(...values) {
    if (values.length > fields.length) throw new TypeError("too many arguments");
    for (let at = 0; at < fields.length; at++) {
      if (values[at] === undefined) values[at] = valueOf(fields[at], undefined);
    }
    return new Fields(values);
  }
  fields.forEach((field, at) => {
    Object.defineProperty(Fields.prototype, `$${field.name}`, { get() { return this.a[at]; } });
  });
  Class.prototype = Fields.prototype;
  return described(Class, name, body, listed(fields).join(","));
}

function dataclass(name, frozen, keywordOnly, fields, body) {
  const entered = fields.filter((field) => field.init);
  function Class(...values) {
    if (values.length > entered.length) throw new TypeError("too many arguments");
    const made = Object.create(Class.prototype);
    entered.forEach((field, at) => { made[`$${field.name}`] = valueOf(field, values[at]); });
    made.$__post_init__?.();
    return made;
  }
  Class.prototype.isFrozen = frozen;
  Class.prototype.dataFields = fields.filter((field) => field.compare).map((field) => `$${field.name}`);
  Class.prototype.replaced = (self, changes) => {
    const pairs = entered.filter((field) => !contains(changes, field.name));
    return callWith(Class, [], [...pairs.flatMap(({ name: key }) => [key, self[`$${key}`]]), ...pairsOf(changes)]);
  };
  return described(Class, name, body, [...(keywordOnly ? ["*"] : []), ...listed(entered)].join(","));
}

const replace = signed((self, changes = new Dict()) => self.replaced(self, changes), "self,**changes");

// What a cached property works out is kept on the object, where it hides the property.
function once(self, name, make) {
  const value = make();
  Object.defineProperty(self, name, { value });
  return value;
}

function exception(name, base = Error) {
  const Class = (message = "") => {
    const made = Object.assign(new Error(typeof message === "string" ? message : repr(message)), { name });
    return Object.setPrototypeOf(made, Class.prototype);
  };
  Class.prototype = Object.create(base.prototype);
  return Class;
}

const ValueError = exception("ValueError");
const LookupError = exception("LookupError");
const KeyError = exception("KeyError", LookupError);
const IndexError = exception("IndexError", LookupError);
const StopIteration = exception("StopIteration");
const ZeroDivisionError = exception("ZeroDivisionError");
const OverflowError = exception("OverflowError");

// Built-in types, each with its name and what is of it

function builtinType(name, isOne, make) { return Object.assign(make, { $__name__: name, isOne }); }

const NoneType = builtinType("NoneType", (x) => x === null, () => null);
const bool = builtinType("bool", (x) => typeof x === "boolean", (x = false) => truth(x));
const int = builtinType("int", isWhole, (x = 0) => {
  if (isWhole(x)) return Number(x);
  if (typeof x !== "string") throw new TypeError("no whole number");
  const text = strip(x);
  if (!/^[-+]?[0-9]+$/.test(text)) throw ValueError("no whole number");
  return exact(Number(text));
});
const float = builtinType("float", (x) => x instanceof Float, () => { throw new TypeError("floats are only read"); });
const str = builtinType("str", (x) => typeof x === "string", (x = "") => (typeof x === "string" ? x : repr(x)));
const list = builtinType("list", Array.isArray, (x = []) => [...it(x)]);
const tuple = builtinType("tuple", (x) => x instanceof Tuple && !(x instanceof Range), (x = []) => new Tuple([...it(x)]));
const dict = builtinType("dict", (x) => x instanceof Dict, (x = []) => {
  if (x instanceof Mapping) return x.$copy();
  const made = new Dict();
  for (const pair of it(x)) made.with(...unpack(pair, 2));
  return made;
});
dict.$fromkeys = (keys, value = null) => {
  const made = new Dict();
  for (const key of it(keys)) made.with(key, value);
  return made;
};
const set = builtinType("set", (x) => x instanceof PySet, (x = []) => orInto(new PySet(), x));
const frozenset = builtinType("frozenset", (x) => x instanceof FrozenSet, (x = []) => new FrozenSet(set(x).map));
const mappingproxy = builtinType("mappingproxy", (x) => x instanceof MappingProxy, (x) => new MappingProxy(x.map));

function D(...pairs) {
  const made = new Dict();
  for (let i = 0; i < pairs.length; i += 2) store(made.map, pairs[i], pairs[i + 1]);
  return made;
}

function isinstance(x, types) {
  if (types instanceof Tuple) return types.a.some((one) => isinstance(x, one));
  return types.isOne ? types.isOne(x) : x instanceof types;
}

const TYPES = [NoneType, bool, int, float, str, list, dict, set, frozenset, mappingproxy];

function type(x) {
  const found = TYPES.find((one) => one.isOne(x)) ?? (Object.getPrototypeOf(x) === Tuple.prototype ? tuple : x.makes);
  if (!found) throw new TypeError("no type");
  return found;
}

// Texts

const SPACES = "[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]+";
const strip = (text) => text.replace(new RegExp(`^${SPACES}|${SPACES}$`, "g"), "");

function repr(x) {
  if (x === null) return "None";
  if (typeof x === "boolean") return x ? "True" : "False";
  if (typeof x === "number") return String(exact(x));
  if (typeof x === "string") return quoted(x);
  if (Array.isArray(x)) return `[${x.map(repr).join(", ")}]`;
  if (Object.getPrototypeOf(x) === Tuple.prototype) return `(${x.a.map(repr).join(", ")}${x.a.length === 1 ? "," : ""})`;
  if (x instanceof Dict) return `{${[...x.$items()].map(({ a }) => `${repr(a[0])}: ${repr(a[1])}`).join(", ")}}`;
  throw new TypeError("no text for this");
}

function quoted(text) {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const short = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\", [mark]: `\\${mark}` };
  const shown = text.replace(/[\\'"]|[\p{C}\p{Z}]/gu, (c) => {
    if (short[c] || c === " " || c === "'" || c === '"') return short[c] ?? c;
    const code = c.codePointAt(0);
    const [letter, width] = code < 256 ? ["x", 2] : code < 65536 ? ["u", 4] : ["U", 8];
    return `\\${letter}${code.toString(16).padStart(width, "0")}`;
  });
  return mark + shown + mark;
}

// Functions

function len(x) {
  if (x instanceof Hashed || x instanceof View) return x.map.size;
  return sequence(x).length;
}

function abs(x) {
  if (!isWhole(x)) throw new TypeError("not a whole number");
  return Math.abs(x);
}

function any(x) {
  for (const one of it(x)) if (truth(one)) return true;
  return false;
}

function all(x) {
  for (const one of it(x)) if (!truth(one)) return false;
  return true;
}

const sum = signed((x, start = 0) => {
  let total = start;
  for (const one of it(x)) total = add(total, one);
  return total;
}, "x,start=");

const sorted = signed((x, key = null, reverse = false) => {
  const made = list(x);
  made.$sort(key, reverse);
  return made;
}, "x,*,key=,reverse=");

const extreme = (isBetter) => wrapped((values, key = null, otherwise = undefined) => {
  const among = values.a.length === 1 ? list(values.a[0]) : values.a;
  if (!among.length) {
    if (otherwise === undefined) throw ValueError("empty");
    return otherwise;
  }
  const ranks = key === null ? among : among.map((one) => key(one));
  let best = 0;
  for (let at = 1; at < among.length; at++) if (isBetter(ranks[at], ranks[best])) best = at;
  return among[best];
}, "*values,key=,default=");
const max = extreme((a, b) => lt(b, a));
const min = extreme((a, b) => lt(a, b));

const range = (...args) => {
  const [from, to, step] = args.length > 1 ? args : [0, args[0]];
  if (step !== undefined || !isWhole(from) || !isWhole(to)) throw new TypeError("not a plain range");
  return new Range(Array.from({ length: Math.max(to - from, 0) }, (_, at) => from + at));
};

const enumerate = signed(function* (x, start = 0) {
  let at = start;
  for (const one of it(x)) yield new Tuple([at++, one]);
}, "x,start=");

const zip = wrapped(function* (columns, strict = false) {
  const iterators = columns.a.map(iter);
  while (iterators.length) {
    const row = [];
    let ended = 0;
    for (const one of iterators) {
      const { done, value } = one.next();
      if (done) ended += 1;
      if (done && !strict) return;
      row.push(value);
    }
    if (ended && ended < row.length) throw ValueError("not equally long");
    if (ended) return;
    yield new Tuple(row);
  }
}, "*columns,strict=");

function* map(f, ...columns) { for (const row of zip(...columns)) yield f(...row.a); }

function* pairwise(x) {
  const among = list(x);
  for (let at = 1; at < among.length; at++) yield new Tuple([among[at - 1], among[at]]);
}

function iter(x) { return it(x)[Symbol.iterator](); }

function next(iterator, otherwise) {
  const { done, value } = iterator.next();
  if (!done) return value;
  if (otherwise === undefined) throw StopIteration();
  return otherwise;
}

// Kept answers: those of equal arguments are the same. Beyond the limit the oldest go.
function keep(f, most) {
  const kept = new Map();
  const keeping = (...args) => {
    let key = "";
    for (const one of args) key += one === undefined ? "u" : fingerprint(one);
    let answer = kept.get(key);
    if (answer === undefined) {
      answer = f(...args);
      if (most !== null && kept.size >= most) kept.delete(kept.keys().next().value);
      kept.set(key, answer);
    }
    return answer;
  };
  return signed(keeping, f.inner ? undefined : f.parameters);
}

const lru_cache = signed((most = 128) => {
  if (typeof most === "function") throw new TypeError("lru_cache needs its size");
  return (f) => keep(f, most);
}, "maxsize=");
const cache = (f) => keep(f, null);

// Methods of built-in types

const hidden = (methods) => Object.fromEntries(
  Object.entries(methods).map(([name, value]) => [name, { value, configurable: true, writable: true }]),
);

const READING = {
  $count(x) { return sequence(this).filter((one) => eq(one, x)).length; },
  $index(x) {
    const at = sequence(this).findIndex((one) => eq(one, x));
    if (at < 0) throw ValueError("not in the list");
    return at;
  },
};

Object.defineProperties(Tuple.prototype, hidden(READING));
Object.defineProperties(Array.prototype, hidden({
  ...READING,
  $append(x) { this.push(x); return null; },
  $extend(x) { this.push(...list(x)); return null; },
  $remove(x) { this.splice(this.$index(x), 1); return null; },
  $insert(at, x) { this.splice(at, 0, x); return null; }
  $pop(at = -1) { return this.splice(place(this, at), 1)[0]; },
  $sort: signed(function (key = null, reverse = false) {
    const ranked = key === null ? this.map((one) => [one, one]) : this.map((one) => [key(one), one]);
    ranked.sort(truth(reverse) ? (a, b) => compare(b[0], a[0]) : (a, b) => compare(a[0], b[0]));
    ranked.forEach((pair, at) => { this[at] = pair[1]; });
    return null;
  }, "*,key=,reverse="),
}));
Object.defineProperties(String.prototype, hidden({
  $strip() { if (arguments.length) throw new TypeError("strips spaces alone"); return strip(String(this)); },
  $startswith(start) { return this.startsWith(checkedText(start)); },
  $endswith(end) { return this.endsWith(checkedText(end)); },
  $join(texts) { return list(texts).map(checkedText).join(this); },
  $split(by) { return splitAt(this, by); },
  $partition(by) { return parted(this, this.indexOf(checkedText(by)), by, [String(this), "", ""]); },
  $rpartition(by) { return parted(this, this.lastIndexOf(checkedText(by)), by, ["", "", String(this)]); },
  $replace(old, other) {
    if (arguments.length !== 2 || checkedText(old) === "") throw new TypeError("replaces a text by another");
    return this.replaceAll(old, () => checkedText(other));
  },
}));

function checkedText(x) {
  if (typeof x !== "string") throw new TypeError("not a text");
  return x;
}

function splitAt(text, by) {
  if (checkedText(by) === "") throw ValueError("empty separator");
  return text.split(by);
}

function parted(text, at, by, whole) {
  return new Tuple(at < 0 ? whole : [text.slice(0, at), by, text.slice(at + by.length)]);
}

// Between JavaScript and Python

// A number with a point or an exponent is a float, as Python reads it, and keys keep their order.
function fromJson(text) {
  JSON.parse(text);
  const tokens = text.match(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|[{}[\]]|true|false|null/g);
  let at = 0;
  const value = () => {
    const token = tokens[at++];
    if (token === "{") {
      const made = new Dict();
      while (tokens[at] !== "}") made.with(JSON.parse(tokens[at++]), value());
      at += 1;
      return made;
    }
    if (token === "[") {
      const made = [];
      while (tokens[at] !== "]") made.push(value());
      at += 1;
      return made;
    }
    if (/^-?\d/.test(token)) return /[.eE]/.test(token) ? new Float(Number(token)) : Number(token) + 0;
    return JSON.parse(token);
  };
  return value();
}

function fromPlain(x) {
  if (x === null || typeof x === "string" || typeof x === "boolean") return x;
  if (typeof x === "number") return Number.isInteger(x) ? x + 0 : new Float(x);
  if (Array.isArray(x)) return x.map(fromPlain);
  if (typeof x !== "object") throw new TypeError("not a plain value");
  return D(...Object.entries(x).flatMap(([key, value]) => [key, fromPlain(value)]));
}

function toPlain(x) {
  if (x === null || typeof x === "string" || typeof x === "boolean" || typeof x === "number") return x;
  if (x instanceof Float) return x.n;
  if (Array.isArray(x) || x instanceof Tuple) return it(x).map(toPlain);
  if (!(x instanceof Mapping)) throw new TypeError("not a plain value");
  const made = {};
  for (const [h, value] of x.map) {
    const key = original(x.map, h);
    if (key === "__proto__") Object.defineProperty(made, key, { value: toPlain(value), enumerable: true });
    else made[key] = toPlain(value);
  }
  return made;
}
