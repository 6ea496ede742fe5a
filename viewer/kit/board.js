// @ts-check
/**
 * What a board is, and what it is given. A board is `boards/<game>.js`; only `draw` is required:
 *
 * - `sheets`: the names of its style sheets, in the same folder.
 * - `draw(el, position, changed, context)`: the table into `el`, touching only what differs.
 * - `panel(el, position, changed, context)`: the sidebar, or the report's figures; out of sight it is called
 *   when scrubbing rests, for the last position alone.
 * - `status(position, context)`: what the table waits for, in a sentence; the page shows it above what lies beside the
 *   board, on a phone above the board.
 * - `foresee(el, position, context)`: the report of a position, made before it is asked for; `el` is the panel's.
 * - `markWords(mark, lang, position)`: `{label, report}` of a mark on the slider; a report can be gone back to. Null:
 *   not shown.
 * - `atReport(position)`: whether a report is due at this position without being asked for.
 * - `reportName(position, lang)`: the label of the report at a position, where it begins before its mark.
 * - `grid(position, context)`: the board as a table for ears, or as several.
 * - `series(context)`: what the chart can show; without it the scores. What these eyes never know is left out.
 * - `breakdown(result, context)`: `{ending, parts}` for the result's table, and a `headline` where nobody wins.
 * - `cover()`: the address of the game's cover.
 * - `legend(context)`: the signs of the board with their words, for the help on a touch screen.
 * - `turns`: the types of moves that begin a turn, where a round has turns that people count.
 * - `alias(position, seat, lang, box)`: what else sentences call a seat, such as its hero.
 * - `roundWords(round, lang, box)`: what a round is called, as `{long, short}`, where its number does not say it.
 * - `words`: `round`, `score`, `chart`, `title` where it is not the slug, `scenario` where there is one; by language.
 *
 * Everything that an owner's box may change (names, values, counts, maps) is read from `context.box`.
 */

/**
 * @typedef {import("./words.js").Language} Language
 * @typedef {import("../store.js").Seat} Seat
 * @typedef {import("../store.js").Mark} Mark
 *
 * @typedef {object} Context
 * @property {Language} lang
 * @property {Seat[]} seats
 * @property {any} box The components that the record is played with.
 * @property {number} ply Of the position.
 * @property {string} name Of the move that led to it; empty at the empty table.
 * @property {string} eyes Whose they are: `public`, `seat:0`, `recorder`, `judge`.
 * @property {boolean} report Draw the report of the position.
 * @property {boolean} forward It is one move on from what was shown.
 * @property {any} before The position one move earlier; null at the empty table.
 * @property {(seat: number) => string} seatName A person's name, else the seat's colour.
 * @property {(colour: string) => string} colourName
 * @property {boolean} [enters] What is tapped is entered as a move: places that are still empty are shown as well.
 * @property {(name: string) => void} goto Go to the move of a name.
 * @property {(name: string) => number} [plyOf] The number of the move of a name; without it names are said.
 * @property {(ply: number) => Step | null} step The move that led to a ply; null where there is none.
 */

/**
 * @typedef {object} Step A move of the line with what it led to, for boards that show several moves at once.
 * @property {number} ply
 * @property {string} name
 * @property {string} type
 * @property {number | null} seat
 * @property {any} before
 * @property {any} after
 * @property {string} says Its sentence.
 */

/** @typedef {{key: string, label: string, of: (position: any) => Record<string, number> | null}} Series `of` gives
 *   numbers by
 *   seat; it may leave out seats whose number is not known, or be null where none is. */
/** @typedef {{head: string, values: (number | string)[], notes?: string[], strong?: boolean, group?: boolean}} Part
 *   One line of the result's table; `values`, and `notes` that explain them, by seat. */
/** @typedef {{caption: string, columns: string[], rows: {head: string, cells: string[]}[]}} Grid */

/** @typedef {{long: string, short: string}} RoundWords `short` where the slider has little room. */

/**
 * @typedef {object} Board
 * @property {readonly string[]} [sheets]
 * @property {(el: HTMLElement, position: any, changed: readonly string[], context: Context) => void} draw
 * @property {(el: HTMLElement, position: any, changed: readonly string[], context: Context) => void} [panel]
 * @property {(position: any, context: Context) => string} [status]
 * @property {(el: HTMLElement, position: any, context: Context) => void} [foresee]
 * @property {(mark: any, lang: Language, position: any) => {label: string, report: boolean} | null} [markWords]
 * @property {(position: any) => boolean} [atReport]
 * @property {(position: any, lang: Language) => string | null} [reportName]
 * @property {(position: any, context: Context) => Grid | Grid[]} [grid]
 * @property {(context: Context) => Series[]} [series]
 * @property {(result: any, context: Context) => {ending: string, parts: Part[], headline?: string}} [breakdown]
 * @property {(round: number, lang: Language, box: any) => RoundWords} [roundWords]
 * @property {(context: Context) => [picture: Node, words: string][]} [legend]
 * @property {() => string} [cover]
 * @property {readonly string[]} [turns]
 * @property {(position: any, seat: number, lang: Language, box: any) => string} [alias]
 * @property {Record<string, Record<Language, string>>} [words]
 */

export {};
