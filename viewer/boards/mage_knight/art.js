// @ts-check
/** The small pictures of Mage Knight: sites, terrain, mana, signs of values. Drawn here; none is the publisher's. */
import { drawing, emblemPath, inset, picture } from "../../kit/index.js";
import { HEXES } from "./world.js";

/** Colours of mana: fill, edge, and what is drawn on it. @type {Record<string, [string, string, string]>} */
const MANA = {
  red: ["#d2412c", "#711508", "#fff"],
  blue: ["#3a78c9", "#12386d", "#fff"],
  green: ["#3f9a52", "#134a22", "#fff"],
  white: ["#f4f1e8", "#6b665b", "#4a4436"],
  gold: ["#f0b92a", "#7a5200", "#4d3300"],
  black: ["#3a3842", "#0e0d12", "#e8e2f2"],
};
/** Backs of tokens: fill and edge. @type {Record<string, [string, string]>} */
export const BACKS = {
  green: ["#5d9448", "#26471a"],
  gray: ["#9a9da3", "#44484f"],
  brown: ["#98714b", "#452c14"],
  violet: ["#8a63ad", "#3d2258"],
  white: ["#efece4", "#6d685c"],
  red: ["#c4553f", "#651a0d"],
};

/** Where enemies with such backs live, as a picture: not everyone can distinguish colours. */
export const HOMES = /** @type {Record<string, string>} */ ({
  ...{ green: "orcs", gray: "keep", brown: "dungeon", violet: "mage_tower", white: "city", red: "draconum" },
});

