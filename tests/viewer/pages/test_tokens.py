"""Tokens in a browser: a link replaces none without asking, forgetting leaves none, another service is named."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.long import LONG, cases, long_only
from tests.viewer.conftest import PATIENCE_MS, Up
from tests.viewer.table import Table

Json = dict[str, Any]
Case = tuple[str, str, str, str, str]

STORED = """async () => {
  const kept = { local: { ...localStorage }, session: { ...sessionStorage }, caches: {}, bases: {} };
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const asked of await cache.keys()) {
      const { pathname } = new URL(asked.url);
      // What the viewer is made of is the same for all.
      kept.caches[pathname] = pathname.startsWith("/v1/") ? await (await cache.match(asked)).text() : "";
    }
  }
  // In which order its files came is chance.
  kept.caches = Object.fromEntries(Object.entries(kept.caches).sort());
  const done = (asked) => new Promise((told, failed) => {
    asked.onsuccess = () => told(asked.result);
    asked.onerror = () => failed(asked.error);
  });
  for (const { name } of await indexedDB.databases()) {
    const base = await done(indexedDB.open(name));
    for (const store of base.objectStoreNames) {
      const rows = base.transaction(store).objectStore(store);
      kept.bases[`${name} ${store}`] = [await done(rows.getAllKeys()), await done(rows.getAll())];
    }
    base.close();
  }
  return JSON.stringify(kept);
}"""
"""Everything that a page may find again on its phone."""


@pytest.fixture(scope="module")
def clubs(up: Up) -> dict[str, str]:
    """The shared service with the tokens by which two clubs open records."""

    def club(label: str) -> str:
        command = ["service.cli", "token", "create", "--scope", "record", "--label", label, "--json"]
        env = {**os.environ, "MOVEBOOK_DATA": up["data"]}
        done = subprocess.run([sys.executable, "-m", *command], capture_output=True, check=True, env=env)
        return str(json.loads(done.stdout)["token"])

    return {**up, "token": club("Club Norte"), "stranger": club("Stranger & Co")}


@pytest.fixture(scope="module")
def table(clubs: dict[str, str]) -> Table:
    made = Table(clubs, names=("Ana Ruiz", "Benito"), visibility="public")
    made.play(lambda move: move["type"] != "deal_starting_tile")
    return made


@pytest.fixture
def device(browser: Browser) -> Iterator[BrowserContext]:
    """A phone; whatever breaks in its pages fails the test."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB", service_workers="block")
    context.set_default_timeout(PATIENCE_MS)
    faults: list[str] = []
    context.on("weberror", lambda fault: faults.append(str(fault.error)))
    yield context
    context.close()
    assert faults == []


def bound(table: Table, scope: str, **more: Any) -> str:
    return str(table.post(f"/v1/records/{table.id}/tokens", {"scope": scope, **more})["token"])


def everything(page: Page) -> str:
    return str(page.evaluate(STORED)) + json.dumps(page.context.cookies())


CASES: dict[str, tuple[str, str, Callable[[dict[str, str], Table], list[tuple[str, str]]]]] = {
    "new": (
        "new.html",
        "#form",
        lambda clubs, _: [(clubs["token"], "Club Norte"), (clubs["stranger"], "Stranger & Co")],
    ),
    "front": ("", ".doors", lambda clubs, _: [(clubs["token"], "Club Norte"), (clubs["stranger"], "Stranger & Co")]),
    "record": (
        "record.html?record={record}",
        "#desk",
        lambda _, table: [(bound(table, "record", label=name), name) for name in ("Ana's tablet", "Somebody's")],
    ),
    "seat": (
        "seat.html?record={record}",
        "#page",
        lambda _, table: [(bound(table, "seat", seat=seat), name) for seat, name in enumerate(("Ana Ruiz", "Benito"))],
    ),
    "watch": (
        "?record={record}",
        "#replay",
        lambda _, table: [(bound(table, "read", label=name), name) for name in ("Press", "Visitor")],
    ),
}
"""Every page that takes a token from its address: what it shows then, and two tokens with whose they are."""


