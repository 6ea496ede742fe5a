"""Mending on the recorder's page, as a service makes it: taken back, undone, redone, corrected, by hand and by keys."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.long import cases
from tests.viewer.conftest import Up, on_a_phone
from tests.viewer.page_checks import faults
from tests.viewer.recorder import Thumb
from tests.viewer.table import Table


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A phone that may load the rules: without a network they say what may be entered."""
    with on_a_phone(browser, bypass_csp=True, rules=True) as opened:
        yield opened


def button(where: Page | Locator, name: str) -> Locator:
    return where.get_by_role("button", name=name, exact=True)


def entries(table: Table) -> list[Any]:
    return [(entry["type"], entry["body"]) for entry in table.get("/log?limit=1000")["entries"][1:]]


def begin(table: Table) -> None:
    """Deal the starting tiles, which nobody names, and let Ben begin."""
    table.bring([{"type": "deal_starting_tile", "seat": seat} for seat in range(len(table.colours))])
    table.move(type="choose_start_player", player=1)


def about(page: Page, name: str, way: str) -> Locator:
    button(page, "Moves").click()
    sheet = page.locator("#dialog")
    sheet.locator(".line button").filter(has_text=re.compile(rf"^{int(name) - 1}\. ")).click()
    button(sheet, way).click()
    return sheet


def test_undo_takes_back_on_the_phone_what_is_held_and_nobody_has_seen_it(up: Up, page: Page) -> None:
    table = Table(up)
    thumb = Thumb(page, table)
    thumb.enter({"type": "choose_start_player", "player": 1})
    expect(page.locator("#held-says")).to_have_text("Ben takes the first turn of epoch 1.")
    page.locator("#take-back").press("Enter")
    expect(page.locator("#held")).to_be_hidden()
    expect(page.locator("#undo")).to_be_disabled()
    expect(page.locator("#moves-open")).to_be_focused()
    expect(page.locator("#count")).to_have_text("All sent")
    assert entries(table) == []
    thumb.enter({"type": "choose_start_player", "player": 1})
    expect(page.locator("#undo")).to_have_text("Undo: Ben takes the first turn of epoch 1.")
    page.locator("#undo").press("Enter")
    button(page.locator("#dialog"), "Ana and Ben agreed: undo").press("Enter")
    expect(page.locator("#undo")).to_be_disabled()
    # There is nothing more to be taken back: whoever came by keys is not sent to the beginning of the page.
    expect(page.locator("#moves-open")).to_be_focused()


def test_an_undo_says_what_it_takes_back_and_is_brought_back_by_keys_alone(up: Up, page: Page) -> None:
    table = Table(up)
    begin(table)
    table.move(type="place_castle", seat=1, rank=1, row=1, col=1)
    Thumb(page, table)
    made = len(entries(table))
    undo, redo, words = (
        page.locator("#undo"),
        page.locator("#redo"),
        "Ben places a castle of rank 1 at row 1, column 1.",
    )
    expect(undo).to_have_text(f"Undo: {words}")
    expect(redo).to_be_hidden()
    undo.press("Enter")
    expect(redo).to_have_text(f"Redo: {words}")
    expect(page.locator("#said")).to_have_text(f"Undone: {words}")
    expect(page.locator("#form [data-type=place_castle] button[data-value='1']")).to_contain_text("4 left")
    button(page, "Moves").click()
    gone = page.locator("#dialog .history-act")
    expect(gone.locator("summary")).to_have_text("1 move undone")
    expect(gone.locator("s")).to_have_text(words)
    button(page.locator("#dialog"), "Close").click()
    redo.press("Enter")
    expect(undo).to_have_text(f"Undo: {words}")
    expect(redo).to_be_hidden()
    expect(undo).to_be_focused()
    assert [(kind, body["undoes"]) for kind, body in entries(table)[made:]] == [
        ("undone", [str(made + 1)]),
        ("undone", [str(made + 2)]),
    ]


def test_what_the_page_told_last_is_told_in_the_language_that_is_chosen(up: Up, page: Page) -> None:
    table = Table(up)
    begin(table)
    Thumb(page, table)
    expect(page.locator("#undo")).to_be_enabled()
    page.context.set_offline(True)
    page.locator("#undo").click()
    expect(page.locator("#message")).to_contain_text("No connection. Sent moves can be undone")
    page.locator("#language").click()
    expect(page.locator("#message")).to_contain_text("Sin conexión. Lo ya enviado se podrá deshacer")
    page.context.set_offline(False)
    page.locator("#language").click()


def test_an_error_of_the_page_itself_does_not_say_that_there_is_no_connection(up: Up, page: Page) -> None:
    table = Table(up)
    begin(table)
    broken = {"content_type": "text/javascript", "body": "export const CorrectionPreview = null;"}
    page.route("**/correction-preview.js", lambda route: route.fulfill(**broken))
    Thumb(page, table)
    # It is reported as well, and would fail the test.
    page.evaluate("addEventListener('unhandledrejection', (event) => event.preventDefault())")
    about(page, "4", "It was not played")
    expect(page.locator("#message")).to_contain_text("Something went wrong (TypeError: ")


