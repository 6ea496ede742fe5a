"""The recorder's page, in a real browser against a real service: moves by taps, held, sent, refused, taken back."""

import itertools
import os
import re
import statistics
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from engines import GAMES
from tests.long import cases
from tests.viewer.conftest import SPOILED, Up, on_a_phone
from tests.viewer.page_checks import crowded, out_of_reach
from tests.viewer.recorder import HELD_LONGER, Thumb
from tests.viewer.table import Table
from tests.viewer.taps import SEATS, SET_UP, unsealed

LONG = int(os.environ.get("MOVEBOOK_TAPPED", "0"))
"""Moves of each game that are tapped in; without it as many as show every widget of the default run."""
COLOURS = ("red", "blue", "yellow")


def recorded(table: Table) -> list[Any]:
    entries = table.get("/log?limit=10000", table.token)["entries"]
    return [public(entry["body"], table.game) for entry in entries if entry["type"] == "move"]


def public(move: Any, game: str) -> Any:
    secret = GAMES[game].secret.get(move["type"], {})
    return {name: of for name, of in move.items() if of is not None and name not in secret}


def tapped(page: Page, up: Up, game: str, count: int) -> Thumb:
    """A thumb that has entered the first moves of a game, each of which stands in the log as it was played."""
    table = Table(up, game, COLOURS[: SEATS.get(game)])
    thumb = Thumb(page, table)
    moves = [unsealed(game, move) for move in itertools.islice(table.moves(), LONG or count)]
    thumb.play(moves)
    thumb.sent()
    wanted = [public(move, game) for move in moves]
    # A seal that opens fills in what was left out.
    assert [
        {name: of for name, of in done.items() if name in move}
        for done, move in zip(recorded(table), wanted, strict=True)
    ] == wanted
    return thumb


@pytest.mark.parametrize(("game", "count", "set_up", "most"), [
    ("kingdoms", 7, 6, 2), ("xidit", 3, 17, 8), ("mage_knight", 3, 14, 4), ("architects", 3, 10, 9),
    ("rise_of_empires", 3, 20, 3),
][: cases(3, 5)])  # fmt: skip
def test_few_taps_record_a_move(up: Up, page: Page, game: str, count: int, set_up: int, most: int) -> None:
    thumb = tapped(page, up, game, count)
    pairs = list(zip(thumb.entered, thumb.taps, strict=True))
    assert sum(taps for move, taps in pairs if move["type"] in SET_UP[game]) <= set_up
    assert statistics.median([taps for move, taps in pairs if move["type"] not in SET_UP[game]]) <= most


@pytest.mark.parametrize(
    ("game", "most"), [("xidit", 2), ("rise_of_empires", 3), ("architects", 2), ("mage_knight", 5)][: cases(2, 4)]
)
def test_a_phone_draws_a_set_up_s_chance_as_the_rules_do(up: Up, page: Page, game: str, most: int) -> None:
    table = Table(up, game, COLOURS[: SEATS.get(game)])
    thumb = Thumb(page, table, draws=True)
    before = itertools.takewhile(lambda move: move["type"] in SET_UP[game], table.moves())
    thumb.play([unsealed(game, move) for move in before])
    thumb.sent()
    assert [move["type"] for move in recorded(table)] == list(SET_UP[game])
    assert sum(thumb.taps) <= most


def test_a_tap_focuses_no_text_field_and_closes_what_was_opened_on_the_board(up: Up, browser: Browser) -> None:
    table = Table(up, "architects")
    with on_a_phone(browser, has_touch=True) as page:
        thumb = Thumb(page, table)
        page.locator("#form button.value").first.tap()
        expect(page.locator("#form input.search")).to_be_visible()
        thumb.wait()
        assert page.evaluate("document.activeElement.matches('#form button')")
        # A new question begins at its head, which stays above a long list; what only ears get lengthens no page.
        expect(page.locator("#form legend").first).to_be_in_viewport()
        page.locator("#form .palette button.value").nth(30).tap()
        expect(page.locator("#form .places .set")).to_be_in_viewport()
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        page.locator("#board .target").first.tap()
        expect(page.locator("#board .target-detail")).to_be_visible()
        page.locator("#title").tap()
        expect(page.locator("#board .target-detail")).to_be_hidden()


def test_undo_says_what_it_takes_back_and_at_a_barrier_why_not_and_who_must_consent(up: Up, page: Page) -> None:
    table = Table(up)
    thumb = Thumb(page, table)
    thumb.enter({"type": "choose_start_player", "player": 1})
    thumb.sent()
    undo = page.locator("#undo")
    expect(undo).to_have_text("Undo: Ben takes the first turn of epoch 1.")
    undo.click()
    expect(page.locator("#dialog")).to_contain_text("Something has been revealed or decided since: start player.")
    expect(page.locator("#dialog")).to_contain_text("Ana and Ben must agree, each on their own phone")
    page.get_by_role("button", name="Ana and Ben agreed: undo").click()
    expect(page.locator("#dialog")).to_be_hidden()
    thumb.sent()
    expect(undo).to_have_text("Undo")
    assert table.get("/log")["entries"][-1]["body"]["undoes"] == ["2"]


