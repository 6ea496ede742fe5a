// @ts-check
/** Several values: lists in order, maps by key, groups with fields of their own, any of them inside another. */
import { h, write } from "../kit/dom.js";
import { localized } from "../kit/words.js";
import { face } from "./choice.js";
import { holds } from "./shape.js";

/** @import { Domain, Shape } from "./shape.js" */
/** @import { Ask, Widget } from "./widget.js" */
/** @typedef {import("./widget.js").Maker} Maker Makes the widgets of parts. */

const BUTTONS = 24; // Larger ranges have steps up and down, or a text field, instead of buttons.

/** Whether one tap answers a domain. @param {Domain} domain */
const atOnce = ({ kind, low = 0, high }) =>
  kind === "choice" || kind === "flag" || (kind === "range" && high !== undefined && high - low < BUTTONS);

/**
 * The widget of a part, inside another one.
 * @param {Ask} ask Of the whole.
 * @param {Partial<Ask>} part @param {any} value @param {(value: any) => void} pick @param {Maker} widget
 */
const within = (ask, part, value, pick, widget) =>
  widget({ ...ask, ...part, value, inside: true, keep: undefined, pick, off: ask.off && pick });

/** A list: a row of places, or item by item. @param {Ask} ask @param {Maker} widget @returns {Widget} */
export function list(ask, widget) {
  const { of } = ask.domain;
  if (!atOnce(of) || of.kind === "flag") return items(ask, widget);
  return row(of.kind === "choice" ? ask : { ...ask, domain: { ...ask.domain, of: asChoice(of) } }, widget);
}

/** @param {Domain} of @returns {Domain} */
function asChoice(of) {
  const { low = 0, high = low } = of;
  return { ...of, kind: "choice", of: Array.from({ length: high - low + 1 }, (_, place) => low + place) };
}

/**
 * Places above, their possible values below; each choice goes on to the next place. Where there may be fewer than the
 * most, a button says that it is all.
 * @param {Ask} ask @param {Maker} widget @returns {Widget}
 */
function row(ask, widget) {
  const { name, label, domain, speech, inside, pick } = ask;
  const { least = 0, most = least } = domain;
  const open = least !== most;
  const turnKey = open ? "turn_open" : "turn";
  /** @type {any[]} */ let chosen = Array.isArray(ask.value) ? [...ask.value] : [];
  if (!open) chosen = Array.from({ length: most }, (_, place) => chosen[place]);
  const missing = () => {
    const gap = chosen.indexOf(undefined);
    return gap < 0 && chosen.length < most ? chosen.length : gap;
  };
  const whole = () => chosen.length >= least && !chosen.includes(undefined);
  let at = Math.max(0, missing());
  // What came whole is read first: a tap on a place shows the values.
  let shut = inside && chosen.length > 0 && whole();
  const places = h("div.places", { role: "group", "aria-label": label });
  const said = h("p.unseen", { role: "status" });
  const turn = h("p.turn", { "aria-hidden": "true" });
  const done = h("button.ok", { onclick: () => pick([...chosen]) }, speech.text("that_is_all"));
  const notify = () => {
    ask.keep?.([...chosen]);
    if (inside) pick(whole() ? [...chosen] : undefined);
  };
  const set = (/** @type {any} */ value) => {
    const here = at;
    chosen[at] = value;
    const next = missing();
    at = next < 0 ? at : next;
    show();
    write(said, `${words(here)}. ${turn.textContent}`);
    notify();
    if (next < 0 && !inside) pick([...chosen]);
  };
  const of = { ...ask, label: "", domain: domain.of, shape: ask.shape?.of ?? null, value: undefined, inside: false };
  const palette = widget({ ...of, pick: set, off: ask.off && set });
  const words = (/** @type {number} */ place) => {
    const value = chosen[place];
    const what =
      value === undefined
        ? speech.text("not_chosen")
        : value === null
          ? speech.text("not_seen")
          : speech.face(value, of.shape, name).name;
    return speech.text("place", { n: place + 1, count: open ? Math.max(chosen.length, place + 1) : most, what });
  };
  const button = (/** @type {number} */ place) => {
    const onclick = () => {
      at = place;
      shut = false;
      show();
    };
    return h("button", { "data-place": place, onclick });
  };
  const drop = h("button.quiet", { "data-drop": "" });
  drop.addEventListener("click", () => {
    chosen.splice(at, 1);
    at = Math.max(0, missing());
    show();
    notify();
  });
  const unseen = h("button.quiet", { "data-unseen": "", onclick: () => set(null) }, speech.text("one_unseen"));
  unseen.hidden = !domain.of.optional && !ask.shape?.of?.nullable;
  const show = () => {
    const count = open ? Math.min(chosen.length + 1, most) : most;
    // What is there stays: the focus stays where the keyboard put it.
    while (places.children.length > count) places.lastElementChild?.remove();
    while (places.children.length < count) places.append(button(places.children.length));
    /** @type {HTMLElement[]} */ ([...places.children]).forEach((made, place) => {
      const value = chosen[place];
      const empty = value === undefined || value === null;
      made.replaceChildren(
        h("b", String(place + 1)),
        ...(empty ? [h("span", value === null ? "?" : "–")] : face(speech.face(value, of.shape, name), true)),
      );
      made.setAttribute("aria-label", words(place));
      made.setAttribute("aria-pressed", String(place === at && !shut));
      made.classList.toggle("set", !empty);
      made.dataset.chosen = JSON.stringify(value) ?? "";
    });
    if (!shut) places.children[at]?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
    const full = missing() < 0;
    const key = shut ? "known" : full ? "change" : turnKey;
    const line = speech.text(key, { n: shut ? chosen.length : at + 1, count: most });
    write(turn, line);
    palette.mark?.(chosen[at]);
    palette.element.querySelector(".options")?.setAttribute("aria-label", line);
    done.hidden = Boolean(inside) || !open || !whole();
    drop.hidden = !open || chosen[at] === undefined;
    for (const one of under) one.hidden = Boolean(shut);
    write(drop, speech.text("drop", { n: at + 1 }));
  };
  const under = [h("div.palette", palette.element), h("div.ways", unseen)];
  show();
  // What was chosen, and that it is all, stay in sight above a long palette.
  const head = h("div.so-far", places, h("div.ways", turn, drop, done));
  const element = h("fieldset.ask.row", { "data-field": name }, h("legend", label), head, ...under, said);
  return {
    element,
    focus: () => /** @type {HTMLElement | undefined} */ (places.children[Math.max(0, missing())])?.focus(),
  };
}

