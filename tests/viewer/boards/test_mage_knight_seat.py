"""The page behind a seat's link in Mage Knight, in a real browser against a real service: hands and draws are noted."""

import json
from itertools import takewhile

from playwright.sync_api import Browser, expect

from engines.kernel.game import Json
from engines.mage_knight.moves.events import SECRET
from tests.viewer.conftest import Up, on_a_phone
from tests.viewer.table import Table


def blind(move: Json) -> Json:
    """A move as a recorder writes it who is told of no hand."""
    return {name: value for name, value in move.items() if name not in SECRET.get(move["type"], {})}


def test_a_seat_notes_its_hand_and_nobody_else_reads_it(up: Up, browser: Browser) -> None:
    table = Table(up, "mage_knight", ("red", "blue"))
    table.bring(map(blind, takewhile(lambda move: move["type"] != "take_tactic", table.moves())))
    with on_a_phone(browser) as page:
        page.goto(table.link(1))
        # Tovak's deck has two Marches, and one Cold Toughness; the first hand is of five cards.
        form = page.locator("#forms form")
        expect(form.locator(".places button")).to_have_count(5)
        for card in ("March", "March", "Rage", "Cold Toughness", "Promise"):
            # What a card does describes it.
            form.get_by_role("button", name=card, exact=True).and_(form.locator("[title^='Basic:']")).click()
        form.get_by_role("button", name="Seal", exact=True).click()
        expect(page.locator("#locked")).to_contain_text("until the cards are played, discarded or shown")
        expect(page.locator("#seals .what")).to_have_text(["Set up the table"])
        expect(page.locator("#known")).to_contain_text("Known")
        assert [*table.get("/log")["entries"][-1]["seals"]] == ["hands.1"]
        for who in (None, table.token):
            assert "cold_toughness" not in json.dumps(table.get("/log?limit=1000", who)["secrets"])
        assert table.get("/state")["view"]["heroes"]["1"]["known"]["hand"] == []
