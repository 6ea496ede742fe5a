// @ts-check
/** What the pages say at the end of a game: the result, who signed it, who disputes it. */
import { speaker } from "../kit/words.js";

/** @type {import("../kit/words.js").Table} */
export const WORDS = {
  title: ["The result", "El resultado"],
  of: ["{name}: {score}", "{name}: {score}"],
  signed_own_link: ["signed on the own phone", "ha firmado en su móvil"],
  signed_claimed: ["signed, as the recorder says", "ha firmado, según quien anota"],
  disputed_own_link: ["disputes it on the own phone", "lo impugna en su móvil"],
  disputed_claimed: ["disputes it, as the recorder says", "lo impugna, según quien anota"],
  silent: ["has not signed", "no ha firmado"],
  how: [
    "Each seat signs the result. With the last signature the record closes, and nothing in it changes any more.",
    "Cada asiento firma el resultado. Con la última firma la partida se cierra y ya no cambia nada.",
  ],
  unsigned: ["This table agreed that nobody signs.", "Esta mesa acordó que nadie firma."],
  closed_signed: ["All have signed: the record is closed.", "Han firmado todos: la partida está cerrada."],
  closed: ["The record is closed.", "La partida está cerrada."],
  void: ["The record is void: it does not count.", "La partida está anulada: no cuenta."],
  conceded: [
    "The recorder says that you conceded: the record is closed.",
    "Según quien anota te rendiste: la partida está cerrada.",
  ],
  not_conceded: ["I did not concede", "No me rendí"],
  sign: ["Sign the result", "Firmar el resultado"],
  sign_for: ["{who} agrees, here", "{who} está de acuerdo, aquí"],
  sure: ["Tap again to sign", "Toca otra vez para firmar"],
  sure_for: ["Tap again: {who} has seen the result", "Toca otra vez: {who} ha visto el resultado"],
  by_code: ["On the own phone", "En su móvil"],
  by_code_of: ["A code, for {who} to sign on the own phone", "Un código, para que {who} firme en su móvil"],
  close: ["Close", "Cerrar"],
  dispute: ["Dispute it", "Impugnarlo"],
  dispute_for: ["Somebody disputes it", "Alguien lo impugna"],
  who: ["Who", "Quién"],
  why: ["Why? Those at the table and the judges read it.", "¿Por qué? Lo leen quienes están a la mesa y los jueces."],
  send_dispute: ["Dispute the result", "Impugnar el resultado"],
  no_reason: ["Say why first.", "Di antes por qué."],
  away: ["Not sent: no connection. Try again.", "Sin enviar: no hay conexión. Inténtalo otra vez."],
  trouble: [
    "The service has trouble ({status}); try again.",
    "El servicio tiene problemas ({status}); inténtalo otra vez.",
  ],
  scored: ["How it was scored", "Cómo se ha puntuado"],
};
export const say = speaker(WORDS);
