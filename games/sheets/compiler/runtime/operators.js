// What operators, loops and indices mean.

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
  for (const one of each(b)) a.$add(one);
  return a;
}

// Iterating, indexing, unpacking

// To go through to the end.
function each(x) {
  if (Array.isArray(x) || typeof x === "string") return x;
  if (x instanceof Tuple) return x.a;
  if (x === null || typeof x !== "object" || !(Symbol.iterator in x)) throw new TypeError("not iterable");
  return x;
}

// To go through as far as it takes: JavaScript would close a generator that a loop leaves.
function it(x) {
  const found = each(x);
  return typeof found.return === "function" ? new Iter(found) : found;
}

function unpack(x, length) {
  const parts = Array.isArray(x) ? x : x instanceof Tuple ? x.a : [...each(x)];
  if (parts.length !== length) throw ValueError(`${parts.length} values to unpack, not ${length}`);
  return parts;
}

function unpackRest(x, length) {
  const parts = [...each(x)];
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
