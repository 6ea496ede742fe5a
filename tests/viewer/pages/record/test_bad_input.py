"""What phones meet at a table: nothing that was entered is lost, and a sentence in both languages says what to do."""

import json
import secrets
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from engines import GAMES
from engines.kernel import sealing
from tests.viewer.conftest import SPOILED, Up, on_a_phone
from tests.viewer.device.phone import Phone
from tests.viewer.table import Table

CLAIM = """async ([code, lang]) => {
  const { openStore } = await import("/viewer/device/database.js");
  const { claim } = await import("/viewer/pages/pair/claim.js");
  const store = await openStore();
  try {
    const { record, seat, role } = await claim(store, code, () => lang, () => {});
    return { record, seat, role };
  } catch (error) {
    return error.message;
  }
}"""
ROWS = """async () => (await (await (await import("/viewer/device/database.js")).openStore()).owns())
  .map(({ record, seat, role, token }) => ({ record, seat, role, token: token !== null }))"""
REFUSE = """Object.defineProperty(globalThis, "indexedDB", {
  get() {
    throw new DOMException("Failed to read the 'indexedDB' property: access is denied", "SecurityError");
  },
})"""
DEALT = {"type": "deal_starting_tile", "seat": 0}


@pytest.fixture(autouse=True)
def roomy(page: Page, up: Up) -> Iterator[None]:
    """After each test the phone has its room back, whatever became of it."""
    yield
    room(page, up["url"])


def room(page: Page, url: str, size: int | None = None) -> None:
    """Leave the pages of an address so many bytes; None as many as there are."""
    wanted = {"origin": url} if size is None else {"origin": url, "quotaSize": size}
    page.context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", wanted)


def owned(table: Table, **row: Any) -> dict[str, Any]:
    return {"game": table.game, "record": table.id, "base": 1, "token": table.token, **row}


def recorded(table: Table) -> list[Any]:
    return [entry["body"] for entry in table.get("/log?limit=1000")["entries"] if entry["type"] == "move"]


def lines(phone: Phone) -> list[tuple[str, Any]]:
    """What the file of a phone has of each entry: how it stands, and its body."""
    return [(line["state"], line["body"]) for line in map(json.loads, phone.file().splitlines()[1:])]


def test_a_full_phone_says_so_keeps_what_it_has_and_takes_the_move_when_there_is_room(up: Up, page: Page) -> None:
    table = Table(up)
    moves = list(table.moves())[:4]
    # Chromium looks how much room there is when a store is opened, and writes small things without looking again.
    # It counts a text as it packs it: one of a single letter would be hardly anything.
    room(page, up["url"], 3_000_000)
    phone = Phone(page, up["url"], owned(table))
    page.context.set_offline(True)
    phone.enter(*moves[:2])
    assert phone.refused({**moves[2], "why": secrets.token_hex(5_000_000)}) == [
        "full",
        "This phone is full and did not save the move. Free some space, then enter it again.",
        "El móvil está lleno y no ha guardado la jugada. Libera espacio y anótala otra vez.",
    ]
    room(page, up["url"])
    phone.enter(*moves[2:])
    page.context.set_offline(False)
    phone.again()
    assert phone.until("sent")["count"] == "All sent"
    assert recorded(table) == [sealing.split(GAMES["kingdoms"], move)[0] for move in moves]


def test_a_browser_that_keeps_nothing_records_all_the_same_and_says_what_to_do(up: Up, browser: Browser) -> None:
    with on_a_phone(browser) as page:
        # As Chromium refuses it where a site may keep nothing.
        page.add_init_script(REFUSE)
        SPOILED.add(page)
        page.goto(f"{up['url']}/viewer/new.html#t={up['token']}")
        page.get_by_text("Kingdoms", exact=True).click()
        page.locator("#begin").click()
        page.wait_for_url("**/record.html?record=*")
        page.wait_for_selector("#desk:not([hidden])")
        assert "mb_" not in page.url
        record = page.url.split("record=")[1]
        own = {"game": "kingdoms", "record": record, "base": 1, "token": up["token"]}
        phone = Phone(page, up["url"], own)
        page.context.set_offline(True)
        phone.enter(DEALT)
        told = phone.until("offline")
        assert told["does"] == "file"
        assert told["en"] == ("This browser stores nothing. Keep this page open until all is sent, or save to a file.")
        assert told["es"].startswith("Este navegador no guarda nada. Deja la página abierta hasta que se envíe todo")
        assert lines(phone) == [("unsent", DEALT)]
        page.context.set_offline(False)
        phone.again()
        phone.until("sent")


def test_a_code_that_was_used_or_replaced_says_so_and_one_of_another_record_adds_a_row(up: Up, page: Page) -> None:
    one, other = Table(up), Table(up)

    def code(table: Table, seat: int) -> str:
        made = table.post(f"/v1/records/{table.id}/codes", {"scope": "seat", "seat": seat})
        return str(made["code"])

    page.goto(f"{up['url']}/viewer/pair.html")
    used = code(one, 1)
    assert page.evaluate(CLAIM, [used, "en"]) == {"record": one.id, "seat": 1, "role": "seat"}
    assert "another phone has used this code" in page.evaluate(CLAIM, [used, "en"])
    assert "otro móvil ya ha usado este código" in page.evaluate(CLAIM, [used, "es"])
    old, _ = code(one, 0), code(one, 0)
    assert "A code is valid for ten minutes" in page.evaluate(CLAIM, [old, "en"])
    assert "Un código vale diez minutos" in page.evaluate(CLAIM, [old, "es"])
    assert page.evaluate(CLAIM, [code(other, 0), "en"]) == {"record": other.id, "seat": 0, "role": "seat"}
    rows = page.evaluate(ROWS)
    for record, seat in ((one.id, 1), (other.id, 0)):
        assert {"record": record, "seat": seat, "role": "seat", "token": True} in rows


def test_without_a_service_the_first_page_still_leads_to_the_records_of_this_phone(up: Up, page: Page) -> None:
    phone = Phone(page, up["url"], owned(Table(up)))
    page.route("**/v1/**", lambda route: route.abort())
    page.goto(f"{up['url']}/viewer/")
    door = page.locator(f".own a.game[href='record.html?own={phone.own}']")
    expect(door).to_be_visible()
    expect(page.locator("#front [role=status]")).to_contain_text("Cannot reach")
    page.unroute("**/v1/**")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#front [role=status]")).not_to_contain_text("Cannot reach")
    expect(page.get_by_role("option", name="Lords of Xidit")).to_be_attached()
    expect(door).to_be_visible()
