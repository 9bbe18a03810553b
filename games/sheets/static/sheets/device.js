// Small choices that a device remembers; one that keeps nothing forgets them, and nothing else happens.

export function kept(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function keep(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // It was for comfort alone.
  }
}
