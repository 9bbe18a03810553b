// The elements of a part of the page that match, itself included, each handed out once for every purpose.

const seen = new WeakMap();

export function findNew(root, selector) {
  const found = [...root.querySelectorAll(selector)];
  if (root instanceof Element && root.matches(selector)) found.unshift(root);
  return found.filter((element) => {
    const purposes = seen.get(element) ?? new Set();
    seen.set(element, purposes);
    return !purposes.has(selector) && purposes.add(selector);
  });
}