/** A list of groups or large values, item by item. @param {Ask} ask @param {Maker} widget @returns {Widget} */
function items(ask, widget) {
  const { name, label, domain, speech, inside, pick } = ask;
  const { least = 0, most = Infinity } = domain;
  /** @type {any[]} */ const given = Array.isArray(ask.value) ? [...ask.value] : [];
  const holder = h("div.items");
  const add = h("button.add", speech.text("add"));
  const done = h("button.ok", speech.text("that_is_all"));
  done.hidden = Boolean(inside);
  done.addEventListener("click", () => pick(structuredClone(given)));
  const notify = () => {
    const whole = given.length >= least && given.every((one) => one !== undefined && holds(domain.of, one));
    done.disabled = !whole;
    ask.keep?.(structuredClone(given));
    if (inside) pick(whole ? structuredClone(given) : undefined);
  };
  const item = (/** @type {number} */ place) => {
    const drop = h("button.quiet", speech.text("drop", { n: place + 1 }));
    drop.addEventListener("click", () => {
      given.splice(place, 1);
      show();
      notify();
    });
    const set = (/** @type {any} */ value) => {
      given[place] = value;
      notify();
    };
    const part = { label: `${label} ${place + 1}`, domain: domain.of, shape: ask.shape?.of ?? null };
    const inner = within(ask, part, given[place], set, widget);
    return h("div.item", inner.element, drop);
  };
  const show = () => {
    holder.replaceChildren(...given.map((_, place) => item(place)));
    add.hidden = given.length >= most;
  };
  add.addEventListener("click", () => {
    given.push(undefined);
    show();
    notify();
    /** @type {HTMLElement | null} */ (holder.lastElementChild?.querySelector("button, input") ?? null)?.focus();
  });
  while (given.length < least) given.push(undefined);
  show();
  done.disabled = !given.every((one) => one !== undefined && holds(domain.of, one));
  const element = h("fieldset.ask.list", { "data-field": name }, h("legend", label), holder, h("div.ways", add, done));
  return { element, focus: () => /** @type {HTMLElement} */ (holder.querySelector("button, input") ?? add).focus() };
}

