"""The board of Kingdoms draws the box that the record is played with: names, values, size, ranks, epochs."""

import json
import re
import urllib.parse
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engines import GAMES
from engines.kernel.game import Json
from tests.long import long_only
from tests.viewer.conftest import Open, Site
from tests.viewer.pages.watch.test_viewer import board
from tests.viewer.replay_fixture import played, replay

CHANGED = "resource_3"


def own(**changes: Any) -> Json:
    """An owner's edition: the default box with some parts changed; one that can be played with."""
    box: Json = {**json.loads(json.dumps(GAMES["kingdoms"].box())), **changes}
    assert GAMES["kingdoms"].check_box(box) == []
    return box


def worth_nine() -> Json:
    """An edition in which the tile that otherwise brings 3 is a *Harbour* and brings 9."""
    kinds: list[Any] = json.loads(json.dumps(GAMES["kingdoms"].box()["kinds"]))
    kind = next(one for one in kinds if one["id"] == CHANGED)
    kind.update(value=9, token="+9", name={"en": "Harbour", "es": "Puerto"})
    return own(kinds=kinds)


def picture(page: Page, row: int, col: int) -> str:
    href = page.locator(".k-space").nth((row - 1) * 6 + col - 1).locator(".k-piece").get_attribute("href")
    return urllib.parse.unquote(href or "")


@pytest.fixture
def show(visit: Open, site: Site) -> Any:
    def go(data: Json, rest: str) -> Page:
        site.replays["own", "public"] = {**data, "eyes_allowed": ["public"]}
        return visit(f"?record=own#{rest}")

    yield go
    site.replays.pop(("own", "public"), None)


def test_a_tile_of_nine_is_drawn_and_called_as_its_box_says(show: Callable[..., Page]) -> None:
    box = worth_nine()
    line = played(seed=3, box=box)
    bodies = [body for _, body in line]
    place = next(at for at, body in enumerate(bodies) if body.get("tile") == CHANGED and "row" in body)
    row, col = bodies[place]["row"], bodies[place]["col"]
    page = show(replay(line, box=box), f"ply={place + 1}&lang=en")
    drawn = picture(page, row, col)
    assert ">+9<" in drawn
    assert ">+3<" not in drawn
    assert board(page)[row - 1][col - 1] == "Harbour +9"
    stock = page.locator(".k-stock img").evaluate_all("(all) => all.map((one) => one.alt.split(':')[0])")
    assert "Harbour +9" in stock
    assert "City +3" not in stock


@long_only
@pytest.mark.parametrize(("epochs", "lang", "said"), [(2, "en", "epoch 2"), (2, "es", "la 2"), (1, "en", "only epoch")])
def test_the_result_tells_the_box_s_last_epoch(show: Callable[..., Page], epochs: int, lang: str, said: str) -> None:
    box = own(epochs=epochs)
    page = show(replay(played(seed=3, box=box), box=box), f"v=9999&lang={lang}")
    result = page.locator(".result")
    expect(result).to_contain_text(said)
    expect(result).not_to_contain_text(re.compile("third|tercera", re.IGNORECASE))
    expect(page.locator("#views").get_by_role("button", name=re.compile("Scoring|Puntuación"))).to_have_count(epochs)


def test_size_and_ranks_are_those_of_the_box(show: Callable[..., Page], replays: dict[tuple[str, str], Json]) -> None:
    data = json.loads(json.dumps(replays["three", "public"]))
    components = data["box"]["components"]
    components["board"] = {"rows": 3, "columns": 4}
    components["castles"]["per_colour"] = {"1": 4, "2": 3}
    data["first"]["board"] = [[None] * 4 for _ in range(3)]
    page = show({**data, "frames": [], "result": None}, "ply=0&lang=en")
    assert page.locator(".k-space").count() == 3 * 4
    assert [len(row) for row in board(page)] == [4, 4, 4]
    assert page.locator(".card").first.locator(".k-castles img").count() == 2
