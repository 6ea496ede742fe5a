// @ts-check
/** What the table waits for, in a sentence, and the board as tables for ears. */
import { names } from "../../kit/index.js";
import { countsWords } from "./signs.js";
import { goodsWords } from "./cards/text.js";
import { ROWS, cardName, placeName, worldOf } from "./world.js";
import { say } from "./words.js";
import { spaceWords } from "./cards/display.js";

/** @import { Board } from "../../kit/board.js" */

/** What the table waits for. @type {Required<Board>["status"]} */
export function statusWords(position, context) {
  const { lang, seatName } = context;
  const { phase, pending, final } = position;
  const seat = position.to_move[0];
  const who = names(position.to_move, context);
  if (phase === "setup" || phase === "draft") return say(lang, `status_${phase}`);
  if (phase === "finished") return say(lang, "status_finished");
  const now = () => {
    if (pending === "reset") return say(lang, "status_reset");
    if (pending) return say(lang, `status_${pending}`, { who });
    if (seat === undefined) return "";
    return say(lang, position.seats[seat].workers ? "status_play" : "status_return", { who });
  };
  if (!final) return now();
  const left = names(final.left, context);
  const round = left ? say(lang, "status_final", { who: left }) : "";
  return [now(), say(lang, "end_by", { who: seatName(final.triggered_by) }), round].filter(Boolean).join(" ");
}

/** The board as tables for ears: places, the display, players. @type {Required<Board>["grid"]} */
export function grid(position, context) {
  const { lang, ply, seats, seatName } = context;
  const world = worldOf(context.box);
  const when = ply ? say(lang, "after_move", { name: ply }) : say(lang, "at_start");
  const counts = (/** @type {Record<string, number>} */ some) => countsWords(some, context) || say(lang, "nobody");
  /** @type {Record<string, number>} */ const hall = {};
  for (const seat of /** @type {number[]} */ (Object.values(position.guildhall.taken)))
    hall[seat] = (hall[seat] ?? 0) + 1;
  const one = (/** @type {number | null} */ seat) => (seat === null ? say(lang, "nobody") : seatName(seat));
  const places = [
    ...world.open.map(({ id }) => [placeName(world, id, lang), counts(position.locations[id])]),
    ...world.markets.map(({ id }) => [placeName(world, id, lang), one(position.market[id.replace("market_", "")])]),
    [placeName(world, "guildhall", lang), counts(hall)],
    [placeName(world, "prison", lang), counts(position.prison)],
  ];
  const { columns } = world.box.setup.apprentice_display;
  const numbers = Array.from({ length: columns }, (_, place) => place + 1);
  const heads = "workers_free captives goods line_virtue cathedral unpaid paid apprentices buildings hand".split(" ");
  const cards = (/** @type {string[]} */ ids) => ids.map((id) => cardName(world, id, lang)).join(", ");
  return [
    {
      caption: say(lang, "places_caption", { when }),
      columns: [say(lang, "workers")],
      rows: places.map(([head, cell]) => ({ head, cells: [cell] })),
    },
    {
      caption: say(lang, "display_caption", { when }),
      columns: numbers.map((n) => say(lang, "column", { n })),
      rows: ROWS.map((row) => ({
        head: say(lang, row),
        cells: numbers.map((n) => spaceWords(world, row, n, position, lang)),
      })),
    },
    {
      caption: say(lang, "players_caption", { when }),
      columns: heads.map((key) => say(lang, key)),
      rows: seats.map(({ seat }) => {
        const own = position.seats[seat];
        const known = own.hand.known.length ? `: ${cards(own.hand.known)}` : "";
        return {
          head: seatName(seat),
          cells: [
            String(own.workers),
            countsWords(own.captives, context),
            goodsWords(world, own.goods, lang),
            String(own.virtue),
            String(own.cathedral),
            String(own.unpaid),
            String(own.paid),
            cards(own.apprentices),
            cards(own.buildings),
            `${own.hand.size}${known}`,
          ],
        };
      }),
    },
  ];
}
