"""How many taps and keys a whole edition takes on a phone: a printed copy that is made up is entered in a real browser.

    python -m tests.viewer.fill_edition xidit
    python -m tests.viewer.fill_edition rise_of_empires --seed 3

The made-up copy differs from the placeholders in every value that is printed on it. The page of editions is opened by
the link of the club, every row is entered by touch on a screen of 390 by 844, the edition is saved, and a game begins
with it. The program fails where the stored edition is not the copy, or where a goal is missed.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import requests
from playwright.sync_api import Page, sync_playwright

from engines import GAMES
from engines.kernel.box.form import BoxField
from engines.kernel.box.review import shape_of
from engines.kernel.box.rows import Row, rows_of
from engines.kernel.game import Json
from tests.viewer.conftest import ARGS, PATIENCE_MS, chromium
from tests.viewer.copies import COPIES, alike
from tests.viewer.table import PATIENCE_S, running

MOST_TAPS, MOST_KEYS = 700, 300
"""For the whole edition, names and saving included."""
CHOOSING = 2
"""Taps of a choice from a list: one opens it, one chooses."""
TAP = """([wanted, x, y]) => {
  const found = typeof wanted === "string" ? document.querySelector(wanted) : wanted;
  found.scrollIntoView({ block: "nearest" });
  let at;
  if (x === undefined) {
    const { left, top, width, height } = found.getBoundingClientRect();
    at = new DOMPoint(left + width / 2, top + height / 2);
    // What sticks to the edge may cover it.
    if (!found.contains(document.elementFromPoint(at.x, at.y))) {
      found.scrollIntoView({ block: "center" });
      const moved = found.getBoundingClientRect();
      at = new DOMPoint(moved.left + width / 2, moved.top + height / 2);
    }
  } else at = new DOMPoint(x, y).matrixTransform(found.getScreenCTM());
  const hit = document.elementFromPoint(at.x, at.y);
  if (!found.contains(hit)) throw new Error(`${wanted} is covered by ${hit?.outerHTML.slice(0, 90)}`);
  if (found.disabled) throw new Error(`${wanted} is disabled`);
  return [at.x, at.y];
}"""
"""Where to tap an element, scrolled into view; or a point of a drawing."""
SHOWN = """() => {
  const row = document.querySelector(".e-row");
  const named = [...(row?.querySelectorAll("[data-at]") ?? [])].map((one) => [
    one.dataset.at, one.value ?? "", one.getAttribute("aria-pressed"),
  ]);
  return {
    path: row?.dataset.path, state: row?.querySelector(".e-state")?.textContent ?? "", named,
    map: Boolean(row?.querySelector("svg[data-places]")),
  };
}"""
"""What the open row shows: its path, and its buttons and fields."""


class Thumb:
    """Enters rows on the page of an edition, and counts."""

    def __init__(self, page: Page, game: str, copy: Json) -> None:
        self.page, self.game = page, game
        self.base = GAMES[game].box()
        shape = shape_of(GAMES[game])
        assert shape is not None
        self.shape, self.copy = shape, copy
        self.wanted = {f"{row.table.path}.{row.key}": row for row in rows_of(shape.form, copy)}
        self.placeholders = {f"{row.table.path}.{row.key}": row for row in rows_of(shape.form, self.base)}
        self.taps = self.keys = 0

    def tap(self, target: str, *point: float) -> None:
        """Tap a button by its name in the row, or what a selector finds; or a point of a drawing."""
        selector = target if target[0] in ".#[" or target.startswith("a[") else f'.e-row [data-at="{target}"]'
        x, y = self.page.evaluate(TAP, [selector, *point])
        self.page.touchscreen.tap(x, y)
        self.taps += 1
        if not target.startswith("a["):
            self.look()

    def look(self) -> None:
        """See what the open row shows now."""
        self.shown: Json = self.page.evaluate(SHOWN)
        self.named = {name: (value, pressed) for name, value, pressed in self.shown["named"]}

    def type(self, words: str, *more: str) -> None:
        """Type into what has the focus."""
        self.page.keyboard.type(words)
        for key in more:
            self.page.keyboard.press(key)
        self.keys += len(words) + len(more)
        self.look()

    def fill(self) -> None:
        """Enter every row that is a placeholder, and say that it was compared."""
        self.tap(".e-item.e-placeholder")
        while not self.shown["state"].startswith("✓"):
            path = self.shown["path"]
            self.row(self.wanted[path], self.placeholders[path])
            self.tap("act matches")

    def row(self, row: Row, placeholder: Row) -> None:
        """Enter what a row prints."""
        fields = self.shape.table(row.table).fields
        marked = [key for key in fields if key in placeholder.members["stand_in"]]
        if self.shown["map"]:
            self.on_the_map(row, placeholder)
            marked = [key for key in marked if key in ("colour", "first", "second")]
        for key in marked:
            if not fields[key].derived or fields[key].derived == "mutual":
                self.field(fields[key], row.members[key], key)

    def on_the_map(self, row: Row, before: Row) -> None:
        """Tap a place, the two ends of a road, or the inside of a region, on the drawing of the sheet."""
        of, plan = row.members, self.copy["map"]
        cities = {city["id"]: (city["x"], city["y"]) for city in plan["cities"]}
        if row.table.path == "map.roads":
            for end in {of["a"], of["b"]} - {before.members["a"], before.members["b"]}:
                self.tap_map(cities[end])
        else:
            self.tap_map((of["x"], of["y"]))

    def tap_map(self, place: tuple[int, int]) -> None:
        """Tap a place of the sheet, whose margins are those of the drawing."""
        scale = (1000 - 2 * 64) / self.copy["map"]["width"]
        self.tap(".e-picture svg", 64 + place[0] * scale, 66 + place[1] * scale)

    def field(self, of: BoxField, value: Any, path: str) -> None:
        """Enter one value, by its kind."""
        if of.kind == "integer" and of.rows:
            self.press(f"{path} {value}")
        elif of.kind == "integer":
            self.number(value if of.nullable else value or 0, path)
        elif of.kind == "flag":
            self.press(f"{path} {str(value).lower()}")
        elif of.kind == "choice":
            self.choice(of, value, path)
        elif of.kind == "names":
            self.name(value, path)
        elif of.kind == "list":
            self.list(of, value, path)
        else:
            inner = {**of.fields, **of.variants.get(value.get("kind", ""), {})}
            # What is printed comes first: it clears the placeholders. A phase follows from what comes in it.
            for key in sorted(inner, key=lambda key: (key == "phase", key != "kind", not value.get(key))):
                self.field(inner[key], value.get(key), f"{path}.{key}")

    def press(self, name: str) -> None:
        """Have a button pressed."""
        if self.named[name][1] != "true":
            self.tap(name)

    def number(self, value: int | None, path: str) -> None:
        """Tap a number, or type one for which there is no button."""
        name = f"{path} {'none' if value is None else value}"
        if name in self.named:
            self.press(name)
            return
        if path not in self.named:
            self.tap(f"{path} +")
        if self.named[path][0] != str(value):
            self.tap(path)
            self.type(str(value))

    def choice(self, of: BoxField, value: Any, path: str) -> None:
        """Tap a choice, or choose it from a list."""
        if path not in self.named:
            self.press(f"{path} {value}")
            return
        option = str([*([None] if of.nullable else []), *of.choices].index(value))
        if self.named[path][0] != option:
            self.page.locator(f'.e-row [data-at="{path}"]').select_option(option)
            self.taps += CHOOSING
            self.look()

    def name(self, value: Any, path: str) -> None:
        """Type as much of a name as it takes until it is the first that the page suggests."""
        if self.named[f"{path}.en"][0] == value["en"]:
            return
        table = self.shown["path"].rpartition(".")[0]
        known = [row.members["name"] for row in self.placeholders.values() if row.table.path == table]
        words = value["en"]
        self.tap(f"{path}.en")
        for length in range(1, len(words)):
            begin = plain(words[:length])
            fits = [one for one in known if any(plain(each).startswith(begin) for each in one.values())]
            if fits and fits[0] == value:
                self.type(words[:length], "Enter")
                return
        self.type(words)

    def list(self, of: BoxField, value: list[Any], path: str) -> None:
        """Have the items of a list: rows or numbers by their buttons, else panel by panel."""
        assert of.of is not None
        if of.rows or of.of.kind == "integer":
            there = {name.removeprefix(f"{path} ") for name, (_, pressed) in self.named.items()
                     if name.startswith(f"{path} ") and pressed == "true"}  # fmt: skip
            for name in sorted(there ^ {str(one) for one in value}):
                self.tap(f"{path} {name}")
            return
        count = 0
        while any(name.startswith(f"{path}.{count}") for name in self.named):
            count += 1
        for place in range(count - 1, len(value) - 1, -1):
            self.tap(f"{path}.{place} -")
        for place, one in enumerate(value):
            if place >= count:
                self.tap(f"{path} +")
            self.field(of.of, one, f"{path}.{place}")


def plain(words: str) -> str:
    """Letters without accents and capitals."""
    return "".join(sign for sign in unicodedata.normalize("NFD", words) if not unicodedata.combining(sign)).lower()


def filled(page: Page, up: Mapping[str, str], game: str, copy: Json) -> Thumb:
    """Enter and save a copy, from the page of editions on, by the link of the club."""
    page.goto(f"{up['url']}/viewer/box.html?lang=en#t={up['token']}")
    thumb = Thumb(page, game, copy)
    page.locator(f'.e-editions a[href*="game={game}"]').wait_for()
    thumb.tap(f'a[href*="game={game}"]')
    page.locator(".e-item").first.wait_for()
    thumb.tap("[name=origin]")
    thumb.type("Ana's copy")
    thumb.fill()
    thumb.tap("act list")
    thumb.tap(".e-ways .primary")
    page.locator("#message a, .e-question:not([hidden])").first.wait_for()
    if page.locator(".e-question:not([hidden])").count():
        print(page.locator(".e-question").inner_text())  # noqa: T201 - a program for a hand
        thumb.tap(".e-question .primary")
    page.locator("#message a").wait_for()
    return thumb


def began(page: Page, up: Mapping[str, str]) -> Json:
    """Begin a game with the saved edition; the box it is played with."""
    page.locator("#message a").tap()
    page.wait_for_selector("#form:not([hidden])")
    for place, name in enumerate(("Ana", "Ben", "Cid")):
        if page.locator(".seats li").count() <= place:
            page.get_by_role("button", name="Add a player").tap()
        page.get_by_label(f"Name of player {place + 1}").fill(name)
    page.locator("#begin").tap()
    page.wait_for_url(re.compile("(record|pair).html"))
    page.wait_for_selector("#watch[href*='record=']", state="attached")
    record = re.findall(r"record=([^&#]+)", str(page.locator("#watch").get_attribute("href")))[0]
    told = requests.get(f"{up['url']}/v1/records/{record}", headers=_key(up), timeout=PATIENCE_S).json()
    answer = requests.get(f"{up['url']}/v1/boxes/{told['box']}", headers=_key(up), timeout=PATIENCE_S).json()
    found: Json = answer.get("box") or answer
    return found


def _key(up: Mapping[str, str]) -> dict[str, str]:
    return {"Authorization": f"Bearer {up['token']}"}


def differences(game: str, box: Json, copy: Json) -> Iterator[str]:
    """Where a stored edition is not the copy."""
    shape = shape_of(GAMES[game])
    assert shape is not None
    there = {f"{row.table.path}.{row.key}": row.members for row in rows_of(shape.form, box)}
    for row in rows_of(shape.form, copy):
        path = f"{row.table.path}.{row.key}"
        for key, value in row.members.items():
            found = there[path][key]
            if key not in ("text", "stand_in") and not alike(row.table.path, key, found, value):
                yield f"{path}.{key}: {found} instead of {value}"
        if there[path]["stand_in"]:
            yield f"{path}.stand_in"
    if box["stand_in"] is not False:
        yield "stand_in"


def main() -> None:
    """Enter a copy, and print the figures."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("game", choices=[*COPIES])
    asked.add_argument("--seed", type=int, default=1, help="of the copy")
    given = asked.parse_args()
    copy = COPIES[given.game](given.seed)
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as up, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGS)
        context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB", has_touch=True)
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        thumb = filled(page, up, given.game, copy)
        wrong = list(differences(given.game, began(page, up), copy))
        browser.close()
    print(f"{given.game}: {thumb.taps} taps, {thumb.keys} keys")  # noqa: T201 - a program for a hand
    missed = [f"{len(wrong)} values differ: {', '.join(wrong[:9])}"] if wrong else []
    missed += [f"at most {MOST_TAPS} taps are the goal"] if thumb.taps > MOST_TAPS else []
    missed += [f"at most {MOST_KEYS} keys are the goal"] if thumb.keys > MOST_KEYS else []
    sys.exit("; ".join(missed) or None)


if __name__ == "__main__":
    main()
