// @ts-check
/** What a page says of the entries on this phone: how many, and in one sentence what is the matter and what to do. */
import { speaker } from "../kit/words.js";

/** @import { Language, Table } from "../kit/words.js" */

/** @type {Table} */ export const WORDS = {
  all_sent: ["All sent", "Todo enviado"],
  count: ["{unsent} to send", "{unsent} por enviar"],
  offline: [
    "No connection. Go on: everything is saved here and sent later.",
    "Sin conexión. Sigue: todo se guarda aquí y se envía después.",
  ],
  waiting: ["Server busy. Saved here and sent later.", "Servidor ocupado. Guardado aquí; se enviará."],
  elsewhere: ["Another tab is sending. Close it, or wait.", "Otra pestaña está enviando. Ciérrala, o espera."],
  same: [
    "Someone else entered the same move. Is it the same one, or one more?",
    "Otra persona anotó la misma jugada. ¿Es la misma, o una más?",
  ],
  over: ["Someone else entered another move here. Choose one.", "Otra persona anotó aquí otra jugada. Elige una."],
  undone: [
    "Moves before yours were undone or corrected. Compare and choose.",
    "Se deshicieron o corrigieron jugadas anteriores a la tuya. Compara y elige.",
  ],
  illegal: [
    "After what someone else entered, your move is not allowed. Compare and choose.",
    "Tras lo que anotó otra persona, tu jugada no está permitida. Compara y elige.",
  ],
  refused: [
    "A move was refused. Fix it or take it back, and the rest is sent.",
    "Se ha rechazado una jugada. Corrígela o retírala, y se enviará el resto.",
  ],
  token: [
    "This phone may no longer record. Ask the recorder for a new code; unsent entries are saved.",
    "Este móvil ya no puede anotar. Pide un código nuevo; lo que falta por enviar está guardado.",
  ],
  recorder: [
    "Another phone is recording. Agree at the table. Your entries are saved here, and sent if you record again.",
    "Ahora anota otro móvil. Poneos de acuerdo. Lo que anotaste está guardado aquí, y se envía si vuelves a anotar.",
  ],
  closed: [
    "The game was closed. Save unsent entries to a file, and ask a judge to add them.",
    "La partida se cerró. Guarda en un archivo lo que falta, y pide a un juez que lo anote.",
  ],
  void: ["Game declared void. Save unsent entries to a file.", "Partida anulada. Guarda en un archivo lo no enviado."],
  full: [
    "The game is full. Save unsent entries to a file, and continue in a new game.",
    "La partida está llena. Guarda en un archivo lo que falta, y sigue en una partida nueva.",
  ],
  removed: [
    "The game no longer exists. Save what is on this phone to a file.",
    "La partida ya no existe. Guarda en un archivo lo que tiene este móvil.",
  ],
  opening: [
    "This game could not be created. Check the set-up; your moves are saved.",
    "No se pudo crear la partida. Revisa la preparación; tus jugadas están guardadas.",
  ],
  upgrade: ["Service updated. Reload; nothing is lost.", "Servicio actualizado. Recarga; no se pierde nada."],
  memory: [
    "This browser stores nothing. Keep this page open until all is sent, or save to a file.",
    "Este navegador no guarda nada. Deja la página abierta hasta que se envíe todo, o guarda en un archivo.",
  ],
  disk_full: [
    "This phone is full and did not save the move. Free some space, then enter it again.",
    "El móvil está lleno y no ha guardado la jugada. Libera espacio y anótala otra vez.",
  ],
  disk_refused: [
    "The browser did not save the move. Reload this page, then enter it again.",
    "El navegador no ha guardado la jugada. Recarga la página y anótala otra vez.",
  ],
  sending_full: [
    "This phone is full. Free some space, then try again; nothing is lost.",
    "El móvil está lleno. Libera espacio e inténtalo otra vez; no se pierde nada.",
  ],
  sending_unkept: [
    "The browser did not note what was sent. Reload this page; the rest is saved and sent once.",
    "El navegador no ha anotado lo enviado. Recarga la página; el resto está guardado y se envía una vez.",
  ],
  clock: [
    "This phone’s clock is off by {hours} h. Set it right; times are corrected when sent.",
    "El reloj de este móvil se desvía {hours} h. Ponlo en hora; las horas se corrigen al enviar.",
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
 * @param {Language} lang @param {import("./outbox.js").State} state
 * @returns {{count: string, line: string | null, does: "again" | "file" | "settle" | "mend" | "take_over" | null}}
 */
export function said(lang, state) {
  const count = say(lang, state.unsent ? "count" : "all_sent", { unsent: state.unsent });
  const matter = matterOf(state);
  if (!matter) return { count, line: null, does: null };
  const hours = Math.round(Math.abs(state.clock_s) / 360) / 10;
  return { count, line: say(lang, matter, { hours }), does: DOES[matter] ?? null };
}

function matterOf(/** @type {import("./outbox.js").State} */ state) {
  if (state.doing === "stopped") return state.why;
  if (state.doing === "clash") return state.clash?.kind ?? null;
  if (state.doing === "refused") return "refused";
  if (state.doing === "full" || state.doing === "unkept") return `sending_${state.doing}`;
  if (state.lasting === "memory" && state.here) return "memory";
  if (["offline", "waiting", "elsewhere"].includes(state.doing)) return state.unsent ? state.doing : null;
  return state.clock_s ? "clock" : null;
}

/** Why it was not stored; what to do. @param {Language} lang @param {import("./storage.js").StorageError} error */
export const unkept = (lang, error) => say(lang, error.why === "full" ? "disk_full" : "disk_refused");
