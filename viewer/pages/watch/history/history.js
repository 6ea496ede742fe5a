// @ts-check
/** What was taken back, corrected, ruled, noted or signed: where it belongs among the moves, and in which words. */
import { badgeClass } from "../../../kit/badge.js";
import { h } from "../../../kit/dom.js";
import { listed } from "../../../kit/words.js";
import { say } from "./texts.js";

/**
 * @import { Language } from "../../../kit/words.js"
 * @import { Store } from "../../../store.js"
 * @typedef {{version: number, type: string, at: string, body: any, text: string | null, withdrawn: string | null}} Act
 * @typedef {{name: string, after: string | null, seat: number | null, type: string, at: string, how: string, by:
 *   string, says: Record<string, string> | null}} Gone
 * @typedef {{name: string, by: string, implied: boolean, was: Record<string, string> | null}} Wording
 * @typedef {{name: string, reason: string | null}} Why
 * @typedef {{acts: Act[], gone: Gone[], amended: Wording[], irregular: Why[]}} History What is not in the frames.
 *
 * @typedef {{title: string, steps: {seat: number | null, says: string}[]}} Branch Moves that do not count
 *   any more, which one entry took out.
 * @typedef {object} Words What it takes to say something.
 * @property {Language} lang
 * @property {(seat: number) => string} seatName
 * @property {(sentence: string) => string} named Puts people's names into a sentence.
 * @property {(ply: number) => string} says The sentence of a move that counts.
 */

/** @type {History} */ const NOTHING = Object.freeze({ acts: [], gone: [], amended: [], irregular: [] });

/** The history of a replay. @param {Store} store @returns {History} */
export function historyOf(store) {
  return store.replay.history ?? NOTHING;
}

/** Version of the entry that a name is of: 57 for `"57.2"`. @param {string} name */
function versionOf(name) {
  return Number(name.split(".")[0]);
}

export class RecordHistory {
  constructor(/** @type {Store} */ store, /** @type {Words} */ words) {
    this.words = words;
    this.store = store;
    this.history = historyOf(store);
    this.acts = new Map(this.history.acts.map((act) => [act.version, act]));
    /** Labels of a move that counts, by ply. @type {Map<number, string[]>} */
    this.labels = new Map();
    /** What stands behind a move, by ply. @type {Map<number, (Branch | string)[]>} */
    this.behind = new Map();
    /** What the rules refuse or a judge ordered, in order. @type {{ply: number, label: string}[]} */
    this.irregular = this.history.irregular.flatMap((one) => this.#irregular(one));
    for (const { ply, label } of this.irregular) this.#add(this.labels, ply, label);
    this.#wordings();
    this.#branches();
    this.history.acts.forEach((act) => this.#place(act));
  }

  #add(/** @type {Map<number, any[]>} */ where, /** @type {number} */ ply, /** @type {any} */ what) {
    const there = where.get(ply);
    if (there) there.push(what);
    else where.set(ply, [what]);
  }

  #wordings() {
    const { lang } = this.words;
    for (const one of this.history.amended) {
      const ply = this.store.plies.get(one.name);
      if (ply === undefined) continue;
      const was = this.#sentence(one.was, one.name);
      const reason = one.implied ? null : this.#reason(one.by);
      const label = say(lang, one.implied ? "implied_was" : "corrected_was", { was });
      const others = this.#changedWith(one);
      const along = others.length ? say(lang, "along", { names: listed(others, lang) }) : null;
      this.#add(this.labels, ply, [label, reason, along].filter(Boolean).join(" · "));
    }
    for (const [name, ply] of this.store.plies) {
      const act = name.includes(".") ? this.acts.get(versionOf(name)) : null;
      if (act?.type === "corrected") this.#add(this.labels, ply, say(lang, "inserted"));
    }
  }

  /** Later moves that the same correction changed; only the first shows them. @param {Wording} one */
  #changedWith(one) {
    const same = (/** @type {{by: string}} */ other) => versionOf(other.by) === versionOf(one.by);
    if (one.implied || this.history.amended.find((other) => same(other) && !other.implied) !== one) return [];
    const touched = [...this.history.amended, ...this.history.gone].filter((other) => other !== one && same(other));
    return touched.map(({ name }) => this.#called(name));
  }

