"""The page that the service exports, kept as a file and opened without any service."""

from pathlib import Path

import requests
from playwright.sync_api import expect

from engines import GAMES
from tests.viewer.conftest import Open, Up
from tests.viewer.table import PATIENCE_S, Table


def exported(table: Table, folder: Path) -> str:
    answer = requests.get(f"{table.url}/v1/records/{table.id}/export?format=html", timeout=PATIENCE_S)
    assert answer.ok, answer.text
    file = folder / "game.html"
    file.write_bytes(answer.content)
    return file.as_uri()


def test_the_file_of_lords_of_xidit_has_its_map_without_a_network(visit: Open, up: Up, tmp_path: Path) -> None:
    table = Table(up, "xidit", ("red", "blue", "yellow"))
    table.play(lambda move: move["type"] in ("program", "reveal_orders"))
    page = visit(f"{exported(table, tmp_path)}#lang=en", offline=True)
    box = GAMES["xidit"].box()
    expect(page.locator(".x-road")).to_have_count(len(box["map"]["roads"]))
