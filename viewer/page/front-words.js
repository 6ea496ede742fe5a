// @ts-check
/** What the first page says of recording, of the records of this phone, and of further filters. */
import { speaker } from "../kit/words.js";

/** @type {import("../kit/words.js").Table} */
export const WORDS = {
  record: ["Record a game", "Anotar una partida"],
  watch: ["Watch", "Ver"],
  code: ["I have a code", "Tengo un código"],
  own: ["On this device", "En este dispositivo"],
  role_owner: ["you record", "anotas tú"],
  role_recorder: ["you record", "anotas tú"],
  role_seat: ["your seat", "tu asiento"],
  role_reader: ["you may watch", "puedes ver"],
  not_opened: ["on this phone alone", "solo en este móvil"],
  unsent: ["{count} not sent yet", "{count} sin enviar"],
  forget: ["Forget it on this phone", "Olvidarla en este móvil"],
  forget_of: ["Forget {what} on this phone", "Olvidar {what} en este móvil"],
  forget_sure: [
    "Tap again: this phone can then do nothing more in this record of {what}",
    "Toca otra vez: este móvil ya no podrá hacer nada en esta partida de {what}",
  ],
  forget_sure_all: [
    "Tap again: this phone forgets this record of {what} and its access to begin new ones",
    "Toca otra vez: este móvil olvidará esta partida de {what} y el permiso para abrir otras",
  ],
  phones: ["Phones of the table", "Móviles de la mesa"],
  more_filters: ["More filters", "Más filtros"],
  status: ["Stands", "Estado"],
  any_status: ["However it stands", "Cualquiera"],
  event: ["Event", "Encuentro"],
  round: ["Round", "Ronda"],
  table: ["Table", "Mesa"],
  ref: ["Id on another site (site:id)", "Id en otro sitio (sitio:id)"],
  changed_since: ["Changed since", "Cambiada desde"],
};
export const say = speaker(WORDS);
