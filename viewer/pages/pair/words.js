// @ts-check
/** What the page says that pairs phones, on the recorder's side and on the other phone's. */
import { speaker } from "../../kit/words.js";

/** @type {import("../../kit/words.js").Table} */ export const WORDS = {
  page: ["Movebook: phones", "Movebook: móviles"],
  title_table: ["Phones", "Móviles"],
  title_claim: ["Pair this phone", "Vincular este móvil"],
  claim_how: [
    "Get a code from the person recording the game: twelve letters and digits, valid once.",
    "Pide un código a quien anota la partida: doce letras y cifras, válido una sola vez.",
  ],
  claim_scanned: ["Code read. Pair this phone? It works once.", "Código leído. ¿Vincular este móvil? Vale una vez."],
  code: ["Code", "Código"],
  claim: ["Pair this phone", "Vincular este móvil"],
  claiming: ["Pairing…", "Vinculando…"],
  claim_away: ["No connection. Try again; nothing is lost.", "Sin conexión. Inténtalo otra vez; no se pierde nada."],
  claimed: ["This phone is paired.", "Este móvil está vinculado."],
  empty: ["Enter the code first.", "Escribe primero el código."],
  table_how: [
    "Each code pairs one phone with one seat. Everyone at the table can see who was paired.",
    "Cada código vincula un móvil con un asiento. Toda la mesa puede ver quién se ha vinculado.",
  ],
  none: ["no phone yet", "aún sin móvil"],
  waiting: ["code valid until {time}", "código válido hasta las {time}"],
  paired: ["phone paired at {time}", "móvil vinculado a las {time}"],
  paired_many: ["{count} {count:phone|phones}, last at {time}", "{count} {count:móvil|móviles}, último a las {time}"],
  pair: ["Pair a phone", "Vincular un móvil"],
  pair_more: ["Another phone", "Otro móvil"],
  pair_of: ["Pair a phone with {who}", "Vincular un móvil con {who}"],
  lost: ["Phone lost", "Móvil perdido"],
  lost_of: ["{who}’s phone is lost", "El móvil de {who} se ha perdido"],
  lost_title: ["Has {who} lost the phone?", "¿{who} ha perdido el móvil?"],
  lost_how: [
    "The lost phone loses access now, and everyone can see that it was lost. The new phone cannot see what the " +
      "lost one sealed; it stays sealed and still counts.",
    "El móvil perdido se queda sin acceso desde ahora, y todos pueden ver que se perdió. El nuevo no puede ver " +
      "lo que selló el perdido; sigue sellado y cuenta.",
  ],
  lost_again: ["Pair a new one", "Vincular otro"],
  recorder: ["Who records", "Quién anota"],
  recorder_is: ["this phone", "este móvil"],
  recorder_more: ["this phone, and {count} more", "este móvil y {count} más"],
  hand_over: ["Hand over to another phone", "Pasar a otro móvil"],
  sheet_seat: ["A phone for {who}", "Un móvil para {who}"],
  sheet_recorder: ["Another phone records", "Otro móvil anota"],
  sheet_how: [
    "Scan it with the other phone’s camera, or open {address} there and enter the code.",
    "Léelo con la cámara del otro móvil, o abre allí {address} y escribe el código.",
  ],
  sheet_time: ["Valid for {minutes} min, one use.", "Válido {minutes} min, un solo uso."],
  sheet_over: ["This code has expired. Create a new one.", "Este código ha caducado. Crea otro."],
  picture: ["QR code of the link with code {code}", "Código QR del enlace con el código {code}"],
  done_seat: ["{who}: phone paired.", "{who}: móvil vinculado."],
  done_recorder: ["Another phone is recording now.", "Ahora anota otro móvil."],
  back: ["Back to the game", "Volver a la partida"],
  only_here: [
    "This address works only on this computer. For phones, start Movebook with movebook up --lan.",
    "Esta dirección solo funciona en este ordenador. Para los móviles, inicia Movebook con movebook up --lan.",
  ],
  not_opened: [
    "This game is only on this phone until there is a connection. Phones can be paired after that.",
    "Esta partida está solo en este móvil hasta que haya conexión. Después se podrán vincular móviles.",
  ],
  not_here: ["This phone is not recording that game.", "Este móvil no anota esa partida."],
  away: ["No connection. Retrying…", "Sin conexión. Reintentando…"],
};
export const say = speaker(WORDS);
