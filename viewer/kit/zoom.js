// @ts-check
/** A map that can be zoomed by buttons and then moved by hand or keys; fingers pinch the whole page as everywhere. */
import { h } from "./dom.js";
import { speaker } from "./words.js";

const say = speaker({ zoom_in: ["Zoom in", "Acercar"], zoom_out: ["Zoom out", "Alejar"] });
const SCALES = [1, 1.5, 2.25, 3.5];

/** A frame around a map's layers. @param {import("./words.js").Language} lang @param {...Element} layers */
export function zoomable(lang, ...layers) {
  const inner = h("div.zoom-layers", ...layers);
  const scroller = h("div.zoom", inner);
  let at = 0;
  const zoom = (/** @type {number} */ way) => {
    const before = SCALES[at];
    at = Math.min(Math.max(at + way, 0), SCALES.length - 1);
    const { clientWidth, clientHeight, scrollLeft, scrollTop } = scroller;
    // Its own height stays while its layers grow.
    if (before === 1) scroller.style.height = `${clientHeight}px`;
    if (!at) scroller.style.height = "";
    inner.style.setProperty("--zoom", String(SCALES[at]));
    scroller.classList.toggle("zoomed", at > 0);
    scroller.tabIndex = at ? 0 : -1;
    const far = (/** @type {number} */ start, /** @type {number} */ size) =>
      ((start + size / 2) / before) * SCALES[at] - size / 2;
    scroller.scrollTo(far(scrollLeft, clientWidth), far(scrollTop, clientHeight));
    closer.disabled = at === SCALES.length - 1;
    wider.disabled = !at;
  };
  const button = (/** @type {string} */ sign, /** @type {string} */ key, /** @type {number} */ way) => {
    const label = say(lang, key);
    const made = h("button", { title: label, "aria-label": label, onclick: () => zoom(way) }, sign);
    return made;
  };
  const [closer, wider] = [button("+", "zoom_in", 1), button("−", "zoom_out", -1)];
  wider.disabled = true;
  scroller.addEventListener("pointermove", (event) => {
    if (!at || event.pointerType === "touch" || !(event.buttons & 1)) return;
    scroller.scrollBy(-event.movementX, -event.movementY);
  });
  scroller.addEventListener("keydown", (event) => {
    // Arrows move the map, not the replay.
    if (at && event.target === scroller && event.key.startsWith("Arrow")) event.stopPropagation();
  });
  return h("div.zoom-frame", scroller, h("div.zoom-buttons", closer, wider));
}
