// @ts-check
/** The pictures of Xidit: figures, threats, titans, wheels, fists, and what grows on the map. */
import { drawing } from "../../kit/index.js";

const INK = "#2b2016";
export const LINE = `stroke="${INK}" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"`;
export const THIN = `stroke="${INK}" stroke-width="1.3" stroke-linejoin="round" stroke-linecap="round"`;
const SKIN = "#f1c79c";

/** A cached picture. @param {string} key @param {number} width @param {number} height @param {() => string} draw */
const image = (key, width, height, draw) => drawing(`xidit ${key}`, width, height, draw);

/** Busts of 48 by 48, distinguished by hat and tool as well as colour. @type {Record<string, string>} */
export const UNITS = {
  peasant: `<path d="M39 47 V13 M33 4 V10 q0 5 6 5 q6 0 6 -5 V4 M39 3 V13" fill="none" stroke="#6b4526"
    stroke-width="2.8" stroke-linecap="round"/>
<path d="M5 47 Q6 31 21 31 Q36 31 36 47Z" fill="#e57f25" ${LINE}/><path d="M15 32 L21 39 L27 32" fill="#f7dca8"
${THIN}/><circle cx="21" cy="23" r="8.6" fill="${SKIN}" ${LINE}/>
<path d="M15.500 26 Q21 33 26.500 26" fill="none" ${THIN}/><path d="M3 19 Q21 10 39 19 Q21 25 3 19Z" fill="#efcb5e"
${LINE}/><path d="M12 16.500 Q13 6 21 6 Q29 6 30 16.500 Q21 20 12 16.500Z" fill="#f7dc80" ${LINE}/><path d="M12.500
15 Q21 18.500 29.500 15" fill="none" stroke="#b5562a" stroke-width="2.4"/>`,
  archer: `<path d="M36 4 Q49 24 36 45" fill="none" stroke="#6b4526" stroke-width="3.4" stroke-linecap="round"/><path
    d="M36 4 V45" stroke="#fff" stroke-width="1.4"/><path d="M36 4 V45" stroke="${INK}" stroke-width=".6"/>
<path d="M4 47 Q5 32 20 32 Q35 32 35 47Z" fill="#3d8a43" ${LINE}/><path d="M8 25 Q7 5 23 2 Q35 8 33 25 Q30 34 20.500
35 Q11 34 8 25Z" fill="#57a94f" ${LINE}/>
<path d="M13 23 Q13 13 20.500 13 Q28 13 28 23 Q27 31 20.500 31 Q14 31 13 23Z" fill="${SKIN}" ${THIN}/><path d="M22 38
H46 M41.500 34.500 L46.500 38 L41.500 41.500" fill="none" ${LINE}/><path d="M17 20.500 v2.500 M24 20.500 v2.500"
${LINE}/>`,
  infantry: `<path d="M4 47 Q5 33 20 33 Q35 33 36 47Z" fill="#77848d" ${LINE}/><path d="M18 7 Q20 -1 30 2 Q26 5 22
    8Z" fill="#c0392b" ${THIN}/>
<path d="M8 24 V19 Q8 6 20 6 Q32 6 32 19 V24 Q31 33 20 35 Q9 33 8 24Z" fill="#c3ccd2" ${LINE}/><path d="M10 19 H30
V24.500 H23 V31 H17 V24.500 H10Z" fill="#1d2226"/><path d="M20 7 V19" stroke="#8b989f" stroke-width="2"/>
<path d="M25 25 H47 V34 Q46.500 43 36 47.500 Q25.500 43 25 34Z" fill="#8d99a2" ${LINE}/><path d="M36 26 V46 M26 34
H46" stroke="#eef2f4" stroke-width="3.4"/>`,
  cleric: `<path d="M40 47 V9" stroke="#b8862b" stroke-width="3.2" stroke-linecap="round"/><path d="M34.500 13
    H45.500 M40 6 V13" stroke="#b8862b" stroke-width="3.200" stroke-linecap="round"/>
<ellipse cx="20" cy="7.500" rx="12" ry="4" fill="none" stroke="#e0a91d" stroke-width="3"/><path d="M3 47 Q4 31 20 31
Q36 31 37 47Z" fill="#fdfaf2" ${LINE}/><path d="M16 32 H24 L25 47 H15Z" fill="#e3b13c" ${THIN}/><path d="M20 35 v8
M17 38 h6" stroke="#fff" stroke-width="2"/>
<path d="M8 27 Q7 10 20 10 Q33 10 32 27 Q30 34 20 34 Q10 34 8 27Z" fill="#fffdf6" ${LINE}/><path d="M13 24 Q13 16 20
16 Q27 16 27 24 Q26 31 20 31 Q14 31 13 24Z" fill="${SKIN}" ${THIN}/><path d="M16 24 q1.5 1.500 3 0 M21.500 24 q1.500
1.500 3 0" fill="none" ${THIN}/>`,
  mage: `<path d="M41 47 V18" stroke="#6b4526" stroke-width="3" stroke-linecap="round"/><path d="M41 4 l2.600 5.300
    5.400 .9 -3.900 4 .9 5.800 -5 -2.700 -5 2.700 .9 -5.800 -3.900 -4 5.400 -.9Z" fill="#ffe27a" ${THIN}/>
<path d="M3 47 Q4 31 19 31 Q34 31 36 47Z" fill="#6f3fa0" ${LINE}/><circle cx="19.500" cy="25" r="7.500"
fill="${SKIN}" ${LINE}/><path d="M12.500 26 Q12 40 19.500 44 Q27 40 26.500 26 Q23 31 19.500 29.500 Q16 31 12.500 26Z"
fill="#f3f0ea" ${THIN}/>
<path d="M2 23 Q19 14 37 23 Q28 25 19 24 Q10 25 2 23Z" fill="#5b2f8c" ${LINE}/><path d="M9.500 20 Q12 8 24 1 Q22 7 26
12 Q29 16 29.500 20 Q19 16 9.500 20Z" fill="#7d4bb3" ${LINE}/><path d="M11 17.500 Q20 14 29 18" fill="none"
stroke="#ffe27a" stroke-width="2.200"/>`,
};
/** For a type that an owner's box may bring. */
export const STRANGER = `<path d="M4 47 Q5 31 24 31 Q43 31 44 47Z" fill="#8a6d4a" ${LINE}/><circle cx="24" cy="20"
  r="11" fill="${SKIN}" ${LINE}/>`;

