"""Architects in a real browser against a real service: cards of a hand are noted, and a corrected box is played."""

import re
from itertools import takewhile

import pytest
from playwright.sync_api import Page, expect

from engines import architects
from engines.kernel.game import IllegalMoveError, Json
from engines.kernel.replay import Fold
from tests.engines.given import defaults
from tests.viewer.conftest import Up
from tests.viewer.table import Table


def blind(move: Json) -> Json:
    """A move as a recorder writes who is told of no hand."""
    hidden = ("kept", "drawn", "discarded", "put_back", "library_card")
    return {name: value for name, value in move.items() if name not in hidden}


def drafted(up: Up) -> Table:
    """A table of three after the draft, of whose hands nobody told the recorder."""
    table = Table(up, "architects", ("red", "blue", "yellow"))
    moves = [*takewhile(lambda move: move["type"] != "draft_done", table.moves()), {"type": "draft_done"}]
    table.bring(map(blind, moves))
    return table


def test_no_move_on_offer_is_asked_of_a_seat_whose_recorder_writes(up: Up, page: Page) -> None:
    table = drafted(up)
    first = table.get("/state")["view"]["to_move"][0]
    page.goto(table.link(first))
    expect(page.get_by_role("heading", name="The draft is done")).to_be_visible()
    assert page.locator("#forms form").count() == 1


def test_cards_drawn_in_the_workshop_are_noted_after_the_recorder_wrote_the_move(up: Up, page: Page) -> None:
    table = drafted(up)
    first = table.get("/state")["view"]["to_move"][0]
    table.move(type="workshop_draw", seat=first)
    page.goto(table.link(first))
    drawn = page.locator("#forms form").first
    # One worker there: one card is drawn (ARC-8.20).
    expect(drawn.locator(".places button")).to_have_count(1)
    drawn.get_by_role("button", name=re.compile("^Palace")).click()
    drawn.get_by_role("button", name="Seal", exact=True).click()
    expect(page.locator("#locked")).to_contain_text("Sealed at")
    assert [*table.get("/log")["entries"][-1]["seals"]] == ["drawn"]


MOVES: list[Json] = [
    {
        "type": "setup",
        "start_player": 0,
        "top": ["A01", "A06", "A11", "A14"],
        "bottom": ["A13", "A21", "A29", "A39"],
        "small_face": "marble1",
    },
    {"type": "draft_done"},
    # Red begins with 3 silver (ARC-2.14), gets 2 at the Silversmith (ARC-6.3), and pays 4 for the Acolyte (ARC-8.2).
    {"type": "place_silversmith", "seat": 0},
    {"type": "place_quarry", "seat": 1},
    {"type": "workshop_hire", "seat": 0, "row": "top", "column": 1, "refill": "A22"},
    {"type": "place_forest", "seat": 1},
    # One stone beside one other worker's, and two with two of Red's own (ARC-5.11, ARC-6.1).
    {"type": "place_quarry", "seat": 0},
    {"type": "place_forest", "seat": 1},
    {"type": "place_quarry", "seat": 0},
    {"type": "place_silversmith", "seat": 1},
    {"type": "build", "seat": 0, "building": "B08", "choice": "gold"},
]
"""Red hires the Acolyte, whose virtue makes 8, and builds the Treasury with three stone."""


def corrected() -> Json:
    """Our box, but for what the Treasury costs, the Acolyte's skill, and the points of virtue 8."""
    box: Json = architects.box()
    next(card for card in box["buildings"] if card["id"] == "B08")["cost"] = {"stone": 3}
    next(card for card in box["apprentices"] if card["id"] == "A01")["skills"] = ["tiling"]
    next(step for step in box["virtue_track"] if step["position"] == 8)["vp"] = 4
    return box


def test_our_own_box_refuses_what_the_corrected_one_allows() -> None:
    fold = Fold(architects, ("red", "blue"), defaults(architects), architects.box())
    for move in MOVES[:-1]:
        fold.play(move)
    with pytest.raises(IllegalMoveError) as refused:
        fold.decide(MOVES[-1])
    assert refused.value.rule == "ARC-14.2"
