"""What tests of all boards ask of a page: its texts, the views that it draws, whether axe finds fault with it."""

import re
from collections.abc import Callable, Sequence
from itertools import groupby

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page

from engines.kernel.game import Json

IN_NAME = "label-content-name-mismatch"
PLACE = re.compile(r'^[^>]*class="[^"]*\b(target|m-step)\b')
GRAVE = ("moderate", "serious", "critical")
"""How much what axe finds matters; the least of it is left to taste."""


def faults(page: Page, *parts: str) -> list[tuple[str, str, list[str]]]:
    """What axe finds that matters: the rule, how much it matters, and some of the elements."""
    options = {"rules": {IN_NAME: {"enabled": True}}}
    found = Axe().run(page, context={"include": [[part] for part in parts]} if parts else None, options=options)
    nodes = [
        (one["id"], one["impact"], node["html"][:200])
        for one in found.response["violations"]
        for node in one["nodes"]
        # The name of a place leaves out the figures that lie on it: they are no label.
        if one["impact"] in GRAVE and not (one["id"] == IN_NAME and PLACE.search(node["html"]))
    ]
    return [
        (rule, impact, [html for *_, html in found][:3])
        for (rule, impact), found in groupby(nodes, lambda node: node[:2])
    ]


def all_views(replay: Json) -> list[Json]:
    """Every view of a replay by its ply, by a foreign library."""
    jsonpatch = pytest.importorskip("jsonpatch")
    view, out = replay["first"], [replay["first"]]
    for frame in replay["frames"]:
        view = jsonpatch.apply_patch(view, frame["patch"])
        out.append(view)
    return out


def first(views: Sequence[Json], wanted: Callable[[Json], bool]) -> int:
    """The first ply whose view is wanted."""
    return next(ply for ply, view in enumerate(views) if wanted(view))


def text(locator: Locator) -> list[str]:
    """The texts of all that are found, with single spaces."""
    return [" ".join(one.split()) for one in locator.all_text_contents()]


OUT_OF_REACH = """() => {
  const wide = document.documentElement.scrollWidth > innerWidth + 1 ? ["the page is wider than the window"] : [];
  const shown = (one) =>
    one.checkVisibility({ visibilityProperty: true }) &&
    one.getBoundingClientRect().height &&
    getComputedStyle(one).clipPath === "none";
  const unreached = (one) => {
    one.scrollIntoView({ block: "center", inline: "center" });
    const { left, right, top, bottom } = one.getBoundingClientRect();
    if (left < -1 || right > innerWidth + 1) return true;
    const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    // A card of the first page is one link: what lies over the card belongs to its link.
    const link = there?.closest("a");
    const card = link && getComputedStyle(link, "::after").position === "absolute" ? link.closest("li") : null;
    return !there || !(one.contains(there) || there.contains(one) || card?.contains(one));
  };
  const part = document.querySelector("dialog[open]") ?? document.body;
  // Marks and points stand where something happened, however near that is to the next; slider and list lead there, too.
  const found = [...part.querySelectorAll("a, button, input, p, h1")].filter(
    (one) => shown(one) && !one.closest(".unseen, .skip, #board, #marks, #chart") && unreached(one),
  );
  return [...wide, ...found.map((one) => `${one.localName}#${one.id} ${one.textContent.trim()}`)];
}"""


def out_of_reach(page: Page) -> list[str]:
    """What text at twice its size puts out of reach: the width of the window, the element and its text."""
    before, found = page.viewport_size, []
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    for width, height in ((390, 844), (844, 390), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))")
        found += [f"{width}: {one}" for one in page.evaluate(OUT_OF_REACH)]
    page.evaluate("document.documentElement.style.fontSize = ''")
    if before:
        page.set_viewport_size(before)
    return found