def test_a_move_never_made_is_taken_out_and_one_left_out_is_put_before_another(up: Up, page: Page) -> None:
    table = Table(up)
    begin(table)
    table.move(type="place_castle", seat=1, rank=1, row=1, col=1)
    name = str(len(entries(table)) + 1)
    Thumb(page, table)
    sheet = about(page, name, "It was not played")
    expect(sheet).to_contain_text("is removed")
    expect(sheet).to_contain_text("The scores do not change.")
    expect(sheet).to_contain_text("No later move changes.")
    # The button that led here is gone: whoever came by keys goes on from the beginning of the sheet.
    expect(sheet).to_be_focused()
    button(sheet, "Close").click()
    expect(sheet).to_be_hidden()
    assert len(entries(table)) == int(name) - 1
    sheet = about(page, name, "A move before it is missing")
    # It is entered on the board that it met.
    corner = page.locator("""#board [data-target='{"row":1,"col":1}'] image.k-piece""")
    expect(page.locator("#then")).to_have_text(f"The board before move {int(name) - 1}")
    expect(corner).not_to_have_attribute("href", re.compile("."))
    page.locator("#form fieldset", has_text="Place a castle").get_by_role("button", name="Ben").click()
    for path, value in (("rank", 2), ("row", 2), ("col", 2)):
        page.locator(f"[data-path={path}] button.value[data-value='{value}']").last.click()
    page.locator("#form button.record").click()
    # Two castles of one seat in a row: the later one is not its turn.
    broken = sheet.locator(f".broken li[data-name='{name}']")
    expect(broken).to_contain_text("forbids it")
    button(broken, "It was played anyway").click()
    sheet.get_by_label("Why it was played").fill("Nobody noticed")
    button(sheet.locator(".irregular"), "Ana").click()
    button(sheet, "Keep as illegal move").click()
    expect(sheet).to_contain_text("stays, although illegal")
    button(sheet, "Correct").click()
    expect(page.locator("#said")).to_have_text("Corrected.")
    expect(page.locator("#then")).to_be_hidden()
    expect(corner).to_have_attribute("href", re.compile("."))
    changes = entries(table)[-1][1]["changes"]
    assert [(change["op"], change.get("name") or change.get("before")) for change in changes] == [
        ("insert", name),
        ("amend", name),
    ]
    assert list(table.get("/log?limit=1000")["entries"][-1]["irregular"].values()) == [{"accepted_by": [0]}]
    button(page, "Moves").click()
    first, second = (sheet.locator(".line button").nth(place) for place in (0, 1))
    expect(first).to_contain_text("Illegal move, kept · accepted by Ana · “Nobody noticed”")
    expect(second).to_contain_text("added by a correction")
    button(sheet, "Close").click()


@pytest.mark.parametrize(("call", "body", "says"), [
    ("void", {"reason": "the table was moved"}, "The game is void: it does not count."),
    ("close", {"reason": "abandoned"}, "The game is closed."),
][: cases(1, 2)])  # fmt: skip
def test_a_void_or_closed_record_says_so_and_asks_for_nothing_more(
    up: Up, page: Page, call: str, body: dict[str, str], says: str
) -> None:
    table = Table(up)
    begin(table)
    table.write(call, body)
    page.goto(f"{table.url}/viewer/record.html?record={table.id}#t={table.token}")
    expect(page.locator("#said")).to_have_text(says)
    expect(page.locator("#form")).to_be_hidden()
    expect(page.locator("#line-open")).to_be_hidden()
    page.keyboard.press("f")
    assert page.locator("#line").get_attribute("hidden") is not None
    if call == "void":
        expect(page.locator("#undo")).to_be_hidden()
    page.goto(f"{table.url}/viewer/?record={table.id}")
    expect(page.locator("#sentence")).not_to_be_empty()
    expect(page.locator("#status")).to_be_hidden()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#status")).not_to_be_empty()


def scores(table: Table) -> list[tuple[str, int]]:
    names = ("Ana", "Ben", "Cid")
    return [(names[place], seat["score"]) for place, seat in enumerate(table.get("/result")["seats"])]


def press(page: Page, wanted: str, *names: str) -> None:
    """Go on by Tab to a button of a kind and a name, and press it; one after another."""
    fits = "([wanted, name]) => document.activeElement.matches(wanted)"
    fits += " && new RegExp(name, 'i').test(document.activeElement.textContent)"
    for name in names:
        page.locator(wanted).filter(has_text=re.compile(name, re.IGNORECASE)).first.wait_for()
        for _ in range(200):
            if page.evaluate(fits, [wanted, name]):
                break
            page.keyboard.press("Tab")
        else:
            raise AssertionError(f"Tab never comes to {wanted} {name}")
        page.keyboard.press("Enter")


def recent(page: Page, back: int) -> Locator:
    return page.locator("#recent button").nth(back)


