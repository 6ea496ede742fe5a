"""Every widget of the form with every input of the five games, in a real browser: what is tapped is what it gives."""

import os
import re
from collections.abc import Iterator
from typing import Any

import pytest
import requests
from playwright.sync_api import Browser, Page

from engines import GAMES
from tests.viewer.form.form_cases import asked
from tests.viewer.table import PATIENCE_S

TITLES = ("kingdoms", "xidit", "architects", "rise_of_empires", "mage_knight")
MOVES = int(os.environ.get("MOVEBOOK_ASKED", "30"))
"""Moves of a game of each title whose questions are asked; beside them stands every field that it declares."""
KINDS = ("choice", "range", "flag", "list", "map", "group")
THUMB = 44
"""Pixels that a target is wide and high at least."""

GIVE = """
async (inputs) => {
  const [{ widget }, shapes, { say }] = await Promise.all(
    ["form/widget.js", "form/shape.js", "pages/record/words.js"].map((file) => import(`/viewer/${file}`)));
  const speech = {
    lang: "en", seats: 3, text: (key, blanks) => say("en", key, blanks),
    face: (value) => ({ name: String(value) }),
  };
  /** A value of a domain: the last choice, the greatest number, each key, each field. */
  const some = ({ kind, of, low = 0, high = low + 40, least = 0, most = 2, keys, fields, alone }) => ({
    choice: () => of.at(-1),
    range: () => high,
    flag: () => false,
    free: () => "a word",
    list: () => Array.from({ length: Math.max(least, Math.min(most, 2)) }, () => some(of)),
    map: () => Object.fromEntries(keys.map((key) => [key, some(of)])),
    group: () => Object.fromEntries(
      Object.entries(fields).slice(0, alone ? 1 : Infinity).map(([name, inner]) => [name, some(inner)])),
  })[kind]();
  /** As it is asked for, down to the last field. */
  const asked = (domain, shape) => {
    const wide = shapes.narrowed(domain, shape, speech.seats);
    if (wide.kind === "list" || wide.kind === "map") return { ...wide, of: asked(wide.of, shape?.of ?? null) };
    if (wide.kind !== "group") return wide;
    const fields = Object.entries(wide.fields).map(([name, one]) => [name, asked(one, shape?.fields?.[name] ?? null)]);
    return { ...wide, fields: Object.fromEntries(fields) };
  };
  const press = (button, what) => {
    if (!button) throw new Error(`no button for ${JSON.stringify(what)}`);
    button.click();
  };
  const all = (box) => {
    const ok = box.querySelector(":scope > .ok, :scope > * > .ok, :scope > .so-far > .ways > .ok");
    if (ok && !ok.hidden) press(ok);
  };
  const give = (box, wanted) => {
    if (box.matches(".choice")) {
      const buttons = [...box.querySelectorAll("button.value")];
      return press(buttons.find((one) => one.dataset.value === JSON.stringify(wanted)), wanted);
    }
    if (box.matches(".counter, .free")) {
      box.querySelector("input").value = wanted;
      box.querySelector("input").dispatchEvent(new Event("input"));
    } else if (box.matches(".row")) {
      for (const one of wanted)
        one === null ? press(box.querySelector("[data-unseen]")) : give(box.querySelector(".palette > .choice"), one);
    } else if (box.matches(".list")) {
      const items = box.querySelector(":scope > .items");
      wanted.forEach((one, place) => {
        if (!items.children[place]) press(box.querySelector(":scope > .ways > .add"));
        give(items.children[place].firstElementChild, one);
      });
    } else if (box.matches(".group")) {
      for (const [key, one] of Object.entries(wanted))
        give(box.querySelector(`:scope > .parts > [data-field="${key}"]`), one);
    }
    all(box);
  };
  const room = document.createElement("div");
  room.style.cssText = "overflow: auto; flex: none; width: 100%";
  document.body.append(room);
  return inputs.map(({ fields, path, domain, played }) => {
    const shape = shapes.shapeAt(fields, path);
    const offered = asked(domain ?? shapes.declared(shape, { seats: 3, most: 3, known: ["one", "two"] }), shape);
    const fits = played !== null && played !== undefined && shapes.holds(offered, played);
    const wanted = fits ? played : some(offered);
    let got;
    const made = widget({
      name: path, label: path, domain: offered, shape, speech, pick: (value) => (got = value), off: () => {},
    });
    room.replaceChildren(made.element);
    const sizes = [...room.querySelectorAll("button, input")].map((one) => one.getBoundingClientRect())
      .filter(({ width }) => width).map(({ width, height }) => Math.min(width, height));
    const typed = room.querySelectorAll("input[type=text]").length;
    let fault = null;
    try {
      give(made.element, wanted);
    } catch (error) {
      fault = String(error);
    }
    return { kind: offered.kind, wanted, got, fault, typed, least: Math.min(...sizes) };
  });
}
"""
"""Mounts the widget of each input, taps a value into it, and tells what it gave."""


