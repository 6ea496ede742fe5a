// @ts-check
/** What the page for judges says. */
import { speaker } from "../../kit/words.js";

/** @type {import("../../kit/words.js").Table} */
export const WORDS = {
  title: ["For judges", "Para jueces"],
  loading: ["Loading…", "Cargando…"],
  none: ["No record in the link.", "El enlace no indica ninguna partida."],
  away: ["No connection. Try again.", "No hay conexión. Inténtalo otra vez."],
  busy: ["The server is busy. Retrying in {seconds} s.", "Servidor ocupado. Reintentando en {seconds} s."],
  faultless: [
    "Nothing to report: recorded here, by the rules, uncorrected and signed by every seat on its own phone.",
    "Nada que señalar: anotada aquí, según las reglas, sin correcciones y firmada por cada asiento en su móvil.",
  ],
  count: [
    "{count} {count:finding|findings}, worst first",
    "{count} {count:hallazgo|hallazgos}; primero los más graves",
  ],
  high: ["Serious", "Grave"],
  medium: ["Notable", "Relevante"],
  low: ["For information", "A título informativo"],
  record: ["Record", "Partida"],
  source: ["Source", "Origen"],
  recorded: ["recorded by this service", "anotada por este servicio"],
  adopted: ["adopted from a file", "adoptada de un archivo"],
  copy: ["copy of a file", "copia de un archivo"],
  finished: ["finished, not signed", "terminada, sin firmar"],
  times: ["Times", "Horas"],
  zone: ["{zone}, and UTC", "{zone} y UTC"],
  utc: ["UTC", "UTC"],
  head: ["Last entry", "Última entrada"],
  entry: ["Entry {entry}", "Entrada {entry}"],
  compare: ["Board before and after", "Tablero antes y después"],
  before: ["Before, at entry {entry}", "Antes, en la entrada {entry}"],
  after: ["After, at entry {entry}", "Después, en la entrada {entry}"],
  replay: ["Replay the game", "Ver la partida"],
  verify: ["Verify the file", "Verificar el archivo"],
  print: ["Print, or save as PDF", "Imprimir o guardar como PDF"],
};
export const say = speaker(WORDS);
