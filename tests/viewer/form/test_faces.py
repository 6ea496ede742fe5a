"""What every game says of the values that it asks for, and of the places of its board, in a real browser.

Each question of simulated games is walked: whatever can be chosen has a name and a face of its own, and what has a
place on the board is a target there.
"""

import collections
import dataclasses
import random
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from engines import GAMES
from engines.kernel.game import Json
from engines.kernel.replay import Fold
from tests.long import cases, long_only
from tests.viewer.conftest import Site
from tests.viewer.form.form_cases import questions
from tests.viewer.replay_fixture import defaults

TITLES = ("architects", "kingdoms", "mage_knight", "rise_of_empires", "xidit")
SEATS = ("red", "blue", "green")
TIMES = cases(2, 12)
"""So many moves of each type are asked about in a game."""

WALK = """
async ({ game, box, tables, seats, types }) => {
  const [{ faceOf, wordsOf }, own, board, { addSheet }] = await Promise.all(
    ["kit/faces.js", `boards/${game}-seat.js`, `boards/${game}.js`, "kit/stylesheet.js"].map(
      (file) => import(`/viewer/${file}`)));
  const address = new URL(`/viewer/boards/${game}.js`, location.href).href;
  for (const sheet of board.sheets ?? []) await addSheet(sheet, address);
  const room = document.createElement("div");
  document.body.replaceChildren(room);
  const colour = (seat) => seats[seat].colour;
  const seatName = (seat) => seats[seat].name;
  const found = new Map();
  const fault = (what, question, ...more) => found.set(`${what} ${question.type} ${question.field}`, more.join(" | "));
  /** Every question for one value inside a domain. */
  const inside = (field, domain, shape) => {
    const { kind, of, low = 0, high = low, keys = [], fields = {} } = domain;
    const key = (name) => ({ field: "", of: [name], seat: shape?.keys === "seat" });
    if (kind === "choice") return [{ field, of, seat: shape?.seat, names: shape?.place }];
    if (kind === "range" && high - low < 24 && !shape?.seat)
      return [{ field, of: Array.from({ length: high - low + 1 }, (_, n) => low + n) }];
    if (kind === "list") return inside(field, of, shape?.of);
    if (kind === "map") return [...keys.map(key), ...keys.flatMap((name) => inside(name, of, shape?.of))];
    return Object.entries(fields).flatMap(([name, one]) => inside(name, one, shape?.fields?.[name]));
  };
  /** Whether a name is one that a program made: an id with digits or signs, or in Spanish any word of the program. */
  const raw = (name, value, lang) =>
    typeof value === "string" && (/[0-9_.-]/.test(value) || lang === "es") && !/^[0-9]+$/.test(value) &&
    [value, value.replaceAll("_", " ")].some((id) => name === id || (/[0-9_.]/.test(id) && name.includes(id)));
  for (const { view, questions, offers } of tables) {
    const context = {
      lang: "en", seats, box, ply: 1, name: "1", eyes: "recorder", report: false, forward: false, before: null,
      seatName, colourName: String, enters: true, goto: () => {}, step: () => null,
    };
    board.draw(room, view, [], context);
    const places = [...room.querySelectorAll("[data-target]")].map((one) => JSON.parse(one.dataset.target));
    /** Places of one name, which is right where copies of one card lie there. */
    const named = new Map();
    for (const place of room.querySelectorAll("[data-target]")) {
      const key = JSON.parse(place.dataset.target);
      const [[field, value]] = Object.entries(key);
      const { copies } = faceOf(own, { field, value, type: "", move: {} }, { box, view, lang: "en", colour, seatName });
      const name = place.getAttribute("aria-label");
      if (named.has(name) && !(copies && named.get(name) === copies))
        fault("two places of a name", { type: "", field: name }, place.dataset.target);
      named.set(name, copies);
    }
    for (const { type, path, domain, shape, move } of questions) {
      const field = path.split(".").filter((step) => !/^[0-9]+$/.test(step)).at(-1);
      for (const lang of ["en", "es"])
        for (const part of inside(field, domain, shape)) {
          if (part.seat) continue;
          const question = { type, field: part.field || `${field} (key)` };
          const faces = new Map();
          for (const value of part.of) {
            const table = { box, view, lang, colour, seatName };
            const face = faceOf(own, { field: part.field, value, type, move }, table);
            const words = wordsOf(face);
            if (!face.name || /undefined|null|NaN|\\{/.test(words)) fault("no name", question, value, words);
            if (raw(face.name, value, lang)) fault("an id", question, value, face.name);
            const looks = JSON.stringify([face.name, face.picture, face.cost, face.gives]);
            if (faces.has(looks) && !(face.copies && face.copies === faces.get(looks).copies))
              fault("two of a face", question, value, faces.get(looks).value, face.name);
            faces.set(looks, { value, copies: face.copies });
            // A place is chosen where it is; the only one there can be is given.
            const there = (key) => part.names.every((name, at) => key[name] === value[at]);
            if (part.names && part.of.length > 1 && !places.some(there)) fault("no place", question, value);
            // A number may be of something else: a circle of the display, a count of cubes.
            const lies = places.filter((key) => part.field in key);
            if (typeof value === "string" && lies.length && !lies.some((key) => key[part.field] === value)
                && places.some((key) => part.of.includes(key[part.field])))
              fault("no place", question, value);
          }
        }
    }
    // What a tap begins is a move of the game, and what it answers are fields of the move.
    const table = { box, view, lang: "en", colour, seatName };
    for (const key of places) {
      const begun = own.starts?.(key, table) ?? [];
      for (const type of begun) if (!types.includes(type)) fault("no move", { type, field: "" }, JSON.stringify(key));
      for (const { type, seat, fields } of offers)
        for (const field of Object.keys(own.fills?.(key, { type, seat }, table) ?? {}))
          if (!(field in fields)) fault("no field", { type, field }, JSON.stringify(key));
    }
    const begins = new Set(places.flatMap((key) => own.starts?.(key, table) ?? []));
    for (const { type } of offers)
      if (begins.size && /^(place|market|workshop)_/.test(type) && !begins.has(type)) fault("begins nowhere", { type });
  }
  return Object.fromEntries(found);
}
"""
"""The faults of the faces of a game and of its places, by what is wrong and where."""


