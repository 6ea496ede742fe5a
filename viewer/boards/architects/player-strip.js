// @ts-check
/** A strip with each player's board: where workers come from and captives go, and what a move changed there. */
import { h, set, sum, whoIs, write } from "../../kit/index.js";
import { Run } from "./run.js";
import { changeToken, countsWords, worker, workersTokens } from "./signs.js";
import { goodsWords } from "./cards/text.js";
import { say } from "./words.js";

/**
 * @import { Context } from "../../kit/board.js"
 * @import { Changed } from "./moved.js"
 * @import { World } from "./world.js"
 * @typedef {{seat: number, box: HTMLElement, count: HTMLElement, captives: Run, changes: Run, own: any,
 *   key: string}} PlayerBoard
 */

/** @param {Context} context @returns {{box: HTMLElement, boards: PlayerBoard[]}} */
export function playerStrip(context) {
  const boards = context.seats.map((seat) => {
    const count = h("b", "");
    const captives = h("span.a-workers");
    const changes = h("span.a-changes");
    const [image, name] = whoIs(seat, context);
    const line = h("span.a-player-line.centre", worker(seat.seat, context), count, captives);
    const box = h(
      "div",
      { className: `a-player seat-${seat.colour}`, "data-place": `board:${seat.seat}` },
      h("span.a-player-who.centre", image, name),
      line,
      changes,
    );
    const [held, changed] = [new Run(captives), new Run(changes)];
    return { seat: seat.seat, box, count, captives: held, changes: changed, own: null, key: "" };
  });
  return { box: h("div", { className: `a-players a-of-${boards.length}` }, ...boards.map((one) => one.box)), boards };
}

/** @param {PlayerBoard} board @param {any} position @param {Changed | undefined} changed @param {Context} context */
export function showPlayerBoard(board, position, changed, context) {
  const own = position.seats[board.seat];
  if (board.own !== own) {
    write(board.count, String(own.workers));
    if (board.own?.captives !== own.captives) board.captives.show(workersTokens(own.captives, context));
    board.own = own;
  }
  const key = changed ? JSON.stringify(changed.changes) : "";
  if (key !== board.key)
    board.changes.show((changed?.changes ?? []).map(([good, change]) => changeToken(good, change)));
  board.key = key;
  set(board.box, { "data-turn": position.to_move.includes(board.seat) || null });
}

/**
 * @param {World} world @param {number} seat @param {any} position @param {Changed | undefined} changed
 * @param {Context} context
 */
export function playerBoardWords(world, seat, position, changed, context) {
  const { lang } = context;
  const own = position.seats[seat];
  const who = countsWords(own.captives, context);
  const captives = sum(own.captives) ? say(lang, "captives_of", { who }) : say(lang, "no_captives");
  const held = say(lang, "board_words", { n: own.workers, captives });
  const parts = [`${say(lang, "board_of", { who: context.seatName(seat) })}: ${held}.`];
  if (changed) {
    const what = changed.changes.map(([good, change]) => goodsWords(world, { [good]: change }, lang).replace("-", "−"));
    parts.push(`${say(lang, "changed", { what: what.join(", ") })}.`);
  }
  return parts.join(" ");
}
