// @ts-check
/** Small hands for the DOM. */

/**
 * An HTML element with properties and children.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any> | null} [props] Properties; `aria-*`, `role` and `data-*` become attributes; undefined is left out.
 * @param {...(Node | string | null | undefined)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null) continue;
    if (key.includes("-") || key === "role") element.setAttribute(key, String(value));
    else /** @type {any} */ (element)[key] = value;
  }
  for (const child of children) if (child !== null && child !== undefined) element.append(child);
  return element;
}

/**
 * The element of an id that index.html has.
 * @param {string} id
 * @returns {any}
 */
export function $(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/**
 * Set a text only where it differs.
 * @param {Element} element
 * @param {string} words
 */
export function write(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

/**
 * Set attributes only where they differ.
 * @param {Element} element
 * @param {Record<string, string | number | boolean>} attributes
 */
export function set(element, attributes) {
  for (const [key, value] of Object.entries(attributes)) if (element.getAttribute(key) !== String(value)) element.setAttribute(key, String(value));
}

/**
 * Give an element these children in this order; those that stay are not touched.
 * @param {Element} element
 * @param {Element[]} wanted
 */
export function arrange(element, wanted) {
  for (const child of [...element.children]) if (!wanted.includes(child)) child.remove();
  wanted.forEach((child, place) => {
    const here = element.children[place] ?? null;
    if (here !== child) element.insertBefore(child, here);
  });
}
