// @ts-check
/** A form for what only a seat can give: the widgets of its secret fields, and one button that seals them. */
import { randomKey } from "../../device/random.js";
import { declared } from "../../form/shape.js";
import { face } from "../../form/choice.js";
import { widget } from "../../form/widget.js";
import { h, write } from "../../kit/dom.js";
import { Refusal } from "../../device/refusal.js";
import { post } from "../common/service.js";

/**
 * @import { Domain, Shape } from "../../form/shape.js"
 * @import { Speech } from "../../form/widget.js"
 * @typedef {object} Asked What a form asks for.
 * @property {string} type Of the move.
 * @property {Record<string, Domain>} fields By name, or by path inside a group.
 * @property {string | null} late The move whose secret this is; null for a move of its own.
 * @property {any} written That move, as its recorder wrote it.
 * @property {Map<string, any>} kept What was chosen so far; outlives the form.
 * @property {any} kind The type of move, as the game declares it.
 * @property {Record<string, string>} whose Secret field -> whose it is.
 * @property {number} seat
 *
 * @typedef {object} Page
 * @property {(key: string, blanks?: Record<string, string | number>) => string} t
 * @property {Speech} speech
 * @property {(what: string, how: RequestInit & {headers?: Record<string, string>}) => Promise<any>} send
 * @property {() => void} gone This seat may give nothing any more.
 * @property {() => Promise<void>} sent It is sealed.
 *
 * @typedef {{path: string, label: string, element: HTMLElement, value: () => any, focus: () => void}} Part `value` is
 *   undefined while something is missing.
 */

const MOST_ITEMS = 6; // Length of a list that neither its game nor its box states.

/**
 * The domain of a secret that nobody offers any more: as its game declares it, all of a list.
 * @param {Shape} shape @param {number} seats How many sit at the table.
 * @param {number} [most] Of a list that does not say. @returns {Domain}
 */
export function lateDomain(shape, seats, most = MOST_ITEMS) {
  const domain = declared({ ...shape, optional: false }, { seats, most });
  return domain.kind === "list" ? { ...domain, least: domain.most } : domain;
}

/** A field. @param {string} path @param {Domain} domain @param {Asked} asked @param {Speech} speech @returns {Part} */
function part(path, domain, { kind, kept }, speech) {
  const [name, inner] = path.split(".");
  /** @type {Shape} */ const shape = inner ? kind.fields[name].fields[inner] : kind.fields[name];
  const label = shape.label?.[speech.lang] ?? path;
  // One that is a single card is no list of one.
  const wanted = shape.kind === "choice" && domain.kind === "list" ? domain.of : domain;
  if (wanted.kind === "choice" && wanted.of.length === 1) {
    const [only] = wanted.of;
    // What is not for this seat to choose: said, and sent along.
    const element = h("p.given", ...face(speech.face(only, shape, path)));
    return { path, label, element, value: () => only, focus: () => {} };
  }
  let whole = kept.get(`whole ${path}`);
  const made = widget({
    name: path,
    label,
    domain: { ...wanted, optional: false },
    shape,
    value: kept.get(path),
    speech,
    inside: true,
    keep: (some) => kept.set(path, some),
    pick: (value) => {
      whole = value;
      kept.set(`whole ${path}`, value);
      if (wanted.kind === "choice" || wanted.kind === "range") kept.set(path, value);
    },
  });
  return { path, label, element: made.element, value: () => whole, focus: made.focus };
}

/** @param {Asked} asked @param {Page} page @returns {HTMLFormElement} */
export function secretForm(asked, page) {
  const { type, fields, late, kind } = asked;
  const { t, speech } = page;
  const parts = Object.keys(kind.fields)
    .flatMap((name) => Object.keys(fields).filter((path) => path === name || (late && path.startsWith(`${name}.`))))
    .map((path) => part(path, fields[path], asked, speech));
  const error = h("p.error", { role: "alert" });
  const button = h("button.send", { type: "submit" }, t("send"));
  const label = kind.label[speech.lang];
  const made = h(
    "form",
    { noValidate: true },
    h("h3", late ? t("late", { what: label }) : label),
    ...parts.map((one) => one.element),
    error,
    button,
  );
  /** A retry after a lost answer is the same request. @type {{body: string, key: string}} */
  let sent = { body: "", key: "" };
  made.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    const lacking = parts.find((one) => one.value() === undefined);
    if (lacking) {
      write(error, t("choose", { what: lacking.label }));
      return lacking.focus();
    }
    const facts = given(parts, asked);
    const body = JSON.stringify(late ? { name: late, ...facts } : { type, ...facts });
    if (sent.body !== body) sent = { body, key: randomKey() };
    button.disabled = true;
    write(error, "");
    try {
      const how = post(body, { "If-Match": "*", "Idempotency-Key": sent.key });
      await page.send(late ? "secrets" : "moves", how);
    } catch (refused) {
      button.disabled = false;
      if (refused instanceof Refusal && [401, 403].includes(refused.status)) return page.gone();
      write(error, trouble(refused, t));
      return;
    }
    await page.sent();
  });
  return made;
}

/** What is sent: each field as its move has it. @param {Part[]} parts @param {Asked} asked */
function given(parts, { whose, written, seat }) {
  /** @type {Record<string, any>} */ const facts = {};
  for (const one of parts) {
    const [name, inner] = one.path.split(".");
    const value = whose[one.path] === "by_seat" ? { [seat]: one.value() } : one.value();
    // A field in a group is sent with the whole group.
    facts[name] = inner ? { ...written[name], ...facts[name], [inner]: value } : value;
  }
  return facts;
}

/** Why it was not sealed. @param {unknown} refused @param {Page["t"]} t */
function trouble(refused, t) {
  if (!(refused instanceof Refusal)) return t("unsent");
  return refused.status >= 500 || refused.status === 429 ? t("trouble", { status: refused.status }) : refused.message;
}
