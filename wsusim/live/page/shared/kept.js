// Settings that a browser keeps for the page. Where it keeps none, in a private window or because it is full, the
// page does without.

/**
 * @param {string} key
 * @returns {string | null}
 */
export function kept(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {string} value
 */
export function keep(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // It is asked for again the next time.
  }
}
