// @ts-check
/** What the pages say at the end of a game: the result, who signed it, who disputes it. */
import { speaker } from "../../kit/words.js";

/** @type {import("../../kit/words.js").Table} */
export const WORDS = {
  start: ["The start: who plays, by which rules", "El comienzo: quién juega y con qué reglas"],
  start_required: ["Everyone signs the start first", "Antes firman todos el comienzo"],
  start_done: ["Everyone signed the start", "Todos han firmado el comienzo"],
  start_own: ["This is us, these are the rules", "Somos nosotros y estas son las reglas"],
  start_all: ["Everyone agrees: sign for all", "Todos de acuerdo: firmar por todos"],
  yes: ["yes", "sí"],
  no: ["no", "no"],
  title: ["The result", "El resultado"],
  of: ["{name}: {score}", "{name}: {score}"],
  signed_own_link: ["signed on their phone", "ha firmado en su móvil"],
  signed_claimed: ["signed, according to the recorder", "ha firmado, según quien anota"],
  disputed_own_link: ["disputes it on their phone", "lo impugna en su móvil"],
  disputed_claimed: ["disputes it, according to the recorder", "lo impugna, según quien anota"],
  with_reason: ["{words}: “{reason}”", "{words}: «{reason}»"],
  silent: ["has not signed", "no ha firmado"],
  how: [
    "Each player signs the result. The last signature closes the game; after that nothing changes.",
    "Cada jugador firma el resultado. La última firma cierra la partida; después ya no cambia nada.",
  ],
  unsigned: ["This table agreed not to sign.", "Esta mesa acordó no firmar."],
  closed_signed: ["Everyone has signed. The game is closed.", "Todos han firmado. La partida está cerrada."],
  closed: ["The game is closed.", "La partida está cerrada."],
  void: ["The game is void: it does not count.", "La partida está anulada: no cuenta."],
  conceded: [
    "The recorder says that you conceded. The game is closed.",
    "Según quien anota, te rendiste. La partida está cerrada.",
  ],
  not_conceded: ["I did not concede", "No me rendí"],
  sign: ["Sign the result", "Firmar el resultado"],
  sign_for: ["{who} agrees", "{who} está de acuerdo"],
  sure: ["Tap again to sign", "Toca otra vez para firmar"],
  sure_for: ["Tap again: {who} has seen the result", "Toca otra vez: {who} ha visto el resultado"],
  by_code: ["On their phone", "En su móvil"],
  by_code_of: ["Code for {who} to sign on their phone", "Código para que {who} firme en su móvil"],
  close: ["Close", "Cerrar"],
  dispute: ["Dispute", "Impugnar"],
  dispute_for: ["Someone disputes it", "Alguien lo impugna"],
  who: ["Who", "Quién"],
  why: ["Why? The players and the judges will read it.", "¿Por qué? Lo leerán los jugadores y los jueces."],
  send_dispute: ["Dispute the result", "Impugnar el resultado"],
  no_reason: ["Enter a reason first.", "Escribe primero el motivo."],
  away: ["Not sent: no connection. Try again.", "Sin enviar: no hay conexión. Inténtalo otra vez."],
  trouble: ["Server error ({status}). Try again.", "Error del servidor ({status}). Inténtalo otra vez."],
  proof: ["Proof on this phone", "Prueba en este móvil"],
  proof_how: [
    "The service signed the game at entry {version}. Keep this code: it shows if anyone changes the record later.",
    "El servicio firmó la partida en la entrada {version}. Guarda este código: muestra si alguien la cambia después.",
  ],
  proof_clash: [
    "The service has signed two different versions of entry {version}. Show this to a judge.",
    "El servicio ha firmado dos versiones distintas de la entrada {version}. Enséñaselo a un juez.",
  ],
  proof_save: ["Save as a file", "Guardar como archivo"],
  proof_picture: ["The signed statement as a QR code", "La declaración firmada, en código QR"],
  scored: ["How it was scored", "Cómo se ha puntuado"],
};
export const say = speaker(WORDS);
