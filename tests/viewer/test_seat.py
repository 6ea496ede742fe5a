"""The page behind a seat's link, in a real browser against a real service."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
from playwright.sync_api import Page, expect, sync_playwright

from tests.viewer.conftest import ARGS, chromium

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """A whole service on a folder of its own."""
    command = [
        sys.executable,
        "-m",
        "service.cli",
        "up",
        "--port",
        "0",
        "--json",
        "--data",
        str(tmp_path_factory.mktemp("up")),
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=Path(__file__).parent.parent.parent)
    assert process.stdout is not None
    try:
        yield json.loads(process.stdout.readline())
    finally:
        process.terminate()
        process.stdout.close()
        process.wait(30)


@pytest.fixture
def page() -> Iterator[Page]:
    """A phone."""
    program = chromium()
    if not program:
        pytest.skip("Chromium is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGS)
        try:
            opened = browser.new_page(viewport={"width": 390, "height": 844}, locale="en-GB")
            faults: list[str] = []
            opened.on("pageerror", lambda error: faults.append(str(error)))
            yield opened
            assert faults == []
        finally:
            browser.close()


class Table:
    """A record in its recorder's hands."""

    def __init__(self, up: dict[str, str]) -> None:
        self.url, self.token = up["url"], up["token"]
        seats = [{"colour": "red", "name": "Ana"}, {"colour": "blue", "name": "Ben"}]
        self.id = self.post("/v1/records", {"game": "kingdoms", "seats": seats})["id"]

    def post(self, path: str, body: Any, **headers: str) -> Any:
        answer = requests.post(
            self.url + path, json=body, headers={"Authorization": f"Bearer {self.token}", **headers}, timeout=20
        )
        assert answer.ok, answer.text
        return answer.json()

    def get(self, what: str, token: str | None = None) -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return requests.get(f"{self.url}/v1/records/{self.id}{what}", headers=headers, timeout=20).json()

    def move(self, **move: Any) -> None:
        version = self.get("")["version"]
        self.post(f"/v1/records/{self.id}/moves", move, **{"If-Match": f'"{version}"'})

    def link(self, seat: int) -> str:
        return str(self.post(f"/v1/records/{self.id}/tokens", {"scope": "seat", "seat": seat})["link"])


def test_a_seat_seals_its_tile_from_its_own_phone_and_nobody_else_reads_it(up: dict[str, str], page: Page) -> None:
    table = Table(up)
    page.goto(table.link(1))
    expect(page.locator("#who")).to_have_text("Ben, blue")
    assert "mb_" not in page.url
    page.get_by_role("combobox").select_option("dragon")
    page.get_by_role("button", name="Seal it").click()
    expect(page.locator("#said")).to_contain_text("Sealed")
    expect(page.locator("#known")).to_contain_text("dragon")
    entry = table.get("/log")["entries"][-1]
    assert entry["body"] == {"type": "deal_starting_tile", "seat": 1}
    assert "tile" in entry["seals"]
    assert "dragon" not in json.dumps(table.get("/log", table.token))


def test_what_the_recorder_left_open_is_given_later(up: dict[str, str], page: Page) -> None:
    table = Table(up)
    table.move(type="deal_starting_tile", seat=0)
    page.goto(table.link(0))
    expect(page.get_by_role("heading", name="left open until now")).to_be_visible()
    page.get_by_role("combobox").select_option("wizard")
    page.get_by_role("button", name="Seal it").click()
    expect(page.locator("#known")).to_contain_text("wizard")
    expect(page.locator("#forms")).to_contain_text("Nothing is asked of you now.")
    assert table.get("/log")["entries"][-1]["type"] == "sealed"


def test_the_page_speaks_spanish_and_follows_the_table(up: dict[str, str], page: Page) -> None:
    table = Table(up)
    page.goto(table.link(0))
    page.get_by_role("button", name="Español").click()
    expect(page.locator("#give-title")).to_have_text("Lo que solo tú puedes dar")
    table.move(type="choose_start_player", player=1)
    expect(page.locator("#sentences li").first).to_contain_text("Azul")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_without_a_seats_link_the_page_says_so(up: dict[str, str], page: Page) -> None:
    table = Table(up)
    page.goto(f"{table.url}/viewer/seat.html?record={table.id}")
    expect(page.locator("#message")).to_contain_text("seat's own link")