CROWDED = """() => {
  const found = [];
  // Nothing changes while this looks: each answer of the browser is asked for once.
  const once = (ask, known = new Map()) => (one) =>
    known.has(one) ? known.get(one) : (known.set(one, ask(one)), known.get(one));
  const styleOf = once((one) => getComputedStyle(one));
  const boxOf = once((one) => one.getBoundingClientRect());
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth) found.push(`the page is ${page.scrollWidth} wide in a window of ${innerWidth}`);
  for (const one of document.querySelectorAll("#stage, #side, #panel, .report"))
    if (one.scrollWidth > one.clientWidth + 1 && styleOf(one).overflowX !== "visible")
      found.push(`${one.localName}#${one.id} is scrolled sideways`);
  const clipped = once((one) => one && (styleOf(one).clipPath.startsWith("inset(50") || clipped(one.parentElement)));
  const words = (one) => `${one.localName}#${one.id}.${one.getAttribute("class") ?? ""} ${one.textContent.trim()}`;
  const shown = once(
    (one) =>
      one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !one.closest(".unseen, .skip, dialog") &&
      !clipped(one),
  );
  const scrolls = (style) => /auto|scroll/.test(style);
  const across = (a, b, slack) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > slack &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > slack;

  // What is left of a box by all that cuts it off or scrolls.
  const left = (one, box = boxOf(one)) => {
    let { left, top, right, bottom } = box;
    for (let up = one.parentElement; up; up = up.parentElement) {
      const { overflowX, overflowY, display } = styleOf(up);
      if (display === "contents") continue;
      const room = boxOf(up);
      if (overflowX !== "visible") [left, right] = [Math.max(left, room.left), Math.min(right, room.right)];
      if (overflowY !== "visible") [top, bottom] = [Math.max(top, room.top), Math.min(bottom, room.bottom)];
    }
    return { left, top, right, bottom };
  };

  // Marks of the slider and points of the chart stand where something happened, however near that is to the next.
  const controls = [...document.querySelectorAll("button, select, input, a[href], #views, #status, #count, #title")]
    .filter((one) => shown(one) && !one.closest("#marks, #chart") && left(one).right - left(one).left > 1)
    .map((one) => ({ one, box: left(one), stays: Boolean(one.closest("#controls")) }));
  controls.forEach((a, place) => {
    for (const b of controls.slice(place + 1)) {
      // The controls lie over what is scrolled.
      if (a.stays !== b.stays || a.one.contains(b.one) || b.one.contains(a.one)) continue;
      if (across(a.box, b.box, 1)) found.push(`${words(a.one)} and ${words(b.one)} overlap`);
    }
    if (a.box.left < -1 || a.box.right > innerWidth + 1) found.push(`${words(a.one)} lies beside the window`);
  });

  // Words that are cut off without an ellipsis, or stick out of their box; a move's sentence is whole in the list.
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const one = node.parentElement;
    if (!node.data.trim() || !shown(one) || one.closest("svg, #sentence, #marks, script, style, select")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      let scrolled = [false, false];
      for (let up = one; up && up !== document.body; up = up.parentElement) {
        const { overflowX, overflowY, display, textOverflow } = styleOf(up);
        if (display === "contents" || display === "inline") continue;
        if (textOverflow === "ellipsis") break;
        scrolled = [scrolled[0] || scrolls(overflowX), scrolled[1] || scrolls(overflowY)];
        const room = boxOf(up);
        const wide = !scrolled[0] && (box.right > room.right + 1.5 || box.left < room.left - 1.5);
        const high = !scrolled[1] && overflowY !== "visible" && box.bottom > room.bottom + 0.35 * box.height;
        if (!wide && !high) continue;
        found.push(`${wide ? "too wide" : "too high"} for ${up.localName}#${up.id}.${up.className}: ${words(one)}`);
        scrolled = [true, true];
      }
      // Words scrolled out of sight are none that lie beside the window.
    }
  }
  return [...new Set(found)].map((one) => one.slice(0, 200));
}"""


def crowded(page: Page) -> list[str]:
    """What has no room on a page as it is shown: controls on each other, words that are cut, a page too wide."""
    found: list[str] = page.evaluate(CROWDED)
    return found