def played_to_the_dragon(up: Up) -> Table:
    """A table of Kingdoms whose Dragon lies at row 1, column 1."""
    table = Table(up)
    table.play(lambda move: move["type"] == "draw_and_place")
    table.move(type="draw_and_place", tile="dragon", row=1, col=1)
    return table


def test_what_is_pressed_for_long_though_it_is_not_on_offer_is_recorded_with_a_reason(up: Up, page: Page) -> None:
    table = played_to_the_dragon(up)
    before = table.get("")["version"]
    Thumb(page, table)
    # What is read last moves nothing under the thumb any more.
    expect(page.locator("#undo")).to_be_enabled()
    # The one Dragon is spent: it stands in its place, pale, and a tap does nothing.
    dragon = page.locator("fieldset[data-type=draw_and_place] [data-value='\"dragon\"']")
    expect(dragon).to_have_class("value pale")
    dragon.evaluate("(button) => button.click()")  # pressed and lifted late by a busy browser it would be long
    expect(page.locator("#form")).to_have_class("starts")
    dragon.click(delay=2000, force=True)
    page.locator("[data-path=row] [data-value='2']").click()
    page.locator("[data-path=col] [data-value='2']").click()
    expect(page.locator(".refused")).to_contain_text("KIN-14.8 forbids it")
    expect(page.locator(".refused")).to_contain_text(f"(move {before - 1})")
    page.get_by_role("button", name="It was played anyway").click()
    page.get_by_label("Why it was played").fill("Nobody noticed")
    page.locator(".irregular").get_by_role("button", name="Ben").click()
    page.get_by_role("button", name="Keep as illegal move").click()
    expect(page.locator("#held")).to_be_visible()
    page.locator("#title").click()
    page.wait_for_selector("#count[data-unsent='0']")
    (entry,) = table.get(f"/log?after={before}")["entries"]
    assert (entry["body"]["tile"], entry["irregular"]) == ("dragon", {"accepted_by": [1]})


def test_with_text_at_twice_its_size_all_can_be_read_and_tapped(up: Up, page: Page) -> None:
    Thumb(page, played_to_the_dragon(up))
    assert out_of_reach(page) == []
    page.locator("fieldset[data-type=place_castle] [data-value='1']").click()
    page.locator("[data-path=row]").wait_for()
    assert out_of_reach(page) == []


def test_board_and_question_are_in_sight_and_nothing_overlaps_at_any_width(up: Up, page: Page) -> None:
    table = Table(up, "xidit", COLOURS)
    table.play(lambda move: move["type"] in ("program", "reveal_orders"))
    Thumb(page, table)
    seen = """() => ["#board", "#form :is(button, legend)"].map((name) => {
      const { left, right, top, bottom } = document.querySelector(name).getBoundingClientRect();
      const wide = Math.min(right, innerWidth) - Math.max(left, 0);
      const high = Math.min(bottom, innerHeight) - Math.max(top, 0);
      return wide >= 44 && high >= 20;
    })"""
    before, found = page.viewport_size, []
    # What is on the board is checked with the board.
    page.evaluate("document.querySelector('#board').style.visibility = 'hidden'")
    for width, height in ((320, 568), (320, 320), (568, 320), (667, 375), (844, 390), (768, 1024), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))")
        found += [(width, height, one) for one in crowded(page)]
        found += [(width, height, one) for one in [page.evaluate(seen)] if one != [True, True]]
    if before:
        page.set_viewport_size(before)
    assert found == []


def test_what_is_left_for_later_is_given_later_and_what_nobody_saw_is_not_asked_for_again(up: Up, page: Page) -> None:
    table = Table(up)
    thumb = Thumb(page, table)
    deal = page.locator("fieldset[data-type=deal_starting_tile]")
    deal.get_by_role("button", name="Later").click()
    expect(page.locator("#held")).to_be_visible()
    thumb.sent()
    expect(page.locator("#seats [data-seat='1']")).to_have_attribute("aria-pressed", "true")
    deal.get_by_role("button", name="Nobody saw it").click()
    expect(page.locator("#held")).to_be_visible()
    thumb.sent()
    # It is there after the page was opened anew, too.
    page.reload()
    expect(page.locator("#later button")).to_have_text(["Ana: Tile"])
    page.locator("#later button").click()
    page.locator("#dialog").get_by_role("button", name="Dragon", exact=True).click()
    page.locator("#dialog").get_by_role("button", name="Seal", exact=True).click()
    expect(page.locator("#later")).to_be_hidden()
    thumb.sent()
    entry = table.get("/log")["entries"][-1]
    assert (entry["type"], entry["body"]["name"], [*entry["seals"]]) == ("sealed", "2", ["tile"])


