// @ts-check
/** One table of keys: what they do, and what the help says of them. */

/**
 * @typedef {"next" | "previous" | "next_round" | "previous_round" | "first" | "last" | "tenth" | "play" | "faster" |
 *   "slower" | "eyes" | "scoring" | "help"} Action
 * @typedef {{action: Action, keys: string[], shown: string[], text: string}} Row `text` names a sentence of texts.js.
 */

/** @type {readonly Row[]} */ export const KEYS = Object.freeze([
  { action: "next", keys: ["ArrowRight"], shown: ["→"], text: "key_next" },
  { action: "previous", keys: ["ArrowLeft"], shown: ["←"], text: "key_previous" },
  { action: "next_round", keys: ["ArrowDown"], shown: ["↓"], text: "key_next_round" },
  { action: "previous_round", keys: ["ArrowUp"], shown: ["↑"], text: "key_previous_round" },
  { action: "first", keys: ["Home"], shown: ["kbd_home"], text: "key_first" },
  { action: "last", keys: ["End"], shown: ["kbd_end"], text: "key_last" },
  {
    action: "tenth",
    keys: ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"],
    shown: ["0", "–", "9"],
    text: "key_tenth",
  },
  { action: "play", keys: [" "], shown: ["kbd_space"], text: "key_play" },
  { action: "faster", keys: ["+", "="], shown: ["+"], text: "key_faster" },
  { action: "slower", keys: ["-", "_"], shown: ["−"], text: "key_slower" },
  { action: "scoring", keys: ["s"], shown: ["s"], text: "key_scoring" },
  { action: "eyes", keys: ["f"], shown: ["f"], text: "key_eyes" },
  { action: "help", keys: ["?"], shown: ["?"], text: "key_help" },
]);

/** @type {Map<string, Action>} */ const ACTIONS = new Map(
  KEYS.flatMap((row) => row.keys.map((key) => /** @type {[string, Action]} */ ([key, row.action]))),
);

/**
 * What a press of a key asks for, or null where the key is the browser's or the focused element's.
 * @param {{key: string, ctrlKey?: boolean, metaKey?: boolean, altKey?: boolean}} event
 * @param {{tagName?: string, type?: string, isContentEditable?: boolean} | null} [target] What has the focus.
 * @returns {{action: Action, digit: number | null} | null}
 */
export function actionOf(event, target = null) {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const action = ACTIONS.get(key);
  if (!action) return null;
  const tag = target?.tagName?.toUpperCase() ?? "";
  if (
    target?.isContentEditable ||
    tag === "TEXTAREA" ||
    tag === "SELECT" ||
    (tag === "INPUT" && target?.type !== "range")
  )
    return null;
  // Space presses what has the focus.
  if (key === " " && ["BUTTON", "A", "SUMMARY"].includes(tag)) return null;
  return { action, digit: action === "tenth" ? Number(key) : null };
}