@pytest.fixture(scope="module")
def page(browser: Browser, up: dict[str, str]) -> Iterator[Page]:
    """A phone with the recorder's page, as the service serves it, without a record."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, service_workers="block")
    opened = context.new_page()
    opened.goto(f"{up['url']}/viewer/record.html")
    yield opened
    context.close()


@pytest.fixture(scope="module")
def tapped(page: Page, up: dict[str, str]) -> list[Any]:
    """What each widget gave: every field that a title declares, and every question of the first moves of a game."""
    found = []
    for game in TITLES:
        kinds = requests.get(f"{up['url']}/v1/games/{game}", timeout=PATIENCE_S).json()["moves"]
        inputs = [*declared(kinds), *offered(game, kinds)]
        for told, given in zip(inputs, page.evaluate(GIVE, inputs), strict=True):
            found.append({"game": game, "type": told["type"], "path": told["path"], **given})
    return found


def declared(kinds: Any) -> Iterator[Any]:
    """Every field of every move, and every field inside one."""
    for kind, of in kinds.items():
        for name, shape in of["fields"].items():
            for path in paths(name, shape):
                yield {"type": kind, "path": path, "fields": of["fields"], "domain": None, "played": None}


def paths(path: str, shape: Any) -> Iterator[str]:
    """The path of a field, and of each field inside it: of a list its first item, of a map its first key."""
    yield path
    if shape["kind"] == "list":
        yield from paths(f"{path}.0", shape["of"])
    elif shape["kind"] == "map":
        key = "0" if shape.get("keys", "seat") == "seat" else shape["keys"][0]
        yield from paths(f"{path}.{key}", shape["of"])
    elif shape["kind"] == "group":
        for name, inner in shape["fields"].items():
            yield from paths(f"{path}.{name}", inner)


def offered(game: str, kinds: Any) -> Iterator[Any]:
    """Each question of a game once for each way in which it is asked."""
    seen = set()
    for one in asked(game, MOVES, 2):
        way = (one.type, re.sub(r"\.\d+", "", one.path), one.domain["kind"], one.domain.get("optional"))
        if way not in seen:
            seen.add(way)
            told = {"type": one.type, "path": one.path, "domain": one.domain, "played": one.played}
            yield {**told, "fields": kinds[one.type]["fields"]}


def test_the_five_titles_are_all_there() -> None:
    assert set(TITLES) <= set(GAMES)


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_domain_gives_what_is_tapped_for_each_input_of_the_five_games(
    tapped: list[Any], kind: str
) -> None:
    of_kind = [one for one in tapped if one["kind"] == kind]
    assert of_kind
    wrong = [one for one in of_kind if one["fault"] or one["got"] != one["wanted"]]
    assert wrong == []


def test_each_target_of_every_widget_is_as_wide_as_a_thumb(tapped: list[Any]) -> None:
    assert [one for one in tapped if one["least"] is not None and one["least"] < THUMB] == []


def test_no_field_of_the_five_games_is_asked_for_by_a_text_box(tapped: list[Any]) -> None:
    # None of them declares a free text: what is called a text is the name of something that lies on the table.
    assert [(one["game"], one["type"], one["path"]) for one in tapped if one["typed"]] == []


def test_a_text_that_a_game_declares_is_typed(page: Page) -> None:
    fields = {"word": {"kind": "text", "label": {"en": "Word", "es": "Palabra"}}}
    (told,) = page.evaluate(GIVE, [{"type": "say", "path": "word", "fields": fields, "domain": {"kind": "free"}}])
    assert (told["got"], told["typed"]) == ("a word", 1)


KNOWN = """
async () => {
  const [{ widget }, { say }] = await Promise.all(
    ["form/widget.js", "pages/record/words.js"].map((file) => import(`/viewer/${file}`)));
  const face = (value) => ({ name: String(value) });
  const of = { kind: "list", of: { kind: "choice", of: ["a", "b"] }, least: 2, most: 2 };
  const known = { 0: ["a", "b"], 1: ["b"] };
  let got = null;
  const made = widget({
    name: "cards", label: "Cards", shape: null, value: known, pick: (value) => (got = value),
    domain: { kind: "map", keys: ["0", "1"], of, known },
    speech: { lang: "en", seats: 2, text: (key, blanks) => say("en", key, blanks), face },
  });
  const [one, other] = made.element.querySelectorAll(".row");
  const shown = () => [one, other].map((row) => !row.querySelector(".palette").hidden);
  const done = made.element.querySelector(":scope > .ok");
  const told = [shown(), done.disabled, one.querySelector(".turn").textContent];
  other.querySelector(`[data-value='"a"']`).click();
  told.push(done.disabled);
  one.querySelector("[data-place='1']").click();
  told.push(shown());
  done.click();
  return [...told, got];
}
"""


def test_what_a_record_knows_is_taken_at_once_and_only_what_it_lacks_is_asked_for(page: Page) -> None:
    told, first = page.evaluate(KNOWN), "As recorded: 2. Tap one to change it"
    assert told == [[False, True], True, first, False, [True, True], {"0": ["a", "b"], "1": ["b", "a"]}]


SEARCH = """
async ([wanted, count]) => {
  const [{ widget }, { say }] = await Promise.all(
    ["form/widget.js", "pages/record/words.js"].map((file) => import(`/viewer/${file}`)));
  const cards = Array.from({ length: count }, (_, n) => `A${n}`);
  const skill = (one) => ["tiling", "masonry"][Number(one.slice(1)) % 2];
  const face = (one) => ({ name: `Acolyte ${one.length}`, gives: `2 clay with ${skill(one)}`, words: "Piedad\u0301" });
  const speech = { lang: "en", seats: 3, text: (key, blanks) => say("en", key, blanks), face };
  const made = widget({ name: "card", label: "Card", domain: { kind: "choice", of: cards }, shape: null, speech,
    pick: () => {} });
  document.body.append(made.element);
  const search = made.element.querySelector("input[type=search]");
  if (!search) return null;
  search.value = wanted;
  search.dispatchEvent(new Event("input"));
  return made.element.querySelectorAll("button.value:not([hidden])").length;
}
"""
"""How many of the given number of values have all words that are searched; null where they cannot be searched."""


def test_more_than_24_values_are_searched_by_any_words_of_their_faces_and_not_by_their_ids(page: Page) -> None:
    assert page.evaluate(SEARCH, ["", 24]) is None
    assert page.evaluate(SEARCH, ["tiling", 26]) == 13
    assert page.evaluate(SEARCH, ["MASON acol clay", 26]) == 13
    assert page.evaluate(SEARCH, ["piedad", 26]) == 26
    assert page.evaluate(SEARCH, ["A7", 26]) == 0
