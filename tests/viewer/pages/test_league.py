"""A league's page in its organiser's hands: tables as they are now, disputes, and the codes on screen and on paper."""

import re
from typing import Any

import pytest
import requests
from playwright.sync_api import Page, expect

from tests.viewer.conftest import SPOILED, Up
from tests.viewer.page_checks import faults, out_of_reach
from tests.viewer.table import PATIENCE_S, Table

Json = dict[str, Any]


class League:
    """A league of a running service, with two tables of round 1 and one of round 2."""

    def __init__(self, up: Up, name: str) -> None:
        self.url, self.id = up["url"], name
        admin = {"Authorization": f"Bearer {up['token']}"}
        body = {"id": name, "name": "Liga de Castilla", "site": "https://liga.example/standings"}
        self.token = self.send("POST", "/v1/leagues", body, admin)["token"]
        rows = [table("1", "1", "Ana", "Benito"), table("1", "2", "Cleo", "Dani"), table("2", "1", "Ana", "Cleo")]
        self.tables = self.send("POST", f"/v1/leagues/{name}/tables", {"tables": rows})["tables"]

    def send(self, verb: str, path: str, body: Json, headers: dict[str, str] | None = None) -> Json:
        sent = headers or {"Authorization": f"Bearer {self.token}"}
        answer = requests.request(verb, self.url + path, json=body, headers=sent, timeout=PATIENCE_S)
        assert answer.ok, answer.text
        found: Json = answer.json()
        return found

    @property
    def page(self) -> str:
        return f"{self.url}/league/{self.id}#t={self.token}"


def table(number: str, place: str, *names: str) -> Json:
    occasion = {"event": "Cup", "round": number, "table": place}
    seats = [{"ref": name, "name": name, "colour": colour} for name, colour in zip(names, ("red", "blue"), strict=True)]
    return {
        "ref": f"r{number}-{place}", "game": "kingdoms", "seats": seats, "occasion": occasion,
        "visibility": "private", "links": ["record", "seats"],
    }  # fmt: skip


@pytest.fixture
def league(up: Up, request: pytest.FixtureRequest) -> League:
    return League(up, re.sub(r"[^a-z0-9]+", "-", request.node.name.lower())[-40:].strip("-"))


class Recorded(Table):
    """A table of the league in its recorder's hands, by the link that the league gave out."""

    def __init__(self, league: League, at: int) -> None:
        self.url, self.game, self.colours = league.url, "kingdoms", ("red", "blue")
        self.id = league.tables[at]["record"]
        self.token = league.tables[at]["links"]["record"].partition("#t=")[2]

    def get(self, what: str, token: str | None = None) -> Any:
        return super().get(what, token or self.token)


def card(page: Page, words: str) -> Any:
    return page.locator("#tables .table", has_text=words)


def test_the_organiser_sees_tables_of_a_round_as_they_are_now(league: League, page: Page) -> None:
    page.goto(league.page)
    expect(page.locator("#title")).to_have_text("Liga de Castilla")
    assert league.token not in page.url
    assert page.locator("#standings").get_attribute("href") == "https://liga.example/standings"
    page.locator("#rounds").select_option(label="Cup · 1")
    expect(page.locator("#tables .game")).to_have_text(["Table 1 · Kingdoms", "Table 2 · Kingdoms"])
    expect(card(page, "Table 1").locator(".status")).to_have_text("not started")
    one = Recorded(league, 0)
    one.play_out()
    expect(card(page, "Table 1").locator(".status")).to_have_text("to be signed")
    expect(page.locator("#tables-title")).to_have_text("Tables: 1 of 2 over")
    league.send("PUT", f"/v1/leagues/{league.id}/conditions", {"signed": "own_link", "least_minutes": 60})
    expect(card(page, "Table 1").locator(".counts")).to_contain_text("Does not count: Ana has not signed;")
    page.get_by_role("button", name="Do not count (1)").click()
    expect(page.locator("#tables .game")).to_have_text(["Table 1 · Kingdoms"])
    page.get_by_role("button", name="All (2)").click()
    assert faults(page) == []
    assert out_of_reach(page) == []
    seat = league.tables[0]["links"]["seats"][1].partition("#t=")[2]
    outcome = one.get("/result", one.token)["standing"]["outcome"]
    one.write("disputes", {"outcome": outcome, "reason": "the gold of epoch 2"}, seat)
    expect(page.locator("#judge-title")).to_have_text("Needs a judge (1)")
    expect(page.locator("#said")).to_have_text("Table 1: disputed")
    page.locator("#judge").get_by_role("button", name="QR codes of Table 1").click()
    expect(page.locator("#whose [aria-pressed=true]")).to_have_text("Judge")
    assert page.locator("#sheet-open").get_attribute("href").partition("#t=")[2]
    assert faults(page, "#sheet") == []
    page.get_by_role("button", name="Close").click()
    page.locator("#judge").get_by_role("link", name="Table 1").click()
    expect(page.locator("#about")).to_contain_text("Benito")
    assert league.token not in page.url


def test_the_codes_on_paper_are_the_links_that_the_league_gave_out(league: League, page: Page) -> None:
    SPOILED.add(page)
    page.add_init_script("window.print = () => { window.printed = (window.printed ?? 0) + 1; };")
    page.goto(league.page)
    page.locator("#rounds").select_option(label="Cup · 1")
    expect(page.locator("#tables .game")).to_have_text(["Table 1 · Kingdoms", "Table 2 · Kingdoms"])
    page.get_by_role("button", name="Print QR codes").click()
    page.wait_for_function("window.printed === 1")
    page.emulate_media(media="print")
    cards = page.locator("#sheets article")
    expect(cards).to_have_count(6)
    expect(cards.locator("h2")).to_have_text(["Table 1"] * 3 + ["Table 2"] * 3)
    expect(cards.locator(".who")).to_have_text(["Recorder", "Ana", "Benito", "Recorder", "Cleo", "Dani"])
    expect(page.locator("#tables")).to_be_hidden()
    drawn = "link => import('/viewer/pages/pair/sheet.js').then(({ qr }) => qr(link, '').lastChild.getAttribute('d'))"
    links = [link for one in league.tables[:2] for link in (one["links"]["record"], *one["links"]["seats"])]
    wanted = [page.evaluate(drawn, link) for link in links]
    found = cards.locator(".qr path:last-child").all()
    assert [path.get_attribute("d") for path in found] == wanted


def test_a_link_of_another_replaces_a_league_s_stored_token_only_when_asked(league: League, up: Up, page: Page) -> None:
    page.goto(league.page)
    expect(page.locator("#title")).to_have_text("Liga de Castilla")
    again = {"label": "Second site", "overlap_h": 24}
    second = league.send("POST", f"/v1/leagues/{league.id}/tokens", again)["token"]
    page.goto("about:blank")
    page.goto(f"{up['url']}/league/{league.id}#t={second}")
    expect(page.locator(".token-question")).to_contain_text("Second site")
    page.get_by_role("button", name="Keep mine").click()
    expect(page.locator("#print")).to_be_visible()
    stored = f"import('/viewer/device/database.js').then(async d => (await d.openStore()).kept('league {league.id}'))"
    assert page.evaluate(stored) == league.token


def test_without_the_league_s_token_a_page_shows_public_tables_only(league: League, page: Page) -> None:
    page.goto(league.page.partition("#")[0])
    expect(page.locator("#none")).to_have_text(re.compile("No tables of this league are public"))
    expect(page.locator("#print")).to_be_hidden()
