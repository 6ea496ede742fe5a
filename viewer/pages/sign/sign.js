// @ts-check
/**
 * The end of a game on a phone: who came where, what each seat said of it, and the seat's own word. A word names the
 * outcome that was shown: where a correction has changed it since, the service refuses, and the new one is shown.
 */
import { randomKey } from "../../device/random.js";
import { Refusal, final } from "../../device/refusal.js";
import { badge } from "../../kit/badge.js";
import { h, write } from "../../kit/dom.js";
import { Retry } from "../common/retry.js";
import { post } from "../common/service.js";
import { say } from "./words.js";

/**
 * @import { Language } from "../../kit/words.js"
 * @import { Standing } from "../watch/standing.js"
 * @typedef {{seat: number, rank: number | null, score: number | null, colour: string}} Placed
 * @typedef {{standing: Standing, seats: Placed[]}} Result As `GET /v1/records/{id}/result` has it.
 * @typedef {{lang: () => Language, seatName: (seat: number) => string,
 *   call: (path: string, how?: RequestInit & {headers?: Record<string, string>}) => Promise<any>,
 *   path: string, reason?: (name: string) => string, known?: any, waiting?: {all: Start[], add: (all: Start[]) =>
 *   Promise<unknown>}}} Table `call` asks the service, `path` is that of the record below `/v1`; `reason`: why an entry
 *   was written, where that is known; `known`: the record as it was read before, where it is the same; `waiting`: where
 *   signatures of the start wait until they are sent.
 * @typedef {{opening: string, seat: number}} Start A signature of the start.
 */

const SURE_MS = 6000; // Time for the second tap on a button.
const LONGEST = 2000; // Maximum length of a reason.

/**
 * A button that acts on the second tap: what is signed is not taken out again.
 * @param {{words: string, sure: string, name?: string, className?: string}} what @param {() => void} act
 */
export function twice({ words, sure, name, className }, act) {
  const button = h("button", { className, "aria-label": name }, words);
  /** @type {any} */ let timer = null;
  const rest = () => {
    timer = null;
    write(button, words);
    if (name) button.setAttribute("aria-label", name);
  };
  button.addEventListener("click", () => {
    if (timer !== null) {
      clearTimeout(timer);
      rest();
      return act();
    }
    timer = setTimeout(rest, SURE_MS);
    write(button, sure);
    button.removeAttribute("aria-label");
  });
  return button;
}

/**
 * What a seat said of the result last, in words.
 * @param {Standing} standing @param {number} seat @param {Language} lang
 * @returns {{words: string, kind: "signed" | "disputed" | "silent", way: string | null, name: string}}
 */
export function wordOf(standing, seat, lang) {
  const signed = standing.signatures.find((word) => word.seat === seat);
  const disputed = standing.disputes.find((word) => word.seat === seat);
  const word = signed ?? disputed;
  if (!word) return { words: say(lang, "silent"), kind: "silent", way: null, name: "" };
  const kind = signed ? "signed" : "disputed";
  return { words: say(lang, `${kind}_${word.way}`), kind, way: word.way, name: word.name };
}

/** The places. @param {Result} result @param {Table} table @param {(seat: number) => (HTMLElement | null)[]} [more] */
export function places(result, table, more = () => []) {
  const lang = table.lang();
  const asked = result.standing.outcome !== null;
  const ranked = [...result.seats].sort((one, other) => (one.rank ?? 99) - (other.rank ?? 99));
  const lines = ranked.map(({ seat, rank, score, colour }) => {
    const word = wordOf(result.standing, seat, lang);
    const reason = word.kind === "disputed" ? table.reason?.(word.name) : "";
    const words = reason ? say(lang, "with_reason", { words: word.words, reason }) : word.words;
    const said = h("small", { className: `word ${word.kind}` }, words);
    return h(
      "li",
      { className: rank === 1 ? "won" : "" },
      h("b.rank", rank === null ? "–" : `${rank}.`),
      badge(colour),
      h("span", h("b", table.seatName(seat)), asked ? said : null),
      h("b.score", score === null ? "" : String(score)),
      ...more(seat),
    );
  });
  return h("ol.places-of-seats", ...lines);
}

/** What the places do not say. @param {Standing} standing @param {boolean} signing @param {Language} lang */
export function stateOf(standing, signing, lang) {
  if (standing.voided) return say(lang, "void");
  if (standing.closed) return say(lang, standing.closed.reason === "signed" ? "closed_signed" : "closed");
  return say(lang, signing ? "how" : "unsigned");
}

/** Sends words about a result; each keeps its key until it is answered, so that a retry says nothing twice. */
export class Words {
  /** @param {Table} table @param {() => void} onSigned Called when a word was taken. */
  constructor(table, onSigned) {
    this.table = table;
    this.onSigned = onSigned;
    /** The keys of words without an answer. @type {Map<string, string>} */ this.keys = new Map();
  }

