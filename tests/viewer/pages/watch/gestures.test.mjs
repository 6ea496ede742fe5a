// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { fill, number } from "../../../../viewer/kit/words.js";
import { apartFrom, sideBySide, spread, ticks } from "../../../../viewer/pages/watch/chart.js";
import { KEYS, actionOf } from "../../../../viewer/pages/watch/keys.js";
import { lineAddress, listHash, readLink, writeHash } from "../../../../viewer/pages/common/link.js";
import { together } from "../../../../viewer/pages/watch/marks.js";
import { Player, SPEEDS } from "../../../../viewer/pages/watch/player.js";
import { WORDS, bestLanguage, text } from "../../../../viewer/pages/common/texts.js";

test("every key has one meaning and a sentence in both languages", () => {
  const keys = KEYS.flatMap((row) => row.keys);
  assert.equal(new Set(keys).size, keys.length);
  for (const row of KEYS) {
    assert.ok(row.text in WORDS, row.text);
    assert.notEqual(text("en", row.text), "");
    assert.notEqual(text("es", row.text), "");
  }
});

test("keys ask for actions", () => {
  assert.deepEqual(actionOf({ key: "ArrowRight" }), { action: "next", digit: null });
  assert.deepEqual(actionOf({ key: "7" }), { action: "tenth", digit: 7 });
  assert.equal(actionOf({ key: "F" })?.action, "eyes");
  assert.equal(actionOf({ key: "=" })?.action, "faster");
  assert.equal(actionOf({ key: "x" }), null);
});

test("keys that are the browser's or the focused element's are left alone", () => {
  assert.equal(actionOf({ key: "f", ctrlKey: true }), null);
  assert.equal(actionOf({ key: "ArrowDown" }, { tagName: "SELECT" }), null);
  assert.equal(actionOf({ key: "1" }, { tagName: "INPUT", type: "text" }), null);
  assert.equal(actionOf({ key: " " }, { tagName: "BUTTON" }), null);
  assert.equal(actionOf({ key: "ArrowUp" }, { tagName: "INPUT", type: "range" })?.action, "previous_round");
  assert.equal(actionOf({ key: "ArrowRight" }, { tagName: "BUTTON" })?.action, "next");
});

test("the link: the fragment has the last word, a token counts there only", () => {
  const link = readLink("?record=a&t=secret&lang=es", "#v=57.2&record=b&eyes=seat:0");
  assert.equal(link.record, "b");
  assert.equal(link.v, "57.2");
  assert.equal(link.eyes, "seat:0");
  assert.equal(link.lang, "es");
  assert.equal(link.token, null);
  assert.equal(readLink("", "#t=mb_1_x").token, "mb_1_x");
  assert.equal(readLink("", "#ply=37").ply, 37);
  assert.equal(readLink("", "#ply=x").ply, null);
  assert.equal(readLink("?embed=1", "").embed, true);
});

test("the link written back names the move, and what the query says is not said twice", () => {
  const shown = { record: "abc", api: null, name: "38", show: null, eyes: "public", lang: "es", line: {} };
  assert.equal(writeHash("?record=abc", shown), "#v=38&eyes=public&lang=es");
  assert.equal(writeHash("", { ...shown, eyes: "seat:1" }), "#record=abc&v=38&eyes=seat:1&lang=es");
  assert.equal(writeHash("", { ...shown, record: null, name: null }), "#ply=0&eyes=public&lang=es");
  assert.equal(writeHash("?record=abc", { ...shown, show: "31" }), "#v=38&show=31&eyes=public&lang=es");
  assert.equal(readLink("", "#v=38&show=31").show, "31");
  const back = readLink("", writeHash("", { ...shown, api: "https://a.example/x?y&z" }));
  assert.equal(back.api, "https://a.example/x?y&z");
});

test("an address can mean an earlier line, and today's has nothing of it left", () => {
  assert.deepEqual(readLink("?version=8&name=6", "").line, { version: "8" });
  assert.equal(readLink("?version=8&name=6", "").v, "6");
  assert.deepEqual(readLink("?at=2026-11-21T19:40:00Z", "").line, { at: "2026-11-21T19:40:00Z" });
  assert.deepEqual(readLink("?record=abc", "").line, {});
  const here = { pathname: "/viewer/", search: "?record=abc&version=8", hash: "#v=6&lang=es" };
  assert.equal(lineAddress(here, {}), "/viewer/?record=abc#v=6&lang=es");
  assert.equal(lineAddress(here, { version: "60" }), "/viewer/?record=abc#v=6&lang=es&version=60");
});

