// @ts-check
/** What the page that draws a box says. */
import { speaker } from "../kit/words.js";

/** @type {import("../kit/words.js").Table} */
export const WORDS = {
  page: ["A box", "Una caja"],
  open: ["Open a file", "Abrir un archivo"],
  other: ["Español", "English"],
  loading: ["Fetching the box …", "Trayendo la caja …"],
  busy: ["Too many ask at once; again in {seconds} s.", "Piden demasiados a la vez; de nuevo en {seconds} s."],
  choose: [
    "Choose the file of a box (JSON). It is read on this device and sent nowhere.",
    "Elige el archivo de una caja (JSON). Se lee en este dispositivo y no se envía a ningún sitio.",
  ],
  failed: ["This box cannot be fetched: {why}", "Esta caja no se puede traer: {why}"],
  no_json: ["{name} is no JSON: {why}", "{name} no es JSON: {why}"],
  stranger: [
    "No drawing fits this file: it is the box of no game here.",
    "Ningún dibujo conviene a este archivo: no es la caja de ningún juego de aquí.",
  ],
  broken: [
    "This box cannot be drawn to its end ({why}). `movebook box check` names every fault.",
    "Esta caja no se puede dibujar hasta el final ({why}). `movebook box check` nombra cada fallo.",
  ],
  faults: ["What the drawing shows to be wrong", "Lo que el dibujo muestra que está mal"],
  more: [
    "More lines than these are left out. `movebook box check` names every fault.",
    "Se omiten más líneas. `movebook box check` nombra cada fallo.",
  ],
  every: [
    "`movebook box check` names every fault, also those that no drawing shows.",
    "`movebook box check` nombra cada fallo, también los que ningún dibujo muestra.",
  ],
};
export const say = speaker(WORDS);
