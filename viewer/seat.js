// @ts-check
/** The page behind a seat's link: what that seat may see, and what only it can give. Drawn from the offers alone. */

import { $, h, write } from "./dom.js";

/** How often the record is asked whether it has moved on. */
const EVERY_MS = 2000;
const COLOURS = { red: "#c8372d", blue: "#2a63b8", yellow: "#d9a514", green: "#2f8f4e", black: "#333", white: "#eee" };

const WORDS = {
  en: {
    give: "What only you can give",
    nothing: "Nothing is asked of you now.",
    knows: "What you know",
    unknown: "nothing yet",
    told: "What happened last",
    watch: "Watch the whole game with your eyes",
    send: "Seal it",
    late: (/** @type {string} */ what) => `${what}, left open until now`,
    sealed: "Sealed. Nobody else can read it before it is shown.",
    away: "The service cannot be reached; trying again.",
    none: "This page needs a seat's own link.",
    other: "Español",
    order: (/** @type {number} */ n) => `${n}`,
    derived: "derived from what everybody saw",
  },
  es: {
    give: "Lo que solo tú puedes dar",
    nothing: "Ahora no se te pide nada.",
    knows: "Lo que sabes",
    unknown: "nada todavía",
    told: "Lo último que pasó",
    watch: "Ver toda la partida con tus ojos",
    send: "Sellar",
    late: (/** @type {string} */ what) => `${what}, abierto hasta ahora`,
    sealed: "Sellado. Nadie más puede leerlo antes de que se muestre.",
    away: "El servicio no responde; se intenta de nuevo.",
    none: "Esta página necesita el enlace de un asiento.",
    other: "English",
    order: (/** @type {number} */ n) => `${n}`,
    derived: "deducido de lo que todos vieron",
  },
};

const query = new URLSearchParams(location.search);
const record = query.get("record") ?? "";
const api = query.get("api") ?? "";
const token = secret();
let lang = query.get("lang") ?? (navigator.language.startsWith("es") ? "es" : "en");
/** @type {any} */ let game = null;
let version = 0;

/** The token of the link: out of the address bar at once, kept for this tab alone. */
function secret() {
  const found = new URLSearchParams(location.hash.slice(1)).get("t");
  const place = `movebook:${record}`;
  if (found) {
    sessionStorage.setItem(place, found);
    history.replaceState(null, "", location.pathname + location.search);
  }
  return found ?? sessionStorage.getItem(place);
}

const words = () => WORDS[lang === "es" ? "es" : "en"];

/**
 * @param {string} path
 * @param {RequestInit & {headers?: Record<string, string>}} [how]
 */
async function call(path, how = {}) {
  const headers = { Authorization: `Bearer ${token}`, "Accept-Language": lang, ...how.headers };
  const answer = await fetch(`${api}/v1${path}`, { ...how, headers, credentials: "omit" });
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.detail ?? body.title);
  return body;
}

/** Read everything anew where the record has moved on. */
async function look() {
  const summary = await call(`/records/${record}`);
  if (summary.version === version) return;
  const eyes = summary.eyes.find((/** @type {string} */ name) => name.startsWith("seat:"));
  if (!eyes) throw new Error(words().none);
  const seat = Number(eyes.slice(5));
  game ??= await call(`/games/${summary.game}`);
  const [offers, log, state, replay] = await Promise.all([
    call(`/records/${record}/offers`),
    call(`/records/${record}/log?limit=10000`),
    call(`/records/${record}/state`),
    call(`/records/${record}/replay?lang=${lang}`),
  ]);
  const mine = summary.seats[seat];
  document.documentElement.style.setProperty("--seat", COLOURS[/** @type {keyof typeof COLOURS} */ (mine.colour)] ?? "var(--accent)");
  write($("title"), game.title[lang] ?? game.title.en);
  write($("who"), [mine.name, mine.colour].filter(Boolean).join(", "));
  forms(seat, offers.moves, log);
  known(seat, log, state.view);
  $("sentences").replaceChildren(...replay.frames.slice(-6).reverse().map((/** @type {any} */ frame) => h("li", null, frame.says[lang])));
  version = summary.version;
}

/**
 * A form for each sealed move on offer, and for each secret that an earlier move of this seat left open.
 * @param {number} seat
 * @param {any[]} offers
 * @param {any} log
 */
function forms(seat, offers, log) {
  const open = offers.filter((offer) => offer.seat === seat && game.secret[offer.type]);
  const sealed = new Set(log.entries.flatMap((/** @type {any} */ e) => (e.seals ? [e.type === "sealed" ? e.body.name : String(e.version)] : [])));
  const late = log.entries.filter(
    (/** @type {any} */ e) => e.type === "move" && e.body.seat === seat && game.secret[e.body.type] && !sealed.has(String(e.version)),
  );
  const last = late.at(-1);
  const drawn = open.map((offer) => form(offer.type, Object.keys(offer.fields), null));
  if (last) drawn.push(form(last.body.type, Object.keys(game.secret[last.body.type]), String(last.version)));
  $("forms").replaceChildren(...(drawn.length ? drawn : [h("p", null, words().nothing)]));
}

