"""A table where each seat types its own moves, on its own phone: the recorder's page in the hands of a seat."""

import contextlib
import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.long import long_only
from tests.viewer.conftest import Up, on_a_phone
from tests.viewer.pages.seat.test_seat_own import put_away
from tests.viewer.recorder import Thumb
from tests.viewer.table import Table

COVERED = "Your screen is covered. Tap to continue"


@pytest.fixture
def phones(browser: Browser) -> Iterator[list[Page]]:
    with contextlib.ExitStack() as both:
        yield [both.enter_context(on_a_phone(browser, bypass_csp=True)) for _ in range(2)]


def made(table: Table) -> list[tuple[str, int | None]]:
    entries = table.get("/log?limit=1000")["entries"]
    return [(entry["body"]["type"], entry["body"].get("seat")) for entry in entries if entry["type"] == "move"]


def looked(page: Page) -> None:
    """Lift the cover, which lies over a page that was not touched for a while."""
    if page.locator("body").get_attribute("data-cover") == "all":
        page.get_by_role("button", name=COVERED).click()


def typing(page: Page, table: Table) -> Thumb:
    """From a seat's own page to the one on which it types, with the cover lifted."""
    page.get_by_role("link", name="Enter my moves").click()
    page.get_by_role("button", name=COVERED).click()
    assert "mb_" not in page.url
    return Thumb(page, table, opened=True)


def test_two_phones_of_two_seats_alternate_moves_and_both_see_each_others(up: Up, phones: list[Page]) -> None:
    table = Table(up, policies={"typing": "seats"})
    hands = []
    for seat, page in enumerate(phones):
        page.goto(table.link(seat))
        hands.append(typing(page, table))
    castle = {"type": "place_castle", "rank": 1}
    evening: list[tuple[int, dict[str, Any]]] = [
        (0, {"type": "deal_starting_tile", "seat": 0, "tile": "resource_3"}),
        (1, {"type": "deal_starting_tile", "seat": 1, "tile": "resource_4"}),
        (1, {"type": "choose_start_player", "player": 0}),
        (0, {**castle, "seat": 0, "row": 1, "col": 1}),
        (1, {**castle, "seat": 1, "row": 2, "col": 2}),
    ]
    for seat, move in evening:
        looked(phones[seat])
        hands[seat].enter(move)
        hands[seat].sent()
        version = str(table.get("")["version"])
        for page in phones:
            expect(page.locator("#desk")).to_have_attribute("data-version", version)
    assert made(table) == [(move["type"], move.get("seat")) for _, move in evening]
    ana, ben = phones
    for page in phones:
        looked(page)
    # Each sees what the other typed, takes back what is its own, and is offered nothing but its own.
    expect(ana.locator("#said")).to_contain_text("Ben places a castle")
    expect(ana.locator("#undo")).to_contain_text("Undo: Ana places a castle")
    expect(ben.locator("#undo")).to_contain_text("Undo: Ben places a castle")
    expect(ben.locator("#form")).to_have_text("Waiting for the other players.")
    expect(ben.locator("#seats button[aria-pressed]")).to_have_count(0)
    expect(ana.locator("#seats button[aria-pressed]")).to_have_count(1)
    for page in phones:
        expect(page.locator("#line-open")).to_be_hidden()
        expect(page.locator("#phones")).to_have_text("My seat")
    ben.locator("#undo").click()
    expect(ana.locator("#said")).to_contain_text("Undone: Ben places a castle")
    expect(ben.locator("#redo")).to_be_visible()
    expect(ana.locator("#redo")).to_be_hidden()
    ana.locator("#moves-open").click()
    expect(ana.locator("#dialog li").first).to_be_visible()
    expect(ana.locator("#dialog li button")).to_have_count(0)
    ben.locator("#phones").click()
    expect(ben.get_by_role("heading", name="Only you can enter this")).to_be_visible()


