// @ts-check
/**
 * The page behind a seat's link: what that seat may see, and what only it can give. Drawn from the offers; a game's pictures
 * and words come from `boards/<game>-seat.js` where there is one.
 */

import { $, h, write } from "./dom.js";
import { badge } from "./emblems.js";
import { field } from "./seat-fields.js";
import { bestLanguage, fill, text as page } from "./texts.js";

/**
 * @typedef {import("./texts.js").Language} Language
 * @typedef {{version: number, type: string, at: string, by: string, body: any, seals?: Record<string, string>}} Entry
 * @typedef {{until?: Record<string, Record<Language, string>>, picture?: (field: string, value: any, box: any) => string | null,
 *   hidden?: (view: any, seat: number, body: any, name: string) => boolean,
 *   known?: (view: any, seat: number, box: any, lang: Language) => {label: string, value: any, image: string | null}[]}} Help
 */

/** How often the record is asked whether it has moved on. */
const EVERY_MS = 2000;

/** @type {Record<string, Record<Language, string>>} */
const WORDS = {
  page: { en: "Movebook: your seat", es: "Movebook: tu asiento" },
  give: { en: "What only you can give", es: "Lo que solo tú puedes dar" },
  nothing: { en: "Nothing is asked of you now.", es: "Ahora no se te pide nada." },
  waiting: { en: "Still waiting for {who}.", es: "Se espera a {who}." },
  locked: { en: "Sealed", es: "Sellado" },
  sealed_at: { en: "Sealed at {time}.", es: "Sellado a las {time}." },
  sealed_own: { en: "Nobody else at the table sees it until {until}.", es: "Nadie más en la mesa lo ve hasta que {until}." },
  sealed_told: { en: "The recorder wrote it down and knows it; nobody else at the table sees it until {until}.", es: "Lo anotó quien lleva la partida, que lo conoce; nadie más en la mesa lo ve hasta que {until}." },
  shown: { en: "it is shown to everybody", es: "se muestre a todos" },
  look: { en: "Look at it (mind who can see your screen)", es: "Mirarlo (cuidado con quien vea tu pantalla)" },
  knows: { en: "What you know", es: "Lo que sabes" },
  told: { en: "What happened last", es: "Lo último que pasó" },
  watch: { en: "Watch the whole game with your eyes", es: "Ver toda la partida con tus ojos" },
  send: { en: "Seal it", es: "Sellar" },
  again: { en: "Seal something else instead", es: "Sellar otra cosa en su lugar" },
  late: { en: "{what}: left open until now", es: "{what}: abierto hasta ahora" },
  choose: { en: "Choose first: {what}.", es: "Elige antes: {what}." },
  place: { en: "{n} of {count}: {what}", es: "{n} de {count}: {what}" },
  not_chosen: { en: "not chosen yet", es: "sin elegir" },
  turn: { en: "Choose number {n} of {count}", es: "Elige la número {n} de {count}" },
  change: { en: "All chosen. Change number {n}, or touch another one", es: "Todo elegido. Cambia la número {n}, o toca otra" },
  all_chosen: { en: "All chosen.", es: "Todo elegido." },
  away: { en: "No connection. What you chose is kept; trying again.", es: "Sin conexión. Lo elegido se conserva; se intenta de nuevo." },
  unsent: { en: "Not sealed: no connection. What you chose is kept; try again.", es: "Sin sellar: no hay conexión. Lo elegido se conserva; inténtalo otra vez." },
  trouble: { en: "The service has trouble ({status}); trying again.", es: "El servicio tiene problemas ({status}); se intenta de nuevo." },
  gone: { en: "This link is not valid any more: it was revoked, or its time is over. Ask whoever records the game for a new one.", es: "Este enlace ya no vale: fue revocado o caducó. Pide otro a quien lleva la partida." },
  missing: { en: "There is no such record here.", es: "Aquí no hay tal partida." },
  none: { en: "This page needs a seat's own link.", es: "Esta página necesita el enlace de un asiento." },
  other: { en: "Español", es: "English" },
};

