"""A seat's phone lies on the table: its secrets under a cover, and at the end the seat's word on the result."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.long import cases
from tests.viewer.conftest import SPOILED, VIEWER, Open, Up
from tests.viewer.page_checks import faults
from tests.viewer.table import Table

RESULT, REPLAY = re.compile(r"/result\b"), re.compile(r"/replay\b")
"""What a page reads by itself when it shows a game that is over."""


@pytest.fixture
def over(up: Up) -> Table:
    table = Table(up)
    table.play_out()
    return table


def words(table: Table) -> list[tuple[int, str]]:
    return [(word["seat"], word["way"]) for word in table.get("/result")["standing"]["signatures"]]


def line(page: Page, name: str) -> Any:
    return page.locator(".places-of-seats li").filter(has=page.get_by_text(name, exact=True))


def test_a_seat_signs_on_its_phone_by_a_second_tap(over: Table, phone: Open) -> None:
    page = phone(over.link(1))
    for seat in over.get("/result")["seats"]:
        expect(line(page, seat["name"])).to_have_text(
            re.compile(rf"{seat['rank']}\..*has not signed.*{seat['score']}", re.DOTALL)
        )
    assert faults(page) == []
    page.get_by_role("button", name="Sign the result").click()
    assert words(over) == []
    page.get_by_role("button", name="Tap again to sign").click()
    expect(line(page, "Ben")).to_contain_text("signed on their phone")
    expect(page.get_by_role("button", name="Sign the result")).to_have_count(0)
    assert words(over) == [(1, "own_link")]


def test_a_seat_disputes_with_a_reason_that_the_table_alone_reads(over: Table, phone: Open) -> None:
    page = phone(over.link(0))
    page.get_by_text("Dispute", exact=True).click()
    send = page.get_by_role("button", name="Dispute the result")
    send.click()
    expect(page.get_by_text("Enter a reason first.")).to_be_visible()
    page.get_by_label("Why?").fill("my castle stands on the other space")
    send.click()
    expect(line(page, "Ana")).to_contain_text("disputes it on their phone")
    assert over.get("/result")["standing"]["status"] == "disputed"
    assert "other space" not in str(over.get("/log?limit=1000"))
    recorder = phone(f"{over.url}/viewer/record.html?record={over.id}#t={over.token}")
    expect(line(recorder, "Ana")).to_contain_text("“my castle stands on the other space”")
    recorder.close()
    page.get_by_role("button", name="Sign the result").click()
    page.get_by_role("button", name="Tap again to sign").click()
    expect(line(page, "Ana")).to_contain_text("signed on their phone")
    assert over.get("/result")["standing"]["status"] == "finished"


def test_a_seat_that_is_said_to_have_conceded_says_on_its_phone_that_it_did_not(up: Up, phone: Open) -> None:
    table = Table(up)
    table.bring(list(table.moves())[:6])
    links = [table.link(seat) for seat in (0, 1)]
    table.write("close", {"reason": "conceded", "seat": 1})
    ana, ben = (phone(link) for link in links)
    expect(ana.locator("#result")).to_contain_text("The game is closed.")
    expect(ana.get_by_text("I did not concede")).to_have_count(0)
    expect(ben.locator("#result")).to_contain_text("The recorder says you conceded. The game is closed.")
    ben.get_by_text("I did not concede").click()
    ben.get_by_label("Why?").fill("I went for a coffee")
    assert faults(ben) == []
    ben.get_by_role("button", name="Dispute").click()
    expect(ben.locator("#result")).to_be_hidden()
    assert table.get("")["standing"]["closed"] is None
    watching = phone(f"{table.url}/viewer/?record={table.id}")
    expect(watching.locator("body")).to_contain_text("Ben did not concede (on their own phone)")
    expect(watching.locator("body")).to_contain_text("Closed: Ben conceded (according to the recorder)")


def test_on_the_recorders_page_one_signs_by_a_code_one_here_and_the_record_closes(over: Table, phone: Open) -> None:
    desk = phone(f"{over.url}/viewer/record.html?record={over.id}#t={over.token}")
    desk.get_by_role("button", name="Code for Ben").click()
    expect(desk.locator("#sheet-code")).to_have_text(re.compile(r"\w{4}-\w{4}"))
    expect(desk.locator("#sheet .qr")).to_be_visible()
    code = desk.locator("#sheet-code").inner_text()
    ben = phone(f"{over.url}/viewer/pair.html#c={code.replace('-', '')}")
    ben.get_by_role("button", name="Pair this phone").click()
    ben.get_by_role("button", name="Sign the result").click()
    ben.get_by_role("button", name="Tap again to sign").click()
    expect(line(desk, "Ben")).to_contain_text("signed on their phone")
    expect(desk.locator("#sheet")).to_have_count(0)
    assert faults(desk) == []
    assert desk.evaluate("document.documentElement.scrollWidth") <= 390
    desk.get_by_role("button", name="Ana agrees").click()
    desk.get_by_role("button", name="Tap again: Ana has seen the result").click()
    expect(desk.locator("#signing")).to_contain_text("Everyone has signed. The game is closed.")
    expect(desk.locator("#form")).to_be_hidden()
    expect(ben.locator("#result")).to_contain_text("Everyone has signed. The game is closed.")
    assert words(over) == [(0, "claimed"), (1, "own_link")]


def put_away(page: Page) -> None:
    """As when the phone's screen goes dark; it comes back to the front."""
    page.evaluate(
        "for (const hidden of [true, false]) {"
        " Object.defineProperty(document, 'hidden', {configurable: true, get: () => hidden});"
        " document.dispatchEvent(new Event('visibilitychange')); }"
    )