def test_a_move_three_back_is_corrected_by_three_taps(up: Up, page: Page) -> None:
    table = Table(up)
    begin(table)
    for seat, col in ((1, 1), (0, 2), (1, 3)):
        table.move(type="place_castle", seat=seat, rank=1, row=5, col=col)
    made = len(entries(table))
    Thumb(page, table)
    expect(recent(page, 2)).to_have_text("Ben places a castle of rank 1 at row 5, column 1.")
    recent(page, 2).click()
    assert faults(page) == []
    page.locator("#form [data-path=col] button.value[data-value='6']").click()
    sheet = page.locator("#dialog")
    expect(sheet).to_contain_text("becomes: Ben places a castle of rank 1 at row 5, column 6.")
    expect(sheet).to_contain_text("No later move changes.")
    button(sheet, "Correct").click()
    expect(recent(page, 2)).to_have_text("Ben places a castle of rank 1 at row 5, column 6.")
    [(kind, body)] = entries(table)[made:]
    assert (kind, body["changes"][0]["name"], body["changes"][0]["body"]["col"]) == ("corrected", str(made - 1), 6)


def test_without_a_network_what_waits_is_corrected_and_what_was_sent_is_corrected_later(up: Up, page: Page) -> None:
    table = Table(up)
    begin(table)
    table.move(type="place_castle", seat=1, rank=1, row=5, col=1)
    made = len(entries(table))
    thumb = Thumb(page, table)
    expect(recent(page, 0)).to_contain_text("row 5, column 1")
    page.context.set_offline(True)
    thumb.enter({"type": "place_castle", "seat": 0, "rank": 1, "row": 5, "col": 2})
    expect(page.locator("#count")).to_have_attribute("data-unsent", "1")
    page.locator("#title").click()
    # Not sent: the entry itself is changed.
    recent(page, 0).click()
    page.locator("#form [data-path=col] button.value[data-value='4']").click()
    button(page.locator("#dialog"), "Correct").click()
    expect(recent(page, 0)).to_contain_text("4")
    # Sent: what it was is kept until the service can say what that changes.
    recent(page, 1).click()
    page.locator("#form [data-path=col] button.value[data-value='6']").click()
    expect(page.locator("#message")).to_have_text("No connection. The correction waits on this phone.")
    waits = page.locator("#repairs button")
    expect(waits).to_contain_text("To correct: ")
    page.context.set_offline(False)
    page.reload()
    expect(page.locator("#count")).to_have_attribute("data-unsent", "0")
    waits.click()
    button(page.locator("#dialog"), "Correct later").click()
    waits.click()
    button(page.locator("#dialog"), "Correct").click()
    expect(waits).to_have_count(0)
    (_, sent), (kind, body) = entries(table)[made:]
    assert (sent["col"], kind, body["changes"][0]["body"]["col"]) == (4, "corrected", 6)


TOUCH = """([selector, at]) => {
  const touch = (type) => new PointerEvent(type, { bubbles: true, cancelable: true, detail: 1, pointerType: "touch" });
  for (const event of [touch("pointerdown"), touch("pointerup"), touch("click")]) {
    Object.defineProperty(event, "timeStamp", { value: at });
    document.querySelector(selector).dispatchEvent(event);
  }
}"""
"""Touches an element at a time of its own."""


def test_a_second_touch_within_300_ms_enters_nothing_and_one_after_400_ms_does(up: Up, page: Page) -> None:
    table = Table(up, colours=("red", "blue", "yellow"))
    page.goto(f"{table.url}/viewer/record.html?record={table.id}#t={table.token}")
    unseen = "#form [data-way=nobody_saw]"
    for name, at in (("Ana", 100_000), ("Ben", 100_200), ("Ben", 100_400)):
        expect(page.locator("#seats button[aria-pressed=true]")).to_contain_text(name)
        expect(page.locator("#form")).to_have_attribute("aria-busy", "false")
        page.wait_for_selector(unseen)
        page.evaluate(TOUCH, [unseen, at])
    expect(page.locator("#seats button[aria-pressed=true]")).to_contain_text("Cid")
    page.locator("#title").click()
    expect(page.locator("#count")).to_have_attribute("data-unsent", "0")
    assert [body["seat"] for _, body in entries(table)] == [0, 1]


def test_wrong_seats_are_one_correction(up: Up, page: Page) -> None:
    table = Table(up)
    begin(table)
    Thumb(page, table)
    button(page, "Moves").click()
    sheet = page.locator("#dialog")
    button(sheet, "Players and colours").click()
    assert faults(page, "#dialog") == []
    for seat, (name, colour) in enumerate((("Ben", "blue"), ("Ana", "red"))):
        sheet.get_by_label(f"Seat {seat + 1}: player").select_option(label=name)
        sheet.get_by_label(f"Seat {seat + 1}: colour").select_option(colour)
    button(sheet, "See the effect").click()
    expect(sheet).to_contain_text("becomes: 1. Ben (Blue), 2. Ana (Red)")
    button(sheet, "Correct").click()
    expect(page.locator("#seats button").first).to_contain_text("Ben")
    assert [(one["name"], one["colour"]) for one in table.get("")["seats"]] == [("Ben", "blue"), ("Ana", "red")]
