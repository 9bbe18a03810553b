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
  if (x instanceof Tuple || x instanceof Hashed) return x;
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