/** A unit, 48 by 48. @param {string} unit */
export const unitImage = (unit) => image(`unit ${unit}`, 48, 48, () => UNITS[unit] ?? STRANGER);

/** In 32 by 32, with room for a number in the middle. @type {Record<string, string>} */
export const REWARDS = {
  gold: `<circle cx="16" cy="16" r="14" fill="#8a5a06"/><circle cx="16" cy="15.200" r="13.400" fill="#f0b932"
    ${THIN}/><circle cx="16" cy="15.200" r="10.400" fill="#ffd965" stroke="#b67f10" stroke-width="1.200"/>`,
  bards: `<path d="M21 11 L29 2.500 L31 4.500 L23 13Z" fill="#6b4526" ${THIN}/><path d="M18 6 Q29 9 26 19 Q22 30 12
    30 Q1 29 2 19 Q4 8 18 6Z" fill="#a03f6e" ${LINE}/><path d="M17 9.500 Q25 12 23 19 Q20 27 12 27 Q5 26 5 19 Q7 11
    17 9.500Z" fill="#c65d90"/>`,
  stories: `<path d="M3 30 V9 H6 V4 H11 V8 H13.500 V4 H18.500 V8 H21 V4 H26 V9 H29 V30Z" fill="#4a7188"
    ${LINE}/><path d="M5.500 28 V11.500 H26.500 V28Z" fill="#6d9bb5"/>`,
};