  #irregular(/** @type {Why} */ { name, reason }) {
    const { lang, seatName } = this.words;
    const ply = this.store.plies.get(name);
    const mark = this.store.frame(ply ?? 0)?.marks.find(({ kind }) => kind === "irregular" || kind === "ruled");
    if (ply === undefined || !mark) return [];
    const accepted = listed((mark.accepted_by ?? []).map(seatName), lang);
    const parts = [
      say(lang, mark.kind),
      mark.about ? say(lang, "about", { name: this.#called(mark.about) }) : null,
      accepted ? say(lang, "accepted", { who: accepted }) : null,
      reason ? say(lang, "reason", { text: reason }) : null,
    ];
    return [{ ply, label: parts.filter(Boolean).join(" · ") }];
  }

  #branches() {
    /** @type {Map<string, Branch>} */ const open = new Map();
    for (const gone of this.history.gone) {
      const ply = gone.after === null ? 0 : this.store.plyOf(gone.after);
      const key = `${ply} ${gone.how} ${versionOf(gone.by)}`;
      let branch = open.get(key);
      if (!branch) {
        branch = { title: "", steps: [] };
        open.set(key, branch);
        this.#add(this.behind, ply, branch);
      }
      branch.steps.push({ seat: gone.seat, says: this.#sentence(gone.says, gone.type) });
      const title = say(this.words.lang, gone.how, { count: branch.steps.length });
      branch.title = this.#with(title, this.acts.get(versionOf(gone.by)));
    }
  }

  /** An entry that has a line of its own stands behind the move that it is about, else behind the last before it. */
  #place(/** @type {Act} */ act) {
    const line = this.line(act);
    if (!line) return;
    const about = act.body.about ?? null;
    let ply = about === null ? 0 : this.store.plyOf(about);
    if (about === null) {
      this.store.replay.frames.forEach((frame, place) => {
        if (versionOf(frame.name) < act.version) ply = Math.max(ply, place + 1);
      });
    }
    this.#add(this.behind, this.store.clamp(ply), line);
  }

  /** Lines behind a move: a branch that was taken out, folded; or about the record. @param {number} ply */
  items(ply) {
    return (this.behind.get(ply) ?? []).map((one) => {
      if (typeof one === "string") return h("li.history-act", one);
      const steps = one.steps.map(({ seat, says }) => {
        const colour = seat === null ? "" : badgeClass(this.store.replay.seats[seat].colour);
        const who = h("span", { className: `badge ${colour}`, "aria-hidden": "true" });
        return h("li", who, h("span.unseen", `${say(this.words.lang, "gone")} `), h("s", says));
      });
      return h("li.history-act.gone", h("details", h("summary", one.title), h("ol", ...steps)));
    });
  }

  /** An entry's own line; empty if its moves say it. @param {Act} act @returns {string} */
  line(act) {
    const { lang, seatName } = this.words;
    const { body, text } = act;
    if (act.withdrawn !== null) return "";
    switch (act.type) {
      case "noted":
        if (text !== null) return say(lang, "noted", { text });
        return say(lang, body.for === "judges" ? "noted_judges" : "noted_erased");
      case "checked": {
        const words = say(lang, "checked", { who: seatName(body.seat) });
        return this.#way(words, body.way);
      }
      case "signed":
      case "disputed": {
        const key = "opening" in body ? "started" : "concession" in body ? "not_conceded" : act.type;
        const words = say(lang, key, { who: seatName(body.seat) });
        return this.#stale(this.#with(this.#way(words, body.way), act), act);
      }
      case "consented": {
        const names = listed(
          body.to.map((/** @type {string} */ name) => this.#called(name)),
          lang,
        );
        return this.#way(say(lang, "consented", { who: seatName(body.seat), names }), body.way);
      }
      case "appointed":
        return say(lang, "recorder" in body ? "recorder" : "appointed");
      case "closed": {
        const said = "seat" in body;
        const words = say(lang, `closed_${body.reason}`, { who: said ? seatName(body.seat) : "" });
        return this.#stale(this.#with(said ? this.#way(words, body.way ?? "claimed") : words, act), act);
      }
      case "voided":
        return this.#with(say(lang, "voided"), act);
      case "undone": {
        const target = body.undoes.length === 1 ? this.acts.get(Number(body.undoes[0])) : undefined;
        if (!target) return "";
        const key = target.type === "undone" ? "redone" : "withdrawn";
        return this.#with(say(lang, key), act);
      }
      case "corrected":
        return this.#with(openingWords(act, lang), openingWords(act, lang) ? act : undefined);
      default:
        return "";
    }
  }

  /** What an entry says, by its name; empty where there is none. @param {string | null | undefined} name */
  lineOf(name) {
    const act = this.acts.get(Number(name));
    return act ? this.line(act) : "";
  }

  /** Words about an outcome, with a mark where that is not there any more. @param {string} words @param {Act} act */
  #stale(words, act) {
    const present = this.store.replay.standing?.outcome ?? null;
    const start = this.store.replay.standing?.start?.opening ?? null;
    const { outcome = present, opening = start } = act.body;
    const stale = outcome !== present || opening !== start;
    const key = opening === start ? `stale_${act.type}` : "stale_started";
    return stale ? `${words} · ${say(this.words.lang, key)}` : words;
  }

  /** A move by its number, or by its sentence where it does not count any more. @param {string} name */
  #called(name) {
    const ply = this.store.plies.get(name);
    if (ply !== undefined) return say(this.words.lang, "move", { ply });
    const gone = this.history.gone.find((one) => one.name === name);
    return gone ? `“${this.#sentence(gone.says, gone.type)}”` : name;
  }

