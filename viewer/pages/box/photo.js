// @ts-check
/** A photo of a row, which stays on this device: taken at the table, typed later. */
import { h } from "../../kit/dom.js";
import { say } from "./words.js";

const SIDE = 1200; // Longer side of a stored photo (px).

async function small(/** @type {File} */ file) {
  const image = await createImageBitmap(file);
  const scale = Math.min(1, SIDE / Math.max(image.width, image.height));
  const canvas = h("canvas", { width: Math.round(image.width * scale), height: Math.round(image.height * scale) });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/jpeg", 0.8);
}

/**
 * @param {import("../../device/database.js").Store} store @param {string} name Of the row on this device.
 * @param {import("../../kit/words.js").Language} lang
 */
export function photoOf(store, name, lang) {
  const place = h("div.e-photo");
  const key = `photo ${name}`;
  const show = (/** @type {string | null} */ photo) => {
    const input = h("input", { type: "file", accept: "image/*", capture: "environment", "data-at": "photo" });
    input.addEventListener("change", async () => {
      const file = input.files?.[0];
      const taken = file ? await small(file).catch(() => null) : null;
      if (!taken) return;
      await store.keep(key, taken).catch(() => {});
      show(taken);
    });
    const take = h("label.file", input, h("span", say(lang, photo ? "photo_again" : "photo")));
    const drop = h("button.e-remove", say(lang, "photo_drop"));
    drop.addEventListener("click", async () => {
      await store.keep(key, null);
      show(null);
    });
    const image = photo ? h("img", { src: photo, alt: say(lang, "photo_of") }) : null;
    place.replaceChildren(...(image ? [image] : []), h("p", take, " ", ...(photo ? [drop] : [])));
  };
  show(null);
  void store.kept(key).then((photo) => photo && show(photo));
  return place;
}