@pytest.mark.parametrize("case", [*CASES][: cases(1, 9)])
def test_a_link_replaces_only_if_wanted(device: BrowserContext, clubs: dict[str, str], table: Table, case: str) -> None:
    path, ready, made = CASES[case]
    (mine, me), (other, stranger) = made(clubs, table)
    address = f"{clubs['url']}/viewer/{path.format(record=table.id)}"
    page = device.new_page()
    question = page.get_by_role("dialog", name="Switch to this link?")

    def follow(token: str) -> None:
        # As from another page: a link that only changes the fragment of an open page is followed below.
        page.goto("about:blank")
        page.goto(f"{address}#t={token}")

    follow(mine)
    expect(page.locator(ready)).to_be_visible()
    expect(question).to_have_count(0)
    follow(other)
    for section, name, token in ((".stored", me, mine), (".found", stranger, other)):
        words = question.locator(section)
        for told in (name, token.split("_")[1], clubs["url"].removeprefix("http://")):
            expect(words).to_contain_text(told)
    assert "mb_" not in page.url
    if LONG or case == "seat":
        question.get_by_role("button", name="Keep mine").click()
        expect(page.locator(ready)).to_be_visible()
        assert (mine in everything(page), other in everything(page)) == (True, False)
        follow(mine)
        expect(page.locator(ready)).to_be_visible()
        expect(question).to_have_count(0)
        page.evaluate("token => { location.hash = `#t=${token}` }", other)
        question.press("Escape")
        expect(question).to_have_count(0)
        assert (mine in everything(page), other in everything(page)) == (True, False)
        follow(other)
    question.get_by_role("button", name="Switch").click()
    expect(page.locator(ready)).to_be_visible()
    assert other in everything(page)
    if not LONG and case != "seat":
        return
    # A link that opens nothing takes nothing away, and nobody is asked.
    follow(other[:-1] + ("A" if other[-1] != "A" else "B"))
    expect(page.locator(ready)).to_be_visible()
    expect(question).to_have_count(0)
    assert other in everything(page)


def test_the_question_in_spanish_and_offline_with_ids(device: BrowserContext, clubs: dict[str, str]) -> None:
    page = device.new_page()
    page.add_init_script("localStorage.setItem('movebook-lang', 'es')")
    page.goto(f"{clubs['url']}/viewer/new.html#t={clubs['token']}")
    expect(page.locator("#form")).to_be_visible()
    page.route("**/v1/token", lambda route: route.abort())
    page.evaluate("token => { location.hash = `#t=${token}` }", clubs["stranger"])
    question = page.get_by_role("dialog", name="¿Cambiar a este enlace?")
    expect(question.locator(".found")).to_contain_text("el servicio no respondió")
    expect(question.locator(".found")).to_contain_text(clubs["stranger"].split("_")[1])
    question.get_by_role("button", name="Conservar").click()
    assert clubs["stranger"] not in everything(page)


@pytest.mark.parametrize("role", ["owner", "seat", "recorder"][: cases(1, 3)])
def test_forgotten_is_in_no_store(device: BrowserContext, clubs: dict[str, str], table: Table, role: str) -> None:
    page, other = device.new_page(), device.new_page()
    record, names = table.id, ["Ana Ruiz", "Benito"]
    if role == "owner":
        page.goto(f"{clubs['url']}/viewer/new.html#t={clubs['token']}")
        page.get_by_text("Kingdoms", exact=True).click()
        names = ["Zoe Vidal", "Yago"]
        for place, name in enumerate(names, 1):
            page.get_by_label(f"Name of player {place}").fill(name)
        page.locator("#begin").click()
        page.wait_for_url("**/record.html?own=*")
        expect(page.locator("#watch")).to_be_visible()
        record = (page.locator("#watch").get_attribute("href") or "").partition("record=")[2]
    else:
        code = table.post(
            f"/v1/records/{record}/codes", {"scope": "seat", "seat": 0} if role == "seat" else {"scope": "record"}
        )
        page.goto(f"{clubs['url']}/viewer/pair.html#c={code['code'].replace('-', '')}")
        page.get_by_role("button", name="Pair this phone").click()
        page.wait_for_url(f"**/{'seat' if role == 'seat' else 'record'}.html?*")
        expect(page.locator("#page, #desk")).to_be_visible()
    # What the rules on this phone note when they are loaded: the recorder's table.
    own, token = page.evaluate(
        """async (record) => {
          const store = await (await import("./device/database.js")).openStore();
          const row = await store.ownOf("", record);
          await store.keep(`fold ${row.own}`, { version: 1, table: { seats: ["red"], names: record } });
          return [row.own, row.token];
        }""",
        record,
    )
    # Other tabs have the token of their own.
    other.goto(f"{clubs['url']}/viewer/record.html?record={record}#t={token}")
    expect(other.locator("#count")).to_have_text("All sent")
    other.goto(f"{clubs['url']}/viewer/?record={record}#t={token}")
    expect(other.locator("#replay")).to_be_visible()
    page.goto(f"{clubs['url']}/viewer/")
    private = [token, own, record, *names]
    assert [each for each in private if each not in everything(page)] == []
    page.get_by_role("button", name="Remove Kingdoms from this phone").click()
    page.get_by_role("button", name="Tap again").click()
    expect(page.locator(".own-records")).to_be_hidden()
    # The other tab loads its page anew, for nothing is shown with what was forgotten.
    other.wait_for_function("token => !JSON.stringify({ ...sessionStorage }).includes(token)", arg=token)
    for tab in (page, other):
        left = everything(tab)
        assert [each for each in private if each in left] == []


