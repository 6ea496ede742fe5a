// @ts-check
/** Several values: lists in order, maps by key, groups with fields of their own, any of them inside another. */
import { h, write } from "../kit/dom.js";
import { told } from "../kit/words.js";
import { face } from "./choice.js";
import { holds } from "./shape.js";
import { widget } from "./widget.js";

/**
 * @typedef {import("./widget.js").Ask} Ask
 * @typedef {import("./widget.js").Widget} Widget
 * @typedef {import("./shape.js").Domain} Domain
 */

/**
 * A list of plain values is a row of places; one of anything else grows item by item.
 * @param {Ask} ask
 * @returns {Widget}
 */
export function list(ask) {
  const { of } = ask.domain;
  const plain = of.kind === "choice" || (of.kind === "range" && of.high - of.low < 24);
  if (!plain) return items(ask);
  return row(of.kind === "choice" ? ask : { ...ask, domain: { ...ask.domain, of: asChoice(of) } });
}

/** @param {Domain} of @returns {Domain} */
function asChoice(of) {
  const { low = 0, high = low } = of;
  return { ...of, kind: "choice", of: Array.from({ length: high - low + 1 }, (_, place) => low + place) };
}

/**
 * Places above, what may stand there below; each choice goes on to the next place. Where there may be fewer than the
 * most, a button says that it is all.
 * @param {Ask} ask
 * @returns {Widget}
 */
function row(ask) {
  const { name, label, domain, speech, pick } = ask;
  const { least = 0, most = least } = domain;
  const open = least !== most;
  const inner = { ...ask, label: "", domain: domain.of, shape: ask.shape?.of ?? null, value: undefined };
  /** @type {any[]} */
  let chosen = Array.isArray(ask.value) ? [...ask.value] : Array.from({ length: open ? 0 : most });
  const missing = () => {
    const gap = chosen.indexOf(undefined);
    return gap < 0 && chosen.length < most ? chosen.length : gap;
  };
  let at = Math.max(0, missing());
  const places = h("div", { className: "places", role: "group", "aria-label": label });
  const said = h("p", { className: "unseen", role: "status" });
  const turn = h("p", { className: "turn" });
  const palette = h("div", { className: "palette" });
  const done = h("button", { type: "button", className: "ok" }, speech.text("that_is_all"));
  done.addEventListener("click", () => pick([...chosen]));
  /** @param {any} value */
  const set = (value) => {
    const here = at;
    chosen[at] = value;
    at = missing() < 0 ? at : missing();
    show();
    write(said, words(here));
    if (missing() < 0) pick([...chosen]);
  };
  /** @param {number} place */
  const words = (place) => {
    const value = chosen[place];
    const what =
      value === undefined
        ? speech.text("not_chosen")
        : value === null
          ? speech.text("not_seen")
          : speech.name(value, inner.shape);
    return speech.text("place", { n: place + 1, count: open ? chosen.length : most, what });
  };
  const show = () => {
    const count = open ? Math.min(chosen.length + 1, most) : most;
    places.replaceChildren(
      ...Array.from({ length: count }, (_, place) => {
        const value = chosen[place];
        const button = h(
          "button",
          { type: "button", "aria-label": words(place), "aria-pressed": String(place === at) },
          h("b", null, String(place + 1)),
          ...(value === undefined || value === null
            ? [h("span", null, value === null ? "?" : "–")]
            : face(inner, value)),
        );
        button.addEventListener("click", () => {
          at = place;
          show();
        });
        return button;
      }),
    );
    const full = missing() < 0;
    write(turn, speech.text(full ? "change" : "turn", { n: at + 1, count: most }));
    done.hidden = !open || chosen.length < least || chosen.includes(undefined);
    palette.replaceChildren(widget({ ...inner, value: chosen[at], pick: set }).element);
  };
  const unseen = h("button", { type: "button", className: "quiet", "data-unseen": "" }, speech.text("not_seen"));
  unseen.addEventListener("click", () => set(null));
  unseen.hidden = !domain.of.optional;
  show();
  const element = h(
    "fieldset",
    { className: "ask row", "data-field": name },
    h("legend", null, label),
    places,
    turn,
    palette,
    h("div", { className: "ways" }, unseen, done),
    said,
  );
  return {
    element,
    focus: () => /** @type {HTMLElement | null} */ (palette.querySelector("button:not(.pale)"))?.focus(),
  };
}

