// @ts-check
/** What the page says that begins a record. */
import { speaker } from "../kit/words.js";

/** @type {import("../kit/words.js").Table} */
export const WORDS = {
  page: ["Movebook: a new record", "Movebook: una partida nueva"],
  title: ["New record", "Partida nueva"],
  game: ["Game", "Juego"],
  seats_of: ["{least} to {most} players", "de {least} a {most} jugadores"],
  who: ["Who plays, clockwise", "Quién juega, en el sentido del reloj"],
  order: [
    "Drag a line by its handle, or use the arrows, until the order is that of the table.",
    "Arrastra una línea por su asa, o usa las flechas, hasta que el orden sea el de la mesa.",
  ],
  known: ["From former evenings", "De otras partidas"],
  name_of: ["Name of player {n}", "Nombre del jugador {n}"],
  colour_of: ["Colour of {who}", "Color de {who}"],
  seat_n: ["player {n}", "el jugador {n}"],
  drag: ["Drag {who}", "Arrastrar a {who}"],
  up: ["Move {who} up", "Subir a {who}"],
  down: ["Move {who} down", "Bajar a {who}"],
  take_out: ["Take {who} out", "Quitar a {who}"],
  add: ["Add a player", "Añadir jugador"],
  moved: ["{who} is now number {n} of {count}.", "{who} es ahora el número {n} de {count}."],
  options: ["Options of the game", "Opciones del juego"],
  options_as_usual: ["as usual", "las de siempre"],
  options_changed: ["{count} changed", "{count} cambiadas"],
  more: ["When, where, and who may watch", "Cuándo, dónde y quién puede ver"],
  date: ["Day", "Día"],
  zone: ["Time zone", "Zona horaria"],
  place: ["Place", "Lugar"],
  event: ["Event", "Encuentro"],
  league: ["League", "Liga"],
  visibility: ["Who may watch", "Quién puede ver"],
  unlisted: ["Who has the address", "Quien tenga la dirección"],
  public: ["Everybody: it stands in the list", "Todo el mundo: sale en la lista"],
  private: ["Nobody but the table", "Nadie más que la mesa"],
  undo: ["Taking moves back", "Deshacer jugadas"],
  undo_barriers: ["as far as nothing was revealed", "mientras no se haya revelado nada"],
  undo_consent: ["when the others consent", "si los demás consienten"],
  undo_none: ["never", "nunca"],
  signing: ["At the end", "Al final"],
  signing_seats: ["each seat signs the result", "cada asiento firma el resultado"],
  signing_none: ["nobody signs", "nadie firma"],
  memory_aid: ["Show what is behind the screens while the game runs", "Mostrar lo que hay tras las pantallas"],
  yes: ["yes", "sí"],
  no: ["no", "no"],
  begin: ["Begin: {game}, {count} players", "Empezar: {game}, {count} jugadores"],
  beginning: ["Opening the record …", "Abriendo la partida …"],
  too_few: ["{game} needs {least} players.", "{game} necesita {least} jugadores."],
  too_many: ["{game} takes {most} players at most.", "{game} admite {most} jugadores como máximo."],
  twice: ["{name} is there twice; give one of them another name.", "{name} está dos veces; cambia uno de los nombres."],
  refused: ["The service does not open this record:", "El servicio no abre esta partida:"],
  away: [
    "No connection. The record begins on this phone, and is sent as soon as there is one.",
    "Sin conexión. La partida empieza en este móvil y se enviará en cuanto la haya.",
  ],
  away_memory: [
    "No connection, and this browser keeps nothing: begin again when there is one; nothing was opened twice.",
    "Sin conexión, y este navegador no guarda nada: empieza otra vez cuando la haya; nada se abre dos veces.",
  ],
  unkept: [
    "This phone has not kept the record: free some room, then begin again.",
    "Este móvil no ha guardado la partida: libera espacio y empieza otra vez.",
  ],
  away_game: [
    "No connection, and this phone does not know {game} yet: choose it once while there is one.",
    "Sin conexión, y este teléfono aún no conoce {game}: elígelo una vez cuando la haya.",
  ],
  away_here: [
    "No connection, and the games are not known here yet: open this page once while there is one.",
    "Sin conexión, y aquí aún no se conocen los juegos: abre esta página una vez cuando la haya.",
  ],
  busy: ["Too many ask at once; again in {seconds} s.", "Piden demasiados a la vez; de nuevo en {seconds} s."],
  again: ["Try again", "Intentar otra vez"],
  memory: [
    "This browser keeps nothing: what is not sent is lost when the page is closed.",
    "Este navegador no guarda nada: lo que no se envíe se pierde al cerrar la página.",
  ],
  need_token: ["This phone may not open records yet", "Este móvil aún no puede abrir partidas"],
  need_token_how: [
    "Whoever runs this service has a link for that: movebook up prints it. Open or scan it once on this phone, or " +
      "paste it here.",
    "Quien lleva este servicio tiene un enlace para eso: lo imprime movebook up. Ábrelo o escanéalo una vez en este " +
      "móvil, o pégalo aquí.",
  ],
  token: ["Link or token", "Enlace o ficha"],
  keep_token: ["Keep it on this phone", "Guardarlo en este móvil"],
  no_token_there: ["There is no token in this.", "Aquí no hay ninguna ficha."],
  token_refused: ["The token of this phone is not good any more: {why}", "La ficha de este móvil ya no vale: {why}"],
  have_code: ["I have a code for a game", "Tengo un código para una partida"],
};
export const say = speaker(WORDS);