  /**
   * @param {"signatures" | "disputes" | "consents" | "checks"} what @param {Record<string, any>} word
   * @returns {Promise<string>} Empty if accepted, else the reason.
   */
  async send(what, word) {
    const lang = this.table.lang();
    const body = JSON.stringify(word);
    const key = this.keys.get(what + body) ?? randomKey();
    this.keys.set(what + body, key);
    try {
      const how = post(body, { "If-Match": "*", "Idempotency-Key": key });
      await this.table.call(`${this.table.path}/${what}`, how);
    } catch (error) {
      if (!(error instanceof Refusal)) return say(lang, "away");
      const later = error.status === 429 || error.status >= 500;
      return later ? say(lang, "trouble", { status: error.status }) : error.message;
    }
    this.keys.delete(what + body);
    this.onSigned();
    return "";
  }
}

/**
 * A form for a dispute, folded away.
 * @param {string} title @param {HTMLElement | null} whose Says who disputes; null where that is clear.
 * @param {Language} lang @param {(reason: string) => Promise<string>} send Empty if accepted, else the reason.
 * @param {string} [words] What sends it.
 */
export function disputing(title, whose, lang, send, words = say(lang, "send_dispute")) {
  const reason = h("textarea", { rows: 3, maxLength: LONGEST });
  const wrong = h("p.error", { role: "alert" });
  const button = h("button", { type: "submit" }, words);
  const form = h("form", whose, h("label", say(lang, "why"), reason), wrong, button);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    if (!reason.value.trim()) {
      write(wrong, say(lang, "no_reason"));
      return reason.focus();
    }
    button.disabled = true;
    write(wrong, await send(reason.value.trim()));
    button.disabled = false;
  });
  return h("details", h("summary", title), form);
}

/** The result on a seat's own page. */
export class SeatSigning {
  /** @param {Element} before The element after the section. @param {Table} table */
  constructor(before, table) {
    this.table = table;
    this.words = new Words(table, () => void this.#again());
    this.section = h("section", { id: "result", hidden: true, "aria-labelledby": "result-title" });
    before.before(this.section);
    this.key = ""; // What is shown, or asked for.
    this.seat = 0;
    this.retry = new Retry();
  }

  /** @param {{standing: Standing, policies: {signing: string}, id: string}} summary @param {number} seat */
  async show(summary, seat) {
    this.seat = seat;
    const { standing } = summary;
    const shown = standing.outcome !== null || standing.closed?.reason === "conceded";
    const key = !shown ? "" : JSON.stringify([this.table.lang(), standing, seat]);
    if (key === this.key) return;
    this.key = key;
    if (key) return this.retry.until((over) => this.#read(seat, summary.policies.signing !== "none", over));
    this.retry.stop();
    this.section.hidden = true;
  }

  /** Read and draw; whether it is done. @param {number} seat @param {boolean} signing @param {AbortSignal} over */
  async #read(seat, signing, over) {
    let result;
    try {
      result = await this.table.call(`${this.table.path}/result`);
    } catch (error) {
      // Who is refused is late: the record has moved on, and the next look asks.
      if (final(error) && !over.aborted) this.key = "";
      return final(error);
    }
    if (!over.aborted) this.#draw(result, seat, signing);
    return true;
  }

  /** Show the result after this seat's statement. */
  async #again() {
    try {
      await this.show(await this.table.call(this.table.path), this.seat);
    } catch {
      // The page's next look shows it.
    }
  }

  #draw(/** @type {Result} */ result, /** @type {number} */ seat, /** @type {boolean} */ signing) {
    const lang = this.table.lang();
    const { standing } = result;
    const open = signing && !standing.closed && !standing.voided;
    // What others say that this seat did is this seat's to deny.
    const conceded = standing.closed?.reason === "conceded" && standing.closed.seat === seat && !standing.voided;
    const word = wordOf(standing, seat, lang);
    const own = word.way === "own_link";
    const wrong = h("p.error", { role: "alert" });
    const sign = twice({ words: say(lang, "sign"), sure: say(lang, "sure"), className: "send" }, async () =>
      write(wrong, await this.words.send("signatures", { outcome: standing.outcome })),
    );
    const dispute = disputing(say(lang, "dispute"), null, lang, (reason) =>
      this.words.send("disputes", { outcome: standing.outcome, reason }),
    );
    this.section.replaceChildren(
      h("h2", { id: "result-title" }, say(lang, "title")),
      places(result, this.table),
      h("p", conceded ? say(lang, "conceded") : stateOf(standing, signing, lang)),
      ...(conceded ? [this.#denial(lang)] : []),
      ...(open && !(own && word.kind === "signed") ? [sign, wrong] : []),
      ...(open && !(own && word.kind === "disputed") ? [dispute] : []),
    );
    this.section.hidden = false;
    if (own) void this.#prove(lang);
  }

  /** Store what the service states, and show it. @param {Language} lang */
  async #prove(lang) {
    const { key, table } = this;
    const { keep, shown } = await import("./statement.js");
    const found = await keep(table.path.split("/")[2], () => table.call(`${table.path}/statement?now=1`));
    if (key !== this.key) return;
    this.section.querySelector("details.proof")?.remove();
    const proof = shown(found, lang);
    if (proof) this.section.append(proof);
  }

  /** The form that says that the seat did not concede. @param {Language} lang */
  #denial(lang) {
    const send = (/** @type {string} */ reason) => this.words.send("disputes", { reason });
    return disputing(say(lang, "not_conceded"), null, lang, send, say(lang, "dispute"));
  }
}