/** A reward, 32 by 32. @param {string} reward */
export const rewardImage = (reward) => image(`reward ${reward}`, 32, 32, () => REWARDS[reward] ?? "");

/** Heads in 64 by 48, rising from the lower edge. */
export const THREATS = [
  // A horned brute.
  `<path d="M14 24 Q2 18 4 4 Q12 6 20 14Z M50 24 Q62 18 60 4 Q52 6 44 14Z" fill="#efe4c8" ${LINE}/><path d="M10 50
    V28 Q12 10 32 10 Q52 10 54 28 V50Z" fill="#7d3a32" ${LINE}/><path d="M16 26 L28 30 L17 33Z M48 26 L36 30 L47 33Z"
    fill="#ffd84d" ${THIN}/><path d="M18 42 Q32 36 46 42 L43 46 L40 41 L36 46 L32 41 L28 46 L24 41 L21 46Z"
    fill="#fff6e2" ${THIN}/>`,
  // A serpent.
  `<path d="M6 50 Q6 24 22 20 Q10 14 14 6 L24 12 Q32 4 42 8 L54 4 Q54 14 46 18 Q60 26 58 50Z" fill="#48773d"
    ${LINE}/><path d="M20 24 q5 -4 10 1 q-5 4 -10 -1Z M38 25 q5 -5 10 -1 q-5 5 -10 1Z" fill="#ffe45c" ${THIN}/><path
    d="M25 22.500 v4 M43 22.500 v4" stroke="${INK}" stroke-width="2"/><path d="M16 37 Q32 30 50 37 L46 43 L42 37 Q32
    34 24 37 L20 43Z" fill="#fff6e2" ${THIN}/><path d="M32 37 V46 M32 46 l-4 4 M32 46 l4 4" fill="none"
    stroke="#c0392b" stroke-width="2.400"/>`,
  // A wraith.
  `<path d="M6 50 Q4 8 32 4 Q60 8 58 50 L50 44 L42 50 L32 44 L22 50 L14 44Z" fill="#3d4863" ${LINE}/><path d="M15 34
    Q14 14 32 13 Q50 14 49 34 Q44 42 32 42 Q20 42 15 34Z" fill="#141a2b"/><path d="M20 24 q6 -2 8 4 q-7 2 -8 -4Z M44
    24 q-6 -2 -8 4 q7 2 8 -4Z" fill="#8ff0ff"/><path d="M27 35 h10" stroke="#8ff0ff" stroke-width="2"
    stroke-dasharray="2 2"/>`,
  // A wolf.
  `<path d="M8 50 Q6 34 14 24 L10 4 L24 15 Q32 12 40 15 L54 4 L50 24 Q58 34 56 50Z" fill="#6b6258" ${LINE}/><path
    d="M12 8 L21 17 L16 22Z M52 8 L43 17 L48 22Z" fill="#3c352e"/><path d="M19 27 L29 30 L20 32Z M45 27 L35 30 L44
    32Z" fill="#ffb02e" ${THIN}/><path d="M22 38 Q32 28 42 38 Q40 48 32 48 Q24 48 22 38Z" fill="#b8ac9c"
    ${THIN}/><path d="M28 36 h8 l-4 4Z" fill="${INK}"/><path d="M26 43 l2 4 2 -4 M34 43 l2 4 2 -4" fill="#fff"
    ${THIN}/>`,
  // A spider.
  `<path d="M22 28 Q10 12 2 22 M22 34 Q8 26 2 38 M42 28 Q54 12 62 22 M42 34 Q56 26 62 38 M22 40 Q12 40 8 49 M42 40
    Q52 40 56 49" fill="none" stroke="${INK}" stroke-width="3.400" stroke-linecap="round"/><path d="M14 50 Q14 14 32
    14 Q50 14 50 50Z" fill="#4b3155" ${LINE}/><g fill="#ff6b57" ${THIN}><circle cx="26" cy="29" r="4"/><circle
    cx="38" cy="29" r="4"/><circle cx="20" cy="24" r="2.300"/><circle cx="44" cy="24" r="2.300"/></g><path d="M27 40
    q1 6 4 7 M37 40 q-1 6 -4 7" fill="none" stroke="#fff6e2" stroke-width="3" stroke-linecap="round"/>`,
];