def test_a_lock_shows_who_has_sealed_and_a_reveal_asks_the_others_alone(up: Up, page: Page) -> None:
    table = Table(up, "xidit", COLOURS)
    table.play(lambda move: move["type"] in ("program", "reveal_orders"))
    for seat in (0, 1):
        table.move(type="program", seat=seat, orders=["wait"] * 6)
    thumb = Thumb(page, table)
    expect(page.locator("#seats .lock")).to_have_count(2)
    # Who has not programmed yet is next.
    expect(page.locator("#seats [aria-pressed=true]")).to_have_attribute("data-seat", "2")
    program = page.locator("fieldset[data-type=program], #form[data-type=program]")
    if not program.count():
        page.locator("#form [data-type=program]").click()
    expect(page.locator("#form [data-leaves]").first).to_have_text("Nobody saw it")
    page.locator("#form [data-leaves]").first.click()
    expect(page.locator("#held")).to_be_visible()
    thumb.sent()
    page.locator("#form [data-type=reveal_orders]").click()
    expect(page.locator("#form [data-path]")).to_have_attribute("data-path", "orders.2")
    expect(page.locator("#form .chips")).to_contain_text("sealed")


def test_the_seats_show_their_scores_and_details_and_how_an_epoch_was_scored(up: Up, page: Page) -> None:
    table = Table(up)
    # The second epoch begins with its first starting tile.
    deals = itertools.count()
    table.play(lambda move: move["type"] == "deal_starting_tile" and next(deals) == len(table.colours))
    Thumb(page, table)
    gold = table.get("/state")["view"]["scores"]
    expect(page.locator("#seats b")).to_have_text([str(gold["0"]), str(gold["1"])])
    reserves = [table.get("/state")["view"]["seats"][str(seat)]["reserve"] for seat in (0, 1)]
    expect(page.locator("#seats small")).to_have_text(["·".join(map(str, one.values())) for one in reserves])
    page.get_by_role("button", name="How it was scored").click()
    expect(page.locator("#dialog")).to_contain_text("Scoring of epoch 1")
    page.get_by_role("button", name="Close").click()
    # Details of the seat that moves; a move of it that is not on offer can be entered, and is refused by its rule.
    page.locator("#seats [aria-pressed=true]").click()
    expect(page.locator("#dialog .card").first).to_contain_text("Ana")
    page.get_by_role("button", name="Record a move out of turn").click()
    page.locator("#form [data-type=place_castle]").click()
    page.locator("#form [data-path=rank] [data-value='1']").click()
    page.locator("#form [data-path=row] [data-value='1']").click()
    page.locator("#form [data-path=col] [data-value='1']").click()
    expect(page.locator(".refused")).to_contain_text("KIN-")


CODE = re.compile(r"[A-Z]|[a-z]|.*\d.*")
"""What is the same in every language: a letter, or a code with a number."""


def words(field: Any) -> set[str]:
    inner = [*field.fields.values(), *([field.of] if field.of else [])]
    own = {one for one in field.choices or () if isinstance(one, str) and not CODE.fullmatch(one)}
    return own.union(*map(words, inner))


def named_in(part: Any) -> set[str]:
    """What a box names, by id and by its name in English."""
    if isinstance(part, list):
        return set().union(*map(named_in, part))
    if not isinstance(part, dict):
        return set()
    own = set()
    if isinstance(part.get("name"), dict):
        own = {part.get("id"), part["name"]["en"].lower().replace(" ", "_").replace("'", "")}
    return own.union(*map(named_in, part.values()))


def test_where_two_cities_lie_within_a_finger_a_chooser_asks_which(up: Up, page: Page) -> None:
    table = Table(up, "xidit", COLOURS)
    table.play(lambda move: move["type"] == "place_idrakys")
    Thumb(page, table)
    between, keys = page.evaluate(BETWEEN)
    page.mouse.click(between["x"], between["y"])
    choices = page.locator("#chooser button")
    expect(choices).to_have_count(len(keys))
    expect(page.locator("#chooser")).to_contain_text("Which one?")
    page.locator("#form").click(position={"x": 1, "y": 1})
    expect(page.locator("#chooser")).to_be_hidden()
    page.mouse.click(between["x"], between["y"])
    name = choices.nth(1).inner_text()
    choices.nth(1).click()
    expect(page.locator("#chooser")).to_be_hidden()
    expect(page.locator("#held-says")).to_contain_text(name.lower())


