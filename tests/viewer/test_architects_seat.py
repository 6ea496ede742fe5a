"""The page behind a seat's link in Architects, in a real browser against a real service: cards of a hand are noted."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import takewhile

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect, sync_playwright

from engines.kernel.game import Json
from tests.viewer.conftest import ARGS, chromium
from tests.viewer.table import Table, running

pytestmark = [pytest.mark.browser, pytest.mark.filterwarnings("ignore::ResourceWarning")]


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """A whole service on a folder of its own."""
    with running(tmp_path_factory.mktemp("up")) as known:
        yield known


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, or a skip."""
    program = chromium()
    if not program:
        pytest.skip("Chromium is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGS)
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A phone; whatever breaks in its pages fails the test."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB", bypass_csp=True)
    context.set_default_timeout(20_000)
    opened = context.new_page()
    faults: list[str] = []
    opened.on("pageerror", lambda error: faults.append(str(error)))
    yield opened
    context.close()
    assert faults == []


def blind(move: Json) -> Json:
    """A move as a recorder writes who is told of no hand."""
    hidden = ("kept", "drawn", "discarded", "put_back", "library_card")
    return {name: value for name, value in move.items() if name not in hidden}


def drafted(up: dict[str, str]) -> Table:
    """A table of three after the draft, of whose hands nobody told the recorder."""
    table = Table(up, "architects", ("red", "blue", "yellow"))
    moves = [*takewhile(lambda move: move["type"] != "draft_done", table.moves()), {"type": "draft_done"}]
    table.bring(map(blind, moves))
    return table


def test_a_seat_notes_the_cards_it_kept_and_nobody_else_reads_them(up: dict[str, str], page: Page) -> None:
    table = drafted(up)
    page.goto(table.link(1))
    expect(page.get_by_role("heading", name="The draft is done")).to_be_visible()
    for card in ("Well", "Keep", "Chapel"):
        page.get_by_role("button", name=card, exact=True).click()
    page.get_by_role("button", name="Seal it").click()
    expect(page.locator("#locked")).to_contain_text("until you construct the cards or show your hand")
    page.locator(".seal summary").click()
    assert sorted(page.locator(".mine li").all_inner_texts()) == ["Chapel", "Keep", "Well"]
    expect(page.locator("#known")).to_contain_text("Known of them")
    assert [*table.get("/log")["entries"][-1]["seals"]] == ["kept.1"]
    for who in (None, table.token):
        assert "B30" not in json.dumps(table.get("/log?limit=1000", who)["secrets"])
    assert table.get("/state")["view"]["seats"]["1"]["hand"]["known"] == []
    assert Axe().run(page).violations_count == 0


def test_no_move_on_offer_is_asked_of_a_seat_whose_recorder_writes(up: dict[str, str], page: Page) -> None:
    table = drafted(up)
    first = table.get("/state")["view"]["to_move"][0]
    page.goto(table.link(first))
    expect(page.get_by_role("heading", name="The draft is done")).to_be_visible()
    assert page.locator("#forms form").count() == 1


def test_cards_drawn_in_the_workshop_are_noted_after_the_recorder_wrote_the_move(
    up: dict[str, str], page: Page
) -> None:
    table = drafted(up)
    first = table.get("/state")["view"]["to_move"][0]
    table.move(type="workshop_draw", seat=first)
    page.goto(table.link(first))
    drawn = page.locator("#forms form").first
    # One worker there: one card is drawn (ARC-8.20).
    expect(drawn.locator(".places button")).to_have_count(1)
    drawn.get_by_role("button", name="Palace", exact=True).click()
    drawn.get_by_role("button", name="Seal it").click()
    expect(page.locator("#locked")).to_contain_text("Sealed at")
    assert [*table.get("/log")["entries"][-1]["seals"]] == ["drawn"]
