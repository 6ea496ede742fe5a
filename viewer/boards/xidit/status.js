// @ts-check
/** What the table of Lords of Xidit waits for, in a sentence. */
import { names } from "../../kit/index.js";
import { iconName, rewardWords, worldOf } from "./world.js";
import { say } from "./words.js";

/** @import { Board } from "../../kit/board.js" */

/** What the table waits for, in a sentence. @type {Required<Board>["status"]} */
export function statusWords(position, context) {
  const { lang } = context;
  const world = worldOf(context.box);
  const { due, current, phase } = position;
  if (due) {
    const who = due.seat === null ? "" : context.seatName(due.seat);
    const stack = due.pile ? say(lang, due.pile === "R" ? "queue_recruit" : "queue_threat") : "";
    return say(lang, `due_${due.what}`, {
      who,
      count: due.count ?? 0,
      city: due.city ?? "",
      rewards: due.rewards ? rewardWords(due.rewards, lang) : "",
      pile: stack,
    });
  }
  if (current) {
    const order = position.programs[String(current.seat)]?.orders[current.order - 1];
    return say(lang, "status_order", {
      who: context.seatName(current.seat),
      n: current.order,
      order: typeof order === "string" ? iconName(world, order, lang).toLowerCase() : "?",
    });
  }
  if (phase === "programming") {
    const open = context.seats.flatMap(({ seat }) => {
      const { name, orders } = position.programs[String(seat)];
      return name === null && orders[0] === null ? [seat] : [];
    });
    return open.length ? say(lang, "status_programming", { who: names(open, context) }) : say(lang, "status_locked");
  }
  if (phase === "placing") return say(lang, "status_placing", { who: names(position.to_move, context) });
  return say(lang, `status_${phase}`, { n: position.round });
}