def tables(game: str, seed: int, times: int = TIMES) -> Iterator[Json]:
    """Positions of a simulated game, each with the questions of the move that is played there."""
    title, options = GAMES[game], defaults(game)
    box = title.box()
    fold: Fold[Any, Any] = Fold(title, SEATS, options, box)
    types = title.moves(box)
    seen: collections.Counter[str] = collections.Counter()
    for move in title.table(random.Random(seed), list(SEATS), options, box):
        seen[move["type"]] += 1
        if seen[move["type"]] <= times:
            fields = types[move["type"]].fields
            all_ = questions(fold, fields, move)
            asked = [{**one._asdict(), "played": None, "shape": shape(fields, one.path)} for one in all_]
            yield {"view": fold.view(), "offers": fold.offers()["moves"], "questions": asked}
        fold.play(move)


def shape(fields: Any, path: str) -> Json | None:
    """A declared field at a path, as the pages get it; None where the game declares none."""
    first, *way = path.split(".")
    here = fields.get(first)
    for step in way:
        here = None if here is None else here.fields.get(step) if here.fields else here.of
    return None if here is None else dataclasses.asdict(here)


@pytest.fixture(scope="module")
def page(browser: Browser, served: Site) -> Iterator[Page]:
    """A page of the viewer without a service."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, service_workers="block")
    opened = context.new_page()
    opened.goto(f"{served.url}/viewer/record.html")
    yield opened
    context.close()


def faults(page: Page, game: str, seed: int) -> Any:
    """What is wrong with the faces and places of one simulated game."""
    seats = [{"seat": place, "colour": SEATS[place], "name": name} for place, name in enumerate(("Ana", "Ben", "Cy"))]
    box = GAMES[game].box()
    walked = {"game": game, "box": box, "types": [*GAMES[game].moves(box)], "seats": seats}
    return page.evaluate(WALK, {**walked, "tables": list(tables(game, seed))})


@pytest.mark.parametrize("game", TITLES)
def test_every_value_has_a_name_and_a_face_of_its_own_and_its_place_on_the_board(page: Page, game: str) -> None:
    assert faults(page, game, 4) == {}


@long_only
@pytest.mark.parametrize("game", TITLES)
def test_a_hundred_games_have_no_value_without_a_name_or_a_face_of_its_own(page: Page, game: str) -> None:
    for seed in range(100):
        assert faults(page, game, seed) == {}, seed