/** The head of a threat, 64 by 48; each tile has one of them. @param {number} city The number of the tile. */
export function threatImage(city) {
  const which = (city * 7) % THREATS.length;
  return image(`threat ${which}`, 64, 48, () => THREATS[which]);
}

const TITAN = { asleep: ["#8f9a86", "#6d7866", "#a9b49e"], raging: ["#9b4a2c", "#6d2c18", "#d9713f"] };

/** A titan, 72 by 72: a hill that sleeps, or what gets up from under it. @param {"asleep" | "raging" | "gone"} state */
export const titanImage = (state) =>
  image(`titan ${state}`, 72, 72, () => {
    if (state === "gone")
      return `<ellipse cx="36" cy="62" rx="26" ry="6" fill="none" stroke="#8a7a5c" stroke-width="2"
        stroke-dasharray="4 4"/>`;
    const [skin, dark, light] = TITAN[state];
    const awake = state === "raging";
    const eyes = awake
      ? `<path d="M22 30 L33 34 L23 38Z M50 30 L39 34 L49 38Z" fill="#ffe45c" ${THIN}/><path d="M20 27 L33 31 M52 27
        L39 31" ${LINE}/><path d="M23 48 Q36 42 49 48 V54 Q36 60 23 54Z" fill="#2a0d06" ${LINE}/><path d="M25 48 l3 4
        3 -5 3 5 3 -5 3 5 3 -5 3 4" fill="#fff6e2" ${THIN}/>`
      : `<path d="M22 36 q5 4 10 0 M40 36 q5 4 10 0" fill="none" ${LINE}/><path d="M29 51 q7 4 14 0" fill="none"
        ${LINE}/><path d="M10 22 q6 -9 13 -4 q5 -9 13 -4 q9 -6 13 3 q8 -1 12 6 q-12 5 -26 3 q-14 3 -25 -4Z"
        fill="#5f9138" ${THIN}/><path d="M30 16 V8 M30 8 q-5 -1 -5 -5 q5 0 5 5 q0 -5 5 -6 q0 5 -5 6" fill="#7fb24a"
        ${THIN}/>
<g fill="#31465c" stroke="#f7ead0" stroke-width="2.600" paint-order="stroke" font-family="serif"
font-weight="700"><path d="M54 8 h7 l-7 8 h7"/><path d="M63 1 h5 l-5 6 h5"/></g>`;
    const crown = awake
      ? `<path d="M12 24 L6 6 L20 14 L26 2 L34 12 L44 1 L48 14 L64 5 L60 24Z" fill="#f2902f" ${LINE}/><path d="M20 24
        L18 14 L26 18 L32 10 L38 18 L46 10 L52 24Z" fill="#ffd84d"/>`
      : "";
    return `${crown}<path d="M4 72 V44 Q4 18 36 18 Q68 18 68 44 V72Z" fill="${skin}" ${LINE}/><path d="M52 21 Q68 26
      68 44 V72 H56 Q60 44 52 21Z" fill="${dark}" opacity=".55"/><path d="M12 40 Q14 28 24 25" fill="none"
      stroke="${light}" stroke-width="3" stroke-linecap="round"/>
<path d="M12 60 l6 -3 4 4 M58 52 l-5 4 4 5" fill="none" stroke="${dark}" stroke-width="2"/>${eyes}`;
  });

/** Lines of roads, distinguishable without colour. @type {Record<string, {fill: string, dash: string, cap: string}>} */
const ROADS = {
  black: { fill: "#24211f", dash: "", cap: "butt" },
  red: { fill: "#cc2f26", dash: "17 8", cap: "butt" },
  blue: { fill: "#1f66c9", dash: "0.1 15", cap: "round" },
};
const OTHER_ROAD = { fill: "#8a5a9c", dash: "12 6 3 6", cap: "butt" }; // For a fourth colour of an owner's box.