/** A list of groups, maps or lists, item by item. @param {Ask} ask @returns {Widget} */
function items(ask) {
  const { name, label, domain, speech, pick } = ask;
  const { least = 0, most = Infinity } = domain;
  /** @type {any[]} */
  const given = Array.isArray(ask.value) ? [...ask.value] : [];
  const holder = h("div", { className: "items" });
  const add = h("button", { type: "button", className: "ok" }, speech.text("add"));
  const tell = () => {
    const whole = given.length >= least && given.every((one) => one !== undefined && holds(domain.of, one));
    pick(whole ? structuredClone(given) : undefined);
  };
  /** @param {number} place */
  const item = (place) => {
    const drop = h("button", { type: "button", className: "quiet" }, speech.text("drop", { n: place + 1 }));
    drop.addEventListener("click", () => {
      given.splice(place, 1);
      show();
      tell();
    });
    const inner = widget({
      ...ask,
      label: `${label} ${place + 1}`,
      domain: domain.of,
      shape: ask.shape?.of ?? null,
      value: given[place],
      pick: (value) => {
        given[place] = value;
        tell();
      },
    });
    return h("div", { className: "item" }, inner.element, drop);
  };
  const show = () => {
    holder.replaceChildren(...given.map((_, place) => item(place)));
    add.hidden = given.length >= most;
  };
  add.addEventListener("click", () => {
    given.push(undefined);
    show();
    tell();
  });
  while (given.length < least) given.push(undefined);
  show();
  const element = h("fieldset", { className: "ask list", "data-field": name }, h("legend", null, label), holder, add);
  return {
    element,
    focus: () => (holder.querySelector("button") ?? add).focus(),
  };
}

/** A value for each of some keys: seats, goods, regions. @param {Ask} ask @returns {Widget} */
export function map(ask) {
  const { domain, shape, speech } = ask;
  const bySeat = shape?.keys === "seat";
  const parts = (domain.keys ?? []).map((key) => ({
    key,
    label: bySeat ? speech.name(Number(key), { kind: "integer", seat: true }) : speech.name(key, null),
    domain: /** @type {Domain} */ ({ ...domain.of, optional: true }),
    shape: shape?.of ?? null,
  }));
  return together(ask, parts, () => true);
}

/** Fields of its own; with `alone` exactly one of them is given. @param {Ask} ask @returns {Widget} */
export function group(ask) {
  const { domain, shape, speech } = ask;
  const parts = Object.entries(domain.fields ?? {}).map(([key, inner]) => ({
    key,
    label: told(shape?.fields?.[key]?.label, speech.lang) || key.replaceAll("_", " "),
    domain: domain.alone ? { ...inner, optional: true } : inner,
    shape: shape?.fields?.[key] ?? null,
  }));
  return together(ask, parts, (value) => !domain.alone || Object.keys(value).length === 1);
}

/**
 * Several fields under one head. Where each of them must be given, the last one given makes it whole; else a button
 * says that it is all.
 * @param {Ask} ask
 * @param {{key: string, label: string, domain: Domain, shape: import("./shape.js").Shape | null}[]} parts
 * @param {(value: Record<string, any>) => boolean} allowed
 * @returns {Widget}
 */
function together(ask, parts, allowed) {
  const { name, label, domain, speech, pick } = ask;
  /** @type {Record<string, any>} */
  let value = structuredClone(ask.value ?? {});
  const holder = h("div", { className: "parts" });
  const done = h("button", { type: "button", className: "ok" }, speech.text("that_is_all"));
  const whole = () => parts.every((part) => part.domain.optional || value[part.key] !== undefined) && allowed(value);
  const must = parts.every((part) => !part.domain.optional);
  done.hidden = must;
  done.addEventListener("click", () => {
    if (whole()) pick(structuredClone(value));
  });
  const show = () => {
    holder.replaceChildren(
      ...parts.map((part) => {
        const inner = widget({
          ...ask,
          name: part.key,
          label: part.label,
          domain: part.domain,
          shape: part.shape,
          value: value[part.key],
          pick: (given) => {
            if (domain.alone) value = {};
            if (given === undefined || given === value[part.key]) delete value[part.key];
            else value[part.key] = given;
            if (typeof given !== "object") show();
            if (must && whole()) pick(structuredClone(value));
          },
        });
        return inner.element;
      }),
    );
    done.disabled = !whole();
  };
  show();
  const element = h("fieldset", { className: "ask group", "data-field": name }, h("legend", null, label), holder, done);
  return {
    element,
    focus: () => /** @type {HTMLElement | null} */ (holder.querySelector("button:not(.pale)"))?.focus(),
  };
}
