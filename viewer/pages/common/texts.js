// @ts-check
/** What the page around a board says. Sentences of moves come with the replay, those of a game with its board. */
import { LANGUAGES, speaker } from "../../kit/words.js";

/** @import { Language } from "../../kit/words.js" */

/** @type {import("../../kit/words.js").Table} */ export const WORDS = {
  title: ["Movebook", "Movebook"],
  skip: ["Skip to the controls", "Ir a los controles"],
  loading: ["Loading game…", "Cargando…"],
  behind: ["Preparing the replay. It opens automatically", "Preparando la repetición. Se abrirá automáticamente"],
  failed: ["This game cannot be shown", "No se puede mostrar esta partida"],
  busy: ["Server busy. Retrying in {seconds} s", "Servidor ocupado. Reintentando en {seconds} s"],
  unreachable: ["Cannot reach {where}", "No se puede conectar con {where}"],
  unreadable: ["{where} did not return a replay", "{where} no devolvió una repetición"],
  bad_address: ["This link has an invalid value: {names}", "Enlace no válido: {names}"],
  records: ["Games", "Partidas"],
  no_records: ["No games yet", "Aún no hay partidas"],
  finished: ["finished", "terminada"],
  moves_made: ["{count} {count:move|moves}", "{count} {count:jugada|jugadas}"],
  what_this_is: [
    "Movebook records games played at a real table: every move, checked against the rules as you enter it. Pick " +
      "a game to watch it move by move, with every score explained.",
    "Movebook anota partidas jugadas en una mesa de verdad: cada jugada, comprobada con las reglas al anotarla. " +
      "Elige una partida y mírala jugada a jugada, con cada puntuación explicada.",
  ],
  find: ["Search", "Buscar"],
  find_hint: ["title, player, event, place…", "título, jugador, evento, lugar…"],
  find_game: ["Game", "Juego"],
  every_game: ["All titles", "Todos los juegos"],
  find_with: ["Filter by {what}", "Filtrar por {what}"],
  find_without: ["Remove filter: {what}", "Quitar filtro: {what}"],
  none_found: ["No games found", "No se encontraron partidas"],
  winner: ["winner", "gana"],
  eyes: ["Point of view", "Vista"],
  eyes_public: ["Public", "Público"],
  eyes_recorder: ["Recorder", "Anotador"],
  eyes_judge: ["Judge", "Juez"],
  eyes_now: ["Point of view: {eyes}", "Vista: {eyes}"],
  eyes_one: ["Only one view available", "Solo hay una vista"],
  language: ["Language", "Idioma"],
  theme_light: ["Light", "Claro"],
  theme_dark: ["Dark", "Oscuro"],
  help: ["Help", "Ayuda"],
  legend_title: ["Symbols on the board", "Símbolos del tablero"],
  help_title: ["Keyboard shortcuts", "Atajos de teclado"],
  help_more: [
    "Scroll over the board, or swipe sideways, to go move by move. Hold a step button to run. Click a space for " +
      "details, or to jump to the move that placed the piece there. With the keyboard: Tab to the board, arrow " +
      "keys between spaces, Enter, Escape.",
    "Usa la rueda del ratón sobre el tablero, o desliza de lado, para ir jugada a jugada. Mantén pulsado un " +
      "botón de paso para avanzar rápido. Haz clic en una casilla para ver detalles o para ir a la jugada que puso " +
      "allí la pieza. Con el teclado: Tab hasta el tablero, flechas entre casillas, Intro, Escape.",
  ],
  key_next: ["next move", "jugada siguiente"],
  key_previous: ["previous move", "jugada anterior"],
  key_next_round: ["next round", "ronda siguiente"],
  key_previous_round: ["start of this round, then the previous one", "inicio de esta ronda, luego el de la anterior"],
  key_first: ["start of the game", "inicio de la partida"],
  key_last: ["last move", "última jugada"],
  key_tenth: ["jump to 0–90 %", "saltar al 0–90 %"],
  key_play: ["play or pause", "reproducir o pausar"],
  key_faster: ["faster", "más rápido"],
  key_slower: ["slower", "más lento"],
  key_scoring: ["latest scoring, and back", "última puntuación, y volver"],
  key_eyes: ["next point of view", "vista siguiente"],
  key_help: ["show this list", "mostrar esta lista"],
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
  ply_of: ["{ply} of {last}", "{ply} de {last}"],
  move_of: ["Move {ply} of {last}", "Jugada {ply} de {last}"],
  start: ["The table before the first move.", "La mesa antes de la primera jugada."],
  start_short: ["Start", "Comienzo"],
  round: ["Round {round}", "Ronda {round}"],
  turn: ["turn {turn}", "turno {turn}"],
  about_round: ["round {round}", "ronda {round}"],
  about_table: ["table {table}", "mesa {table}"],
  about_edition: ["edition {edition}", "edición {edition}"],
  league_broken: ["league mode broken", "modo liga incumplido"],
  about_judges: ["for judges", "para jueces"],
  about_verify: ["verify", "verificar"],
  board: ["Table", "Mesa"],
  result: ["Result", "Resultado"],
  stage_views: ["What is shown", "Qué se muestra"],
  panel: ["Side panel", "Panel lateral"],
  peek: ["{what} at move {name}", "{what} en la jugada {name}"],
  back_to: ["Back to move {name}", "Volver a la jugada {name}"],
  chart_point: ["Go to move {name}: {scores}", "Ir a la jugada {name}: {scores}"],
  chart_pick: ["Chart", "Gráfica"],
  chart_table: ["Chart as a table", "Gráfica como tabla"],
  standings: ["Standings after each round", "Clasificación tras cada ronda"],
  rank: ["Rank", "Puesto"],
  score: ["Score", "Puntos"],
  share: ["Share", "Compartir"],
  hide_spoilers: ["Hide spoilers", "Ocultar spoilers"],
  turns: ["Turning points ({count})", "Momentos clave ({count})"],
  turn_lead: ["{who} takes the lead, {by} ahead", "{who} se pone en cabeza, con {by} de ventaja"],
  turns_final: [
    "Before the final scoring: {before}. Final scoring: {gains}",
    "Antes de la puntuación final: {before}. Puntuación final: {gains}",
  ],
  all_level: ["all level at {n}", "todos empatados a {n}"],
  turn_swing: ["{who} gains {by} on {other}", "{who} gana {by} respecto a {other}"],
  turn_close: ["{who} is only {by} ahead of {other}", "{who} solo aventaja en {by} a {other}"],
  turn_level: ["{who} and {other} are level", "{who} y {other} van empatados"],
  turn_decisive: ["From here on {who} leads to the end", "Desde aquí {who} va en cabeza hasta el final"],
  wins: ["{who} wins", "Gana {who}"],
  win_together: ["{who} share the victory", "{who} comparten la victoria"],
  contradiction: ["The recorded moves contradict each other:", "Las jugadas anotadas se contradicen:"],
  contradiction_of: ["moves {names} ({rule})", "jugadas {names} ({rule})"],
  broken: ["Damaged after move {last} ({reason}).", "Dañada tras la jugada {last} ({reason})."],
  check_line: [
    "Compared with the table: {checked} of {passed}; numbers that differ: {open}",
    "Comparado con la mesa: {checked} de {passed}; números que no coinciden: {open}",
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
  open_full: ["Open in Movebook", "Abrir en Movebook"],
};

/** A text of the page in a language, with its blanks filled. */
export const text = speaker(WORDS);

/** A colour of a seat where no box says what it is called. @param {Language} lang @param {string} colour */
export function colourWord(lang, colour) {
  const key = `colour_${colour}`;
  return key in WORDS ? text(lang, key) : colour;
}

/** The first language that we speak. @param {readonly string[]} wanted Tags such as `es-MX`. @returns {Language} */
export function bestLanguage(wanted) {
  for (const tag of wanted) {
    const known = LANGUAGES.find((lang) => lang === tag.slice(0, 2).toLowerCase());
    if (known) return known;
  }
  return "en";
}
