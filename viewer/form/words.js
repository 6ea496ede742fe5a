// @ts-check
/** What the widgets of a form say. The pages that use them take these words into their own. */

/** @type {import("../kit/words.js").Table} */ export const WORDS = {
  search: ["Search", "Buscar"],
  search_in: ["Search: {what}", "Buscar: {what}"],
  not_on_offer: ["Not listed…", "No está en la lista…"],
  more_by: ["{n} more", "{n} más"],
  less_by: ["{n} less", "{n} menos"],
  take: ["OK", "Aceptar"],
  yes: ["Yes", "Sí"],
  no: ["No", "No"],
  that_is_all: ["Done", "Listo"],
  not_chosen: ["not chosen yet", "sin elegir"],
  not_seen: ["not seen", "sin ver"],
  nobody_saw: ["Nobody saw it", "Nadie lo vio"],
  place: ["{n} of {count}: {what}", "{n} de {count}: {what}"],
  one_unseen: ["Nobody saw this one", "Nadie vio esta"],
  turn_open: ["Choose number {n}, at most {count}", "Elige el n.º {n}; como máximo, {count}"],
  turn: ["Choose number {n} of {count}", "Elige el n.º {n} de {count}"],
  known: ["As recorded: {n}. Tap one to change it", "Según lo anotado: {n}. Toca una para cambiarla"],
  change: ["All chosen. Tap to change number {n}", "Todo elegido. Toca para cambiar el n.º {n}"],
  add: ["Add one", "Añadir"],
  drop: ["Remove number {n}", "Quitar el n.º {n}"],
};
