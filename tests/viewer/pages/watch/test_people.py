"""People's names wherever a sentence has the colour of their seat, and nowhere else."""

import json
import re

import pytest
from playwright.sync_api import expect

from engines.kernel.game import Json
from tests.viewer.conftest import Look, Open, Site

SEATS = {
    "architects": ("blue", "green", "red", "yellow"), "kingdoms": ("yellow", "red", "blue", "green"),
    "mage_knight": ("red", "blue", "green", "white"), "rise_of_empires": ("red", "blue", "yellow", "green"),
    "xidit": ("red", "blue", "yellow", "green"),
}  # fmt: skip
LINES = """() => [...document.querySelectorAll("#moves .says")].map((line) => line.textContent)"""


def test_a_seat_without_a_name_keeps_its_colour(look: Look, site: Site, replays: dict[tuple[str, str], Json]) -> None:
    data = json.loads(json.dumps(replays["sample", "public"]))
    data["seats"][1]["name"] = None
    site.replays["nameless", "public"] = data
    page = look("?record=nameless#v=999&lang=en")
    said = page.evaluate(LINES)
    del site.replays["nameless", "public"]
    assert any(one.startswith("Ana ") for one in said)
    assert any(one.startswith("Red ") for one in said)
    assert not any("Yellow" in one or "Blue" in one for one in said)


@pytest.mark.usefixtures("games")
def test_a_person_has_one_name_and_moves_are_counted_as_people_count_them(visit: Open, games: dict[str, Json]) -> None:
    frames = games["mage_knight"]["frames"]
    page = visit("?record=mage_knight-over#ply=100&lang=en")
    said = page.evaluate(LINES)
    assert sum(line.startswith(("Ana ", "Bruno ")) for line in said) > 300
    assert not any(re.search(r"\b(Tovak|Arythea|Goldyx|Norowas)\b", line) for line in said)
    assert page.locator("#moves .n").all_inner_texts() == ["", *map(str, range(1, len(frames) + 1))]
    expect(page.locator("#count")).to_have_text(f"100 of {len(frames)}")
    begun = [frame["seat"] for frame in frames[:100] if frame["type"] == "begin_turn"]
    expect(page.locator("#turn")).to_have_text(f"turn {begun.count(begun[-1])}")
    heads = page.locator("#moves h4").all_inner_texts()
    assert heads[len(begun) - 1].endswith(f", turn {begun.count(begun[-1])}")
    assert len(heads) == sum(frame["type"] == "begin_turn" for frame in frames)
    expect(page.locator("#regular")).to_contain_text("No corrections. No rule breaches.")
    page.get_by_text("Standings after each round").click()
    rounds = max(mark["round"] for frame in frames for mark in frame["marks"] if mark["kind"] == "round")
    expect(page.locator("#chart details[open] tbody tr")).to_have_count(rounds)
    page.goto(page.url.replace("mage_knight-over", "rise_of_empires-over"))
    page.wait_for_selector("#replay:not([hidden])")
    assert any("turn II-A is over" in line for line in page.evaluate(LINES))
