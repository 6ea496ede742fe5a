"""What a phone keeps, in a real browser against a real service: airplane mode, a killed browser, two tabs."""

import contextlib
import gzip
import itertools
import json
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
from playwright.sync_api import BrowserContext, Error, Page, Playwright, expect

from service.api.pages import phone_rules
from tests.viewer.conftest import ARGS, PATIENCE_MS, chromium
from tests.viewer.recorder import Thumb
from tests.viewer.table import PATIENCE_S, Table

READY = """async () => {
  const { install, keepGame } = await import("/viewer/device/install.js");
  const begun = new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done));
  await install();
  if (!navigator.serviceWorker.controller) await begun;
  return keepGame("kingdoms");
}"""
OPEN = """async ([own, token]) => {
  const { openStore, newOwn } = await import("/viewer/device/database.js");
  const { openOutbox } = await import("/viewer/device/outbox.js");
  window.store = await openStore();
  if (token) await store.keepService({ api: "", token });
  const row = own ? newOwn(own) : (await store.owns())[0];
  if (own) await store.keepOwn(row);
  window.outbox = await openOutbox(store, row.own);
  return row.own;
}"""
SENT = """async () => {
  while (outbox.state.unsent) await new Promise((done) => outbox.addEventListener("change", done, { once: true }));
  const { said } = await import("/viewer/device/words.js");
  return [said("en", outbox.state).count, (await store.own(outbox.own)).record];
}"""

SAYS = """async () => {
  const { openStore } = await import("/viewer/device/database.js");
  const store = await openStore();
  const [{ own }] = await store.owns();
  return (await store.entries(own)).map(({ body, says, state }) => [body, says?.en ?? null, state]);
}"""
LONG = int(os.environ.get("MOVEBOOK_AWAY", "6"))
"""Moves that are tapped in without a network; all of a game that has fewer."""

Phone = Callable[[Path], BrowserContext]


@pytest.fixture
def phone(playwright: Playwright) -> Iterator[Phone]:
    """Starts a browser on a folder of its own, as often as it is wanted; or skips."""
    started: list[BrowserContext] = []

    def start(folder: Path) -> BrowserContext:
        context = playwright.chromium.launch_persistent_context(
            folder, executable_path=chromium(), args=ARGS, viewport={"width": 390, "height": 844}
        )
        context.set_default_timeout(PATIENCE_MS)
        started.append(context)
        return context

    yield start
    for context in started:
        with contextlib.suppress(Error):
            context.close()


def kill(context: BrowserContext, page: Page) -> None:
    """End a browser as an empty battery does."""
    with contextlib.suppress(Error):
        context.new_cdp_session(page).send("Browser.crash")


def played(entries: list[Any]) -> list[Any]:
    """A log without what the clock, the chain and the identity of a record make of it."""
    return [
        (entry["version"], entry["type"], entry["body"], entry["state"]) for entry in entries if entry["version"] > 1
    ]


def test_two_tabs_send_each_move_once_and_both_know_of_it(up: dict[str, str], phone: Phone, tmp_path: Path) -> None:
    table = Table(up)
    moves = list(table.moves())[:8]
    context = phone(tmp_path)
    one, other = context.pages[0], context.new_page()
    own = {"game": "kingdoms", "record": table.id, "base": 1, "token": table.token}
    for page, given in ((one, own), (other, None)):
        page.goto(f"{up['url']}/viewer/")
        page.evaluate(OPEN, [given, None])
    for place, move in enumerate(moves):
        page = one if place % 2 else other
        page.evaluate("async (body) => { await outbox.hold({ body }); await outbox.release(); }", move)
    for page in (one, other):
        assert page.evaluate(SENT)[0] == "All sent"
    assert len(table.get("/log?limit=1000")["entries"]) == 9


class Away(Thumb):
    """A thumb on the recorder's page as it is, of a record that no service knows."""

    def __init__(self, page: Page, same: Table) -> None:
        self.page, self.board, self.same = page, True, same
        self.taps, self.entered, self.lacks = [], [], []
        self.touch, self.draws = False, False
        self.form = page.locator("#form")
        page.wait_for_selector("#desk:not([hidden])")
        expect(page.locator("html")).to_have_attribute("data-rules", "phone")
        self.wait()


@pytest.mark.skipif(not phone_rules.runtime(None), reason="Pyodide is not installed (npm ci brings it)")
def test_a_record_is_begun_and_tapped_in_off_line_by_the_phone_s_own_rules_and_sent_after_two_killed_browsers(
    up: dict[str, str], phone: Phone, tmp_path: Path
) -> None:
    typed = Table(up)
    moves = list(itertools.islice(typed.moves(), LONG))
    context = phone(tmp_path)
    page = context.pages[0]
    page.goto(f"{up['url']}/viewer/new.html#t={up['token']}")
    page.locator("#titles input[value=kingdoms]").check()
    assert page.evaluate(READY)
    context.set_offline(True)
    page.goto(f"{up['url']}/viewer/new.html")
    page.locator("#titles input[value=kingdoms]").check()
    for place, (name, colour) in enumerate((("Ana", "red"), ("Ben", "blue"))):
        page.get_by_label(f"Name of player {place + 1}").fill(name)
        expect(page.locator(".seats li").nth(place)).to_contain_text(colour, ignore_case=True)
    page.locator("#begin").click()
    page.wait_for_url("**/record.html?own=*")
    address, half, done, entered = page.url, len(moves) // 2, 0, 0
    for until in (half, len(moves)):
        thumb = Away(page, typed)
        expect(page.locator("#count")).to_have_text(f"{entered} to send" if entered else "All sent")
        while done < until:
            done += thumb.enter(moves[done])
        typed.bring(thumb.lacks)
        entered += len(thumb.entered)
        expect(page.locator("#count")).to_have_text(f"{entered} to send" if entered else "All sent")
        kept = page.evaluate(SAYS)
        kill(context, page)
        context = phone(tmp_path)
        page = context.pages[0]
        context.set_offline(until == half)
        page.goto(address)
    expect(page.locator("#count")).to_have_text("All sent")
    expect(page.locator("#watch")).to_have_attribute("href", re.compile(r"record=\w+"))
    record = (page.locator("#watch").get_attribute("href") or "").partition("record=")[2]
    log = requests.get(f"{up['url']}/v1/records/{record}/log?limit=1000", timeout=PATIENCE_S).json()["entries"]
    assert played(log) == played(typed.get("/log?limit=1000")["entries"])
    # The sentences were checked before anything was sent; one entry may have taken further moves along.
    # The public is not told which tile was dealt.
    rest = iter([frame["says"]["en"] for frame in typed.get("/replay?lang=en")["frames"]])
    dealt = "deal_starting_tile"
    assert [says for body, says, _ in kept if body["type"] != dealt and says not in rest] == []


def test_the_page_can_be_installed_and_its_first_visit_stays_small(
    up: dict[str, str], phone: Phone, tmp_path: Path
) -> None:
    context = phone(tmp_path)
    page = context.pages[0]
    page.goto(f"{up['url']}/viewer/new.html")
    session = context.new_cdp_session(page)
    assert session.send("Page.getAppManifest")["errors"] == []
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    worker = requests.get(f"{up['url']}/sw.js", timeout=PATIENCE_S).text
    kept = json.loads(worker[len("self.movebook = ") : worker.index(";\n")])
    sizes = {
        name: len(gzip.compress(requests.get(f"{up['url']}/viewer/{name}", timeout=PATIENCE_S).content))
        for name in kept["shell"]
    }
    assert sum(sizes.values()) < 200_000, sorted(sizes.items(), key=lambda item: -item[1])[:9]