const query = new URLSearchParams(location.search);
const record = query.get("record") ?? "";
const api = (query.get("api") ?? "").replace(/\/+$/, "");
const token = secret();
/** @type {Language} */
let lang = bestLanguage([query.get("lang") ?? "", ...navigator.languages]);
/** @type {any} */ let game = null;
/** @type {any} */ let box = null;
/** @type {Help} */ let help = {};
/** What was read last: summary, view, offers. @type {any} */
let seen = null;
/** @type {Map<string, Entry>} */
const entries = new Map();
/** @type {Map<string, Record<string, {value: any}>>} */
const secrets = new Map();
/** Names of entries whose seal is open to all. @type {Set<string>} */
const opened = new Set();
/** What was chosen and not sent yet, by form. @type {Map<string, Map<string, any>>} */
const drafts = new Map();
/** The forms that are shown, by what they ask for. @type {Map<string, HTMLElement>} */
const drawn = new Map();
/** @type {any} */ let next = null;
let ended = false;
let looking = false;

/** The token of the link: out of the address bar at once, kept for this tab alone. */
function secret() {
  const found = new URLSearchParams(location.hash.slice(1)).get("t");
  // By the service it is for, too: a link that names another service must not be sent this one's token.
  const place = `movebook:${api} ${record}`;
  try {
    if (found) sessionStorage.setItem(place, found);
    else return sessionStorage.getItem(place);
  } catch {
    // Then it lasts as long as the page.
  }
  if (found) history.replaceState(null, "", location.pathname + location.search);
  return found;
}

/** @param {string} key @param {Record<string, string | number>} [blanks] */
function t(key, blanks = {}) {
  return fill(WORDS[key][lang], blanks);
}

/** What the service refused, or that it could not. */
class Refusal extends Error {
  /** @param {number} status @param {string} words */
  constructor(status, words) {
    super(words);
    this.status = status;
  }
}

/**
 * @param {string} path
 * @param {RequestInit & {headers?: Record<string, string>}} [how]
 */
async function call(path, how = {}) {
  const headers = { Accept: "application/json", Authorization: `Bearer ${token}`, "Accept-Language": lang, ...how.headers };
  const answer = await fetch(`${api}/v1${path}`, { ...how, headers, credentials: "omit" });
  /** @type {any} */
  const body = await answer.json().catch(() => null);
  if (!answer.ok || body === null) throw new Refusal(answer.status, [body?.detail ?? body?.title ?? "", body?.rule ? `(${body.rule})` : ""].join(" ").trim());
  return body;
}

const path = `/records/${encodeURIComponent(record)}`;

// ------------------------------------------------------------------------------------------------------------- reading

/** Read what is new, where the record has moved on. */
async function look() {
  const summary = await call(path);
  if (summary.version === seen?.summary.version) return;
  const eyes = summary.eyes.find((/** @type {string} */ name) => name.startsWith("seat:"));
  if (!eyes) throw new Refusal(403, "");
  if (!game) await prepare(summary.game);
  const [offers, log, state] = await Promise.all([call(`${path}/offers`), call(`${path}/log?limit=10000&after=${seen?.summary.version ?? 0}`), call(`${path}/state`)]);
  for (const entry of log.entries) entries.set(String(entry.version), entry);
  for (const [name, told] of Object.entries(log.secrets)) secrets.set(name, told);
  box ??= await ownBox();
  const seat = Number(eyes.slice(5));
  await readOpened(seat);
  // By the log, which may have moved on since the summary.
  seen = { summary: { ...summary, version: log.version }, seat, offers: offers.moves, view: state.view };
  show();
}

/** The game, and what its own page for a seat knows. @param {string} slug */
async function prepare(slug) {
  const found = await call(`/games/${slug}`);
  try {
    help = await import(`./boards/${/^[a-z0-9_]+$/.test(slug) ? slug : "none"}-seat.js`);
  } catch {
    // Words alone do.
  }
  game = found;
}

/** The components this record is played with. */
async function ownBox() {
  try {
    const found = await call(`/boxes/${encodeURIComponent(entries.get("1")?.body.box)}`);
    return found.box ?? found;
  } catch (error) {
    if (error instanceof Refusal) return game.box;
    throw error;
  }
}

/** Which of this seat's seals are open to everybody by now. @param {number} seat */
async function readOpened(seat) {
  for (const [name] of sealedBy(seat)) {
    if (opened.has(name)) continue;
    const public_ = await call(`${path}/log?eyes=public&after=${Number(name) - 1}&limit=1`);
    if (public_.secrets[name]) opened.add(name);
  }
}

