// @ts-check
/** Further filters of the list of records, folded away: status, event, round and table, since when. */
import { h, write } from "../../kit/dom.js";
import { say } from "./words.js";
import { text } from "../common/texts.js";

/** @import { Language } from "../../kit/words.js" */

const STATUSES = ["running", "finished", "disputed", "closed", "void"];
const TEXTS = /** @type {const} */ (["event", "round", "table", "ref"]);

export class Filters {
  /** @param {(change: Record<string, string>) => void} narrow Called with a choice; an empty value removes it. */
  constructor(narrow) {
    this.title = h("summary");
    this.labels = new Map(["status", ...TEXTS, "changed_since"].map((name) => [name, h("span")]));
    this.status = h("select", { name: "status", onchange: () => narrow({ status: this.status.value }) });
    this.texts = TEXTS.map((name) => {
      const made = h("input", { type: "text", name, maxLength: 200, autocomplete: "off" });
      made.addEventListener("change", () => narrow({ [name]: made.value.trim() }));
      return made;
    });
    this.since = h("input", { type: "date", name: "changed_since" });
    this.since.addEventListener("change", () => {
      // The beginning of that day where this device is.
      const day = this.since.value;
      narrow({ changed_since: day ? new Date(`${day}T00:00`).toISOString() : "" });
    });
    const rows = [this.status, ...this.texts, this.since].map((made) =>
      h("label", this.labels.get(made.name) ?? "", made),
    );
    this.element = h("details.filters", this.title, h("div", ...rows));
  }

  show(/** @type {Language} */ lang, /** @type {Record<string, string>} */ filters) {
    write(this.title, say(lang, "more_filters"));
    for (const [name, label] of this.labels) write(label, say(lang, name));
    const option = (/** @type {string} */ value, /** @type {string} */ words) => h("option", { value }, words);
    const all = STATUSES.map((status) => option(status, text(lang, status)));
    this.status.replaceChildren(option("", say(lang, "any_status")), ...all);
    this.status.value = filters.status ?? "";
    for (const made of this.texts) if (document.activeElement !== made) made.value = filters[made.name] ?? "";
    const since = filters.changed_since ? new Date(filters.changed_since) : null;
    this.since.value = since && !Number.isNaN(since.valueOf()) ? dayOf(since) : "";
    if ([this.status, ...this.texts, this.since].some((made) => made.value)) this.element.open = true;
  }
}

/** The day where this device is, as `2026-11-22`. @param {Date} at */
function dayOf(at) {
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}
