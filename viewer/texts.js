// @ts-check
/** What the viewer says of its own, in English and Spanish. Sentences of moves come with the replay, those of a game with its board. */

/** @typedef {"en" | "es"} Language */
/** @type {readonly Language[]} */
export const LANGUAGES = Object.freeze(["en", "es"]);

/** @type {Record<string, Record<Language, string>>} */
const TEXTS = {
  title: { en: "Movebook", es: "Movebook" },
  skip: { en: "Skip to the controls", es: "Ir a los controles" },
  loading: { en: "Fetching the record …", es: "Trayendo la partida …" },
  behind: { en: "The replay is being prepared; it opens by itself.", es: "La repetición se está preparando; se abrirá sola." },
  failed: { en: "This record cannot be shown", es: "Esta partida no se puede mostrar" },
  unreachable: { en: "The service at {where} does not answer.", es: "El servicio en {where} no responde." },
  unreadable: { en: "What came from {where} is no replay.", es: "Lo que llegó de {where} no es una repetición." },
  again: { en: "Try again", es: "Intentar otra vez" },
  all_records: { en: "All records", es: "Todas las partidas" },
  records: { en: "Records", es: "Partidas" },
  no_records: { en: "Nothing is recorded here yet.", es: "Aquí no hay ninguna partida todavía." },
  more: { en: "More", es: "Más" },
  running: { en: "running", es: "en curso" },
  closed: { en: "closed", es: "cerrada" },
  finished: { en: "finished", es: "terminada" },
  moves_made: { en: "{count} moves", es: "{count} jugadas" },
  open_record: { en: "Open a record", es: "Abrir una partida" },
  eyes: { en: "Seen by", es: "Visto por" },
  eyes_public: { en: "Public", es: "Público" },
  eyes_recorder: { en: "Recorder", es: "Anotador" },
  eyes_judge: { en: "Judge", es: "Juez" },
  eyes_now: { en: "Now seen by: {eyes}.", es: "Ahora visto por: {eyes}." },
  eyes_one: { en: "This record can be seen by one pair of eyes only.", es: "Esta partida solo se puede ver con unos ojos." },
  language: { en: "Language", es: "Idioma" },
  theme: { en: "Light or dark", es: "Claro u oscuro" },
  theme_light: { en: "Light", es: "Claro" },
  theme_dark: { en: "Dark", es: "Oscuro" },
  theme_auto: { en: "As the system", es: "Como el sistema" },
  help: { en: "Keys", es: "Teclas" },
  help_title: { en: "Keys", es: "Teclas" },
  help_more: {
    en: "The mouse wheel over the board goes move by move; so does a sideways swipe. Hold a step button to run. A click on a piece goes to the move that placed it.",
    es: "La rueda del ratón sobre el tablero avanza jugada a jugada; también deslizar de lado. Mantén pulsado un botón de paso para correr. Un clic en una pieza va a la jugada que la colocó.",
  },
  close: { en: "Close", es: "Cerrar" },
  key_next: { en: "next move", es: "jugada siguiente" },
  key_previous: { en: "previous move", es: "jugada anterior" },
  key_next_round: { en: "beginning of the next round", es: "comienzo de la ronda siguiente" },
  key_previous_round: { en: "beginning of this round, then of the one before", es: "comienzo de esta ronda, luego de la anterior" },
  key_first: { en: "the empty table", es: "la mesa vacía" },
  key_last: { en: "the last move", es: "la última jugada" },
  key_tenth: { en: "tenths of the game", es: "décimas de la partida" },
  key_play: { en: "play or pause", es: "reproducir o pausar" },
  key_faster: { en: "faster", es: "más rápido" },
  key_slower: { en: "slower", es: "más lento" },
  key_scoring: { en: "the latest scoring, and back", es: "la última puntuación, y volver" },
  key_eyes: { en: "next eyes", es: "ojos siguientes" },
  key_help: { en: "this list", es: "esta lista" },
  first: { en: "First", es: "Inicio" },
  previous: { en: "Previous move", es: "Jugada anterior" },
  next: { en: "Next move", es: "Jugada siguiente" },
  last: { en: "Last", es: "Final" },
  play: { en: "Play", es: "Reproducir" },
  pause: { en: "Pause", es: "Pausa" },
  speed: { en: "Speed", es: "Velocidad" },
  controls: { en: "Replay controls", es: "Controles de la repetición" },
  slider: { en: "Move", es: "Jugada" },
  marks: { en: "Marks", es: "Marcas" },
  ply_of: { en: "{ply} of {last}", es: "{ply} de {last}" },
  move_of: { en: "Move {ply} of {last}", es: "Jugada {ply} de {last}" },
  start: { en: "The table before the first move.", es: "La mesa antes de la primera jugada." },
  start_short: { en: "Start", es: "Comienzo" },
  round: { en: "Round {round}", es: "Ronda {round}" },
  moves: { en: "Moves", es: "Jugadas" },
  board: { en: "Table", es: "Mesa" },
  result: { en: "Result", es: "Resultado" },
  stage_views: { en: "What is shown", es: "Qué se muestra" },
  peek: { en: "{what}, as it was at move {ply}", es: "{what}, como estaba en la jugada {ply}" },
  back_to: { en: "Back to move {ply}", es: "Volver a la jugada {ply}" },
  chart: { en: "Gold over the game", es: "Oro durante la partida" },
  chart_point: { en: "Go to move {ply}: {scores}", es: "Ir a la jugada {ply}: {scores}" },
  chart_pick: { en: "Chart of", es: "Gráfica de" },
  rank: { en: "Rank", es: "Puesto" },
  score: { en: "Score", es: "Puntos" },
  wins: { en: "{who} wins", es: "Gana {who}" },
  win_together: { en: "{who} share the victory", es: "{who} comparten la victoria" },
  and: { en: "and", es: "y" },
  contradiction: { en: "The record contradicts itself:", es: "La partida se contradice:" },
  contradiction_of: { en: "entries {names} ({rule})", es: "entradas {names} ({rule})" },
  broken: {
    en: "Shown up to move {last}: what follows is damaged ({reason}).",
    es: "Se muestra hasta la jugada {last}: lo que sigue está dañado ({reason}).",
  },
  mark_contradiction: { en: "Contradiction", es: "Contradicción" },
  colour_red: { en: "Red", es: "Rojo" },
  colour_blue: { en: "Blue", es: "Azul" },
  colour_yellow: { en: "Yellow", es: "Amarillo" },
  colour_green: { en: "Green", es: "Verde" },
  colour_white: { en: "White", es: "Blanco" },
  colour_black: { en: "Black", es: "Negro" },
  colour_purple: { en: "Purple", es: "Morado" },
  colour_orange: { en: "Orange", es: "Naranja" },
  other_language: { en: "Español", es: "English" },
  open_full: { en: "Open the whole page", es: "Abrir la página completa" },
};

/**
 * A text in a language, with its blanks filled.
 * @param {Language} lang
 * @param {string} key
 * @param {Record<string, string | number>} [blanks]
 */
export function text(lang, key, blanks = {}) {
  const all = TEXTS[key];
  if (!all) return key;
  return fill(all[lang], blanks);
}

/**
 * @param {string} sentence With blanks like `{ply}`.
 * @param {Record<string, string | number>} blanks
 */
export function fill(sentence, blanks) {
  return sentence.replace(/\{(\w+)\}/g, (whole, key) => (key in blanks ? String(blanks[key]) : whole));
}

/** Names of all texts, for tests. */
export const KEYS_OF_TEXTS = Object.freeze(Object.keys(TEXTS));

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

/**
 * A whole number as people write it, with a true minus.
 * @param {number} value
 * @param {boolean} [signed] With a plus before what is gained.
 */
export function number(value, signed = false) {
  return `${value < 0 ? "−" : signed && value > 0 ? "+" : ""}${Math.abs(value)}`;
}