export const roadStyle = (/** @type {string} */ colour) => ROADS[colour] ?? OTHER_ROAD;

/** A wheel of a programming board, 48 by 48. @param {{kind: string, colour?: string} | null} icon Null: face down. */
export function wheelImage(icon) {
  const key = icon ? `${icon.kind} ${icon.colour ?? ""}` : "down";
  return image(`wheel ${key}`, 48, 48, () => {
    const disc = (/** @type {string} */ fill, /** @type {string} */ body) =>
      `<circle cx="24" cy="24" r="22.500" fill="#5f4527"/><circle cx="24" cy="23.300" r="21.500" fill="#c59b56"
        ${THIN}/><circle cx="24" cy="23.300" r="17.600" fill="${fill}" stroke="#5f4527"
        stroke-width="1.400"/>${body}`;
    if (!icon)
      return disc(
        "#6b4d2b",
        `<path d="M11 23.300 a13 13 0 0 1 26 0 a13 13 0 0 1 -26 0 M24 10.300 v26 M11 23.300 h26 M14.800 14 l18.400
          18.600 M33.200 14 L14.800 32.600" fill="none" stroke="#a27c46" stroke-width="1.600"/><circle cx="24"
          cy="23.300" r="8.600" fill="#c59b56" stroke="#4a3217" stroke-width="1.400"/><path d="M21 21.400 q0 -3.400 3
          -3.400 q3 0 3 2.800 q0 1.900 -3 3.200 v1.400 M24 27.600 v1.300" fill="none" stroke="#3c2711"
          stroke-width="2.300" stroke-linecap="round"/>`,
      );
    if (icon.kind === "road") {
      const { fill, dash, cap } = roadStyle(icon.colour ?? "");
      const way = `M9 34 Q20 31 21 23.500 Q22 15 38 13`;
      return disc(
        "#f4e7c6",
        `<path d="${way}" fill="none" stroke="#fffaf0" stroke-width="14"/><path d="${way}" fill="none"
          stroke="${fill}" stroke-width="9" stroke-linecap="${cap}"
          ${dash ? `stroke-dasharray="${icon.colour === "blue" ? "0.1 11.500" : "9 5"}"` : ""}/><path d="M38 7 v8 M38
          7 l6 2.500 -6 2.500" fill="#fff" ${THIN}/>`,
      );
    }
    if (icon.kind === "action")
      return disc(
        "#f7d873",
        `<g ${LINE}><path d="M13 10 L32 31 M35 10 L16 31" stroke-width="5.500"/><path d="M13 10 L32 31 M35 10 L16 31"
          stroke="#e8eef2" stroke-width="2.600"/><path d="M10 29 L18 36 M38 29 L30 36" stroke-width="3.600"/><path
          d="M13 34 L9.500 38 M35 34 L38.500 38" stroke-width="3.600"/></g>`,
      );
    return disc(
      "#cfe0e2",
      `<path d="M15 10 H33 M15 37 H33" stroke="${INK}" stroke-width="3.400" stroke-linecap="round"/><path d="M17 11
        H31 Q31 19 26 23.500 Q31 28 31 36 H17 Q17 28 22 23.500 Q17 19 17 11Z" fill="#fffaf0" ${LINE}/><path d="M20 16
        H28 Q27 20 24 22.500 Q21 20 20 16Z M19 35 Q20 30 24 29 Q28 30 29 35Z" fill="#d79b2e"/>`,
    );
  });
}