const EDGE = `stroke="#3a2a18" stroke-width="1.2" stroke-linejoin="round"`;
/** Markup in a square of 24 by 24. @type {Record<string, string>} */
const PICTURES = {
  portal: `<circle cx="12" cy="12" r="10" fill="#6a4fa0" ${EDGE}/>
<circle cx="12" cy="12" r="6.4" fill="#b9a3e6"/><circle cx="12" cy="12" r="3" fill="#fff"/>`,
  village: `<g ${EDGE}><path d="M1.5 21v-7l5-4 5 4v7Z" fill="#f0dcb0"/>
<path d="M0.8 14.5 6.5 9.500l5.7 5" fill="#b5532f"/>
<path d="M11.5 21V10.500l5.5-5 5.5 5V21Z" fill="#f7e8c4"/><path d="M10.5 11.5 17 5l6.5 6.5" fill="#c9683f"/>
<path d="M15.5 21v-5h3v5Z" fill="#6b4423"/></g>`,
  monastery: `<g ${EDGE}><path d="M3 21V12l6-4 6 4v9Z" fill="#efe6d2"/><path d="M15 21V8l3-4 3 4v13Z" fill="#d9cba8"/>
<path d="M7.5 21v-5h3v5Z" fill="#6b4423"/><path d="M17.2 0h1.600v5h-1.600Z M16 1.500h4v1.300h-4Z" fill="#b98b1f"/></g>`,
  burned: `<path d="M12 1.500c1 4 5.5 6 5.5 12a5.5 7 0 0 1-11 .500c0-3 2-4 2.5-7 1.5 1 2 2.5 2 4 1.5-2.5 2-6 1-9.500Z"
fill="#e8622a" stroke="#7d1d06" stroke-width="1.2"/>
<path d="M12 12c2 2 2.5 3.5 2.5 5a2.5 3 0 0 1-5 0c0-2 1.5-3 2.5-5Z" fill="#ffd257"/>`,
  keep: `<path d="M4 22V5h3v2.500h3V5h4v2.500h3V5h3v17Z" fill="#b9b2a6" ${EDGE}/>
<path d="M10 22v-5a2 2 0 0 1 4 0v5Z" fill="#3d352b"/><path d="M7 11h2v3H7Z M15 11h2v3h-2Z" fill="#3d352b"/>`,
  mage_tower: `<path d="M8 22V10h8v12Z" fill="#c6b7dc" ${EDGE}/><path d="M6 10.5 12 1l6 9.500Z" fill="#6a4fa0" ${EDGE}/>
<path d="M11 12.500h2v3h-2Z M10.5 22v-3.500a1.5 1.5 0 0 1 3 0V22Z" fill="#34235a"/>`,
  city: `<g ${EDGE}><path d="M1 22V9h3v2h2V9h3v4h6V9h3v2h2V9h3v13Z" fill="#d6cbb2"/>
<path d="M7.5 13V4h2v1.700h1.500V4h2v1.700h1.500V4h2v9Z" fill="#e8dfc8"/></g>
<path d="M9.5 22v-4a2.5 2.5 0 0 1 5 0v4Z" fill="#4a3a22"/>`,
  dungeon: `<path d="M2 22V11a10 9 0 0 1 20 0v11Z" fill="#6d655a" ${EDGE}/>
<path d="M5 22V12a7 6.5 0 0 1 14 0v10Z" fill="#16120d"/>
<path d="M8 7.500V22M12 6v16M16 7.500V22M5 13h14M5 18h14" stroke="#a59a86" stroke-width="1.3"/>`,
  tomb: `<path d="M5 22V9a7 7 0 0 1 14 0v13Z" fill="#aaa69d" ${EDGE}/>
<path d="M3 22h18v-2.500H3Z" fill="#7d776b" ${EDGE}/>
<path d="M11 7h2v3h3v2h-3v6h-2v-6H8v-2h3Z" fill="#4d473c"/>`,
  monster_den: `<path d="M1 22 5 9l5-6 6 2 5 7 2 10Z" fill="#83705a" ${EDGE}/>
<path d="M7 22c0-6 2-10 5-10s5 4 5 10Z" fill="#14100b"/>
<path d="M9.7 16h1.600v1.600H9.700Z M13 16h1.600v1.600H13Z" fill="#ffcf4a"/>`,
  spawning_grounds: `<path d="M1 19c3-3 19-3 22 0v3H1Z" fill="#7c6248" ${EDGE}/><g ${EDGE} fill="#e9d8b0">
<ellipse cx="7" cy="14.5" rx="3.8" ry="5.2"/><ellipse cx="16.5" cy="14.5" rx="3.8" ry="5.2"/>
<ellipse cx="12" cy="11.5" rx="4" ry="5.6"/>
</g><path d="M11 8l2 2-2 2 2 2" fill="none" stroke="#5d4324" stroke-width="1.2"/>`,
  ruins: `<g fill="#d8cfba" ${EDGE}><path d="M2 22v-3h20v3Z"/><path d="M4 19V8h3v11Z"/>
<path d="M10.5 19v-7l3-1.500V19Z"/>
<path d="M17 19V5h3v14Z"/><path d="M15.5 5V2.500h6V5Z"/><path d="M3 8V6h5v2Z"/></g>`,
  mine: `<path d="M1 22 6 8l6-5 6 5 5 14Z" fill="#8d8577" ${EDGE}/>
<path d="M7 22v-7a5 5 0 0 1 10 0v7Z" fill="#221b13"/>`,
  glade: `<g ${EDGE}><path d="M10.8 23v-7h2.400v7Z" fill="#6b4423"/>
<path d="M12 1c5 3 8 7 8 11a8 5.5 0 0 1-16 0C4 8 7 4 12 1Z" fill="#4fa368"/></g>
<path d="M12 6l1.2 3.3 3.3 1.2-3.3 1.200L12 15l-1.2-3.3-3.3-1.2 3.3-1.200Z" fill="#fff3b8"/>`,
  rampaging: `<path d="M3 4l5 3h8l5-3-1.5 8c0 6-4 10-7.5 10S4.5 18 4.5 12Z" fill="#7fa35c" ${EDGE}/>
<path d="M7.5 11l3.5 2-3.5 1.200Z M16.5 11 13 13l3.5 1.200Z" fill="#241a0d"/>
<path d="M8.5 17h7l-1 3-1-1.8-1.5 1.8-1.5-1.800L9.5 20Z" fill="#fff"/>`,
  // Terrain, over its colour.
  hills: `<path d="M2 19c2-7 8-7 10-1 1-5 7-6 10 1" fill="none" stroke="#6e5626" stroke-width="2"/>`,
  forest: `<path d="M7 6l4 7H9l3.5 6H2L5 13H3Z M16.5 4l4.5 8h-2l4 7h-11l3.5-7h-2.500Z" fill="#1f5a2c"/>`,
  wasteland: `<path d="M2 18l5-9 3 5 4-8 8 12" fill="none" stroke="#5d4034" stroke-width="2"/>`,
  desert: `<path d="M2 17c3-5 6-5 9-1s7 4 11-2M4 10c3-3 5-3 8 0s5 3 8-1" fill="none" stroke="#b28a34"
 stroke-width="1.8"/>`,
  swamp: `<path d="M2 18h8M12 18h10M6 14h10M7 14V7M10 14V9M16 18v-8M19 18v-6" stroke="#3b4a26" stroke-width="1.7"/>`,
  lake: `<path d="M2 9c3-3 5-3 8 0s6 3 12 0M2 16c3-3 5-3 8 0s6 3 12 0" fill="none" stroke="#dff1fb"
 stroke-width="1.8"/>`,
  ocean: `<path d="M2 12c3-3 5-3 8 0s6 3 12 0" fill="none" stroke="#9fcbe6" stroke-width="1.6"/>`,
  mountain: `<path d="M1 21 9 5l5 8 3-4 6 12Z" fill="#6f6c6a"/><path d="M9 5l3 5-3 1.500L7 9Z" fill="#fff"/>`,
  plains: `<path d="M5 19v-4M7 19v-3M16 13V9M18 13v-3M13 20v-3" stroke="#6f8a34" stroke-width="1.6"/>`,
  // Signs of values.
  move: `<path d="M6 2h7l-1 9 7 4c2 1 2 3 2 5H4V16Z" fill="#5c9a4e" ${EDGE}/>`,
  influence: `<path d="M3 4h18v12h-9l-5 5v-5H3Z" fill="#f3efe4" ${EDGE}/>
<path d="M7 8.500h10M7 12h7" stroke="#5a4a2a" stroke-width="1.6"/>`,
  heal: `<path d="M9 2h6v7h7v6h-7v7H9v-7H2V9h7Z" fill="#49a08c" ${EDGE}/>`,
  attack: `<path d="M21 2 9.5 13.500l1.5 1.500L22 4.500Z" fill="#dfe3e8" ${EDGE}/>
<path d="M6.5 12l5.5 5.5-2 1-2-2L4 21l-1.5-1.500L7 15l-2-2Z" fill="#9a5a2a" ${EDGE}/>`,
  ranged: `<path d="M5 2c10 2 15 10 17 17" fill="none" stroke="#8a5a26" stroke-width="2.4"/>
<path d="M5 2l17 17" stroke="#6b6b6b" stroke-width="1"/>
<path d="M3 21 16 8" stroke="#3a2a18" stroke-width="2"/><path d="M18.5 5.5 17.5 11 13 6.500Z" fill="#dfe3e8" ${EDGE}/>`,
  siege: `<path d="M2 20h20v2H2Z" fill="#6b4423"/><path d="M4 20 15 9" stroke="#8a5a26" stroke-width="2.6"/>
<circle cx="17" cy="6.5" r="4.5" fill="#8d8d8d" ${EDGE}/>
<path d="M9 20l3-8 5 8" fill="none" stroke="#6b4423" stroke-width="2"/>`,
  block: `<path d="M12 1.5 21 5v6c0 6-4 10-9 12-5-2-9-6-9-12V5Z" fill="#6f9ccf" ${EDGE}/>
<path d="M12 5v14M6 9.500h12" stroke="#fff" stroke-width="1.8"/>`,
  armor: `<path d="M12 1.5 21 5v6c0 6-4 10-9 12-5-2-9-6-9-12V5Z" fill="#c9c3b5" ${EDGE}/>`,
  fame: `<path d="M12 1.500l3.1 7 7.6.8-5.7 5.1 1.6 7.500L12 18l-6.6 3.900L7 14.4 1.3 9.300l7.6-.8Z" fill="#f2c23a"
 stroke="#7d5606" stroke-width="1.2"/>`,
  reputation: `<path d="M4 2h16v20l-8-5-8 5Z" fill="#8a5aa8" ${EDGE}/>`,
  wound: `<path d="M12 1c2 6 7 9 7 14a7 7 0 0 1-14 0c0-5 5-8 7-14Z" fill="#b3261e" stroke="#5b0d08"
 stroke-width="1.3"/>`,
  cards: `<rect x="3" y="5" width="12" height="16" rx="2" fill="#d8c49a" ${EDGE}/>
<rect x="8" y="2.5" width="12" height="16" rx="2" fill="#fbf4e0" ${EDGE}/>`,
  explore: `<path d="M12 1l9.5 5.500v11L12 23l-9.5-5.500v-11Z" fill="#d6c48e" ${EDGE}/>
<path d="M12 6v12M6 12h12" stroke="#5d431d" stroke-width="2.4"/>`,
  defeated: `<path d="M12 2a8.5 8.5 0 0 0-5 15.300V21h10v-3.700A8.5 8.5 0 0 0 12 2Z" fill="#efe9db" ${EDGE}/>
<circle cx="8.8" cy="11" r="2.2" fill="#2a2018"/><circle cx="15.2" cy="11" r="2.2" fill="#2a2018"/>
<path d="M12 14l1.2 2.500h-2.400Z" fill="#2a2018"/>`,
  unit: `<circle cx="12" cy="6.5" r="4.5" fill="#e0b98a" ${EDGE}/>
<path d="M3 22c0-7 4-10 9-10s9 3 9 10Z" fill="#8a6a3a" ${EDGE}/>`,
  skill: `<circle cx="12" cy="12" r="10" fill="#f7ecd0" ${EDGE}/>
<path d="M12 4l2.3 5.700L20 12l-5.7 2.300L12 20l-2.3-5.700L4 12l5.7-2.300Z" fill="#a8642a"/>`,
  tactic: `<rect x="3" y="2" width="18" height="20" rx="3" fill="#e6ddc6" ${EDGE}/>
<path d="M8 17V7l8 2.5-6 2.5" fill="#a23b2a"/>`,
  rest: `<path d="M15.5 2A10 10 0 1 0 21.5 17.500A8.5 8.5 0 0 1 15.5 2Z" fill="#6d7fb0" ${EDGE}/>`,
  end: `<path d="M5 2h3v20H5Z" fill="#6b4423"/><path d="M8 3h12l-3 4 3 4H8Z" fill="#a23b2a" ${EDGE}/>`,
  die: `<rect x="3" y="3" width="18" height="18" rx="4" fill="#f4eede" ${EDGE}/><circle cx="8" cy="8" r="2"/>
<circle cx="16" cy="16" r="2"/><circle cx="12" cy="12" r="2"/>`,
  other: `<circle cx="12" cy="12" r="4" fill="#8a7a5a"/>`,
  day: `<circle cx="12" cy="12" r="5.5" fill="#f2b92b" stroke="#8a5c00" stroke-width="1.2"/>
<path d="M12 1v4M12 19v4M1 12h4M19 12h4M4.2 4.200l2.8 2.800M17 17l2.8 2.800M4.2 19.8 7 17M17 7l2.8-2.8"
 stroke="#c98a00" stroke-width="2"/>`,
  night: `<path d="M15.5 2A10 10 0 1 0 21.5 17.500A8.5 8.5 0 0 1 15.5 2Z" fill="#b9c4ea" stroke="#2b3566"
 stroke-width="1.3"/>`,
  // Elements and abilities.
  physical: `<path d="M21 2 9.5 13.500l1.5 1.500L22 4.500Z" fill="#aeb4bb" ${EDGE}/>
<path d="M6.5 12l5.5 5.5-2 1-2-2L4 21l-1.5-1.500L7 15l-2-2Z" fill="#9a5a2a"/>`,
  fire: `<path d="M12 1.500c1 4 6 6 6 12a6 8 0 0 1-12 .5c0-3 2-4 2.5-7 1.5 1 2 2.5 2 4 1.5-2.5 2.5-6 1.5-9.500Z"
 fill="#e8622a" stroke="#7d1d06" stroke-width="1.2"/>`,
  ice: `<path d="M12 1v22M2.5 6.500l19 11M21.5 6.500l-19 11M9 3l3 3 3-3M9 21l3-3 3 3M3 10.5 6.5 9.5 5.5 6M21
13.500l-3.5 1 1 3.500M21 10.5 17.5 9.5 18.5 6M3 13.500l3.5 1-1 3.5" stroke="#2f86c9" stroke-width="1.9" fill="none"/>`,
};
PICTURES.orcs = PICTURES.rampaging;
PICTURES.draconum = `<path d="M12 5l2.5 3L22 3l-1.5 10-4.500 1-4 9-4-9-4.500-1L2 3l7.5 5Z" fill="#c4553f" ${EDGE}/>
  <path d="M9.5 11.500l2 1.500M14.500 11.500l-2 1.500" stroke="#fff" stroke-width="1.5"/>`;