  #sentence(/** @type {Record<string, string> | null} */ says, /** @type {string} */ otherwise) {
    if (!says) return otherwise.replaceAll("_", " ");
    return this.words.named(says[this.words.lang] ?? Object.values(says)[0] ?? otherwise);
  }

  /** @param {string} by Name of an entry, or of one of its changes. */
  #reason(by) {
    const text = this.acts.get(versionOf(by))?.text;
    return text ? say(this.words.lang, "reason", { text }) : null;
  }

  #way(/** @type {string} */ words, /** @type {string} */ way) {
    return say(this.words.lang, "person_way", { who: words, way: say(this.words.lang, `way_${way}`) });
  }

  /** Words with who asked for it, who consented, and why. @param {string} words @param {Act} [act] */
  #with(words, act) {
    if (!act) return words;
    const { lang, seatName } = this.words;
    const { requested_by: asked, consents = [] } = act.body;
    const person = (/** @type {{seat: number, way: string}} */ one) => this.#way(seatName(one.seat), one.way);
    const parts = [
      words,
      asked ? say(lang, "asked", { who: person(asked) }) : null,
      consents.length ? say(lang, "consents", { who: listed(consents.map(person), lang) }) : null,
      act.text ? say(lang, "reason", { text: act.text }) : null,
    ];
    return parts.filter(Boolean).join(" · ");
  }
}

/** What a correction changed of the opening; empty for nothing. @param {Act} act @param {Language} lang */
function openingWords(act, lang) {
  /** @type {any[]} */ const changes = act.body.changes;
  const members = changes.filter((one) => one.op === "opening").flatMap((one) => Object.keys(one));
  const what = ["seats", "occasion", "options"].filter((one) => members.includes(one));
  return what.length
    ? say(lang, "opening", {
        what: listed(
          what.map((one) => say(lang, `opening_${one}`)),
          lang,
        ),
      })
    : "";
}

/**
 * What changed on the way to a line of the record: a sentence for each undo, correction and ruling since a version; and
 * the version before the first of them, or null where there is none.
 * @param {Store} store The new line. @param {number} since @param {Words} words
 * @returns {{says: string[], before: number | null}}
 */
export function changed(store, since, words) {
  const history = historyOf(store);
  const fresh = history.acts.filter(
    (act) => act.version > since && ["undone", "corrected", "ruled"].includes(act.type),
  );
  return {
    says: fresh.flatMap((act) => changedBy(act, history, store, words)),
    before: fresh.length ? fresh[0].version - 1 : null,
  };
}

/** @param {Act} act @param {History} history @param {Store} store @param {Words} words @returns {string[]} */
function changedBy(act, history, store, { lang, named, says }) {
  const now = (/** @type {string} */ name) => says(store.plies.get(name) ?? 0);
  const gone = history.gone.filter((one) => versionOf(one.by) === act.version);
  const was = (/** @type {Gone} */ one) => ({ says: one.says ? named(one.says[lang] ?? one.type) : one.type });
  if (act.type === "undone") {
    const target =
      act.body.undoes.length === 1 ? history.acts.find((one) => one.version === Number(act.body.undoes[0])) : null;
    if (target) return [say(lang, target.type === "undone" ? "moves_back" : "correction_back")];
    if (gone.length === 1) return [say(lang, "move_undone", was(gone[0]))];
    return gone.length ? [say(lang, "moves_undone", { count: gone.length })] : [];
  }
  const own = [...store.plies.keys()].filter((name) => name.startsWith(`${act.version}.`));
  if (act.type === "ruled") return own.map((name) => say(lang, "ruling", { says: now(name) }));
  const amended = history.amended.filter((one) => versionOf(one.by) === act.version);
  /** @type {string[]} */ const changes = [
    ...amended
      .filter((one) => !one.implied)
      .map((one) => say(lang, "move_corrected", { name: store.plies.get(one.name) ?? "", says: now(one.name) })),
    ...own.map((name) => say(lang, "move_inserted", { says: now(name) })),
    ...gone.map((one) => say(lang, "move_retracted", was(one))),
  ];
  const opening = openingWords(act, lang);
  const more = changes.length - 1 + amended.filter((one) => one.implied).length;
  const rest = more > 0 ? [say(lang, "more", { count: more })] : [];
  return [...(opening ? [`${opening}.`] : []), ...changes.slice(0, 1), ...rest];
}
