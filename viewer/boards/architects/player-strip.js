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
 *   key: string}} Stand
 */

/** @param {Context} context @returns {{box: HTMLElement, stands: Stand[]}} */
export function standsPart(context) {
  const stands = context.seats.map((seat) => {
    const count = h("b", "");
    const captives = h("span.a-workers");
    const changes = h("span.a-changes");
    const [image, name] = whoIs(seat, context);
    const line = h("span.a-stand-line.centre", worker(seat.seat, context), count, captives);
    const box = h(
      "div",
      { className: `a-stand seat-${seat.colour}`, "data-place": `board:${seat.seat}` },
      h("span.a-stand-who.centre", image, name),
      line,
      changes,
    );
    const [held, changed] = [new Run(captives), new Run(changes)];
    return { seat: seat.seat, box, count, captives: held, changes: changed, own: null, key: "" };
  });
  return { box: h("div", { className: `a-stands a-of-${stands.length}` }, ...stands.map((one) => one.box)), stands };
}

/** @param {Stand} stand @param {any} position @param {Changed | undefined} changed @param {Context} context */
export function showStand(stand, position, changed, context) {
  const own = position.seats[stand.seat];
  if (stand.own !== own) {
    write(stand.count, String(own.workers));
    if (stand.own?.captives !== own.captives) stand.captives.show(workersTokens(own.captives, context));
    stand.own = own;
  }
  const key = changed ? JSON.stringify(changed.changes) : "";
  if (key !== stand.key)
    stand.changes.show((changed?.changes ?? []).map(([good, change]) => changeToken(good, change)));
  stand.key = key;
  set(stand.box, { "data-turn": position.to_move.includes(stand.seat) || null });
}

/**
 * @param {World} world @param {number} seat @param {any} position @param {Changed | undefined} changed
 * @param {Context} context
 */
export function standWords(world, seat, position, changed, context) {
  const { lang } = context;
  const own = position.seats[seat];
  const who = countsWords(own.captives, context);
  const captives = sum(own.captives) ? say(lang, "captives_of", { who }) : say(lang, "no_captives");
  const stands = say(lang, "stand_words", { n: own.workers, captives });
  const parts = [`${say(lang, "stand", { who: context.seatName(seat) })}: ${stands}.`];
  if (changed) {
    const what = changed.changes.map(([good, change]) => goodsWords(world, { [good]: change }, lang).replace("-", "−"));
    parts.push(`${say(lang, "changed", { what: what.join(", ") })}.`);
  }
  return parts.join(" ");
}
