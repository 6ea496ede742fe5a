// @ts-check
/** What the page behind a seat's link says. */
import { WORDS as FORM } from "../form/words.js";
import { speaker } from "../kit/words.js";

/** @type {import("../kit/words.js").Table} */
export const WORDS = {
  ...FORM,
  page: ["Movebook: your seat", "Movebook: tu asiento"],
  give: ["What only you can give", "Lo que solo tú puedes dar"],
  nothing: ["Nothing is asked of you now.", "Ahora no se te pide nada."],
  waiting: ["Still waiting for {who}.", "Se espera a {who}."],
  locked: ["Sealed", "Sellado"],
  sealed_at: ["Sealed at {time}.", "Sellado a las {time}."],
  sealed_own: ["Nobody else at the table sees it until {until}.", "Nadie más en la mesa lo ve hasta que {until}."],
  sealed_told: [
    "The recorder wrote it down and knows it; nobody else at the table sees it until {until}.",
    "Lo anotó quien lleva la partida, que lo conoce; nadie más en la mesa lo ve hasta que {until}.",
  ],
  shown: ["it is shown to everybody", "se muestre a todos"],
  look: ["Look at it (mind who can see your screen)", "Mirarlo (cuidado con quien vea tu pantalla)"],
  knows: ["What you know", "Lo que sabes"],
  told: ["What happened last", "Lo último que pasó"],
  consent: ["Agree that the last move is taken back", "Consentir que se deshaga la última jugada"],
  consent_sure: ["Tap again to agree", "Toca otra vez para consentir"],
  consented: ["You agreed that the last move may be taken back.", "Has consentido que se deshaga la última jugada."],
  watch: ["Watch the whole game with your eyes", "Ver toda la partida con tus ojos"],
  type: ["Type my moves", "Anotar mis jugadas"],
  send: ["Seal it", "Sellar"],
  again: ["Seal something else instead", "Sellar otra cosa en su lugar"],
  late: ["{what}: left open until now", "{what}: abierto hasta ahora"],
  choose: ["Choose first: {what}.", "Elige antes: {what}."],
  away: [
    "No connection. What you chose is kept; trying again.",
    "Sin conexión. Lo elegido se conserva; se intenta de nuevo.",
  ],
  unsent: [
    "Not sealed: no connection. What you chose is kept; try again.",
    "Sin sellar: no hay conexión. Lo elegido se conserva; inténtalo otra vez.",
  ],
  trouble: [
    "The service has trouble ({status}); trying again.",
    "El servicio tiene problemas ({status}); se intenta de nuevo.",
  ],
  busy: ["Too many ask at once; again in {seconds} s.", "Piden demasiados a la vez; de nuevo en {seconds} s."],
  gone: [
    "This link is not valid any more: it was revoked, or its time is over. Ask whoever records the game for a new one.",
    "Este enlace ya no vale: fue revocado o caducó. Pide otro a quien lleva la partida.",
  ],
  missing: ["There is no such record here.", "Aquí no hay tal partida."],
  none: ["This page needs a seat's own link.", "Esta página necesita el enlace de un asiento."],
  other: ["Español", "English"],
};
export const say = speaker(WORDS);
