// @ts-check
/** What the page that draws a box says. */
import { speaker } from "../../kit/words.js";

/** @type {import("../../kit/words.js").Table} */
export const WORDS = {
  page: ["A box", "Una caja"],
  open: ["Open a file", "Abrir un archivo"],
  other: ["Español", "English"],
  loading: ["Loading box…", "Cargando la caja…"],
  busy: ["Server busy. Retrying in {seconds} s", "Servidor ocupado. Reintentando en {seconds} s"],
  choose: [
    "Choose a box file (JSON). It is read on this device and not uploaded.",
    "Elige un archivo de caja (JSON). Se lee en este dispositivo y no se sube.",
  ],
  failed: ["Could not load this box: {why}", "No se pudo cargar esta caja: {why}"],
  no_json: ["{name} is not valid JSON: {why}", "{name} no es JSON válido: {why}"],
  stranger: ["This file matches no installed game", "El archivo no corresponde a ningún juego"],
  broken: [
    "This box cannot be drawn completely ({why}). `movebook box check` lists every fault.",
    "Esta caja no se puede dibujar entera ({why}). `movebook box check` muestra todos los fallos.",
  ],
  faults: ["Faults found", "Fallos encontrados"],
  more: [
    "There are more faults. `movebook box check` lists them all.",
    "Hay más fallos. `movebook box check` los muestra todos.",
  ],
  every: [
    "`movebook box check` lists every fault, including those that a drawing cannot show.",
    "`movebook box check` muestra todos los fallos, también los que no se ven en un dibujo.",
  ],
};
export const say = speaker(WORDS);
