// @ts-check
/**
 * The work on an owner's edition: led row by row, kept on this device, saved as a file; the edition counts as verified
 * when every row was compared.
 */
import { h, told, write } from "../../../kit/index.js";
import { faultsOf } from "./faults.js";
import { say } from "./words.js";
import { button, fieldsOf } from "./fields.js";
import { FORMS } from "./vocabulary.js";
import { standInWords } from "../world.js";

/**
 * @typedef {import("../../../kit/words.js").Language} Language
 * @typedef {{base: string, box: any, at: number}} Work `base`: the edition it began with; `at`: the row it stands at.
 * @typedef {{table: string, index: number}} Step
 */

/** Where the work is kept. */
const KEY = "movebook-edition-rise_of_empires";
/** So many faults are listed. */
const MOST_FAULTS = 20;

/** Every row of a box, in the order in which an owner is led. @param {any} box @returns {Step[]} */
export function stepsOf(box) {
  return Object.keys(FORMS).flatMap((table) =>
    (box[table] ?? []).map((/** @type {any} */ _, /** @type {number} */ index) => ({ table, index })),
  );
}

/** @param {any} box @param {Step} step */
const rowAt = (box, { table, index }) => box[table][index];

/** How many rows are compared. @param {any} box */
export function comparedOf(box) {
  return stepsOf(box).filter((step) => !rowAt(box, step).stand_in?.length).length;
}

/** The work that was kept; null where there is none, or what is kept is none. @returns {Work | null} */
export function keptWork() {
  try {
    const work = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return work && typeof work.at === "number" && Array.isArray(work.box?.progress) ? work : null;
  } catch {
    return null;
  }
}

/** Whether it could be kept. @param {Work} work */
function keep(work) {
  try {
    localStorage.setItem(KEY, JSON.stringify(work));
    return true;
  } catch {
    return false;
  }
}

/**
 * The part of the page that leads through the rows.
 * @param {Work} work
 * @param {Language} lang
 * @param {{draw: (table: string, row: any, box: any) => Element, redraw: () => void}} how `draw`: a row as boards
 *   draw it; `redraw`: the whole drawing below.
 */
export function leadThrough(work, lang, { draw, redraw }) {
  const box = h("section", { className: "r-lead" });
  const note = h("p", { className: "r-small", role: "status" }, "");
  const list = h("div", { className: "box-faults", hidden: true });
  const tally = h("p", { className: "r-tally" }, "");
  const picture = h("div", { className: "r-as-drawn" });
  const form = h("div", { className: "r-form" });
  const open = h("p", { className: "r-small" }, "");
  const rows = h("select", { "aria-label": say(lang, "row") });
  const edition = h("input", { type: "text", value: work.box.edition ?? "", name: "edition" });

  // Looking alone is no work: it is kept from the first change on.
  let begun = keptWork()?.box.edition === work.box.edition;
  const settle = () => {
    work.box.stand_in = comparedOf(work.box) < stepsOf(work.box).length;
    write(note, !begun || keep(work) ? "" : say(lang, "unkept"));
    const [done, all] = [comparedOf(work.box), stepsOf(work.box).length];
    write(tally, work.box.stand_in ? say(lang, "progress_of", { done, all }) : say(lang, "all_done"));
    showFaults(list, work.box, lang);
    const step = stepsOf(work.box)[work.at];
    picture.replaceChildren(draw(step.table, rowAt(work.box, step), work.box));
    write(
      open,
      rowAt(work.box, step).stand_in.length ? standInWords(rowAt(work.box, step), lang) : say(lang, "row_done"),
    );
    redraw();
  };
  const show = () => {
    const steps = stepsOf(work.box);
    work.at = Math.min(Math.max(0, work.at), steps.length - 1);
    const step = steps[work.at];
    fillRows(rows, work, lang);
    const row = rowAt(work.box, step);
    const changed = (/** @type {boolean} */ laid) => {
      begun = true;
      if (laid) show();
      else settle();
    };
    form.replaceChildren(...fieldsOf({ box: work.box, table: step.table, row, lang, changed }));
    settle();
  };
  const go = (/** @type {number} */ at) => {
    work.at = at;
    show();
  };
  const nextOpen = () => {
    const steps = stepsOf(work.box);
    const order = [...steps.keys()].map((at) => (work.at + 1 + at) % steps.length);
    go(order.find((at) => rowAt(work.box, steps[at]).stand_in.length) ?? work.at);
  };
  rows.addEventListener("change", () => go(Number(rows.value)));
  edition.addEventListener("input", () => {
    work.box.edition = edition.value.trim() || "my-copy";
    begun = true;
    settle();
  });
  const verify = button(say(lang, "verify"), () => {
    rowAt(work.box, stepsOf(work.box)[work.at]).stand_in = [];
    begun = true;
    go(work.at + 1);
  });
  verify.className = "r-verify";
  box.append(
    h("h2", null, say(lang, "lead")),
    h("p", { className: "r-small" }, say(lang, "lead_how")),
    h("p", { className: "r-line" }, h("label", null, `${say(lang, "edition")} `, edition), saveButton(work, lang)),
    tally,
    note,
    h(
      "div",
      { className: "r-line" },
      rows,
      button(say(lang, "back"), () => go(work.at - 1)),
      button(say(lang, "next"), () => go(work.at + 1)),
      button(say(lang, "next_open"), nextOpen),
    ),
    h(
      "div",
      { className: "r-now-row" },
      h("div", null, h("h3", null, say(lang, "as_drawn")), picture, open, verify),
      form,
    ),
    list,
  );
  show();
  return box;
}

/**
 * Every row by name; ≈ before those not compared.
 * @param {HTMLSelectElement} rows
 * @param {Work} work
 * @param {Language} lang
 */
function fillRows(rows, { box, at }, lang) {
  const steps = stepsOf(box);
  rows.replaceChildren(
    ...Object.keys(FORMS).map((table) =>
      h(
        "optgroup",
        { label: say(lang, `table_${table}`) },
        ...steps.flatMap((step, place) => {
          if (step.table !== table) return [];
          const row = rowAt(box, step);
          const name = [row.stand_in.length ? "≈" : "✓", row.id, told(row.name, lang)].filter(Boolean).join(" ");
          return [h("option", { value: String(place), selected: place === at }, name)];
        }),
      ),
    ),
  );
}

/** @param {HTMLElement} list @param {any} box @param {Language} lang */
function showFaults(list, box, lang) {
  const faults = faultsOf(box, lang);
  list.hidden = !faults.length;
  if (!faults.length) return;
  list.replaceChildren(
    h("h3", null, say(lang, "faults")),
    h(
      "ul",
      null,
      ...faults.slice(0, MOST_FAULTS).map(({ path, words }) => h("li", null, h("code", null, path), ` ${words}`)),
    ),
    h("p", null, say(lang, "every")),
  );
}

/** @param {Work} work @param {Language} lang */
function saveButton(work, lang) {
  return button(say(lang, "save"), () => {
    const file = new Blob([`${JSON.stringify(work.box, null, 1)}\n`], { type: "application/json" });
    const address = URL.createObjectURL(file);
    h("a", { href: address, download: `${work.box.edition}.json` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  });
}