PICTURES.cold_fire = `<g transform="scale(.62)">${PICTURES.fire}</g><g transform="translate(9.5 9.5)
scale(.6)">${PICTURES.ice}</g>`;

/** A picture by its name; a blank disc where there is none. @param {string} name */
export const art = (name) => drawing(`mage_knight ${name}`, 24, 24, () => PICTURES[name] ?? PICTURES.other);

/** Colours of terrain by day. @type {Record<string, string>} */
const TERRAIN = {
  ...{ plains: "#c7d67a", hills: "#cdae62", forest: "#74ab62", wasteland: "#a8826e", desert: "#ecd58a" },
  ...{ swamp: "#8a9a5e", lake: "#6cb0d8", mountain: "#b0aaa4", ocean: "#4a86b4" },
};

/** A space of the map. @param {any} hex Terrain, site, colour. @param {number} x Of its middle. @param {number} y */
function hexMarkup({ terrain, site, colour }, x, y) {
  const what = PICTURES[site] ?? PICTURES[terrain] ?? "";
  const crystal = colour ? inset(manaMarkup(colour, "crystal"), [24, 24], place(x, y + 7, 9)) : "";
  return `<path d="M${x} ${y - 14} ${x + 12} ${y - 7}v14L${x} ${y + 14} ${x - 12} ${y + 7}v-14Z"
fill="${TERRAIN[terrain] ?? "#ccc"}" stroke="#3a2a18"/>${inset(what, [24, 24], place(x, y, 17))}${crystal}`;
}