/** Sealed parts of this seat: the entry that holds the seal, and the move it belongs to. @param {number} seat @returns {[string, Entry, Entry][]} */
function sealedBy(seat) {
  return [...entries.entries()].flatMap(([name, entry]) => {
    const move = entry.type === "sealed" ? entries.get(String(entry.body.name)) : entry;
    return entry.seals && move?.type === "move" && move.body.seat === seat && game.secret[move.body.type] ? [/** @type {[string, Entry, Entry]} */ ([name, entry, move])] : [];
  });
}

// ------------------------------------------------------------------------------------------------------------- showing

/** Everything that was read, in the language chosen. */
function show() {
  if (!seen || ended) return;
  const { summary, seat, offers, view } = seen;
  const mine = summary.seats[seat];
  document.documentElement.className = `seat-${mine.colour}`;
  $("badge").replaceChildren(badge(mine.colour));
  write($("title"), game.title[lang] ?? game.title.en);
  write($("who"), [mine.name, page(lang, `colour_${mine.colour}`).replace("colour_", "")].filter(Boolean).join(" · "));
  showForms(seat, offers, view);
  showSeals(seat, offers, view);
  showKnown(seat, view);
  $("watch").href = `./?record=${encodeURIComponent(record)}${api ? `&api=${encodeURIComponent(api)}` : ""}#eyes=seat:${seat}&t=${token}`;
  $("page").hidden = false;
  if ($("told").open) void tell();
}

/**
 * A form for each sealed move on offer, and for the last secret that a move of this seat left open.
 * @param {number} seat
 * @param {any[]} offers
 * @param {any} view
 */
function showForms(seat, offers, view) {
  const done = new Set(hiddenNow(seat, offers, view).map(([, , move]) => move.body.type));
  /** @type {[string, () => HTMLElement][]} */
  const wanted = offers.filter((offer) => offer.seat === seat && game.secret[offer.type]).map((offer) => [
    JSON.stringify([offer.type, offer.fields, lang, done.has(offer.type)]),
    () => (done.has(offer.type) ? h("details", null, h("summary", null, t("again")), form(offer.type, offer.fields, null)) : form(offer.type, offer.fields, null)),
  ]);
  const sealed = new Set(sealedBy(seat).map(([, , move]) => String(move.version)));
  const late = [...entries.values()].findLast((entry) => {
    const { type, body, version } = entry;
    return type === "move" && body.seat === seat && game.secret[body.type] && !sealed.has(String(version)) && (help.hidden?.(view, seat, body, String(version)) ?? true);
  });
  if (late) {
    const fields = Object.fromEntries(Object.keys(game.secret[late.body.type]).map((name) => [name, domainOf(game.moves[late.body.type].fields[name])]));
    wanted.push([JSON.stringify([late.body.type, late.version, lang]), () => form(late.body.type, fields, String(late.version))]);
  }
  // A form stays while it asks for the same: others' moves take nothing out of a hand.
  for (const key of drawn.keys()) if (!wanted.some(([other]) => other === key)) drawn.delete(key);
  for (const [key, make] of wanted) if (!drawn.has(key)) drawn.set(key, make());
  const shown = [...drawn.values()];
  const open = new Set(offers.filter((offer) => offer.seat !== null && offer.seat !== seat && game.secret[offer.type]).map((offer) => seatName(offer.seat)));
  const rest = h("p", null, t("nothing"), open.size ? ` ${t("waiting", { who: listed([...open]) })}` : "");
  const holder = $("forms");
  // What is given, and may be given anew, is no question any more.
  if (!wanted.some(([key]) => !JSON.parse(key)[3])) shown.unshift(rest);
  if (shown.length !== holder.children.length || shown.some((one, place) => holder.children[place] !== one)) holder.replaceChildren(...shown);
}

/** The domain of a field that nobody offers any more, from what the move's fields are. @param {any} shape */
function domainOf(shape) {
  if (shape.kind === "list") return { kind: "list", of: domainOf(shape.of), most: shape.high ?? box.wheels ?? 6 };
  return shape.kind === "choice" ? { kind: "choice", of: shape.choices } : { kind: "range", low: shape.low ?? 0, high: shape.high };
}

/** @param {number} seat */
function seatName(seat) {
  const { name, colour } = seen.summary.seats[seat];
  return name || page(lang, `colour_${colour}`);
}

/** @param {string[]} list */
function listed(list) {
  return list.length > 1 ? `${list.slice(0, -1).join(", ")} ${page(lang, "and")} ${list.at(-1)}` : list[0];
}

