// @ts-check
/** Tiles, castles and spaces of Kingdoms, for the pages that enter its moves. */
import { liveryOf } from "../../kit/index.js";
import { fieldImage, tileImage } from "./art.js";
import { nameOf, say, valueOf, worldOf } from "./words.js";

/** @import { Asked, Face, Table } from "../../kit/faces.js" */

/** @param {Asked} asked @param {Table} table @returns {Face | null} */
export function face({ field, value, move }, { box, view, lang, colour }) {
  const world = worldOf(box);
  if (world.kinds.has(value)) {
    return { name: nameOf(world, value, lang), picture: tileImage(value, valueOf(world, value)) };
  }
  if (field !== "rank") return null;
  const count = view?.seats?.[move.seat]?.reserve?.[value];
  return {
    name: say(lang, "rank", { n: value }),
    picture: fieldImage(value, liveryOf(colour(move.seat))),
    ...(count === undefined ? {} : { gives: say(lang, "in_reserve", { count }) }),
  };
}

/** What lies on a space. @param {import("../../kit/targets.js").Key} key @param {Table} table */
export function taken({ row, col }, { box, view, lang, seatName }) {
  /** @type {import("./words.js").Cell | undefined} */ const cell = view?.board[Number(row) - 1]?.[Number(col) - 1];
  if (!cell) return null;
  if ("castle" in cell) return say(lang, "taken_castle", { who: seatName(cell.seat) });
  const known = typeof cell.tile === "string";
  return say(lang, "taken_tile", { what: known ? nameOf(worldOf(box), cell.tile, lang) : say(lang, "face_down") });
}