@long_only
def test_what_others_need_stays_when_one_record_is_forgotten(device: BrowserContext, clubs: dict[str, str]) -> None:
    page = device.new_page()
    page.goto(f"{clubs['url']}/viewer/new.html#t={clubs['token']}")
    for names in (("Ana", "Ben"), ("Ana", "Cid")):
        expect(page.locator("#form")).to_be_visible()
        page.get_by_text("Kingdoms", exact=True).click()
        for place, name in enumerate(names, 1):
            page.get_by_label(f"Name of player {place}").fill(name)
        page.locator("#begin").click()
        page.wait_for_url("**/record.html?own=*")
        expect(page.locator("#desk")).to_be_visible()
        page.goto(f"{clubs['url']}/viewer/new.html")
    page.goto(f"{clubs['url']}/viewer/")
    card = page.locator(".own-records li").filter(has_text="Cid")
    card.get_by_role("button", name="Remove").click()
    card.get_by_role("button", name="Tap again").click()
    expect(card).to_have_count(0)
    people = page.evaluate("async () => (await (await import('./device/database.js')).openStore()).kept('people')")
    assert {person["name"] for person in people} == {"Ana", "Ben"}
    page.goto(f"{clubs['url']}/viewer/new.html")
    expect(page.locator("#form")).to_be_visible()


PAGES = ("?record={record}&", "?", "box.html?game=kingdoms&")
ELSEWHERE = [
    *zip(PAGES, ("en-GB", "es-ES", "en-GB"), strict=True),
    *zip(PAGES, ("es-ES", "en-GB", "es-ES"), strict=True),
]


@pytest.mark.parametrize(("path", "locale"), ELSEWHERE[: cases(1, 6)])
def test_a_page_names_another_service_above_everything(
    browser: Browser, clubs: dict[str, str], table: Table, path: str, locale: str
) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale=locale)
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    # The same service by another name: to a browser it is another one.
    there = clubs["url"].replace("127.0.0.1", "localhost")
    before = f"{clubs['url']}/viewer/{path.format(record=table.id)}"
    said = page.locator(".elsewhere")
    shown = page.locator("#replay, .doors, .records, #box").and_(page.locator(":visible")).first
    for api in ("", clubs["url"]):
        page.goto(f"{before}api={api}")
        expect(shown).to_be_visible()
        expect(said.and_(page.locator(":visible"))).to_have_count(0)
    page.goto(f"{before}api={there}")
    words = "From another service" if locale == "en-GB" else "De otro servicio"
    expect(said).to_contain_text(f"{words}: {there.removeprefix('http://')}")
    expect(said).to_contain_text(clubs["url"].removeprefix("http://"))
    assert page.evaluate("document.body.firstElementChild.matches('.elsewhere')")
    expect(said).to_be_in_viewport(ratio=1)
    expect(shown).to_be_visible()
    page.locator("#language").click()
    expect(said).not_to_contain_text(words)
    context.close()