@pytest.mark.parametrize(("game", "colours", "until"), [
    ("xidit", ("red", "blue", "yellow"), "program"),
    ("architects", ("blue", "green"), "discard_to_limit"),
    ("mage_knight", ("red", "blue"), "end_turn"),
][: cases(1, 3)])  # fmt: skip
def test_what_a_seat_knows_is_covered_until_it_presses_and_again_when_the_phone_is_put_away(
    up: Up, phone: Open, game: str, colours: tuple[str, ...], until: str
) -> None:
    table = Table(up, game, colours)
    table.play(lambda move: move["type"] == until)
    page = phone(table.link(0), timezone_id="UTC")  # not one that was used before: it has no history
    SPOILED.add(page)
    knows, look = page.locator("#knows"), page.get_by_role("button", name="Look at what you know")
    expect(look).to_be_visible()
    expect(knows).to_be_hidden()
    address = page.url
    look.click()
    expect(knows).to_be_visible()
    secrets = [word for word in page.locator("#known dt").all_inner_texts() if len(word) > 3]
    assert secrets
    put_away(page)
    expect(knows).to_be_hidden()
    look.click()
    page.get_by_role("button", name="Cover my screen").click()
    expect(knows).to_be_hidden()
    # What others see of a browser that is shut: its tabs, its history.
    assert (page.title(), page.url, "mb_" in page.url) == ("Movebook: your seat", address, False)
    assert page.evaluate("history.length") == 2, "the blank page of a new tab, and this one"


def test_what_is_half_chosen_is_covered_with_the_rest_and_kept(up: Up, phone: Open) -> None:
    table = Table(up, "xidit", ("red", "blue", "yellow"))
    table.play(lambda move: move["type"] in ("program", "reveal_orders"))
    page = phone(table.link(0))
    page.get_by_role("button", name="Black road", exact=True).click()
    put_away(page)
    expect(page.locator("#give")).to_be_hidden()
    assert "lack road" not in page.locator("body").inner_text()
    page.get_by_role("button", name="Your screen is covered. Tap to continue").click()
    expect(page.get_by_role("button", name="1 of 6: Black road")).to_be_visible()


def test_no_page_sends_notifications() -> None:
    files = [*VIEWER.rglob("*.js"), *VIEWER.rglob("*.html")]
    assert [file.name for file in files if "otification(" in file.read_text(encoding="utf-8")] == []
