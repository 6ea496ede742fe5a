// @ts-check
/** What the page says of moves that were taken back or corrected, of notes, rulings and signatures. */
import { counter, speaker } from "../kit/words.js";

/** @type {import("../kit/words.js").Table} */
export const WORDS = {
  undone_one: ["1 move taken back", "1 jugada deshecha"],
  undone_many: ["{count} moves taken back", "{count} jugadas deshechas"],
  retracted_one: ["1 move taken out by a correction", "1 jugada retirada por una corrección"],
  retracted_many: ["{count} moves taken out by a correction", "{count} jugadas retiradas por una corrección"],
  gone: ["taken back:", "deshecha:"],
  corrected_was: ["corrected: was “{was}”", "corregida: era «{was}»"],
  along: ["changed with it: {names}", "con ella, cambios en {names}"],
  implied_was: ["changed by a correction: was “{was}”", "cambiada por una corrección: era «{was}»"],
  inserted: ["inserted by a correction", "añadida por una corrección"],
  opening: ["Corrected, what the opening says: {what}", "Corregido lo que dice la apertura: {what}"],
  opening_seats: ["people", "las personas"],
  opening_occasion: ["occasion", "la ocasión"],
  opening_options: ["options", "las opciones"],
  reason: ["“{text}”", "«{text}»"],
  asked: ["asked for by {who}", "lo pide {who}"],
  consents: ["consent: {who}", "consienten: {who}"],
  way_own_link: ["own link", "su propio enlace"],
  way_claimed: ["as the recorder says", "según quien anota"],
  person_way: ["{who} ({way})", "{who} ({way})"],
  noted: ["Note: “{text}”", "Nota: «{text}»"],
  noted_judges: ["A note for judges", "Una nota para jueces"],
  noted_erased: ["A note whose text was erased", "Una nota cuyo texto se borró"],
  signed: ["{who} signs the result", "{who} firma el resultado"],
  disputed: ["{who} disputes the result", "{who} impugna el resultado"],
  consented: ["{who} consents to taking back {names}", "{who} consiente deshacer {names}"],
  appointed: ["A judge is appointed", "Se nombra juez"],
  recorder: ["Another phone records from here on", "Desde aquí anota otro móvil"],
  ruled: ["ordered by a judge", "ordenada por un juez"],
  about: ["about move {name}", "sobre la jugada {name}"],
  not_regular: ["This result is not regular", "Este resultado no es regular"],
  table_says: ["What the table says of it", "Lo que dice de él la mesa"],
  go_move: ["Move {name}: {says}", "Jugada {name}: {says}"],
  irregular: ["against the rules, and played all the same", "contra las reglas, y aun así jugada"],
  accepted: ["accepted by {who}", "aceptada por {who}"],
  stale: ["of a result that has changed since", "de un resultado que ha cambiado desde entonces"],
  unsigned: ["{who} has not signed", "{who} no ha firmado"],
  nobody_signed: ["Nobody has signed it yet", "Nadie lo ha firmado todavía"],
  closes_at: [
    "Closes by itself on {when} if nobody disputes the result",
    "Se cierra sola el {when} si nadie impugna el resultado",
  ],
  closed_ruled: ["Closed: a judge has decided", "Cerrada: lo ha decidido un juez"],
  closed_signed: ["Closed: all have signed", "Cerrada: han firmado todos"],
  closed_deadline: ["Closed: nobody disputed the result in time", "Cerrada: nadie impugnó el resultado a tiempo"],
  closed_abandoned: ["Closed: the table stopped early", "Cerrada: la mesa lo dejó antes de acabar"],
  closed_conceded: ["Closed: {who} conceded", "Cerrada: {who} se rindió"],
  voided: ["Void: this record does not count", "Anulada: esta partida no cuenta"],
  redone: ["Brought back what entry {name} had taken back", "Recuperado lo que deshizo la entrada {name}"],
  withdrawn: ["Correction {name} taken back", "Corrección {name} deshecha"],
  move_corrected: ["Move {name} was corrected: {says}", "Se corrigió la jugada {name}: {says}"],
  move_inserted: ["A move was inserted: {says}", "Se añadió una jugada: {says}"],
  move_retracted: ["Move {name} was taken out: {says}", "Se retiró la jugada {name}: {says}"],
  move_undone: ["Move {name} was taken back: {says}", "Se deshizo la jugada {name}: {says}"],
  moves_undone: ["{count} moves were taken back.", "Se deshicieron {count} jugadas."],
  moves_back: ["What had been taken back counts again.", "Lo que se había deshecho vuelve a contar."],
  correction_back: ["A correction was taken back.", "Se deshizo una corrección."],
  ruling: ["A judge ruled: {says}", "Un juez decidió: {says}"],
  more_one: ["1 later move changed with it.", "Con ella cambió 1 jugada posterior."],
  more_many: ["{count} later moves changed with it.", "Con ella cambiaron {count} jugadas posteriores."],
  see_before: ["See the record as it was", "Ver la partida como estaba"],
  dismiss: ["Close this message", "Cerrar este aviso"],
  come_one: ["1 new move", "1 jugada nueva"],
  come_many: ["{count} new moves", "{count} jugadas nuevas"],
  to_end: ["Go to the end", "Ir al final"],
  earlier_version: [
    "This is the record as it stood at entry {version}, {when}; it may have changed since.",
    "Esta es la partida como estaba en la entrada {version}, {when}; puede haber cambiado desde entonces.",
  ],
  earlier_at: [
    "This is the record as it stood on {when}; it may have changed since.",
    "Esta es la partida como estaba el {when}; puede haber cambiado desde entonces.",
  ],
  today: ["To the record of today", "A la partida de hoy"],
  copy: [
    "A copy, and no record of this service: a file that somebody brought on {when} (token {by}).",
    "Una copia, no una partida de este servicio: un archivo que alguien trajo el {when} (ficha {by}).",
  ],
  copy_ours: [
    "It names this service as the one that recorded it, under the id {original}.",
    "Nombra a este servicio como el que la anotó, con el id {original}.",
  ],
  copy_foreign: [
    "It names another service as the one that recorded it, under the id {original}.",
    "Nombra a otro servicio como el que la anotó, con el id {original}.",
  ],
  copy_unsigned: [
    "The file is consistent, but unsigned: anyone could have written it.",
    "El archivo es coherente, pero está sin firmar: cualquiera pudo escribirlo.",
  ],
  copy_found: ["Verification found: {found}.", "La verificación encontró: {found}."],
  copy_entry: ["{what} (entry {version})", "{what} (entrada {version})"],
};

/** A text about what was changed, with its blanks filled. */
export const tell = speaker(WORDS);

/** A sentence about one thing that was changed, and another about more. */
export const counted = counter(tell);
