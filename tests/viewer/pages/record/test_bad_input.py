"""What phones meet at a table: nothing that was entered is lost, and a sentence in both languages says what to do."""

from __future__ import annotations

import datetime as dt
import json
import secrets
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.viewer.conftest import on_a_phone
from tests.viewer.device.phone import Phone
from tests.viewer.multi_device.lossy_proxy import LossyProxy, lossy_proxy
from tests.viewer.table import PATIENCE_S, Table

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


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """A phone, the same for all tests; what breaks in its pages fails the last one."""
    with on_a_phone(browser, service_workers="block") as opened:
        yield opened


@pytest.fixture(autouse=True)
def on_line(page: Page, up: dict[str, str]) -> Iterator[None]:
    """After each test the phone has its connection and its room back, whatever became of it."""
    yield
    page.context.set_offline(False)
    room(page, up["url"])


def room(page: Page, url: str, size: int | None = None) -> None:
    """Leave the pages of an address so many bytes; None as many as there are."""
    wanted = {"origin": url} if size is None else {"origin": url, "quotaSize": size}
    page.context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", wanted)


def owned(table: Table, **row: Any) -> dict[str, Any]:
    """The row of a phone that writes a record."""
    return {"game": table.game, "record": table.id, "base": 1, "token": table.token, **row}


def recorded(table: Table) -> list[Any]:
    """The moves that stand in the log."""
    return [entry["body"] for entry in table.get("/log?limit=1000")["entries"] if entry["type"] == "move"]


def lines(phone: Phone) -> list[tuple[str, Any]]:
    """What the file of a phone has of each entry: how it stands, and its body."""
    return [(line["state"], line["body"]) for line in map(json.loads, phone.file().splitlines()[1:])]


def test_a_full_phone_says_so_keeps_what_it_has_and_takes_the_move_when_there_is_room(
    up: dict[str, str], page: Page
) -> None:
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
    assert recorded(table) == moves


def test_a_browser_that_keeps_nothing_records_all_the_same_and_says_what_to_do(
    up: dict[str, str], browser: Browser
) -> None:
    with on_a_phone(browser, service_workers="block") as page:
        # As Chromium refuses it where a site may keep nothing.
        page.add_init_script(REFUSE)
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
        assert told["en"] == (
            "This browser stores nothing. Keep this page open until everything is sent, or save to a file."
        )
        assert told["es"].startswith("Este navegador no guarda nada. Deja la página abierta hasta que se envíe todo")
        assert lines(phone) == [("unsent", DEALT)]
        page.context.set_offline(False)
        phone.again()
        phone.until("sent")


def test_a_queue_from_a_record_that_was_closed_meanwhile_stays_on_the_phone_and_in_its_file(
    up: dict[str, str], page: Page
) -> None:
    table = Table(up)
    moves = list(table.moves())[:3]
    phone = Phone(page, up["url"], owned(table))
    phone.enter(moves[0])
    phone.until("sent")
    page.context.set_offline(True)
    phone.enter(*moves[1:])
    table.write("close", {"reason": "abandoned"})
    page.context.set_offline(False)
    phone.again()
    told = phone.until("stopped")
    assert told["count"] == "2 to send"
    assert told["en"] == ("The game was closed. Save unsent entries to a file, and ask a judge to add them.")
    assert told["es"].startswith("La partida se cerró. Guarda en un archivo lo que falta")
    assert told["does"] == "file"
    # Loaded again, it is all there.
    phone = Phone(page, up["url"], phone.own)
    assert lines(phone) == [("sent", moves[0]), ("unsent", moves[1]), ("unsent", moves[2])]


def test_a_queue_whose_base_was_undone_waits_for_a_choice_and_what_is_set_aside_stays_in_the_file(
    up: dict[str, str], page: Page
) -> None:
    table = Table(up)
    moves = list(table.moves())[:5]
    phone = Phone(page, up["url"], owned(table))
    phone.enter(*moves[:4])
    phone.until("sent")
    page.context.set_offline(True)
    phone.enter(moves[4])
    table.write("undo", {"consents": [0, 1]})
    page.context.set_offline(False)
    phone.again()
    told = phone.until("clash")
    assert told["en"] == "Moves before yours were undone or corrected. Compare and choose."
    assert told["es"] == "Se deshicieron o corrigieron jugadas anteriores a la tuya. Compara y elige."
    assert (told["does"], told["state"]["clash"]["kind"]) == ("settle", "undone")
    page.evaluate("outbox.settle('theirs')")
    phone.until("sent")
    assert lines(phone)[-1] == ("set_aside", moves[4])
    assert recorded(table) == moves[:4]


