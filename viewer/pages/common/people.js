// @ts-check
/** People in sentences: a replay calls each seat by its colour, because names are outside the log. */
import { localized } from "../../kit/words.js";

/** @import { Language } from "../../kit/words.js" */
/** @import { Seat } from "../../store.js" */
/** @typedef {(colour: string) => string} ColourName A colour as the box calls it, in the language shown. */

/** What may end or begin a word, so that no part of a longer one is taken for a colour. */
const [BEFORE, AFTER] = ["(?<![\\p{L}\\p{N}])", "(?![\\p{L}\\p{N}])"];

/**
 * What a seat is called: its person's name, with the colour where two people have the same name; else its colour.
 * @param {Seat} seat @param {readonly Seat[]} seats All of the record. @param {ColourName} colourName
 */
export function personOf(seat, seats, colourName) {
  const colour = colourName(seat.colour);
  if (!seat.name) return colour;
  const twice = seats.some((other) => other !== seat && other.name === seat.name);
  return twice ? `${seat.name} (${colour})` : seat.name;
}

/**
 * People by the colours of their seats, and by what else their game calls them; a seat without a name by its colour.
 * @param {readonly Seat[]} seats @param {ColourName} colourName
 * @param {(seat: number) => string} [alias] Such as a hero's name; empty where there is none.
 */
export const namesOf = (seats, colourName, alias = () => "") =>
  new Map(
    seats.flatMap((seat) => {
      const who = personOf(seat, seats, colourName);
      const called = [colourName(seat.colour), alias(seat.seat)].filter((one) => one && one !== who);
      return called.map((one) => [one, who]);
    }),
  );

/**
 * What puts people's names where a sentence has the colours of their seats.
 * @param {ReadonlyMap<string, string>} names The colour as the box calls it in this language -> who sits there.
 * @param {any} box The components: a tile called *Red Dragon* is no seat and stays as it is.
 * @param {Language} lang @returns {(sentence: string) => string}
 */
export function namer(names, box, lang) {
  if (!names.size) return (sentence) => sentence;
  const colours = [...names.keys()];
  const things = namesIn(box, lang).filter(
    (thing) => !names.has(thing) && colours.some((colour) => new RegExp(whole([colour]), "u").test(thing)),
  );
  // The longer first: of two that begin alike the whole one is meant.
  const all = [...colours, ...new Set(things)].sort((a, b) => b.length - a.length);
  const wanted = new RegExp(whole(all), "gu");
  return (sentence) => sentence.replace(wanted, (found) => names.get(found) ?? found);
}

const whole = (/** @type {readonly string[]} */ words) =>
  `${BEFORE}(?:${words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|")})${AFTER}`;

/** Every name in a box, also in small letters. @param {any} part @param {Language} lang @returns {string[]} */
function namesIn(part, lang) {
  if (part === null || typeof part !== "object") return [];
  const own = typeof part[lang] === "string" ? [localized(part, lang)] : [];
  const inside = Object.values(part).flatMap((one) => namesIn(one, lang));
  return [...own, ...own.map((name) => name.toLowerCase()), ...inside];
}
