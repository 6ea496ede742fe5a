// @ts-check
/** What the page that verifies files says. */
import { speaker } from "../../kit/words.js";

/** @type {import("../../kit/words.js").Table} */
export const WORDS = {
  title: ["Verify a file", "Verificar un archivo"],
  game: ["Verify this game", "Verificar esta partida"],
  how: [
    "Choose the file of a game, and stored statements, if you have any. Nothing leaves this device.",
    "Elige el archivo de una partida y, si las hay, declaraciones guardadas. Nada sale de este dispositivo.",
  ],
  file: ["File of the game", "Archivo de la partida"],
  statements: ["Statements", "Declaraciones"],
  key: ["Trusted key: that of this service, {key}", "Clave de confianza: la de este servicio, {key}"],
  key_from: [
    "Key of the service, from its own page “Verify a file”",
    "Clave del servicio, de su propia página «Verificar un archivo»",
  ],
  key_other: ["Key of another service, from its own page", "Clave de otro servicio, de su propia página"],
  no_such_key: ["This is not a key.", "Esto no es una clave."],
  saved: [
    "Only the record in this page is verified, not what the page shows, and a changed page can say anything. " +
      "To be sure, open this file at your own service (Verify a file), or with movebook verify.",
    "Solo se verifica la partida que contiene esta página, no lo que muestra, y una página manipulada puede decir " +
      "cualquier cosa. " +
      "Para estar seguro, abre este archivo en tu propio servicio (Verificar un archivo) o con movebook verify.",
  ],
  save: ["Save the record (JSON)", "Guardar la partida (JSON)"],
  page: [
    "The file is a saved page. Only the record in it is verified, not what the page shows.",
    "El archivo es una página guardada. Solo se verifica la partida que contiene, no lo que muestra.",
  ],
  no_key: [
    "The key of this service is not known here, so nothing can be called genuine.",
    "Aquí no se conoce la clave de este servicio: nada se puede dar por auténtico.",
  ],
  genuine: [
    "Genuine: signed with a trusted key of the service, not of the players, and given out on {at}.",
    "Auténtico: firmado con una clave de confianza del servicio, no de los jugadores, y entregado el {at}.",
  ],
  altered: ["Altered: this is not what a service wrote.", "Alterado: no es lo que escribió un servicio."],
  altered_clash: [
    "Altered: the service signed another entry {entry}.",
    "Alterado: el servicio firmó otra entrada {entry}.",
  ],
  unsigned: [
    "Unsigned: consistent, but anyone could have written it.",
    "Sin firmar: coherente, pero cualquiera pudo escribirlo.",
  ],
  unknown_key: [
    "Unknown key: signed with {key}, which is not trusted here.",
    "Clave desconocida: firmado con {key}, que aquí no es de confianza.",
  ],
  two_statements: [
    "Two statements: the service signed two different entries {entry}. Keep both files: they prove it.",
    "Dos declaraciones: el servicio firmó dos entradas {entry} distintas. Guarda ambos archivos: lo prueban.",
  ],
  restored: [
    "Restored: the service was restored from a backup, and the game went on differently.",
    "Restaurado: el servicio se restauró de una copia de seguridad y la partida siguió de otro modo.",
  ],
  form: ["The file has not the form of a record.", "El archivo no tiene la forma de una partida."],
  chain: [
    "Entry {entry} does not follow from the ones before it.",
    "La entrada {entry} no se sigue de las anteriores.",
  ],
  seal: [
    "A sealed fact of entry {entry} is not what was sealed.",
    "Un hecho de la entrada {entry} no es lo que se selló.",
  ],
  box: ["The components are not those of the game.", "Los componentes no son los de la partida."],
  digest: ["Names or other parts were changed.", "Se cambiaron nombres u otras partes."],
  signature: ["The signature is not one of this content.", "La firma no es la de este contenido."],
  spelling: ["The bytes are not those that were given out.", "Los bytes no son los que se entregaron."],
  entries: ["{count} {count:entry|entries}, the last {at}", "{count} {count:entrada|entradas}; la última, {at}"],
  replayed: [
    "This page checks bytes, chain, seals and signatures. " +
      "Whether the rules give these results is checked by the command line: movebook verify.",
    "Esta página comprueba bytes, cadena, sellos y firmas. " +
      "Si las reglas dan ese resultado lo comprueba la línea de órdenes: movebook verify.",
  ],
  away: ["No connection. Try again.", "No hay conexión. Inténtalo otra vez."],
};
export const say = speaker(WORDS);