/** The name of a value in this record's box. @param {any} value */
function named(value) {
  const found = typeof value === "string" ? find(box, value) : null;
  return found ? (found[lang] ?? found.en) : String(value).replaceAll("_", " ");
}

/** @param {any} part @param {string} id @returns {any} The names of the component with this id. */
function find(part, id) {
  if (!part || typeof part !== "object") return null;
  if (part.id === id && part.name && typeof part.name === "object") return part.name;
  for (const inner of Object.values(part)) {
    const found = find(inner, id);
    if (found) return found;
  }
  return null;
}

/**
 * @param {string} type
 * @param {Record<string, any>} fields By name, with their domains.
 * @param {string | null} late The move whose secret this is; null for a move of its own.
 */
function form(type, fields, late) {
  const kind = game.moves[type];
  const place = `${type} ${late}`;
  const kept = drafts.get(place) ?? new Map();
  drafts.set(place, kept);
  const speech = { name: named, picture: (/** @type {string} */ name, /** @type {any} */ value) => help.picture?.(name, value, box) ?? null, text: t };
  const parts = Object.keys(kind.fields).filter((name) => fields[name]).map((name) => field(name, kind.fields[name].label?.[lang] ?? name, fields[name], kept, speech));
  const error = h("p", { className: "error", role: "alert" });
  const button = h("button", { type: "submit", className: "send" }, t("send"));
  const label = kind.label[lang];
  const made = h("form", { noValidate: true }, h("h3", null, late ? t("late", { what: label }) : label), ...parts.map((part) => part.element), error, button);
  /** A retry after a lost answer is the same request. @type {{body: string, key: string}} */
  let sent = { body: "", key: "" };
  made.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    const lacking = parts.find((part) => part.value() === undefined);
    if (lacking) {
      write(error, t("choose", { what: lacking.label }));
      lacking.focus();
      return;
    }
    const facts = Object.fromEntries(parts.map((part) => [part.name, part.value()]));
    const body = JSON.stringify(late ? { name: late, ...facts } : { type, ...facts });
    if (sent.body !== body) sent = { body, key: randomKey() };
    button.disabled = true;
    write(error, "");
    try {
      await call(`${path}/${late ? "secrets" : "moves"}`, { method: "POST", headers: { "Content-Type": "application/json", "If-Match": "*", "Idempotency-Key": sent.key }, body });
    } catch (refused) {
      button.disabled = false;
      const known = refused instanceof Refusal;
      if (known && [401, 403].includes(refused.status)) return stop(t("gone"));
      write(error, !known ? t("unsent") : refused.status >= 500 || refused.status === 429 ? t("trouble", { status: refused.status }) : refused.message);
      return;
    }
    drafts.delete(place);
    drawn.clear();
    await poll();
    const last = $("seals").querySelector(".seal:last-child");
    write($("said"), [...(last?.querySelectorAll("p") ?? [])].map((/** @type {Element} */ line) => line.textContent).join(" "));
    if (last) $("locked-title").focus();
  });
  return made;
}

/** Random enough to be nobody else's; `randomUUID` is there over HTTPS only, and a club's phone may come without. */
function randomKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * What this seat has sealed that lies hidden on the table now.
 * @param {number} seat
 * @param {any[]} offers
 * @param {any} view
 */
function hiddenNow(seat, offers, view) {
  const again = new Set(offers.filter((offer) => offer.seat === seat).map((offer) => offer.type));
  // Where nobody tells, a part that is asked for again was taken back, or is of an earlier round.
  return sealedBy(seat).filter(([name, , move]) => !opened.has(name) && (help.hidden?.(view, seat, move.body, String(move.version)) ?? !again.has(move.body.type)));
}

/**
 * The same, to be looked at; closed, for a phone lies on the table.
 * @param {number} seat
 * @param {any[]} offers
 * @param {any} view
 */
