// Makes elements for what scripts draw. Texts are texts: nothing of a person or a translation becomes HTML.

const SVG = "http://www.w3.org/2000/svg";

// attributes: null and false leave one out, true sets it without a value
export function make(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

// One symbol of a sprite; decoration, so its meaning stands in words beside it.
export function picture(address, className) {
  return drawing(className, { viewBox: "0 0 24 24" }, [use(address, 0)]);
}

// A strip of the same symbol over and over, as wide as its place.
export function strip(address, className) {
  const size = { viewBox: "0 0 96 24", preserveAspectRatio: "xMidYMid slice" };
  return drawing(className, size, [0, 24, 48, 72].map((x) => use(address, x)));
}

function drawing(className, size, uses) {
  return fill(document.createElementNS(SVG, "svg"), { class: className, "aria-hidden": "true", ...size }, uses);
}

function use(address, x) {
  return fill(document.createElementNS(SVG, "use"), { href: address, x, width: 24, height: 24 }, []);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === false) continue;
    element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

export function setText(element, text) {
  // Untouched when nothing changed, so that nothing is read aloud again.
  if (element.textContent !== String(text)) element.textContent = text;
}
