// @ts-check
/** The rules themselves on this phone: the game's engine under Pyodide, in a worker, so that no tap waits for it. */

const FOLDER = new URL("../rules/", import.meta.url);
const MODULE = `
import json
from engines import RULES
from engines.kernel.offline import OfflineTable, answer

table = None

def begin(start):
    global table
    start = json.loads(start)
    table = OfflineTable(RULES[start["rules"]], start)

def ask(call, asked, lang):
    return json.dumps(answer(table, call, json.loads(asked), lang))
`;

/** The engine of a game, loaded once. @param {string} game */
async function loaded(game) {
  const { loadPyodide } = await import(new URL("pyodide.mjs", FOLDER).href);
  const [python, zip] = await Promise.all([
    loadPyodide({ indexURL: FOLDER.href }),
    fetch(new URL(`${game}.zip`, FOLDER)).then((answer) => answer.arrayBuffer()),
  ]);
  python.unpackArchive(zip, "zip", { extractDir: "/rules" });
  python.runPython(`import sys; sys.path.insert(0, "/rules")`);
  python.runPython(MODULE);
  return python.globals;
}

/** @type {Promise<any> | null} */ let rules = null;
let queue = Promise.resolve();

/** @param {{call: string, asked: any, lang: string, game: string}} what */
async function answered({ call, asked, lang, game }) {
  rules ??= loaded(game);
  const names = await rules;
  if (call === "load") return { body: null };
  if (call === "begin") return names.get("begin")(JSON.stringify(asked)) ?? { body: null };
  return JSON.parse(names.get("ask")(call, JSON.stringify(asked), lang));
}

self.addEventListener("message", (event) => {
  const { id } = event.data;
  // One after another: a move changes what the next question is about.
  queue = queue.then(() =>
    answered(event.data).then(
      (answer) => self.postMessage({ id, ...answer }),
      (error) => self.postMessage({ id, failed: String(error) }),
    ),
  );
});
