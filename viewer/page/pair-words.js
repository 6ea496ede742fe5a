// @ts-check
/** What the page says that pairs phones, on the recorder's side and on the other phone's. */
import { speaker } from "../kit/words.js";

/** @type {import("../kit/words.js").Table} */
export const WORDS = {
  page: ["Movebook: phones of the table", "Movebook: móviles de la mesa"],
  title_table: ["Phones", "Móviles"],
  title_claim: ["Pair this phone", "Vincular este móvil"],
  claim_how: [
    "Whoever records the game has a code for you: eight letters and digits. It is good once.",
    "Quien lleva la partida tiene un código para ti: ocho letras y cifras. Vale una sola vez.",
  ],
  claim_scanned: [
    "The code is scanned. Pair this phone with it? It is good once.",
    "El código está leído. ¿Vincular este móvil con él? Vale una sola vez.",
  ],
  code: ["Code", "Código"],
  claim: ["Pair this phone", "Vincular este móvil"],
  claiming: ["Pairing …", "Vinculando …"],
  claim_away: [
    "No connection. Nothing is lost: try again, also if it broke off in the middle.",
    "Sin conexión. No se pierde nada: inténtalo otra vez, aunque se haya cortado a mitad.",
  ],
  claimed: ["This phone is paired.", "Este móvil está vinculado."],
  empty: ["Type the code first.", "Escribe antes el código."],
  table_how: [
    "A code pairs one phone with one seat. The whole table sees in the record who was paired.",
    "Un código vincula un móvil con un asiento. Toda la mesa ve en la partida quién se ha vinculado.",
  ],
  none: ["no phone yet", "aún sin móvil"],
  waiting: ["a code waits until {time}", "un código espera hasta las {time}"],
  paired: ["phone paired at {time}", "móvil vinculado a las {time}"],
  paired_many: ["{count} phones, the last paired at {time}", "{count} móviles, el último vinculado a las {time}"],
  pair: ["Pair a phone", "Vincular un móvil"],
  pair_more: ["One more phone", "Un móvil más"],
  pair_of: ["Pair a phone with {who}", "Vincular un móvil con {who}"],
  lost: ["Phone lost", "Móvil perdido"],
  lost_of: ["The phone of {who} is lost", "El móvil de {who} se ha perdido"],
  lost_title: ["{who} has lost the phone?", "¿{who} ha perdido el móvil?"],
  lost_how: [
    "The lost phone can do nothing from now on, and everybody sees in the record that it was lost. The new phone " +
      "does not see what the lost one sealed; it stays sealed and counts.",
    "El móvil perdido ya no podrá hacer nada, y todo el mundo verá en la partida que se perdió. El nuevo no ve lo " +
      "que selló el perdido; sigue sellado y cuenta.",
  ],
  lost_again: ["Give again", "Dar otro"],
  recorder: ["Who records", "Quién anota"],
  recorder_is: ["this phone", "este móvil"],
  recorder_more: ["this phone, and {count} more", "este móvil y {count} más"],
  hand_over: ["Hand over to another phone", "Pasar a otro móvil"],
  sheet_seat: ["A phone for {who}", "Un móvil para {who}"],
  sheet_recorder: ["Another phone records", "Otro móvil anota"],
  sheet_how: [
    "Scan it with the camera of the other phone, or open {address} there and type it.",
    "Léelo con la cámara del otro móvil, o abre allí {address} y escríbelo.",
  ],
  sheet_time: ["Good for {minutes} min more, and once.", "Vale {minutes} min más, y una sola vez."],
  sheet_over: ["This code is over; make another one.", "Este código ya no vale; haz otro."],
  picture: ["QR code of the address with the code {code}", "Código QR de la dirección con el código {code}"],
  done_seat: ["{who}: phone paired.", "{who}: móvil vinculado."],
  done_recorder: ["Another phone records now.", "Ahora anota otro móvil."],
  close: ["Close", "Cerrar"],
  back: ["Back to the record", "Volver a la partida"],
  only_here: [
    "This address leads to this computer alone. For phones, start Movebook so that they reach it (movebook up --lan).",
    "Esta dirección solo lleva a este ordenador. Para los móviles, inicia Movebook de modo que lleguen " +
      "(movebook up --lan).",
  ],
  not_opened: [
    "This record is on this phone alone until there is a connection; phones can be paired afterwards.",
    "Esta partida está solo en este móvil hasta que haya conexión; después se podrán vincular móviles.",
  ],
  not_here: ["This phone does not record that game.", "Este móvil no anota esa partida."],
  away: ["No connection; trying again.", "Sin conexión; se intenta de nuevo."],
  busy: ["Too many ask at once; again in {seconds} s.", "Piden demasiados a la vez; de nuevo en {seconds} s."],
};
export const say = speaker(WORDS);
