// @ts-check
/** What the pages say when the table compares its pieces with the record. */
import { speaker } from "../../kit/words.js";

/** @type {import("../../kit/words.js").Table} */ export const WORDS = {
  title: ["{point}: count the pieces", "{point}: contad las piezas"],
  done: ["{point}: everything agrees", "{point}: todo coincide"],
  differs: [
    "{point}: {n} {n:number differs|numbers differ}",
    "{point}: {n} {n:número no coincide|números no coinciden}",
  ],
  figure: ["{name}: {n}", "{name}: {n}"],
  right: ["Right", "Correcto"],
  right_for: ["{who}: right", "{who}: correcto"],
  all_right: ["All right", "Todo correcto"],
  other: ["Other numbers", "Otros números"],
  other_for: ["{who}: other numbers", "{who}: otros números"],
  send: ["Send", "Enviar"],
  skip: ["Not now", "Ahora no"],
  agrees_own_link: ["agrees, on their phone", "coincide, en su móvil"],
  agrees_claimed: ["agrees, according to the recorder", "coincide, según quien anota"],
  counted: ["{name}: {said} counted, {has} recorded", "{name}: {said} en la mesa, {has} en la partida"],
  search: ["Find the mistake", "Buscar el error"],
  searching: ["Searching… {n} {n:change|changes} tried", "Buscando… {n} {n:cambio probado|cambios probados}"],
  stop: ["Stop", "Parar"],
  none: ["No single change explains this.", "Ningún cambio por sí solo lo explica."],
  stopped: ["The search was stopped.", "La búsqueda se ha parado."],
  offline: [
    "The search needs a connection. It continues as soon as there is one.",
    "La búsqueda necesita conexión. Seguirá en cuanto la haya.",
  ],
  further: ["Search further", "Seguir buscando"],
  found: ["One of these may be wrong:", "Puede que una de estas esté mal:"],
  becomes: ["Was it rather: {says}?", "¿Fue más bien: {says}?"],
  gone: ["Was it never played?", "¿No se jugó?"],
  whole: ["Enter a whole number.", "Escribe un número entero."],
};

export const say = speaker(WORDS);
