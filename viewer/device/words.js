// @ts-check
/** What a page says of the entries on this phone: how many, and in one sentence what is the matter and what to do. */
import { speaker } from "../kit/words.js";

/** @type {import("../kit/words.js").Table} */
export const WORDS = {
  count: ["{here} on this phone, {unsent} to send", "{here} en este teléfono, {unsent} por enviar"],
  offline: [
    "No connection: go on, everything is kept here and sent when the connection is back.",
    "Sin conexión: sigue, todo queda guardado aquí y se envía cuando vuelva la conexión.",
  ],
  waiting: [
    "The service is busy: your entries are kept, and sent again automatically.",
    "El servicio está ocupado: lo anotado queda guardado y se vuelve a enviar solo.",
  ],
  elsewhere: [
    "Another tab of this browser is sending: close it, or wait.",
    "Otra pestaña de este navegador está enviando: ciérrala, o espera.",
  ],
  same: [
    "Somebody else entered the same move: say whether it is the same, or one more.",
    "Otra persona anotó la misma jugada: di si es la misma, o una más.",
  ],
  over: [
    "Somebody else entered another move here: compare both, and choose.",
    "Otra persona anotó aquí otra jugada: compara las dos, y elige.",
  ],
  undone: [
    "What your entries follow was taken back or corrected meanwhile: compare, and choose.",
    "Lo que precede a lo tuyo se deshizo o se corrigió entretanto: compara, y elige.",
  ],
  illegal: [
    "After what somebody else entered, the rules refuse your move: compare, and choose.",
    "Tras lo que anotó otra persona, las reglas rechazan tu jugada: compara, y elige.",
  ],
  refused: [
    "The service refuses a move: mend it or take it back, then the rest is sent.",
    "El servicio rechaza una jugada: corrígela o retírala, y se envía el resto.",
  ],
  token: [
    "This phone's right to write was withdrawn: ask the recorder for a new code; what is unsent is kept.",
    "A este teléfono se le retiró el permiso de escribir: pide un código nuevo; lo que falta por enviar se conserva.",
  ],
  recorder: [
    "Another phone records now: agree at the table. What you entered is kept here, and sent if you record again.",
    "Ahora anota otro móvil: poneos de acuerdo. Lo que anotaste queda guardado aquí, y se envía si vuelves a anotar.",
  ],
  closed: [
    "The record was closed meanwhile: save what is unsent to a file, and ask a judge to enter it.",
    "La partida se cerró entretanto: guarda en un archivo lo que falta, y pide a un juez que lo anote.",
  ],
  void: [
    "The record was made void meanwhile: save what is unsent to a file.",
    "La partida se anuló entretanto: guarda en un archivo lo que falta por enviar.",
  ],
  full: [
    "The record is full: save what is unsent to a file, and go on in a new record.",
    "La partida está llena: guarda en un archivo lo que falta, y sigue en una partida nueva.",
  ],
  removed: [
    "The record is not there any more: save what this phone has to a file.",
    "La partida ya no existe: guarda en un archivo lo que tiene este teléfono.",
  ],
  opening: [
    "The service refuses to open this record: look at the set-up again; your moves are kept.",
    "El servicio no admite abrir esta partida: revisa la preparación; tus jugadas se conservan.",
  ],
  upgrade: [
    "The service was updated: load this page again; nothing is lost.",
    "El servicio se ha renovado: vuelve a cargar la página; no se pierde nada.",
  ],
  memory: [
    "This browser keeps nothing: leave this page open until there is nothing to send, or save to a file.",
    "Este navegador no guarda nada: deja la página abierta hasta que no quede nada por enviar, o guarda en un archivo.",
  ],
  disk_full: [
    "This phone is full and has not taken the move: free some room, then enter it again.",
    "El teléfono está lleno y no ha guardado la jugada: libera espacio y anótala otra vez.",
  ],
  disk_refused: [
    "The browser did not keep the move: load this page again, then enter it again.",
    "El navegador no ha guardado la jugada: vuelve a cargar la página y anótala otra vez.",
  ],
  sending_full: [
    "This phone is full and cannot note what is sent: free some room, then try again; nothing is lost.",
    "El teléfono está lleno y no puede anotar lo enviado: libera espacio e inténtalo de nuevo; no se pierde nada.",
  ],
  sending_unkept: [
    "The browser does not note what is sent: load this page again; what is unsent is kept and sent once.",
    "El navegador no anota lo enviado: vuelve a cargar la página; lo pendiente se conserva y se envía una vez.",
  ],
  clock: [
    "This phone's clock is off by {hours} h: set it right; the times of your moves are sent corrected.",
    "El reloj de este teléfono se desvía {hours} h: ponlo en hora; las horas de tus jugadas se envían corregidas.",
  ],
};

const say = speaker(WORDS);

/** What helps, by what is the matter. */
const DOES = /** @type {Record<string, "again" | "file" | "settle" | "mend" | "take_over">} */ ({
  offline: "again",
  waiting: "again",
  sending_full: "again",
  same: "settle",
  over: "settle",
  undone: "settle",
  illegal: "settle",
  refused: "mend",
  recorder: "take_over",
  token: "file",
  closed: "file",
  void: "file",
  full: "file",
  removed: "file",
  opening: "mend",
  memory: "file",
});

/**
 * The count that always stands there, the one sentence that matters most now, and what helps.
 * @param {import("../kit/words.js").Language} lang
 * @param {import("./outbox.js").State} state
 * @returns {{count: string, line: string | null,
 *   does: "again" | "file" | "settle" | "mend" | "take_over" | null}}
 */
export function said(lang, state) {
  const count = say(lang, "count", { here: state.here, unsent: state.unsent });
  const matter = matterOf(state);
  if (!matter) return { count, line: null, does: null };
  const hours = Math.round(Math.abs(state.clock_s) / 360) / 10;
  return { count, line: say(lang, matter, { hours }), does: DOES[matter] ?? null };
}

/** @param {import("./outbox.js").State} state */
function matterOf(state) {
  if (state.doing === "stopped") return state.why;
  if (state.doing === "clash") return state.clash?.kind ?? null;
  if (state.doing === "refused") return "refused";
  if (state.doing === "full" || state.doing === "unkept") return `sending_${state.doing}`;
  if (state.lasting === "memory" && state.here) return "memory";
  if (["offline", "waiting", "elsewhere"].includes(state.doing)) return state.unsent ? state.doing : null;
  return state.clock_s ? "clock" : null;
}

/**
 * Why an entry was not kept, and what to do.
 * @param {import("../kit/words.js").Language} lang
 * @param {import("./shelf.js").StorageError} error
 */
export function unkept(lang, error) {
  return say(lang, error.why === "full" ? "disk_full" : "disk_refused");
}