/** A hand of 48 by 48: closed, still open, or opened. @param {"closed" | "waiting" | "open"} state */
export const fistImage = (state) =>
  image(`fist ${state}`, 48, 48, () => {
    if (state === "closed")
      return `<path d="M14 47 V38 Q7 34 8 25 Q8 19 13 18 Q13 11 20 12 Q23 8 28 10 Q33 8 35 13 Q41 14 40 21 V29 Q40 35
        35 38 V47Z" fill="${SKIN}" ${LINE}/><path d="M13 18 Q13 25 17 26 M20 13 Q18 22 20 25 M28 11 Q26 20 27 25 M35
        14 Q33 21 34 25" fill="none" ${THIN}/><path d="M9 27 Q16 24 25 29 Q27 33 22 33 Q17 32 15 33" fill="#e3b184"
        ${LINE}/><path d="M12 42 H37" stroke="#7d5a9c" stroke-width="7"/><path d="M12 39 H37 M12 46 H37" ${THIN}/>`;
    if (state === "open")
      return `<path d="M15 47 V38 Q9 33 5 26 Q3 22 6 21 Q9 20 13 26 L12 9 Q12 5 15 5 Q18 5 19 9 L20 20 L21 5 Q21.500
        1 24.500 1 Q27.500 1 27.500 5 L28 20 L31 7 Q32 4 34.500 4.500 Q37 5 36.500 9 L35 22 L39 15 Q41 12 43 13 Q45
        14 44 18 L38 34 Q36 38 35 39 V47Z" fill="${SKIN}" ${LINE}/><path d="M13 42 H37" stroke="#7d5a9c"
        stroke-width="7"/><path d="M13 39 H37 M13 46 H37" ${THIN}/>`;
    return `<path d="M15 44 V38 Q9 33 5 26 Q3 22 6 21 Q9 20 13 26 L12 9 Q12 5 15 5 Q18 5 19 9 L20 20 L21 5 Q21.500 1
      24.500 1 Q27.500 1 27.500 5 L28 20 L31 7 Q32 4 34.500 4.500 Q37 5 36.500 9 L35 22 L39 15 Q41 12 43 13 Q45 14 44
      18 L38 34 Q36 38 35 39 V44Z" fill="none" stroke="#8a7a5c" stroke-width="2" stroke-dasharray="4 3"/>`;
  });

/** A closed curtain, 64 by 40: what a screen hides from these eyes. */
export const screenImage = () =>
  image(
    "screen",
    64,
    40,
    () =>
      `<path d="M3 38 V6 Q3 3 6 3 H58 Q61 3 61 6 V38Z" fill="#5b4630" ${LINE}/><path d="M7 38 V7 H57 V38Z"
        fill="#7b2f3c"/><path d="M14 7 V38 M22 7 V38 M30 7 V38 M38 7 V38 M46 7 V38 M53 7 V38" stroke="#5a1d29"
        stroke-width="2.600"/><path d="M7 7 H57 V12 Q52 18 47 12 Q42 18 37 12 Q32 18 27 12 Q22 18 17 12 Q12 18 7 12Z"
        fill="#a3404f" ${THIN}/><path d="M27 22 q0 -4 5 -4 q5 0 5 4 q0 3 -5 5 v2 M32 33 v1" fill="none"
        stroke="#ffe9b0" stroke-width="3" stroke-linecap="round"/>`,
  );

/** The First Player token, 32 by 32: a horn. */
export const firstImage = () =>
  image(
    "first",
    32,
    32,
    () =>
      `<path d="M3 10 Q2 4 7 4 L25 12 Q31 15 29 21 Q26 28 17 27 Q10 26 12 21 Q14 18 18 21 Q22 23 22 19 Q20 16 12 15
        Q5 15 3 10Z" fill="#e8c25a" ${LINE}/><path d="M7 4 Q4 9 8 14" fill="none" ${THIN}/><path d="M13 8 L10 14 M18
        10 L16 16" stroke="#8a5a06" stroke-width="2"/>`,
  );

/** Where a reward's number goes, from the picture's middle. @param {string} reward @returns {[number, number]} */
export const numberAt = (reward) => (reward === "bards" ? [-2.5, 2] : reward === "stories" ? [0, 2.5] : [0, 0]);