/** A square around a middle. @param {number} x @param {number} y @param {number} side */
const place = (x, y, side) => ({ x: x - side / 2, y: y - side / 2, width: side, height: side });

/** One space of the map. @param {any} space Terrain, site, colour. */
export function hexArt(space) {
  const { terrain, site, color: colour } = space;
  const key = `mage_knight hex ${terrain} ${site} ${colour}`;
  return drawing(key, 28, 30, () => hexMarkup({ terrain, site, colour }, 14, 15));
}

/** A tile with all of its spaces. @param {any} tile Of the box. */
export const tileArt = (tile) =>
  drawing(`mage_knight tile ${JSON.stringify(tile.hexes)}`, 76, 74, () =>
    Object.entries(tile.hexes)
      .map(([at, hex]) => hexMarkup(hex, 38 + 24 * (HEXES[at][0] + HEXES[at][1] / 2), 37 + 21 * HEXES[at][1]))
      .join(""),
  );

/**
 * The face of a card: a frame in its colour, with a sign.
 * @param {string} sign @param {string | null} colour Of mana; null for none.
 * @param {string} [words] In the corner: a number.
 */
export function cardArt(sign, colour, words = "") {
  const [fill, edge] = MANA[colour ?? ""] ?? ["#d8c49a", "#6b4f1e"];
  const corner = words
    ? `<circle cx="6.500" cy="7" r="5.500" fill="#fff" stroke="${edge}"/>${number(words, 6.5, 9.6, 8)}`
    : "";
  return drawing(`mage_knight card ${sign} ${colour} ${words}`, 24, 32, () => {
    const face = `<rect x="1" y="1" width="22" height="30" rx="3" fill="${fill}" stroke="${edge}" stroke-width="1.6"/>
<rect x="3.500" y="8" width="17" height="17" rx="2" fill="#fbf4e0"/>`;
    const mark = PICTURES[sign] ?? manaMarkup(colour ?? "white", "token");
    return `${face}${inset(mark, [24, 24], { x: 5, y: 9.5, width: 14, height: 14 })}${corner}`;
  });
}

