// @ts-check
/** The dialog that leads out of a game: its link as text, picture and frame, its files, the rules, the API. */
import { dialogOf, download, h } from "../../../kit/dom.js";
import { speaker } from "../../../kit/words.js";
import { addSheet } from "../../../kit/stylesheet.js";
import { headersOf } from "../../common/load.js";
import { qr } from "../../pair/sheet.js";

/**
 * @import { Language } from "../../../kit/words.js"
 * @import { Source } from "../../common/load.js"
 * @typedef {{record: string, game: string, over: boolean, lang: Language, veiled: boolean, source: Source, address:
 *   (veiled: boolean) => string, veil: (on: boolean) => void}} Shared `address` is that of the moment shown, without a
 *   token; veiled, without what comes later.
 */

const say = speaker({
  title: ["Share", "Compartir"],
  link: ["Link to this moment", "Enlace a este momento"],
  copy: ["Copy", "Copiar"],
  copied: ["Copied", "Copiado"],
  picture: ["QR code of the link", "Código QR del enlace"],
  ends_here: ["Without the result and later moves", "Sin el resultado ni las jugadas posteriores"],
  private: [
    "This link does not include your access: others can open it only if the game is public or they have a link too.",
    "Este enlace no incluye tu acceso: otras personas solo podrán abrirlo si la partida es pública o tienen su enlace.",
  ],
  embed: ["Code to embed it in a page", "Código para incrustarla en una página"],
  files: ["Download", "Descargar"],
  html: ["Replay that works offline (HTML)", "Repetición que funciona sin conexión (HTML)"],
  text: ["Moves as text", "Jugadas como texto"],
  csv: ["Result (CSV)", "Resultado (CSV)"],
  failed: ["The file could not be fetched", "No se pudo descargar el archivo"],
  rules: ["Rules", "Reglas"],
  api: ["Data (API)", "Datos (API)"],
  print: ["Print", "Imprimir"],
  veil: ["Hide spoilers on this device", "Ocultar spoilers en este dispositivo"],
});

export async function openShare(/** @type {Shared} */ shared) {
  const { lang, record, game, over, source } = shared;
  const t = (/** @type {string} */ key) => say(lang, key);
  await addSheet("menu.css", import.meta.url);
  const endsHere = h("input", { type: "checkbox", checked: shared.veiled });
  const links = h("div");
  const link = () => {
    const address = shared.address(endsHere.checked);
    const framed = address.replace("?", "?embed=1&").replaceAll("&", "&amp;");
    const code = `<iframe src="${framed}" width="100%" height="640" style="border:0"></iframe>`;
    const picture = h("div.share-qr", qr(address, t("picture")));
    links.replaceChildren(copied(t("link"), address, t), picture, copied(t("embed"), code, t));
  };
  link();
  endsHere.addEventListener("change", link);
  const base = source.api || location.origin;
  const own = `${base}/v1/records/${encodeURIComponent(record)}`;
  const file = (/** @type {string} */ key, /** @type {string} */ path, /** @type {string} */ name, accept = "*/*") => {
    const button = h("button.plain", t(key));
    button.addEventListener("click", async () => {
      const headers = { ...headersOf(source.token, lang), Accept: accept };
      const answer = await fetch(`${own}${path}`, { headers, credentials: "omit" }).catch(() => null);
      if (!answer?.ok) return void button.replaceChildren(t("failed"));
      download(name, await answer.blob());
    });
    return h("li", button);
  };
  const out = (/** @type {string} */ key, /** @type {string} */ href) =>
    h("li", h("a", { href, target: "_blank", rel: "noopener" }, t(key)));
  const print = h("button.plain", t("print"));
  const veil = h("input", { type: "checkbox", checked: shared.veiled });
  veil.addEventListener("change", () => shared.veil(veil.checked));
  const close = h("button.primary", t("close"));
  const dialog = dialogOf(
    "share-menu",
    t("title"),
    h("label.share-veil", endsHere, t("ends_here")),
    source.token ? h("p.quiet", t("private")) : null,
    links,
    h("h3", t("files")),
    h(
      "ul",
      file("html", "/export?format=html", `${record}.html`),
      file("text", `/export?format=text&lang=${lang}`, `${record}.txt`),
      over ? file("csv", "/result", `${record}.csv`, "text/csv") : null,
    ),
    h("h3", t("more")),
    h("ul", out("rules", `${base}/rules/${game}?lang=${lang}`), out("api", `${base}/docs/`), h("li", print)),
    h("p", h("label.share-veil", veil, t("veil"))),
    close,
  );
  close.addEventListener("click", () => dialog.close());
  print.addEventListener("click", () => {
    dialog.close();
    globalThis.print();
  });
  dialog.showModal();
  dialog.scrollTop = 0;
}

/** A text to copy, with its button. @param {string} label @param {string} value @param {(key: string) => string} t */
function copied(label, value, t) {
  const field = h("input", { type: "text", readOnly: true, value });
  field.addEventListener("focus", () => field.select());
  const button = h("button.plain", t("copy"));
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(value);
    } catch {
      // Not by HTTPS: the old way.
      field.select();
      document.execCommand("copy");
    }
    button.replaceChildren(t("copied"));
  });
  return h("div.share-copy", h("label", h("span", label), field), button);
}
