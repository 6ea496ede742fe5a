"""A wheel that somebody installs beside Movebook brings a game: it is recorded, watched, exported and verified."""

import json
from pathlib import Path

import pytest
import requests
from playwright.sync_api import Browser, Page, expect

from tests.fixtures.fresh import TOP, Fresh, wheel
from tests.fixtures.toy import list_toy
from tests.long import long_only
from tests.toy import night_market as toy
from tests.viewer.table import PATIENCE_S, Table, running

pytestmark = pytest.mark.slow

SEATS = ("red", "blue", "green")


@long_only
def test_a_wheel_beside_movebook_brings_a_whole_game(
    browser: Browser, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    visit = Visits(browser)
    fresh = Fresh(tmp_path)
    fresh.install(*(wheel(project, tmp_path_factory) for project in (TOP, TOP / "tests" / "toy")))
    assert {line.split()[0] for line in fresh.run("movebook", "games").splitlines()} >= {"toy@1", "toy@2", "xidit@1"}
    list_toy(monkeypatch)  # for the imaginary table that is played: the service finds the game by itself
    with running(tmp_path / "data", fresh.bin / "python", tmp_path) as up:
        brought = requests.get(f"{up['url']}/v1/games/toy", timeout=PATIENCE_S).json()
        assert (brought["rules"], brought["package"]) == ("toy@2", {"name": "movebook-toy", "version": "2.0"})
        table = Table(up, "toy", SEATS)
        *before, last = table.moves()
        plies = iter(range(len(before) + 1))
        table.play(lambda _: next(plies) == len(before))
        table.move(**last)
        refused = table.try_move(type="roll", seat=0, die=1)
        page = requests.get(up["url"] + refused["rule_url"].partition("#")[0], timeout=PATIENCE_S)
        assert f'id="{refused["rule_url"].partition("#")[2]}"' in page.text
        watched(visit(f"{up['url']}/viewer/?record={table.id}#lang=en"))
        box = visit(f"{up['url']}/viewer/box.html?game=toy&lang=en", wait=".toy-shop")
        expect(box.locator(".toy-shop").first.locator("li")).to_have_count(len(toy.box()["cards"]))
        fresh.run("movebook", "trust", up["url"], MOVEBOOK_DATA=str(tmp_path / "judge"))
        files = {}
        for kind in ("html", "json"):
            files[kind] = tmp_path / f"night.{kind}"
            answer = requests.get(f"{up['url']}/v1/records/{table.id}/export?format={kind}", timeout=PATIENCE_S)
            files[kind].write_bytes(answer.content)
        assert "Night market" in fresh.run("movebook", "show", table.id, "--url", up["url"], "--lang", "en")
    watched(visit(f"{files['html'].as_uri()}#lang=en", offline=True))
    assert json.loads(files["json"].read_text(encoding="utf-8"))["entries"][0]["body"]["rules"] == "toy@2"
    fresh.run("movebook", "verify", files["json"], MOVEBOOK_DATA=str(tmp_path / "judge"))


class Visits:
    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.errors: list[str] = []

    def __call__(self, address: str, *, wait: str = "#replay:not([hidden])", offline: bool = False) -> Page:
        page = self.browser.new_page(viewport={"width": 1280, "height": 800}, offline=offline)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda line: self.errors.append(line.text) if line.type == "error" else None)
        page.goto(address)
        try:
            page.wait_for_selector(wait)
        finally:
            assert self.errors == [], page.locator("body").inner_text()
        return page


def watched(page: Page) -> None:
    """Assert that the game's own board is there, and follows the slider from the empty table to the deal."""
    expect(page.locator(".toy-shop li")).to_have_count(3)
    # A finished game opens on its result: the seats' cards are beside the table before it.
    page.keyboard.press("Home")
    expect(page.locator(".card .who").first).to_contain_text("Ana")
    expect(page.locator(".card .toy-card")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".card .toy-card")).to_have_count(len(SEATS) * toy.box()["hand"])
    page.close()
