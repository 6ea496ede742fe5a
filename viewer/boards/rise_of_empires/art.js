// @ts-check
/** The small pictures of Rise of Empires: goods, land, water, circles. Drawn here; none is the publisher's. */
import { drawing, strip } from "../../kit/index.js";

/** Markup in a square of 24 by 24. @type {Record<string, string>} */
const PICTURES = {
  food: `<path d="M12 22V8" stroke="#7a5a12" stroke-width="2"/><g fill="#e0ae2b" stroke="#7a5a12" stroke-width="1">
<path d="M12 9C9 7 9 4 12 1c3 3 3 6 0 8Z"/><path d="M12 14C8 14 6 12 5 8c4 0 6 2 7 6Z"/>
<path d="M12 14c4 0 6-2 7-6-4 0-6 2-7 6Z"/><path d="M12 19c-4 0-6-2-7-6 4 0 6 2 7 6Z"/>
<path d="M12 19c4 0 6-2 7-6-4 0-6 2-7 6Z"/></g>`,
  gold: `<circle cx="12" cy="12" r="9.5" fill="#f2c23a" stroke="#7d5606" stroke-width="1.6"/>
<circle cx="12" cy="12" r="6" fill="none" stroke="#a9780f" stroke-width="1.4"/>
<path d="M9 12l3-3.6 3 3.6-3 3.6Z" fill="#a9780f"/>`,
  resource: `<path d="M12 2l8.7 5v10L12 22l-8.7-5V7Z" fill="#9a6a45" stroke="#4b2c14" stroke-width="1.6"/>
<path d="M12 7l4.4 2.5v5L12 17l-4.4-2.5v-5Z" fill="#d8a878"/>`,
  cubes: `<path d="M12 2l9 4.6v10.6L12 22l-9-4.8V6.6Z" fill="#8d96a3" stroke="#333c48" stroke-width="1.4"/>
<path d="M3.4 6.8 12 11.4l8.6-4.6M12 11.4V22" fill="none" stroke="#333c48" stroke-width="1.4"/>
<path d="M12 2.8l8 4-8 4.2-8-4.2Z" fill="#c3cad3"/>`,
  vp: `<path d="M12 21C5 20 2 14 4 5c3 1 4 3 4.3 6C7 8 8 5 9 4c2 3 3 6 3 10 0-4 1-7 3-10 1 1 2 4 .7 7C16 8 17 6 20
5c2 9-1 15-8 16Z"
 fill="#5e8a3a" stroke="#2d4a18" stroke-width="1.3" stroke-linejoin="round"/>`,
  water: `<circle cx="12" cy="12" r="10.5" fill="#4d8fb5" stroke="#1d4a66" stroke-width="1.4"/>
<path d="M4 10c2.6-2.6 5-2.6 8 0s5.4 2.6 8 0M4 15c2.6-2.6 5-2.6 8 0s5.4 2.6 8 0" fill="none" stroke="#fff"
stroke-width="2"/>`,
  plain: `<rect x="1" y="1" width="22" height="22" rx="4" fill="#dcc25a" stroke="#76611a"/>
<path d="M4 20V9M8 20V6M12 20V9M16 20V6M20 20V9" stroke="#8a6d12" stroke-width="2"/>`,
  island: `<rect x="1" y="1" width="22" height="22" rx="4" fill="#5a9cc0" stroke="#1f4f6c"/>
<path d="M3 17c3-5 6-6 9-6s6 1 9 6Z" fill="#e5cf8c"/>
<path d="M12 11V5m0 0c-3-2-5-1-6 1m6-1c3-2 5-1 6 1" stroke="#2f6b33" stroke-width="2" fill="none"/>`,
  forest: `<rect x="1" y="1" width="22" height="22" rx="4" fill="#a9c98a" stroke="#3f5f2a"/>
<path d="M8 4l5 8h-3l4 6H2l4-6H3Z" fill="#336b35"/><path d="M17 7l4 6h-2l3 5h-9l3-5h-2Z" fill="#467f41"/>`,
  mountain: `<rect x="1" y="1" width="22" height="22" rx="4" fill="#cdd3da" stroke="#4d545d"/>
<path d="M2 20 10 6l4 7 2-3 6 10Z" fill="#767f8a"/><path d="M10 6l3 5-3 1-2-1.5Z" fill="#fff"/>`,
  town: `<rect x="1" y="1" width="22" height="22" rx="4" fill="#ecd9b4" stroke="#7b5a2c"/>
<path d="M3 20v-8l4-4 4 4v8Z" fill="#c2764a"/><path d="M12 20V9l4-5 5 5v11Z" fill="#a4552f"/>
<path d="M15 20v-5h3v5Z" fill="#ecd9b4"/>`,
  wonder: `<path d="M1 20 9 6l4 7 3-5 7 12Z" fill="#d6b45e" stroke="#6d5010" stroke-width="1.3"
stroke-linejoin="round"/>`,
  progress: `<circle cx="12" cy="12" r="8" fill="#d8b45c" stroke="#5b4210" stroke-width="5"
stroke-dasharray="3.6 2.68"/>
<circle cx="12" cy="12" r="7.500" fill="#d8b45c" stroke="#5b4210" stroke-width="1.4"/>
<circle cx="12" cy="12" r="3" fill="#fff4d6" stroke="#5b4210" stroke-width="1.4"/>`,
  wait: `<path d="M5 2h14v3c0 4-4 5-4 7s4 3 4 7v3H5v-3c0-4 4-5 4-7S5 9 5 5Z" fill="#fff4d6" stroke="#6b4a1e"
stroke-width="2"/>
<path d="M8 20c0-3 4-3 4-6 0 3 4 3 4 6Z" fill="#c9851b"/>`,
  city: `<path d="M2 21V10h3v2h2v-2h3v3h4V5h2V3l3 1.5L16 6v2h4v3h2v10Z" fill="#b58a5c" stroke="#523413"
stroke-width="1.2"/>`,
};

/** @param {string} name */
export const art = (name) => drawing(`rise_of_empires ${name}`, 24, 24, () => PICTURES[name] ?? PICTURES.plain);

/** Pictures in a row with their numbers, as one. @param {[text: string, picture: string][]} parts */
export const stripImage = (parts) => strip("rise_of_empires", parts, (name) => PICTURES[name] ?? "");

/** Have every picture at hand. */
export function prepare() {
  for (const name of Object.keys(PICTURES)) art(name);
}
