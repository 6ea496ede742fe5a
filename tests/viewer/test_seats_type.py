"""A table where each seat types its own moves, on its own phone: the recorder's page in the hands of a seat."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.viewer.conftest import on_a_phone
from tests.viewer.recorder import Thumb
from tests.viewer.table import Table

pytestmark = [pytest.mark.browser, pytest.mark.filterwarnings("ignore::ResourceWarning")]


@pytest.fixture
def phones(browser: Browser) -> Iterator[list[Page]]:
    """The phones of two seats."""
    with contextlib.ExitStack() as both:
        yield [both.enter_context(on_a_phone(browser, service_workers="block", bypass_csp=True)) for _ in range(2)]


def made(table: Table) -> list[tuple[str, int | None]]:
    """The moves of the log, and whose they are."""
    entries = table.get("/log?limit=1000")["entries"]
    return [(entry["body"]["type"], entry["body"].get("seat")) for entry in entries if entry["type"] == "move"]


def test_two_phones_of_two_seats_alternate_moves_and_both_see_each_others(
    up: dict[str, str], phones: list[Page]
) -> None:
    table = Table(up, policies={"typing": "seats"})
    # A page follows others once it has read the replay, which a service that begins this moment lets wait.
    while "frames" not in table.get("/replay"):
        phones[0].wait_for_timeout(200)
    hands = []
    for seat, page in enumerate(phones):
        page.goto(table.link(seat))
        page.get_by_role("link", name="Type my moves").click()
        hands.append(Thumb(page, table, opened=True))
        assert "mb_" not in page.url
    castle = {"type": "place_castle", "rank": 1}
    evening: list[tuple[int, dict[str, Any]]] = [
        (0, {"type": "deal_starting_tile", "seat": 0, "tile": "resource_3"}),
        (1, {"type": "deal_starting_tile", "seat": 1, "tile": "resource_4"}),
        (1, {"type": "choose_start_player", "player": 0}),
        (0, {**castle, "seat": 0, "row": 1, "col": 1}),
        (1, {**castle, "seat": 1, "row": 2, "col": 2}),
    ]
    for seat, move in evening:
        hands[seat].enter(move)
        hands[seat].sent()
        version = str(table.get("")["version"])
        for page in phones:
            expect(page.locator("#desk")).to_have_attribute("data-version", version, timeout=20_000)
    assert made(table) == [(move["type"], move.get("seat")) for _, move in evening]
    ana, ben = phones
    # Each sees what the other typed, takes back what is its own, and is offered nothing but its own.
    expect(ana.locator("#said")).to_contain_text("Ben places a castle")
    expect(ana.locator("#undo")).to_contain_text("Undo: Ana places a castle")
    expect(ben.locator("#undo")).to_contain_text("Undo: Ben places a castle")
    expect(ben.locator("#form")).to_have_text("It is the others' move now.")
    expect(ben.locator("#seats button:enabled")).to_have_count(0)
    expect(ana.locator("#seats button:enabled")).to_have_count(1)
    for page in phones:
        expect(page.locator("#line-open")).to_be_hidden()
        expect(page.locator("#phones")).to_have_text("My seat")
    ben.locator("#undo").click()
    expect(ana.locator("#said")).to_contain_text("Taken back: Ben places a castle")
    expect(ben.locator("#redo")).to_be_visible()
    expect(ana.locator("#redo")).to_be_hidden()
    ana.locator("#moves-open").click()
    expect(ana.locator("#dialog li").first).to_be_visible()
    expect(ana.locator("#dialog li button")).to_have_count(0)
    ben.locator("#phones").click()
    expect(ben.get_by_role("heading", name="What only you can give")).to_be_visible()


def test_where_the_recorder_types_a_seats_link_opens_no_page_to_type_on(up: dict[str, str], phones: list[Page]) -> None:
    table = Table(up)
    page, _ = phones
    page.goto(table.link(0))
    expect(page.locator("#give")).to_be_visible()
    expect(page.locator("#types")).to_be_hidden()
    page.goto(f"{table.url}/viewer/record.html?record={table.id}")
    expect(page.locator("#message")).to_contain_text("a record that this phone may write")