def test_where_the_recorder_types_a_seats_link_opens_no_page_to_type_on(up: Up, phones: list[Page]) -> None:
    table = Table(up)
    page, _ = phones
    page.goto(table.link(0))
    expect(page.locator("#give")).to_be_visible()
    expect(page.locator("#types")).to_be_hidden()
    page.goto(f"{table.url}/viewer/record.html?record={table.id}")
    expect(page.locator("#message")).to_contain_text("Open this page from the home page")


@long_only
def test_what_a_seat_sees_where_it_types_is_covered_until_it_presses(up: Up, phones: list[Page]) -> None:
    table = Table(up, "xidit", ("red", "blue", "yellow"), policies={"typing": "seats"})
    table.play(lambda move: move["type"] in ("program", "reveal_orders"))
    page, _ = phones
    page.goto(table.link(0))
    page.get_by_role("link", name="Enter my moves").click()
    board, form, look = page.locator("#board"), page.locator("#form"), page.get_by_role("button", name=COVERED)
    expect(look).to_be_visible()
    for secret in (board, form, page.locator("#said"), page.locator("#undo")):
        expect(secret).to_be_hidden()
    look.press("Enter")
    expect(look).to_be_hidden()
    expect(page.get_by_role("button", name="Cover my screen")).to_be_focused()
    expect(board).to_be_visible()
    form.get_by_role("button", name="Program six orders").click()
    form.get_by_role("button", name="Black road", exact=True).click()
    put_away(page)
    expect(form).to_be_hidden()
    look.click()
    # What was chosen is kept.
    expect(form.get_by_role("button", name="1 of 6: Black road")).to_be_visible()
    page.locator("#moves-open").click()
    expect(page.locator("#dialog")).to_be_visible()
    put_away(page)
    expect(page.locator("#dialog")).to_be_hidden()
    look.click()
    page.get_by_role("button", name="Cover my screen").click()
    expect(form).to_be_hidden()
    # Who records for all has no secrets of one seat before the eyes: no cover.
    page.goto(f"{table.url}/viewer/record.html?record={table.id}#t={table.token}")
    page.get_by_role("button", name="Switch").click()
    expect(page.locator("#form")).to_be_visible()
    expect(look).to_have_count(0)


@long_only
def test_a_seat_consents_on_its_own_phone_to_taking_back_the_last_move_of_another(up: Up, phones: list[Page]) -> None:
    table = Table(up, policies={"typing": "seats", "undo": "consent"})
    table.bring(itertools.islice(table.moves(), 6))
    last = table.get("/log?limit=100")["entries"][-1]
    mover = last["body"]["seat"]
    writer, other = phones
    writer.goto(table.link(mover))
    hand = typing(writer, table)
    other.goto(table.link(1 - mover))
    expect(writer.locator("#undo")).to_be_enabled()
    writer.locator("#undo").click()
    dialog = writer.locator("#dialog")
    expect(dialog).to_contain_text("must agree, each on their own phone under “Last moves”")
    dialog.get_by_role("button", name="Close").click()
    other.get_by_text("Last moves").click()
    other.get_by_role("button", name="Agree to undo the last move").click()
    before = table.get("")["version"]
    assert table.get("/log?limit=100")["entries"][-1]["type"] == "seated", "one tap alone agrees to nothing"
    other.get_by_role("button", name="Tap again to agree").click()
    expect(other.locator("#consent")).to_have_text("You agreed to undo the last move.")
    looked(writer)
    expect(writer.locator("#desk")).to_have_attribute("data-version", str(before + 1))
    writer.locator("#undo").click()
    hand.sent()
    expect(writer.locator("#desk")).to_have_attribute("data-version", str(before + 2))
    undone = table.get("/log?limit=100")["entries"][-1]
    assert (undone["type"], undone["body"]["undoes"]) == ("undone", [str(last["version"])])
    (consent,) = undone["body"]["consents"]
    assert consent == {"seat": 1 - mover, "way": "own_link", "entry": str(before + 1)}
    # Of a move of its own, which stands last now, a seat is asked for nothing.
    expect(other.locator("#consent")).to_have_text("")
