// Whether a field applies: the browser's half of scoring/conditions.py, which says what the operators mean.

export function holds(condition, facts) {
  const [operator, ...rest] = condition;
  if (operator === "all") return rest.every((part) => holds(part, facts));
  if (operator === "any") return rest.some((part) => holds(part, facts));
  if (operator === "not") return !holds(rest[0], facts);
  const [name, ...values] = rest;
  const fact = plain(facts[name]);
  if (operator === "eq") return fact === plain(values[0]);
  if (operator === "in") return values.some((value) => fact === plain(value));
  if (operator === "ge") return typeof fact === "number" && fact >= values[0];
  if (operator === "has") return Array.isArray(fact) && fact.map(plain).includes(plain(values[0]));
  throw new Error(`unknown operator ${operator}`);
}

// As in Python, yes equals 1 and no equals 0.
function plain(value) {
  if (typeof value === "boolean") return Number(value);
  return value ?? null;
}
