// @ts-check
/** The viewer's door: what watches a record where the address or the file names one, else the first page. */
import { embed } from "./pages/watch/embed.js";
import { readChoice } from "./pages/common/storage.js";
import { readLink } from "./pages/common/link.js";
import { setTheme } from "./pages/common/theme.js";

const link = readLink(location.search, location.hash);
setTheme(readChoice("theme") ?? "auto");
if (link.embed) embed();
if (link.record || document.getElementById("movebook-replay")) await import("./pages/watch/main.js");
else await import("./pages/front/main.js");