/**
 * @param {string} type
 * @param {string[]} names
 * @param {string | null} late The move whose secret this is; null for a move of its own.
 */
function form(type, names, late) {
  const kind = game.moves[type];
  const label = kind.label[lang];
  const parts = names.filter((name) => kind.fields[name]).map((name) => field(name, kind.fields[name]));
  const button = h("button", { type: "submit" }, words().send);
  const made = h("form", null, h("h3", null, late ? words().late(label) : label), ...parts.map((part) => part.element), button);
  made.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    const facts = Object.fromEntries(parts.map((part) => [part.name, part.value()]).filter(([, value]) => value !== null));
    try {
      const headers = { "Content-Type": "application/json", "If-Match": "*", "Idempotency-Key": crypto.randomUUID() };
      const body = JSON.stringify(late ? { name: late, ...facts } : { type, ...facts });
      await call(`/records/${record}/${late ? "secrets" : "moves"}`, { method: "POST", headers, body });
      message("");
      write($("said"), words().sealed);
      version = 0;
      await look();
    } catch (error) {
      message(error instanceof Error ? error.message : String(error));
    }
    button.disabled = false;
  });
  return made;
}

/**
 * @param {string} name
 * @param {any} shape
 * @returns {{name: string, element: HTMLElement, value: () => any}}
 */
function field(name, shape) {
  const label = shape.label?.[lang] ?? name;
  if (shape.kind === "list") {
    const count = shape.high ?? 6;
    const items = Array.from({ length: count }, (_, place) => field(words().order(place + 1), shape.of));
    const element = h("fieldset", null, h("legend", null, label), ...items.map((item) => item.element));
    return { name, element, value: () => items.map((item) => item.value()) };
  }
  if (shape.kind === "choice") {
    const names = new Map(Object.entries(shape.aliases ?? {}).map(([alias, id]) => [id, alias]));
    const options = shape.choices.map((/** @type {any} */ id) => h("option", { value: String(id) }, spelled(String(id), names.get(id))));
    const select = h("select", null, ...options);
    return { name, element: h("label", null, label, select), value: () => shape.choices[select.selectedIndex] };
  }
  const input = h("input", { type: "number", inputMode: "numeric", min: String(shape.low ?? 0), value: String(shape.low ?? 0) });
  return { name, element: h("label", null, label, input), value: () => (input.value === "" ? null : Number(input.value)) };
}

/**
 * @param {string} id
 * @param {string | undefined} alias
 */
function spelled(id, alias) {
  const plain = id.replaceAll("_", " ");
  return alias && alias !== id ? `${plain} (${alias})` : plain;
}

/**
 * What this seat sealed or was told, and what follows from public moves for it.
 * @param {number} seat
 * @param {any} log
 * @param {any} view
 */
function known(seat, log, view) {
  /** @type {[string, string][]} */ const rows = [];
  const types = new Map(log.entries.map((/** @type {any} */ e) => [String(e.version), e]));
  for (const [at, secrets] of Object.entries(log.secrets)) {
    const entry = types.get(at);
    const move = entry?.type === "sealed" ? types.get(entry.body.name) : entry;
    if (move?.body?.seat !== seat) continue;
    for (const told of Object.values(/** @type {any} */ (secrets))) rows.push([`${game.moves[move.body.type].label[lang]} (${at})`, shown(told.value)]);
  }
  for (const [name, value] of Object.entries(view.derived?.[seat] ?? {})) rows.push([`${name.replaceAll("_", " ")}`, shown(value)]);
  const last = rows.slice(-12).flatMap(([what, value]) => [h("dt", null, what), h("dd", null, value)]);
  $("known").replaceChildren(...(last.length ? last : [h("dd", null, words().unknown)]));
}

/**
 * @param {any} value
 * @returns {string}
 */
function shown(value) {
  if (Array.isArray(value)) return value.map(shown).join(", ");
  if (value && typeof value === "object") return Object.entries(value).map(([key, inner]) => `${key} ${shown(inner)}`).join(", ");
  return String(value).replaceAll("_", " ");
}

/** @param {string} text */
function message(text) {
  write($("message"), text);
  $("message").hidden = !text;
}

/** Every fixed word in the language chosen. */
function speak() {
  document.documentElement.lang = lang;
  const said = words();
  write($("give-title"), said.give);
  write($("knows-title"), said.knows);
  write($("told-title"), said.told);
  write($("watch"), said.watch);
  write($("language"), said.other);
  $("watch").href = `./?record=${encodeURIComponent(record)}${api ? `&api=${encodeURIComponent(api)}` : ""}#t=${token}`;
}

async function poll() {
  try {
    await look();
    message("");
  } catch (error) {
    message(error instanceof TypeError ? words().away : error instanceof Error ? error.message : String(error));
  }
  setTimeout(poll, EVERY_MS);
}

$("language").addEventListener("click", () => {
  lang = lang === "es" ? "en" : "es";
  version = 0;
  speak();
  look().catch((error) => message(String(error.message ?? error)));
});
speak();
if (record && token) poll();
else message(words().none);