/** @param {string | number} words @param {number} x @param {number} y @param {number} size */
function number(words, x, y, size) {
  return `<text x="${x}" y="${y}" font-size="${size}" font-weight="800" text-anchor="middle"
font-family="sans-serif" fill="#2a1c08">${words}</text>`;
}

/** The token of an enemy: its attack above its armour, on the colour of its back. @param {any} row Of the box. */
export function enemyArt(row) {
  const [fill, edge] = BACKS[row.back] ?? ["#e3cf9a", "#6b4f1e"];
  const { value, element, summons } = row.attack;
  const sign = PICTURES[summons ? "rampaging" : element];
  return drawing(`mage_knight enemy ${row.id}`, 40, 40, () =>
    [
      `<circle cx="20" cy="20" r="18.5" fill="${fill}" stroke="${edge}" stroke-width="2"/>`,
      `<circle cx="20" cy="20" r="14.5" fill="#fbf4e0"/><path d="M9 20.500h22" stroke="${edge}"/>`,
      inset(sign, [24, 24], { x: summons ? 15 : 9.5, y: 9, width: 10, height: 10 }),
      summons ? "" : number(value, 25, 18, 12),
      inset(PICTURES.armor, [24, 24], { x: 9.5, y: 22, width: 10, height: 10 }),
      number(row.armor, 25, 32, 12),
    ].join(""),
  );
}