/** A value for each of some keys: seats, goods, regions. @param {Ask} ask @param {Maker} widget @returns {Widget} */
export function map(ask, widget) {
  const { domain, shape, speech } = ask;
  const bySeat = shape?.keys === "seat";
  const parts = (domain.keys ?? []).map((key) => ({
    key,
    label: (bySeat ? speech.face(Number(key), { kind: "integer", seat: true }) : speech.face(key, null)).name,
    domain: /** @type {Domain} */ ({ ...(domain.each?.[key] ?? domain.of), optional: !domain.known?.[key] }),
    shape: shape?.of ?? null,
  }));
  return together(ask, widget, parts, () => true);
}

/** A group of fields, or exactly one of them. @param {Ask} ask @param {Maker} widget @returns {Widget} */
export function group(ask, widget) {
  const { domain, shape, speech } = ask;
  const parts = Object.entries(domain.fields ?? {}).map(([key, inner]) => ({
    key,
    label: localized(shape?.fields?.[key]?.label, speech.lang) || key.replaceAll("_", " "),
    domain: domain.alone ? { ...inner, optional: true } : inner,
    shape: shape?.fields?.[key] ?? null,
  }));
  return together(ask, widget, parts, (value) => !domain.alone || Object.keys(value).length === 1);
}

/**
 * Several fields under one head. Once each has its value, by one tap each, it is whole; else a button says that it is
 * all. A field whose value may have been seen by nobody has a button for that.
 * @param {Ask} ask @param {Maker} widget
 * @param {{key: string, label: string, domain: Domain, shape: Shape | null}[]} parts
 * @param {(value: Record<string, any>) => boolean} allowed @returns {Widget}
 */
function together(ask, widget, parts, allowed) {
  const { name, label, domain, speech, inside, pick } = ask;
  /** @type {Record<string, any>} */ let value = structuredClone(ask.value ?? {});
  const holder = h("div.parts");
  const done = h("button.ok", speech.text("that_is_all"));
  const quick = parts.every((part) => atOnce(part.domain));
  const whole = () => parts.every((part) => part.domain.optional || value[part.key] !== undefined) && allowed(value);
  const full = () => (domain.alone ? whole() : parts.every((part) => value[part.key] !== undefined));
  done.hidden = Boolean(inside) || (quick && parts.every((part) => !part.domain.optional));
  done.addEventListener("click", () => pick(structuredClone(value)));
  const set = (/** @type {string} */ key, /** @type {any} */ given) => {
    if (given === undefined) delete value[key];
    else if (domain.alone) chooseAlone(key, given);
    else value[key] = given;
    done.disabled = !whole();
    ask.keep?.(structuredClone(value));
    if (inside) pick(whole() ? structuredClone(value) : undefined);
    else if (quick && full()) pick(structuredClone(value));
  };
  /** What is given alone takes the place of any other. @param {string} key @param {any} given */
  const chooseAlone = (key, given) => {
    const others = parts.filter((part) => part.key !== key && value[part.key] !== undefined);
    value = { [key]: given };
    for (const part of others) holder.children[parts.indexOf(part)].replaceWith(field(part));
  };
  const field = (/** @type {(typeof parts)[number]} */ part) => {
    const { key } = part;
    const given = (/** @type {any} */ one) => {
      unseen.setAttribute("aria-pressed", String(one === null));
      set(key, one);
    };
    const props = { "data-unseen": key, "aria-pressed": String(value[key] === null) };
    const unseen = h("button.quiet", props, speech.text("nobody_saw"));
    unseen.addEventListener("click", () => {
      inner.mark?.(undefined);
      given(value[key] === null ? undefined : null);
    });
    const { label, domain, shape } = part;
    const inner = within(ask, { name: key, label, domain, shape }, value[key] ?? undefined, given, widget);
    if (part.shape?.nullable) inner.element.append(h("div.ways", unseen));
    return inner.element;
  };
  holder.append(...parts.map(field));
  // What is not whole yet is shown, and not taken.
  for (const { key, domain } of parts) if (!holds({ ...domain, optional: true }, value[key] ?? null)) delete value[key];
  done.disabled = !whole();
  const element = h("fieldset.ask.group", { "data-field": name }, h("legend", label), holder, done);
  return {
    element,
    focus: () => /** @type {HTMLElement | null} */ (holder.querySelector("button:not(.pale), input"))?.focus(),
  };
}