/** A player with a clock of our own. */
function clock(more = 3, marked = () => false) {
  /** @type {{run: () => void, ms: number} | null} */
  let waiting = null;
  let steps = 0;
  const player = new Player({
    step: () => {
      steps += 1;
      return steps < more;
    },
    marked,
    changed: () => {},
    later: (run, ms) => (waiting = { run, ms }),
    never: () => (waiting = null),
  });
  return { player, tick: () => waiting?.run(), wait: () => waiting?.ms, steps: () => steps };
}

test("the player goes on to the end and stops there", () => {
  const { player, tick, steps } = clock(3);
  player.play();
  tick();
  tick();
  assert.equal(player.playing, true);
  tick();
  assert.equal(player.playing, false);
  assert.equal(steps(), 3);
});

test("faster waits less, a marked move stays longer, and the list of speeds has ends", () => {
  const { player, wait } = clock();
  player.play();
  const usual = wait() ?? 0;
  player.faster(1);
  assert.equal(wait(), usual / 2);
  player.faster(99);
  assert.equal(player.speed, SPEEDS.at(-1));
  player.faster(-99);
  assert.equal(player.speed, SPEEDS[0]);
  const marked = clock(3, () => true);
  marked.player.play();
  assert.equal(marked.wait(), usual * 3);
});

test("texts: both languages, blanks filled, a true minus", () => {
  for (const key of Object.keys(WORDS)) {
    const blanks = (/** @type {string} */ words) => [...words.matchAll(/\{\w+\}/g)].map(String).sort();
    assert.deepEqual(blanks(text("en", key)), blanks(text("es", key)), key);
  }
  assert.equal(fill("{a} of {b}", { a: 1 }), "1 of {b}");
  assert.equal(number(-7), "−7");
  assert.equal(number(7, true), "+7");
  assert.equal(bestLanguage(["fr", "es-MX"]), "es");
  assert.equal(bestLanguage([]), "en");
});

test("the scale of the chart has round numbers", () => {
  assert.deepEqual(ticks(-12, 93), [0, 50]);
  assert.deepEqual(ticks(44, 150), [50, 100, 150]);
  assert.ok(ticks(0, 1000).length <= 6);
});

test("the list's filters stand in its address and nothing else does", () => {
  const hash = listHash(null, { text: "jose norte", game: "", league: "Liga A" });
  assert.equal(hash, "#text=jose%20norte&league=Liga%20A");
  assert.deepEqual(readLink("", hash).filters, { text: "jose norte", league: "Liga A" });
  assert.equal(listHash(null, {}), "");
});

test("badges of a chart never lie on each other, and stay in the plot", () => {
  for (const heights of [[0.5, 0.5, 0.5, 0.5, 0.5], [0, 0, 0.02], [1, 1, 0.99], [0.1, 0.9], []]) {
    const shown = spread(heights, 0.13);
    const order = [...shown].sort((a, b) => a - b);
    for (let nth = 1; nth < order.length; nth += 1)
      assert.ok(order[nth] - order[nth - 1] >= 0.13 - 1e-9, String(shown));
    for (const height of shown) assert.ok(height >= 0.065 - 1e-9 && height <= 0.935 + 1e-9, String(shown));
  }
  assert.deepEqual(spread([0.2, 0.8], 0.13), [0.2, 0.8]);
});

test("dots of a chart that stand at one height stand side by side", () => {
  assert.deepEqual(sideBySide([0.5, 0.2, 0.51, 0.9], 0.055), [-0.5, 0, 0.5, 0]);
  assert.deepEqual(sideBySide([0.1, 0.5, 0.9], 0.055), [0, 0, 0]);
});

test("of points that would lie on each other the more important one is shown", () => {
  assert.deepEqual(apartFrom([100, 0, 52, 50, 95], 10), [0, 52, 100]);
});

test("marks that would lie on each other are one, which leads to the first and tells of all", () => {
  const mark = (/** @type {number} */ ply, /** @type {string} */ label, kind = "evaluated") => ({
    ply,
    kind,
    labels: [label],
  });
  const marks = [
    mark(10, "A"),
    mark(90, "B"),
    mark(92, "C", "census_won"),
    mark(93, "X", "contradiction"),
    mark(97, "D"),
  ];
  assert.deepEqual(together(marks, 5), [
    mark(10, "A"),
    { ply: 90, kind: "evaluated census_won", labels: ["B", "C"] },
    mark(93, "X", "contradiction"),
    mark(97, "D"),
  ]);
  assert.deepEqual(marks[1].labels, ["B"], "what came in stays as it was");
});
