// @ts-check
/** What the page behind a seat's link says. */
import { WORDS as FORM } from "../../form/words.js";
import { speaker } from "../../kit/words.js";

/** @type {import("../../kit/words.js").Table} */ export const WORDS = {
  ...FORM,
  page: ["Movebook: your seat", "Movebook: tu asiento"],
  give: ["Only you can enter this", "Solo tú puedes anotar esto"],
  nothing: ["Nothing to do right now.", "No tienes nada pendiente."],
  waiting: ["Waiting for {who}.", "Esperando a {who}."],
  locked: ["Sealed", "Sellado"],
  sealed_at: ["Sealed at {time}.", "Sellado a las {time}."],
  sealed_own: ["Nobody else at the table can see it until {until}.", "Nadie más en la mesa lo ve hasta que {until}."],
  sealed_told: [
    "The recorder entered it and knows it. Nobody else at the table can see it until {until}.",
    "Quien anota la partida lo escribió y lo conoce. Nadie más en la mesa lo ve hasta que {until}.",
  ],
  shown: ["it is shown to everyone", "se muestre a todos"],
  look: ["Show it (check who can see your screen)", "Mostrarlo (cuidado con quien vea tu pantalla)"],
  knows: ["What you know", "Lo que sabes"],
  last_moves: ["Last moves", "Últimas jugadas"],
  consent: ["Agree to undo the last move", "Aceptar que se deshaga la última jugada"],
  consent_sure: ["Tap again to agree", "Toca otra vez para aceptar"],
  consented: ["You agreed to undo the last move.", "Has aceptado deshacer la última jugada."],
  watch: ["Watch the game from your point of view", "Ver la partida desde tu vista"],
  type: ["Enter my moves", "Anotar mis jugadas"],
  send: ["Seal", "Sellar"],
  again: ["Seal something else", "Sellar otra cosa en su lugar"],
  late: ["{what}: still missing", "{what}: aún pendiente"],
  choose: ["Choose first: {what}.", "Elige primero: {what}."],
  away: ["No connection. Your choice is saved. Retrying…", "Sin conexión. Tu elección está guardada. Reintentando…"],
  unsent: [
    "Not sealed: no connection. Your choice is saved; try again.",
    "Sin sellar: no hay conexión. Tu elección está guardada; inténtalo otra vez.",
  ],
  fault: ["Something went wrong ({error}). Reload the page.", "Algo ha fallado ({error}). Recarga la página."],
  trouble: ["Server error ({status}). Retrying…", "Error del servidor ({status}). Reintentando…"],
  gone: [
    "This link is no longer valid: it was revoked or has expired. Ask the person recording the game for a new one.",
    "Este enlace ya no es válido: fue revocado o ha caducado. Pide otro a quien anota la partida.",
  ],
  none: ["This page opens only with a player’s link.", "Esta página solo se abre con el enlace de un jugador."],
};
export const say = speaker(WORDS);
