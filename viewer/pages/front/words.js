// @ts-check
/** What the first page says of recording, of the records of this phone, and of further filters. */
import { speaker } from "../../kit/words.js";

/** @type {import("../../kit/words.js").Table} */ export const WORDS = {
  record: ["Record a game", "Anotar una partida"],
  continue: ["Continue", "Continuar"],
  code: ["I have a code", "Tengo un código"],
  editions: ["Editions", "Ediciones"],
  own: ["On this device", "En este dispositivo"],
  role_owner: ["you record", "anotas tú"],
  role_recorder: ["you record", "anotas tú"],
  role_seat: ["your seat", "tu asiento"],
  role_reader: ["you can watch", "puedes verla"],
  not_opened: ["only on this phone", "solo en este móvil"],
  unsent: ["{count} not sent yet", "{count} sin enviar"],
  forget: ["Remove from this phone", "Quitar de este móvil"],
  forget_of: ["Remove {what} from this phone", "Quitar {what} de este móvil"],
  forget_sure: [
    "Tap again to remove: this phone loses access to this game of {what}",
    "Toca otra vez para quitarla: este móvil perderá el acceso a esta partida de {what}",
  ],
  forget_sure_all: [
    "Tap again to remove: this phone loses access to this game of {what} and can start no new ones",
    "Toca otra vez para quitarla: este móvil perderá el acceso a esta partida de {what} y no podrá abrir otras",
  ],
  phones: ["Phones at the table", "Móviles de la mesa"],
  more_filters: ["More filters", "Más filtros"],
  any_status: ["Any", "Cualquiera"],
  table: ["Table", "Mesa"],
  ref: ["Id on another site (site:id)", "Id en otro sitio (sitio:id)"],
  changed_since: ["Changed since", "Modificada desde"],
};
export const say = speaker(WORDS);
