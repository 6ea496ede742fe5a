// @ts-check
/** Words in English and Spanish: tables of sentences, their blanks, names of a box, numbers, lists. */

/** @typedef {"en" | "es"} Language */
/**
 * @typedef {Readonly<Record<string, readonly [en: string, es: string]>>} Table Key -> the same sentence in both
 *   languages.
 */
/** @typedef {Record<string, string | number>} Blanks */
/** @typedef {(lang: Language, key: string, blanks?: Blanks) => string} Say */

/** @type {readonly Language[]} */ export const LANGUAGES = Object.freeze(["en", "es"]);

/** Both languages as a service is asked for them: the first one is also that of its refusals. @param {string} lang */
export const bothFrom = (lang) => (lang === "es" ? "es,en" : "en,es");

/** `one` with 1 and -1, else `many`. @param {number | string} count @param {string} one @param {string} many */
const agreed = (count, one, many) => (/^[+−-]?1$/.test(String(count)) ? one : many);

/** A blank, and its forms; a form may have plain blanks. */
const BLANK = /\{(\w+)(?::((?:[^|{}]|\{\w+\})*)\|((?:[^|{}]|\{\w+\})*))?\}/g;

/**
 * A sentence with its blanks filled; a blank that nobody fills stays as it stands.
 * @param {string} sentence With blanks such as `{ply}`; `{n:card is|cards are}` is the form that agrees with `n`.
 * @param {Blanks} blanks @returns {string}
 */
export const fill = (sentence, blanks) =>
  sentence.replace(BLANK, (whole, blank, one, many) => {
    if (!(blank in blanks)) return whole;
    const value = String(blanks[blank]);
    return one === undefined ? value : fill(agreed(value, one, many), blanks);
  });

/** Sentences of several pages and boards, where their own tables have none. @type {Table} */ export const WORDS = {
  close: ["Close", "Cerrar"],
  total: ["Total", "Total"],
  after_move: ["after move {name}", "tras la jugada {name}"],
  at_start: ["before the first move", "antes de la primera jugada"],
  status_finished: ["The game is over.", "La partida ha terminado."],
  status_setup: ["Setting up the table.", "Se prepara la mesa."],
  other: ["Español", "English"],
  running: ["running", "en curso"],
  disputed: ["disputed", "impugnada"],
  closed: ["closed", "cerrada"],
  void: ["void", "anulada"],
  yes: ["yes", "sí"],
  no: ["no", "no"],
  more: ["More", "Más"],
  theme: ["Light or dark theme", "Tema claro u oscuro"],
  all_records: ["All games", "Todas las partidas"],
  renewed: ["A new version of this page is available", "Hay una versión nueva de esta página"],
  renew: ["Update", "Actualizar"],
  again: ["Try again", "Reintentar"],
  missing: ["No such game", "No existe esa partida"],
  checking: ["Checking…", "Comprobando…"],
  undo: ["Undo", "Deshacer"],
  anyway: ["Do it, and let everyone see", "Hacerlo, a la vista de todos"],
  column: ["Column {n}", "Columna {n}"],
  event: ["Event", "Evento"],
  round: ["Round", "Ronda"],
  game: ["Game", "Juego"],
  moves: ["Moves", "Jugadas"],
  status: ["Status", "Estado"],
};

/** What says a table's sentences. @param {Table} table @param {RegExp} [start] Cut off unknown keys. @returns {Say} */
export const speaker =
  (table, start = /^$/) =>
  (lang, key, blanks = {}) => {
    const known = key in table || key in WORDS ? key : key.replace(start, "");
    const both = table[known] ?? WORDS[known];
    return both ? fill(both[lang === "es" ? 1 : 0], blanks) : known.replaceAll("_", " ");
  };

/** A box's name. @param {Partial<Record<Language, string>> | string | null | undefined} name @param {Language} lang */
export const localized = (name, lang) => (typeof name === "string" ? name : (name?.[lang] ?? name?.en ?? ""));

/**
 * What names the values that a box has no name for; null for any other.
 * @param {Table} table @param {string} [start] Of the keys, before the value.
 * @returns {(value: any, lang: Language) => string | null}
 */
export function namesOfValues(table, start = "") {
  return (value, lang) => {
    const both = typeof value === "string" ? table[`${start}${value}`] : undefined;
    return both ? both[lang === "es" ? 1 : 0] : null;
  };
}

export const capital = (/** @type {string} */ words) => words.charAt(0).toUpperCase() + words.slice(1);

/** `A, B and C`; empty where there is none. @param {readonly string[]} items @param {Language} lang */
export const listed = (items, lang) => joined(items, lang === "es" ? "y" : "and");

/** `A, B or C`; empty where there is none. @param {readonly string[]} items @param {Language} lang */
export const either = (items, lang) => joined(items, lang === "es" ? "o" : "or");

/** @param {readonly string[]} items @param {string} word Before the last one. */
function joined(items, word) {
  if (items.length < 2) return items[0] ?? "";
  return `${items.slice(0, -1).join(", ")} ${word} ${items.at(-1)}`;
}

/** A number with a true minus. @param {number} value @param {boolean} [plus] Put a plus before what is above zero. */
export const number = (value, plus = false) => `${value < 0 ? "−" : plus && value > 0 ? "+" : ""}${Math.abs(value)}`;

/** A number, or its limits. @param {any} value A number, `{unknown: [numbers]}` or `{least, most}`; else `?`. */
export function amount(value) {
  if (typeof value === "number") return number(value);
  const all = value?.unknown;
  if (Array.isArray(all) && all.length) return `${Math.min(...all)}–${Math.max(...all)}`;
  if (!value || !("least" in value)) return "?";
  return value.least === value.most ? String(value.least) : `${value.least}–${value.most ?? ""}`;
}

/** @param {Record<string, any> | number[]} counts Each a number. @returns {number} */
export const sum = (counts) => Object.values(counts).reduce((all, one) => all + one, 0);

/** A slug as a title. @param {string} game */
export const titleOf = (game) => game.split("_").map(capital).join(" ");
