// Calls, classes and exceptions.

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
