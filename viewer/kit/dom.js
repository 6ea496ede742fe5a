// @ts-check
/** Making elements, and changing them only where they differ. */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | null | undefined} Child What is null or undefined is left out. */

/**
 * An HTML element: its tag with its classes (`p.quiet`), its properties where it has any, its children. A button
 * submits no form unless its `type` says so.
 *
 * Properties whose names have a hyphen, and `role`, become attributes; null and undefined are left out.
 * @type {{
 *   <K extends keyof HTMLElementTagNameMap>(tag: K | `${K}.${string}`, ...children: Child[]): HTMLElementTagNameMap[K],
 *   <K extends keyof HTMLElementTagNameMap>(
 *     tag: K | `${K}.${string}`, props: Record<string, any> | null, ...children: Child[]
 *   ): HTMLElementTagNameMap[K],
 * }}
 */
export const h = (/** @type {string} */ tag, /** @type {any[]} */ ...parts) => {
  const dot = tag.indexOf(".");
  const element = document.createElement(dot < 0 ? tag : tag.slice(0, dot));
  if (dot > 0) element.className = tag.slice(dot + 1).replaceAll(".", " ");
  if (element.localName === "button") element.setAttribute("type", "button");
  const [props] = parts;
  const hasProps = props !== null && typeof props === "object" && !(props instanceof Node);
  if (hasProps) {
    for (const [key, value] of Object.entries(props)) {
      if (value === undefined || value === null) continue;
      if (key.includes("-") || key === "role") element.setAttribute(key, String(value));
      else /** @type {any} */ (element)[key] = value;
    }
  }
  append(element, hasProps ? parts.slice(1) : parts);
  return /** @type {any} */ (element);
};

/**
 * An SVG element with attributes and children.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag @param {Record<string, string | number> | null} [attributes] @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes ?? {})) element.setAttribute(key, String(value));
  append(element, children);
  return element;
}

/** Our markup. @param {Record<string, string | number> | null} attributes @param {string} markup Never a user's. */
export function drawn(attributes, markup) {
  const group = s("g", attributes);
  group.innerHTML = markup;
  return group;
}

function append(/** @type {Element} */ element, /** @type {readonly Child[]} */ children) {
  for (const child of children) if (child !== null && child !== undefined) element.append(child);
}

/** The element of an id that the page has. @param {string} id @returns {any} */
export function $(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/** Set a text where it differs; its node stays. @param {Element} element Of text alone. @param {string} words */
export function write(element, words) {
  const text = element.firstChild;
  if (!(text instanceof Text)) element.textContent = words;
  else if (text.data !== words) text.data = words;
}

/** Write the fixed words of a page, each where its key is in `data-words`. @param {(key: string) => string} say */
export function writeFixed(say) {
  for (const one of document.querySelectorAll("[data-words]")) write(one, say(String(one.getAttribute("data-words"))));
}

/**
 * Set attributes only where they differ; null takes one away.
 * @param {Element} element @param {Record<string, string | number | boolean | null>} attributes
 */
export function set(element, attributes) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null) {
      if (element.hasAttribute(key)) element.removeAttribute(key);
    } else if (element.getAttribute(key) !== String(value)) element.setAttribute(key, String(value));
  }
}

/** Set children in order; those that stay are untouched. @param {Element} element @param {readonly Element[]} wanted */
export function arrange(element, wanted) {
  for (const child of [...element.children]) if (!wanted.includes(child)) child.remove();
  wanted.forEach((child, place) => {
    const here = element.children[place] ?? null;
    if (here !== child) element.insertBefore(child, here);
  });
}

/** A dialog, removed once it is closed. @param {string} id @param {string} title @param {...Child} parts */
export function dialogOf(id, title, ...parts) {
  const name = `${id}-title`;
  const dialog = h("dialog", { id, "aria-labelledby": name }, h("h2", { id: name }, title), ...parts);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  return dialog;
}

/** How large letters are, 1 by default. */
export const letters = () => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;

/** Save a file. @param {string} name @param {Blob} content */
export function download(name, content) {
  const link = h("a", { href: URL.createObjectURL(content), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
