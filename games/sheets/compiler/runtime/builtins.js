// What every Python program has without asking.

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
const list = builtinType("list", Array.isArray, (x = []) => [...each(x)]);
const tuple = builtinType("tuple", (x) => x instanceof Tuple && !(x instanceof Range), (x = []) => new Tuple([...each(x)]));
const dict = builtinType("dict", (x) => x instanceof Dict, (x = []) => {
  if (x instanceof Mapping) return x.$copy();
  const made = new Dict();
  for (const pair of each(x)) made.with(...unpack(pair, 2));
  return made;
});
dict.$fromkeys = (keys, value = null) => {
  const made = new Dict();
  for (const key of each(keys)) made.with(key, value);
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

const SPACE = "[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]+";
const SPACES = new RegExp(`^${SPACE}|${SPACE}$`, "g");
const strip = (text) => text.replace(SPACES, "");

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
  for (const one of each(x)) total = add(total, one);
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
  for (const one of each(x)) yield new Tuple([at++, one]);
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
  $insert(at, x) { this.splice(at, 0, x); return null; },
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
