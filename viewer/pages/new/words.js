// @ts-check
/** What the page says that begins a record. */
import { speaker } from "../../kit/words.js";

/** @type {import("../../kit/words.js").Table} */ export const WORDS = {
  page: ["Movebook: new game", "Movebook: partida nueva"],
  title: ["New game", "Partida nueva"],
  seats_of: ["{least} to {most} {most:player|players}", "de {least} a {most} {most:jugador|jugadores}"],
  who: ["Players, clockwise", "Jugadores, en el sentido del reloj"],
  order: [
    "Drag the players, or use the arrows, into their order around the table.",
    "Arrastra a los jugadores, o usa las flechas, hasta que queden en el orden de la mesa.",
  ],
  known: ["Recent players", "Jugadores recientes"],
  name_of: ["Name of player {n}", "Nombre del jugador {n}"],
  colour_of: ["Colour of {who}", "Color: {who}"],
  seat_n: ["player {n}", "jugador {n}"],
  drag: ["Drag {who}", "Arrastrar: {who}"],
  up: ["Move {who} up", "Subir: {who}"],
  down: ["Move {who} down", "Bajar: {who}"],
  take_out: ["Remove {who}", "Quitar: {who}"],
  add: ["Add a player", "Añadir jugador"],
  moved: ["{who} is now number {n} of {count}.", "{who} es ahora el número {n} de {count}."],
  options: ["Game options", "Opciones del juego"],
  options_as_usual: ["default", "por defecto"],
  options_changed: ["{count} changed", "{count} cambiadas"],
  more: ["When, where and who can watch", "Cuándo, dónde y quién puede verla"],
  date: ["Date", "Fecha"],
  zone: ["Time zone", "Zona horaria"],
  place: ["Place", "Lugar"],
  league: ["League", "Liga"],
  visibility: ["Who can watch", "Quién puede verla"],
  unlisted: ["Anyone with the link", "Cualquiera con el enlace"],
  public: ["Public (listed)", "Pública (en la lista)"],
  private: ["Only the table", "Solo la mesa"],
  typing: ["Who enters the moves", "Quién anota las jugadas"],
  typing_recorder: ["one person, for everyone", "una persona, por todos"],
  typing_seats: ["each player, on their phone", "cada jugador, en su móvil"],
  undo: ["Undoing moves", "Deshacer jugadas"],
  undo_barriers: ["until something is revealed", "mientras no se revele nada"],
  undo_consent: ["if the others agree", "si los demás aceptan"],
  undo_none: ["never", "nunca"],
  start: ["At the start", "Al comienzo"],
  strict: ["What may not happen silently", "Lo que no puede pasar en silencio"],
  strict_free: ["nothing fixed", "nada en particular"],
  strict_play: [
    "illegal moves, undos past barriers, corrections, rulings",
    "jugadas ilegales, deshacer tras barreras, correcciones, decisiones",
  ],
  strict_all: [
    "also claimed signatures, an early end, another recorder, a lost phone",
    "también firmas de palabra, un final anticipado, otra persona que anota, un móvil perdido",
  ],
  start_free: ["players may sign who plays by which rules", "los jugadores pueden firmar quién juega y con qué reglas"],
  start_seats: ["each player signs before the first move", "cada jugador firma antes de la primera jugada"],
  signing: ["At the end", "Al final"],
  signing_seats: ["each player signs the result", "cada jugador firma el resultado"],
  signing_none: ["nobody signs", "nadie firma"],
  memory_aid: ["Show what is behind screens during the game", "Mostrar en la partida lo que hay tras las pantallas"],
  again_with: ["Same table again: {who}", "La misma mesa: {who}"],
  placeholders: [
    "≈ Movebook has only placeholder values for {game}, not the printed ones. Choose your edition, or go on with " +
      "placeholders.",
    "≈ Movebook solo tiene valores provisionales para {game}, no los impresos. Elige tu edición o sigue con los " +
      "provisionales.",
  ],
  edition: ["Edition", "Edición"],
  edition_compared: ["{name}: {compared} of {rows} compared", "{name}: {compared} de {rows} comparadas"],
  edition_enter: ["Enter or correct an edition", "Introducir o corregir una edición"],
  begin_placeholders: [
    "Start with placeholders: {game}, {count} {count:player|players}",
    "Empezar con valores provisionales: {game}, {count} {count:jugador|jugadores}",
  ],
  begin: ["Start: {game}, {count} {count:player|players}", "Empezar: {game}, {count} {count:jugador|jugadores}"],
  beginning: ["Creating game…", "Creando la partida…"],
  too_few: [
    "{game} needs at least {least} {least:player|players}. Enter their names.",
    "{game} necesita al menos {least} {least:jugador|jugadores}. Escribe sus nombres.",
  ],
  too_many: ["{game}: at most {most} {most:player|players}.", "{game}: como máximo {most} {most:jugador|jugadores}."],
  twice: ["{name} appears twice. Change one of the names.", "{name} aparece dos veces. Cambia uno de los nombres."],
  refused: ["This game could not be created:", "No se pudo crear la partida:"],
  away: [
    "No connection. The game starts on this phone and is sent when you are online again.",
    "Sin conexión. La partida empieza en este móvil y se enviará cuando vuelva la conexión.",
  ],
  away_memory: [
    "No connection, and this browser stores nothing. Start again when you are online; no game is created twice.",
    "Sin conexión, y este navegador no guarda nada. Empieza otra vez cuando haya conexión; la partida no se " +
      "creará dos veces.",
  ],
  unkept: [
    "This phone could not save the game. Free some space, then start again.",
    "Este móvil no ha podido guardar la partida. Libera espacio y empieza otra vez.",
  ],
  away_game: [
    "No connection, and {game} is not on this phone yet. Choose it once while you are online.",
    "Sin conexión, y {game} aún no está en este móvil. Elígelo una vez con conexión.",
  ],
  away_here: [
    "No connection, and the games are not on this phone yet. Open this page once while you are online.",
    "Sin conexión, y los juegos aún no están en este móvil. Abre esta página una vez con conexión.",
  ],
  memory: [
    "This browser stores nothing: unsent moves are lost when the page is closed.",
    "Este navegador no guarda nada: lo que no se envíe se pierde al cerrar la página.",
  ],
  need_token: ["This phone cannot create games yet", "Este móvil aún no puede crear partidas"],
  need_token_how: [
    "Ask the administrator for a link (movebook up prints it). Open or scan it once on this phone, or paste it here.",
    "Pide un enlace al administrador (lo muestra movebook up). Ábrelo o escanéalo una vez en este móvil, o " +
      "pégalo aquí.",
  ],
  token: ["Link or token", "Enlace o token"],
  keep_token: ["Save on this phone", "Guardar en este móvil"],
  no_token_there: ["No token found here.", "Aquí no hay ningún token."],
  token_refused: ["This phone’s token is no longer valid: {why}", "El token de este móvil ya no es válido: {why}"],
  have_code: ["I have a code for a game", "Tengo un código para una partida"],
};
export const say = speaker(WORDS);
