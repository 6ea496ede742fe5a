// @ts-check
/** The viewer's door: what watches a record where the address or the file names one, else the first page. */
import { embed } from "./page/embed.js";
import { remembered } from "./page/kept.js";
import { readLink } from "./page/link.js";
import { setTheme } from "./page/theme.js";

const link = readLink(location.search, location.hash);
setTheme(remembered("theme") ?? "auto");
if (link.embed) embed();
if (link.record || document.getElementById("movebook-replay")) await import("./page/watching.js");
else await import("./page/front-door.js");
