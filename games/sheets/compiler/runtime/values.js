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
  [Symbol.iterator]() { return this.map.originals ? originals(this.map) : this.map.keys(); }
}

function* originals(map) { for (const h of map.keys()) yield original(map, h); }
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
  constructor(map) { this.map = map; }
}
class Values extends View {
  [Symbol.iterator]() { return this.map.values(); }
}
class Items extends View {
  * [Symbol.iterator]() { for (const [h, value] of this.map) yield new Tuple([original(this.map, h), value]); }
}

class Mapping extends Hashed {
  $get(key, otherwise = null) {
    const value = this.map.get(hash(key));
    return value === undefined ? otherwise : value;
  }
  $keys() { return new Keys(this.map); }
  $values() { return new Values(this.map); }
  $items() { return new Items(this.map); }
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
}

function forget(map, key) {
  const h = hash(key);
  if (!map.delete(h)) throw KeyError(key);
  map.originals?.delete(h);
}

class AnySet extends Hashed {
  $isdisjoint(other) {
    for (const one of it(other)) if (this.map.has(hash(one))) return false;
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
