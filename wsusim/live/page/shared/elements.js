// What the pages of a shared run and of a lab do alike with their elements.

/**
 * The element of the page that has this id.
 * @template {keyof PageElements} Id
 * @param {Id} id
 * @returns {PageElements[Id]}
 */
export const by = (id) => /** @type {any} */ (document.getElementById(id));

/**
 * A new element with text in it; names and prints of others are text and never anything else.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {string | number} [text]
 * @param {Record<string, string | number>} [attributes]
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, text = "", attributes = {}) {
  const made = document.createElement(name);
  made.textContent = String(text);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