function showSeals(seat, offers, view) {
  const mine = token?.split("_")[1];
  const hidden = hiddenNow(seat, offers, view);
  const holder = $("seals");
  const key = JSON.stringify([lang, hidden.map(([name]) => name), [...secrets.keys()].filter((name) => hidden.some(([other]) => other === name))]);
  $("locked").hidden = !hidden.length;
  if (holder.dataset.key === key) return;
  holder.dataset.key = key;
  holder.replaceChildren(...hidden.map(([name, entry, move]) => {
    const { type } = move.body;
    const until = help.until?.[type]?.[lang] ?? t("shown");
    const time = new Date(entry.at).toLocaleTimeString(navigator.languages.find((tag) => tag.startsWith(lang)) ?? lang, { hour: "2-digit", minute: "2-digit", second: "2-digit" });
    const values = Object.entries(secrets.get(name) ?? {});
    const faces = values.flatMap(([part, { value }]) => (Array.isArray(value) ? value : [value]).map((one) => {
      const src = help.picture?.(part, one, box);
      return h("li", null, src ? h("img", { src, alt: "" }) : null, named(one));
    }));
    const fixed = Object.entries(move.body).filter(([part]) => !["type", "seat"].includes(part) && !(part in game.secret[type])).map(([, value]) => named(value));
    return h("div", { className: "seal" },
      h("p", { className: "what" }, [game.moves[type].label[lang], ...fixed].join(": ")),
      h("p", null, `${t("sealed_at", { time })} ${t(entry.by === mine ? "sealed_own" : "sealed_told", { until })}`),
      faces.length ? h("details", null, h("summary", null, t("look")), h("ul", { className: "mine" }, ...faces)) : null);
  }));
}

/**
 * What follows from public moves for this seat.
 * @param {number} seat
 * @param {any} view
 */
function showKnown(seat, view) {
  const derived = Object.entries(view.derived?.[seat] ?? {}).map(([name, value]) => ({ label: name.replaceAll("_", " "), value, image: null }));
  const rows = help.known?.(view, seat, box, lang) ?? derived;
  $("knows").hidden = !rows.length;
  $("known").replaceChildren(...rows.map(({ label, value, image }) => h("div", null, h("dt", null, image ? h("img", { src: image, alt: "" }) : null, label), h("dd", null, amount(value)))));
}

/**
 * @param {any} value
 * @returns {string}
 */
function amount(value) {
  if (Array.isArray(value)) return value.map(amount).join(", ");
  if (value && "least" in Object(value)) return value.least === value.most ? String(value.least) : `${value.least}–${value.most ?? ""}`;
  if (Array.isArray(value?.unknown)) return value.unknown.map(named).join(" / ");
  if (value && typeof value === "object") return Object.entries(value).map(([key, inner]) => `${named(key)} ${amount(inner)}`).join(", ");
  return value === null || value === undefined ? "?" : named(value);
}

/** The last sentences; asked for when somebody wants them. */
async function tell() {
  try {
    const replay = await call(`${path}/replay?lang=${lang}`);
    $("sentences").replaceChildren(...(replay.frames ?? []).slice(-8).reverse().map((/** @type {any} */ frame) => h("li", null, frame.says[lang])));
  } catch {
    // The next look asks again.
  }
}

/** @param {string} words */
function message(words) {
  write($("message"), words);
  $("message").hidden = !words;
}

/** Nothing more can come: what was shown goes. @param {string} words */
function stop(words) {
  ended = true;
  clearTimeout(next);
  $("page").hidden = true;
  message(words);
}

/** Every fixed word in the language chosen. */
function speak() {
  document.documentElement.lang = lang;
  document.title = t("page");
  for (const key of ["give", "locked", "knows", "told"]) write($(`${key}-title`), t(key));
  write($("watch"), t("watch"));
  write($("language"), t("other"));
  $("language").lang = lang === "en" ? "es" : "en";
}

async function poll() {
  clearTimeout(next);
  if (ended || looking) return;
  looking = true;
  try {
    await look();
    message("");
  } catch (error) {
    const status = error instanceof Refusal ? error.status : 0;
    if (status === 401 || status === 403) stop(t(seen || status === 401 ? "gone" : "none"));
    else if (status === 404) stop(t("missing"));
    else message(status ? t("trouble", { status }) : error instanceof TypeError ? t("away") : String(error));
  }
  looking = false;
  if (!ended) next = setTimeout(poll, document.hidden ? EVERY_MS * 10 : EVERY_MS);
}

$("language").addEventListener("click", () => {
  lang = lang === "es" ? "en" : "es";
  speak();
  show();
  if (!record || !token) message(t("none"));
});
$("told").addEventListener("toggle", () => {
  if ($("told").open) void tell();
});
// A phone that was put away: at once, not at the next turn of the clock.
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && record && token) void poll();
});
speak();
if (record && token) void poll();
else message(t("none"));
