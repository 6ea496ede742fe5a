// @ts-check
/** The editions of a game: Movebook's own, those on this device, and those of the club. */
import { h } from "../../kit/dom.js";
import { known } from "../../device/known.js";
import { tally } from "./rows.js";
import { say } from "./words.js";

/**
 * A list of links, each with how much of the edition is compared.
 * @param {string} game @param {import("./works.js").Works} works @param {import("./works.js").Call} ask
 * @param {import("../../kit/words.js").Language} lang
 * @param {(load: () => Promise<any>) => void} [compare] The action of the button next to each other edition.
 */
export async function editionsOf(game, works, ask, lang, compare) {
  const answer = await known(works.store, `/boxes?game=${game}`, ask).catch(() => ({ boxes: [], drafts: [] }));
  const info = await known(works.store, `/games/${game}`, ask).catch(() => null);
  /**
   * @param {Record<string, string>} to @param {string} name @param {string} where @param {any} counts
   * @param {() => Promise<any>} load
   */
  const item = (to, name, where, counts, load) => {
    const words = counts?.rows ? say(lang, "tally", counts) : "";
    const link = h("a", { href: `box.html?${new URLSearchParams({ game, ...to })}` }, name);
    const about = h("span.quiet", [where, words].filter(Boolean).join(" · "));
    const button = compare && name !== works.open?.box.edition ? h("button") : null;
    button?.append(say(lang, "compare"));
    button?.setAttribute("aria-label", say(lang, "compare_with", { name }));
    button?.addEventListener("click", () => compare?.(load));
    return h("li", link, about, button);
  };
  const here = info?.box_form ? await works.all() : [];
  const names = new Set(here.map(({ box }) => box.edition));
  const own = here.map(({ box }) =>
    item({ edition: box.edition }, box.edition, say(lang, "here"), tally(info.box_form, box), async () => box),
  );
  const drafts = answer.drafts
    .filter((/** @type {any} */ one) => !names.has(one.edition))
    .map((/** @type {any} */ one) =>
      item({ edition: one.edition }, one.edition, say(lang, "draft"), one, () =>
        ask(`/drafts/${game}/${encodeURIComponent(one.edition)}`),
      ),
    );
  const boxes = answer.boxes.map((/** @type {any} */ one, /** @type {number} */ place) =>
    item({ hash: one.hash }, one.edition ?? "?", say(lang, place ? "club" : "ours"), one, async () => {
      const answer = await known(works.store, `/boxes/${one.hash}`, ask);
      return answer.box ?? answer;
    }),
  );
  return h("ul", ...own, ...drafts, ...boxes);
}
