// @ts-check
/** The kit that boards are made of. Boards import from here alone, so that what lies behind may move. */
export { badge, badgeClass, emblemPath, liveryOf } from "./badge.js";
export { colourOf, count, modeOf, names, seatCard, whoIs } from "./card.js";
export { details } from "./details.js";
export { arrange, drawn, h, letters, s, set, write } from "./dom.js";
export { forEars } from "./deferred-labels.js";
export { flies, fly } from "./motion.js";
export { backgroundClass, drawing, inset, picture, strip, turn } from "./picture.js";
export { byId, differs, perElement, perObject } from "./made-once.js";
export { onPress, reader } from "./reader.js";
export { reportTable, reporting, rowOf, scrolling, seatColumns } from "./report.js";
export { Targets } from "./targets.js";
export { amount, capital, either, fill, listed, localized, number, speaker, sum } from "./words.js";
export { zoomable } from "./zoom.js";
