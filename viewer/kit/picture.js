// @ts-check
/** Pictures, drawn once as markup and used as images: each is one node, so a board changes within a frame. */
import { h } from "./dom.js";

/** @type {Map<string, string>} Key -> address. */
const addresses = new Map();
/** Width by height of each picture, by address. @type {Map<string, string>} */
const ratios = new Map();
/** Held, so that the browser has each picture at hand when a board wants it. @type {HTMLImageElement[]} */
const held = [];
/** The rules of `backgroundClass`. @type {CSSStyleSheet | null} */
let rules = null;
/** @type {Set<string>} */ const backgrounds = new Set();

/**
 * The address of a picture, drawn at its first use.
 * @param {string} key Of this picture alone, over all boards: begin it with the game.
 * @param {number} width Of its coordinates; it stays sharp at three times their size. @param {number} height
 * @param {() => string} draw The markup inside the SVG.
 */
export function drawing(key, width, height, draw) {
  let address = addresses.get(key);
  if (!address) {
    const size = `viewBox="0 0 ${width} ${height}" width="${width * 3}" height="${height * 3}"`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${draw()}</svg>`;
    address = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    addresses.set(key, address);
    ratios.set(address, `${width} / ${height}`);
    const ready = new Image();
    ready.src = address;
    held.push(ready);
  }
  return address;
}

/**
 * Markup as a picture of its own inside another, at a place and size.
 * @param {string} markup @param {[width: number, height: number]} coordinates Of the markup.
 * @param {{x: number, y: number, width: number, height: number}} place
 */
export const inset = (markup, [wide, high], { x, y, width, height }) =>
  `<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="0 0 ${wide} ${high}">${markup}</svg>`;

/** Height of a row of a strip, what a letter and a mark take of its width, and its width where marks go on below. */
const [HIGH, LETTER, MARK, WIDE] = [32, 9.5, 25, 150];

/**
 * Marks in rows with their numbers, on card: what a thing costs and gives, as one picture.
 * @param {string} game @param {[text: string, mark: string][]} parts An empty mark is none.
 * @param {(mark: string) => string} draw Its markup, 24 by 24.
 */
export function strip(game, parts, draw) {
  let [x, y, width] = [6, 0, 0];
  const placed = parts.map(([text, mark]) => {
    const wide = text.length * LETTER + (mark ? MARK : 0) + 3;
    if (x + wide > WIDE && x > 6) [x, y] = [6, y + HIGH - 4];
    const at = { text, mark, x, y };
    x += wide;
    width = Math.max(width, x + 4);
    return at;
  });
  const height = y + HIGH;
  return drawing(`${game} strip ${JSON.stringify(parts)}`, width, height, () => {
    const pen = `font-size="16" font-weight="700" font-family="system-ui, sans-serif" fill="#2b2016"`;
    const drawn = placed.map(({ text, mark, x: left, y: top }) => {
      const at = { x: left + text.length * LETTER + 1, y: top + 4, width: 24, height: 24 };
      const words = `<text x="${left}" y="${top + 22}" ${pen}>${text}</text>`;
      return words + (mark ? inset(draw(mark), [24, 24], at) : "");
    });
    const edge = `width="${width - 2}" height="${height - 2}" rx="6" fill="#f7ecd2" stroke="#b99a63"`;
    return `<rect x="1" y="1" ${edge}/>${drawn.join("")}`;
  });
}

/** A picture. @param {string} src @param {string} className @param {string} [alt] Empty where words say the same. */
export function picture(src, className, alt = "") {
  const image = h("img", { src, className, alt, title: alt || undefined, decoding: "sync", draggable: false });
  // Its room is there before it is read.
  image.style.aspectRatio = ratios.get(src) ?? "";
  return image;
}

/** Show another picture in an element, where it differs. @param {HTMLImageElement} image @param {string} src */
export function turn(image, src) {
  if (image.getAttribute("src") === src) return;
  image.src = src;
  const ratio = ratios.get(src) ?? "";
  if (image.style.aspectRatio !== ratio) image.style.aspectRatio = ratio;
}

/**
 * The class that has a picture as its background: changing it costs a tenth of what another `src` does. Ask for all
 * that may be wanted at once: a rule that comes later has the browser look over its whole page.
 * @param {string} name @param {string} address
 */
export function backgroundClass(name, address) {
  const className = `bg-${name.replace(/[^a-z0-9_]/gi, "-")}`;
  if (!backgrounds.has(className)) {
    if (!rules) {
      rules = new CSSStyleSheet();
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, rules];
    }
    backgrounds.add(className);
    rules.insertRule(`.${className} { background-image: url("${address}"); }`);
  }
  return className;
}