BETWEEN = """() => {
  // The two places nearest to each other, the point between them, and what lies within a finger of it.
  const all = [...document.querySelectorAll("#board [data-target*=city]")].map((one) => {
    const { left, right, top, bottom, width, height } = one.getBoundingClientRect();
    return { key: one.dataset.target, x: left + width / 2, y: top + height / 2, left, right, top, bottom };
  });
  let best = null;
  for (const one of all) for (const other of all) {
    const far = Math.hypot(one.x - other.x, one.y - other.y);
    const [x, y] = [(one.x + other.x) / 2, (one.y + other.y) / 2];
    if (one.key < other.key && (!best || far < best.far)) best = { far, x, y };
  }
  const near = all.filter(({ left, right, top, bottom }) => Math.hypot(
    Math.max(left - best.x, best.x - right, 0), Math.max(top - best.y, best.y - bottom, 0)) <= 12);
  return [best, near.map(({ key }) => key)];
}"""


def reach(page: Page, wanted: str) -> None:
    """Go on by Tab until what has the focus fits a selector."""
    for _ in range(120):
        if page.evaluate("(wanted) => document.activeElement.matches(wanted)", wanted):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never comes to {wanted}")


def test_notation_is_completed_and_its_sentence_is_shown_before_enter_records_it(up: Up, page: Page) -> None:
    table = Table(up)
    Thumb(page, table)
    page.keyboard.press("/")
    expect(page.locator("#line-input")).to_be_focused()
    page.keyboard.type("f")
    expect(page.locator("#line-list b")).to_have_text(["first"])
    # Who types faster than is answered takes what is listed all the same.
    unanswered = re.compile(r"/offers\?line=fir?$")
    page.route(unanswered, lambda _route: None)
    page.keyboard.type("ir")
    page.keyboard.press("Tab")
    expect(page.locator("#line-input")).to_have_value("first ")
    page.unroute(unanswered)
    expect(page.locator("#line-list b")).to_have_text(["red", "blue"])
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#line-says")).to_have_text("Ben takes the first turn of epoch 1.")
    assert recorded(table) == []
    page.keyboard.press("Enter")
    expect(page.locator("#held-says")).to_have_text("Ben takes the first turn of epoch 1.")
    expect(page.locator("#line-input")).to_have_value("")
    # A line without a seat is that of the seat which the page shows; one that cannot be read says why.
    page.keyboard.type("deal DR")
    expect(page.locator("#line-says")).to_contain_text("Ana")
    page.keyboard.press("Enter")
    expect(page.locator("#held-says")).to_contain_text("Ana")
    page.keyboard.type("deal north")
    expect(page.locator("#line-says")).to_contain_text("north")
    # What was read last is said in the language that is chosen.
    page.locator("#language").click()
    expect(page.locator("#line-says")).to_contain_text("no es una loseta")
    page.locator("#language").click()
    page.locator("#line-input").focus()
    page.keyboard.press("Escape")
    expect(page.locator("#line")).to_be_hidden()
    expect(page.locator("#line-open")).to_be_focused()
    page.wait_for_selector("#count[data-unsent='0']")
    assert recorded(table) == [{"type": "choose_start_player", "player": 1}, {"type": "deal_starting_tile", "seat": 0}]


def test_a_move_is_entered_mended_and_taken_back_by_the_keyboard_alone(up: Up, page: Page) -> None:
    table = Table(up)
    table.play(lambda move: move["type"] == "draw_and_place")
    count = len(recorded(table))
    page.add_init_script(f"({HELD_LONGER})()")
    SPOILED.add(page)
    thumb = Thumb(page, table)
    reach(page, "fieldset[data-type=place_castle] button.value")
    page.keyboard.press("Enter")
    # The next question has the focus; an answer is changed by its button.
    expect(page.locator("[data-path=row] button.value").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-path=col]")).to_be_visible()
    reach(page, ".chips button")
    page.keyboard.press("Enter")
    reach(page, "[data-path=rank] button.value")
    page.keyboard.press("Enter")
    reach(page, "[data-path=col] button.value")
    page.keyboard.press("Enter")
    expect(page.locator("#held")).to_be_visible()
    reach(page, "#take-back")
    page.keyboard.press("Enter")
    expect(page.locator("#held")).to_be_hidden()
    thumb.wait()
    # A space of the board is one stop of Tab; the arrows walk, Enter fills in row and column.
    reach(page, "#board [data-target]")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("#form [data-tapped]")).to_have_count(1)
    thumb.wait()
    reach(page, "fieldset[data-type=place_castle] button.value, [data-path=rank] button.value")
    page.keyboard.press("Enter")
    expect(page.locator("#held")).to_be_visible()
    reach(page, "#undo")
    assert len(recorded(table)) >= count