/** A token of ruins: its altar, or the backs of its enemies. @param {any} row Of the box. */
export const ruinArt = (row) =>
  drawing(`mage_knight ruins ${row.id}`, 40, 40, () => {
    const [a, b] = row.enemies ?? [];
    const backs = [a, b].filter(Boolean).map((back, at) => {
      const [fill, edge] = BACKS[back] ?? BACKS.white;
      const x = b ? 12 + at * 16 : 20;
      const home = inset(PICTURES[HOMES[back]] ?? "", [24, 24], place(x, 20, 11));
      return `<circle cx="${x}" cy="20" r="7.500" fill="${fill}" stroke="${edge}"/>${home}`;
    });
    const altar = row.altar ? inset(manaMarkup(row.altar.colour, "token"), [24, 24], place(20, 20, 18)) : "";
    const round = `<circle cx="20" cy="20" r="18.500" fill="#e3cf9a" stroke="#6b4f1e" stroke-width="2"/>`;
    return `${round}${altar}${backs.join("")}`;
  });

/** Whether there is a picture of this name. @param {string} name */
export const hasArt = (name) => name in PICTURES;

/** A sign with words for who does not see it. @param {string} name @param {string} [alt] @param {string} [className] */
export const sign = (name, alt = "", className = "m-sign") => picture(art(name), className, alt);

/** Mana of a colour: `token` round, `crystal` pointed, `die` square. @param {string} colour @param {string} shape */
export const manaArt = (colour, shape) =>
  drawing(`mage_knight mana ${colour} ${shape}`, 24, 24, () => manaMarkup(colour, shape));

function manaMarkup(/** @type {string} */ colour, /** @type {string} */ shape) {
  const [fill, edge, mark] = MANA[colour] ?? MANA.white;
  const paint = `fill="${fill}" stroke="${edge}" stroke-width="1.6"`;
  const outline =
    shape === "crystal"
      ? `<path d="M12 .8 22 9l-4 13.500H6L2 9Z" ${paint} stroke-linejoin="round"/>`
      : shape === "die"
        ? `<rect x="1.5" y="1.5" width="21" height="21" rx="5" ${paint}/>`
        : `<circle cx="12" cy="12" r="10.8" ${paint}/>`;
  const emblem = emblemPath(colour === "gold" ? "yellow" : colour);
  return `${outline}<path d="${emblem}" transform="translate(5.4 6) scale(.55)" fill="${mark}"/>`;
}
