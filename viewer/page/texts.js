// @ts-check
/** What the page around a board says. Sentences of moves come with the replay, those of a game with its board. */
import { LANGUAGES, speaker } from "../kit/words.js";

/** @typedef {import("../kit/words.js").Language} Language */

/** @type {import("../kit/words.js").Table} */
export const WORDS = {
  title: ["Movebook", "Movebook"],
  skip: ["Skip to the controls", "Ir a los controles"],
  loading: ["Fetching the record …", "Trayendo la partida …"],
  behind: ["The replay is being prepared; it opens by itself.", "La repetición se está preparando; se abrirá sola."],
  failed: ["This record cannot be shown", "Esta partida no se puede mostrar"],
  busy: ["Too many ask at once; again in {seconds} s.", "Piden demasiados a la vez; de nuevo en {seconds} s."],
  unreachable: ["The service at {where} does not answer.", "El servicio en {where} no responde."],
  unreadable: ["What came from {where} is no replay.", "Lo que llegó de {where} no es una repetición."],
  bad_address: [
    "What the address says here cannot be: {names}.",
    "Lo que la dirección dice aquí no puede ser: {names}.",
  ],
  again: ["Try again", "Intentar otra vez"],
  all_records: ["All records", "Todas las partidas"],
  records: ["Records", "Partidas"],
  no_records: ["Nothing is recorded here yet.", "Aquí no hay ninguna partida todavía."],
  more: ["More", "Más"],
  running: ["running", "en curso"],
  closed: ["closed", "cerrada"],
  finished: ["finished", "terminada"],
  disputed: ["disputed", "impugnada"],
  void: ["void", "anulada"],
  moves_made: ["{count} moves", "{count} jugadas"],
  what_this_is: [
    "Movebook keeps the record of games that people play at a table with cardboard and wood: " +
      "every move, checked against the rules as it is written down. " +
      "Choose a game to watch it move by move, with every score explained.",
    "Movebook lleva el acta de partidas que la gente juega en una mesa con cartón y madera: " +
      "cada jugada, comprobada con las reglas en cuanto se anota. " +
      "Elige una partida para verla jugada a jugada, con cada puntuación explicada.",
  ],
  find: ["Find", "Buscar"],
  find_hint: ["title, player, league, place …", "título, jugador, liga, lugar …"],
  find_game: ["Game", "Juego"],
  every_game: ["Every game", "Todos los juegos"],
  find_with: ["Only with {what}", "Solo con {what}"],
  find_without: ["No longer only with {what}", "Dejar de filtrar por {what}"],
  none_found: ["No record fits.", "Ninguna partida coincide."],
  winner: ["winner", "gana"],
  eyes: ["Seen by", "Visto por"],
  eyes_public: ["Public", "Público"],
  eyes_recorder: ["Recorder", "Anotador"],
  eyes_judge: ["Judge", "Juez"],
  eyes_now: ["Now seen by: {eyes}.", "Ahora visto por: {eyes}."],
  eyes_one: ["This record can be seen by one pair of eyes only.", "Esta partida solo se puede ver con unos ojos."],
  language: ["Language", "Idioma"],
  theme: ["Light or dark", "Claro u oscuro"],
  theme_light: ["Light", "Claro"],
  theme_dark: ["Dark", "Oscuro"],
  help: ["Keys", "Teclas"],
  help_title: ["Keys", "Teclas"],
  help_more: [
    "The mouse wheel over the board goes move by move; so does a sideways swipe. Hold a step button to run. " +
      "Click a place on the board to learn about it, or to go to the move that put a piece there. " +
      "With the keyboard: Tab to the board, arrows from place to place, Enter, Escape.",
    "La rueda del ratón sobre el tablero avanza jugada a jugada; también deslizar de lado. " +
      "Mantén pulsado un botón de paso para correr. " +
      "Haz clic en un lugar del tablero para saber de él, o para ir a la jugada que puso allí una pieza. " +
      "Con el teclado: Tab hasta el tablero, flechas de lugar en lugar, Intro, Escape.",
  ],
  close: ["Close", "Cerrar"],
  key_next: ["next move", "jugada siguiente"],
  key_previous: ["previous move", "jugada anterior"],
  key_next_round: ["beginning of the next round", "comienzo de la ronda siguiente"],
  key_previous_round: [
    "beginning of this round, then of the one before",
    "comienzo de esta ronda, luego de la anterior",
  ],
  key_first: ["the empty table", "la mesa vacía"],
  key_last: ["the last move", "la última jugada"],
  key_tenth: ["tenths of the game", "décimas de la partida"],
  key_play: ["play or pause", "reproducir o pausar"],
  key_faster: ["faster", "más rápido"],
  key_slower: ["slower", "más lento"],
  key_scoring: ["the latest scoring, and back", "la última puntuación, y volver"],
  key_eyes: ["next eyes", "ojos siguientes"],
  key_help: ["this list", "esta lista"],
  kbd_home: ["Home", "Inicio"],
  kbd_end: ["End", "Fin"],
  kbd_space: ["Space", "Espacio"],
  first: ["First", "Inicio"],
  previous: ["Previous move", "Jugada anterior"],
  next: ["Next move", "Jugada siguiente"],
  last: ["Last", "Final"],
  play: ["Play", "Reproducir"],
  pause: ["Pause", "Pausa"],
  speed: ["Speed", "Velocidad"],
  controls: ["Replay controls", "Controles de la repetición"],
  slider: ["Move", "Jugada"],
  name_of: ["{name} of {last}", "{name} de {last}"],
  move_of: ["Move {name} of {last}", "Jugada {name} de {last}"],
  start: ["The table before the first move.", "La mesa antes de la primera jugada."],
  start_short: ["Start", "Comienzo"],
  round: ["Round {round}", "Ronda {round}"],
  about_round: ["round {round}", "ronda {round}"],
  about_table: ["table {table}", "mesa {table}"],
  moves: ["Moves", "Jugadas"],
  board: ["Table", "Mesa"],
  result: ["Result", "Resultado"],
  stage_views: ["What is shown", "Qué se muestra"],
  panel: ["Beside the board", "Junto al tablero"],
  peek: ["{what}, as it was at move {name}", "{what}, como estaba en la jugada {name}"],
  back_to: ["Back to move {name}", "Volver a la jugada {name}"],
  chart_point: ["Go to move {name}: {scores}", "Ir a la jugada {name}: {scores}"],
  chart_pick: ["Chart of", "Gráfica de"],
  rank: ["Rank", "Puesto"],
  score: ["Score", "Puntos"],
  wins: ["{who} wins", "Gana {who}"],
  win_together: ["{who} share the victory", "{who} comparten la victoria"],
  contradiction: ["The record contradicts itself:", "La partida se contradice:"],
  contradiction_of: ["entries {names} ({rule})", "entradas {names} ({rule})"],
  broken: [
    "Shown up to move {last}: what follows is damaged ({reason}).",
    "Se muestra hasta la jugada {last}: lo que sigue está dañado ({reason}).",
  ],
  mark_contradiction: ["Contradiction", "Contradicción"],
  colour_red: ["Red", "Rojo"],
  colour_blue: ["Blue", "Azul"],
  colour_yellow: ["Yellow", "Amarillo"],
  colour_green: ["Green", "Verde"],
  colour_white: ["White", "Blanco"],
  colour_black: ["Black", "Negro"],
  colour_purple: ["Purple", "Morado"],
  colour_orange: ["Orange", "Naranja"],
  other_language: ["Español", "English"],
  open_full: ["Open the whole page", "Abrir la página completa"],
};

/** A text of the page in a language, with its blanks filled. */
export const text = speaker(WORDS);

/**
 * A colour of a seat where no box says what it is called.
 * @param {Language} lang
 * @param {string} colour
 */
export function colourWord(lang, colour) {
  const key = `colour_${colour}`;
  return key in WORDS ? text(lang, key) : colour;
}

/**
 * The first language that we speak.
 * @param {readonly string[]} wanted Tags such as `es-MX`.
 * @returns {Language}
 */
export function bestLanguage(wanted) {
  for (const tag of wanted) {
    const known = LANGUAGES.find((lang) => lang === tag.slice(0, 2).toLowerCase());
    if (known) return known;
  }
  return "en";
}