def test_times_of_a_phone_whose_clock_is_a_day_ahead_are_sent_right_from_the_first_on(
    up: dict[str, str], browser: Browser
) -> None:
    table = Table(up)
    moves = list(table.moves())[:2]
    now = dt.datetime.now(dt.UTC)
    with on_a_phone(browser, service_workers="block") as page:
        page.clock.set_system_time(now + dt.timedelta(days=1))
        phone = Phone(page, up["url"], owned(table))
        phone.enter(moves[0])
        phone.until("sent")
        phone.enter(moves[1])
        told = phone.until("sent")
    assert told["en"] == (
        "This phone’s clock is off by 24 h. Set it right; the times of your moves are corrected when sent."
    )
    assert told["es"].startswith("El reloj de este móvil se desvía 24 h. Ponlo en hora")
    entries = table.get("/log")["entries"][1:]
    times = [dt.datetime.fromisoformat(entry["occurred_at"]) for entry in entries]
    assert all(abs(time - now) < dt.timedelta(minutes=2) for time in times), times


def test_what_was_entered_with_a_token_that_was_revoked_is_sent_once_with_a_new_one(
    up: dict[str, str], page: Page
) -> None:
    table = Table(up)
    moves = list(table.moves())[:3]
    given = [table.post(f"/v1/records/{table.id}/tokens", {"scope": "record"}) for _ in range(2)]
    phone = Phone(page, up["url"], owned(table, token=given[0]["token"]))
    phone.enter(moves[0])
    phone.until("sent")
    page.context.set_offline(True)
    phone.enter(*moves[1:])
    table.call("DELETE", f"/v1/records/{table.id}/tokens/{given[0]['id']}")
    page.context.set_offline(False)
    phone.again()
    told = phone.until("stopped")
    assert told["en"] == ("This phone may no longer record. Ask the recorder for a new code; unsent entries are saved.")
    assert told["es"].startswith("Este móvil ya no puede anotar. Pide un código nuevo")
    page.evaluate("(token) => store.keepOwn({ own: outbox.own, token })", given[1]["token"])
    phone.until("sent")
    assert recorded(table) == moves


def test_airplane_mode_in_the_middle_of_a_request_neither_loses_nor_doubles_the_move(
    up: dict[str, str], page: Page
) -> None:
    table = Table(up)
    moves = list(table.moves())[:2]
    with lossy_proxy(up["url"]) as way:
        phone = Phone(page, way.url, owned(table), rest_ms=50)
        way.planned = [LossyProxy.cut]
        phone.enter(moves[0])
        assert way.held.wait(PATIENCE_S)
        page.context.set_offline(True)
        way.go.set()
        phone.enter(moves[1])
        told = phone.until("offline")
        assert told["en"] == "No connection. Go on: everything is saved here and sent when you are online again."
        assert told["es"].startswith("Sin conexión. Sigue: todo queda guardado aquí")
        page.context.set_offline(False)
        phone.again()
        phone.until("sent")
    assert recorded(table) == moves


def test_a_call_that_this_service_does_not_know_waits_for_the_page_to_be_loaded_again(
    up: dict[str, str], page: Page
) -> None:
    table = Table(up)
    moves = list(table.moves())[:2]
    phone = Phone(page, up["url"], owned(table))
    phone.enter(moves[0])
    # As a page of another version would keep it.
    phone.enter(call="laments", body={"text": "the dragon again"})
    told = phone.until("stopped")
    assert told["en"] == "The service was updated. Reload this page; nothing is lost."
    assert told["es"] == "El servicio se ha actualizado. Recarga la página; no se pierde nada."
    assert recorded(table) == moves[:1]
    phone = Phone(page, up["url"], phone.own)
    told = phone.until("stopped")
    page.evaluate("(key) => outbox.takeBack(key)", told["state"]["mine"][0]["key"])
    phone.enter(moves[1])
    phone.again()
    phone.until("sent")
    assert recorded(table) == moves


def test_a_code_that_was_used_or_replaced_says_so_and_one_of_another_record_adds_a_row(
    up: dict[str, str], page: Page
) -> None:
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
    assert "Codes are valid for ten minutes" in page.evaluate(CLAIM, [old, "en"])
    assert "Un código vale diez minutos" in page.evaluate(CLAIM, [old, "es"])
    assert page.evaluate(CLAIM, [code(other, 0), "en"]) == {"record": other.id, "seat": 0, "role": "seat"}
    rows = page.evaluate(ROWS)
    for record, seat in ((one.id, 1), (other.id, 0)):
        assert {"record": record, "seat": seat, "role": "seat", "token": True} in rows


def test_without_a_service_the_first_page_still_leads_to_the_records_of_this_phone(
    up: dict[str, str], page: Page
) -> None:
    phone = Phone(page, up["url"], owned(Table(up)))
    page.route("**/v1/**", lambda route: route.abort())
    page.goto(f"{up['url']}/viewer/")
    door = page.locator(f".own a[href='record.html?own={phone.own}']")
    expect(door).to_be_visible()
    expect(page.locator("#front [role=status]")).to_contain_text("Cannot reach")
    page.unroute("**/v1/**")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#front [role=status]")).not_to_contain_text("Cannot reach")
    expect(page.get_by_role("option", name="Lords of Xidit")).to_be_attached()
    expect(door).to_be_visible()
