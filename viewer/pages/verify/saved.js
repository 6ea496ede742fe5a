// @ts-check
/** In a saved page: the dialog that verifies its record with a key that the user enters. */
import { dialogOf, download, h } from "../../kit/dom.js";
import { verdict } from "./verdict.js";
import { keyIn, verify } from "./verify.js";
import { say } from "./words.js";

/** @param {import("../../kit/words.js").Language} lang */
export function openVerify(lang) {
  const raw = JSON.parse(document.getElementById("movebook-record")?.textContent ?? "null");
  const t = (/** @type {string} */ word) => say(lang, word);
  const key = h("input", { id: "verify-key", type: "text", autocomplete: "off", spellcheck: false });
  const found = h("section", { role: "status" });
  found.style.overflowWrap = "anywhere";
  const show = () => {
    const known = keyIn(key.value);
    key.setCustomValidity(key.value.trim() && !known ? t("no_such_key") : "");
    key.reportValidity();
    found.replaceChildren(...verdict(verify(raw, known ? [known] : []), lang));
  };
  Object.assign(key.style, { inlineSize: "100%", minBlockSize: "2.6rem" });
  key.addEventListener("change", show);
  const save = h("button.plain", t("save"));
  save.addEventListener("click", () => download("movebook.json", new Blob([raw], { type: "application/json" })));
  const close = h("button.primary", t("close"));
  const dialog = dialogOf(
    "verify",
    t("game"),
    found,
    h("p", h("label", { htmlFor: "verify-key" }, t("key_from")), key),
    h("p.quiet", t("saved")),
    h("p.quiet", t("replayed")),
    h("p.ways", close, save),
  );
  close.addEventListener("click", () => dialog.close());
  show();
  dialog.showModal();
}
