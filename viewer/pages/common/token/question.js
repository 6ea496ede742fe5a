// @ts-check
/** The question whether a link's token may replace the stored one: it says whose each of them is. */
import { h } from "../../../kit/dom.js";
import { addSheet } from "../../../kit/stylesheet.js";
import { moment } from "../../../kit/times.js";
import { speaker, titleOf } from "../../../kit/words.js";
import { headersOf } from "../load.js";
import { personOf } from "../people.js";
import { colourWord } from "../texts.js";

/**
 * @import { Language, Table } from "../../../kit/words.js"
 * @typedef {{status: number, token: any, record: any}} Answer What the service says of a token: 0 for no answer;
 *   `record`: the one it is bound to.
 */

const PATIENCE_MS = 8000; // Timeout of a request.

/** @type {Table} */ export const WORDS = {
  title: ["Switch to this link?", "¿Cambiar a este enlace?"],
  how: [
    "You already have access here. The link you opened would replace it. Switch only if you trust the sender.",
    "Ya tienes acceso aquí. El enlace que has abierto lo sustituiría. Cambia solo si te fías de quien te lo envió.",
  ],
  stored: ["Your access", "Tu acceso"],
  found: ["The link", "El enlace"],
  keep: ["Keep mine", "Conservar"],
  use: ["Switch", "Cambiar"],
  admin: ["Administrator: may do everything", "Administración: puede hacerlo todo"],
  starts: ["Starts and records games", "Abre y anota partidas"],
  record: ["Records {game}", "Anota {game}"],
  seat: ["A seat in {game}", "Un asiento en {game}"],
  read: ["Watches {game}", "Ve {game}"],
  league: ["Organises a league", "Organiza una liga"],
  judge: ["Judge in {game}", "Juez en {game}"],
  a_game: ["a game", "una partida"],
  token: ["Token {id}, made {when}", "Token {id}, creado el {when}"],
  token_id: ["Token {id}", "Token {id}"],
  dead: ["No longer valid", "Ya no es válido"],
  unknown: ["No details: the service did not answer", "Sin detalles: el servicio no respondió"],
};
const say = speaker(WORDS);

/**
 * Whether the link's token may replace the stored one. One that is worthless is not asked about, and replaces nothing.
 * @param {string} stored @param {string} found @param {string} api @param {Language} lang @returns {Promise<boolean>}
 */
export async function wanted(stored, found, api, lang) {
  const [mine, links] = await Promise.all([ask(stored, api, lang), ask(found, api, lang)]);
  if (links.status === 401) return false;
  await addSheet("question.css", new URL("./question.css", import.meta.url).href);
  const props = { autofocus: true, onclick: () => dialog.close() };
  const keep = h("button.primary", props, say(lang, "keep"));
  const use = h("button", { onclick: () => dialog.close("use") }, say(lang, "use"));
  const dialog = h(
    "dialog.token-question",
    { lang, "aria-labelledby": "token-title", "aria-describedby": "token-how" },
    h("h2", { id: "token-title" }, say(lang, "title")),
    h("p", { id: "token-how" }, say(lang, "how")),
    h("div.tokens", side("stored", stored, mine, api, lang), side("found", found, links, api, lang)),
    h("p.choices", keep, use),
  );
  document.body.append(dialog);
  dialog.showModal();
  const answer = await new Promise((done) => {
    dialog.addEventListener("close", () => done(dialog.returnValue === "use"));
  });
  dialog.remove();
  return answer;
}

/** Ask about a token. @param {string} token @param {string} api @param {Language} lang @returns {Promise<Answer>} */
async function ask(token, api, lang) {
  const get = async (/** @type {string} */ path) => {
    const how = { headers: headersOf(token, lang), signal: AbortSignal.timeout(PATIENCE_MS) };
    const answer = await fetch(`${api}/v1/${path}`, { ...how, credentials: "omit" });
    return { status: answer.status, body: answer.ok ? await answer.json() : null };
  };
  try {
    const { status, body } = await get("token");
    const record = body?.record ? await get(`records/${encodeURIComponent(body.record)}`) : null;
    return { status, token: body, record: record?.body ?? null };
  } catch {
    return { status: 0, token: null, record: null };
  }
}

/**
 * One of the two: whose it is, what it is good for, and where.
 * @param {"stored" | "found"} which @param {string} token @param {Answer} answer @param {string} api
 * @param {Language} lang
 */
function side(which, token, answer, api, lang) {
  const { record, token: known } = answer;
  const game = record ? titleOf(record.game) : say(lang, "a_game");
  const person = (/** @type {any} */ seat) => personOf(seat, record.seats, (colour) => colourWord(lang, colour));
  const id = token.split("_")[1] ?? "";
  const what = known && say(lang, known.scope === "record" && !known.record ? "starts" : known.scope, { game });
  const seated = known && known.seat !== null ? record?.seats[known.seat] : null;
  const lines = [
    known?.label,
    seated && person(seated),
    what ?? say(lang, answer.status === 401 ? "dead" : "unknown"),
    record && record.seats.map(person).join(", "),
    known ? say(lang, "token", { id, when: moment(lang, known.created_at) }) : say(lang, "token_id", { id }),
    new URL(api || "/", location.href).host,
  ].filter(Boolean);
  const texts = lines.map((words, place) => h(place ? "p" : "b", words));
  return h("section", { className: which }, h("h3", say(lang, which)), ...texts);
}
