"""The board of Lords of Xidit in a real browser, and the page that draws a box."""

import json
import re
import urllib.parse
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engines import GAMES
from engines.kernel.game import Json
from tests.long import cases
from tests.viewer.conftest import Look, Open, rested
from tests.viewer.pages.watch.test_viewer import DESK, PHONE

Replays = dict[tuple[str, str], Json]
Views = Callable[..., list[Json]]


def ply_of(data: Json, wanted: Callable[[Json], bool]) -> int:
    return next(frame["ply"] for frame in data["frames"] if wanted(frame))


def marked(data: Json, kind: str, **fields: Any) -> int:
    return ply_of(data, lambda frame: any(mark.items() >= {"kind": kind, **fields}.items() for mark in frame["marks"]))


def ears(page: Page, table: int) -> dict[str, list[str]]:
    rested(page)
    rows: list[list[str]] = page.evaluate(
        """(place) => [...document.querySelectorAll("#hidden-grid table")[place].tBodies[0].rows]
        .map((row) => [...row.cells].map((cell) => cell.textContent))""",
        table,
    )
    return {row[0]: row[1:] for row in rows}


@pytest.fixture(scope="module")
def at(replays: Replays) -> Callable[[str, str], list[Json]]:
    """Every view of a replay by its ply, by a foreign library; each replay once."""
    jsonpatch = pytest.importorskip("jsonpatch")
    known: dict[tuple[str, str], list[Json]] = {}

    def views(record: str, eyes: str = "public") -> list[Json]:
        data = replays[record, eyes]
        if (record, eyes) not in known:
            # Only what the tests look at is kept apart; a patch changes the rest in place.
            view, packed = json.loads(json.dumps(data["first"])), [json.dumps(data["first"])]
            for frame in data["frames"]:
                view = jsonpatch.apply_patch(view, frame["patch"], in_place=True)
                packed.append(json.dumps(view))
            known[record, eyes] = Packed(packed)
        return known[record, eyes]

    return views


class Packed(list[Any]):
    """Views as text, read when asked for."""

    def __getitem__(self, ply: Any) -> Any:
        return json.loads(super().__getitem__(ply))


def test_tiles_guilds_figures_and_bards_are_those_of_the_view(look: Look, replays: Replays, at: Views) -> None:
    data = replays["xidit", "public"]
    for ply in (200, 330):
        view = at("xidit")[ply]
        page = look(f"?record=xidit#ply={ply}&lang=en")
        names = [seat["name"] for seat in data["seats"]]
        cities = ears(page, 0)
        for number, city in view["cities"].items():
            tile, guild, figures, _ = cities[f"City {number}"]
            assert (f"city {number}: " in tile) if city["tile"] else (tile == "No tile."), number
            wanted = (
                f"Guild of {names[city['guild']['seat']]}, {city['guild']['height']} high." if city["guild"] else ""
            )
            assert guild == wanted
            assert all(
                (name in figures) == (view["idrakys"][str(seat)] == int(number)) for seat, name in enumerate(names)
            )
        box = GAMES["xidit"].box()
        regions = ears(page, 1)
        for region in box["regions"]:
            bards = view["regions"][region["id"]]["bards"]
            told = regions[region["name"]["en"].capitalize()][1]
            assert all(f"{names[int(seat)]} {count}" in told for seat, count in bards.items())
        tiles = page.locator(".x-city .x-tile image[href]").evaluate_all("(all) => all.map((one) => one.href.baseVal)")
        assert len(tiles) == 10
        recruits = [drawn for drawn in map(urllib.parse.unquote, tiles) if 'stroke="#3d6a32"' in drawn]
        left = [
            sum(city["tile"]["units"].values()) for city in view["cities"].values() if (city["tile"] or {}).get("units")
        ]
        assert sorted(drawn.count('viewBox="0 0 48 48"') for drawn in recruits) == sorted(left)
        assert page.locator(".x-guild[href]").count() == sum(
            city["guild"] is not None for city in view["cities"].values()
        )


def test_queues_piles_barracks_and_calendar_are_those_of_the_view(look: Look, at: Views) -> None:
    view = at("xidit")[200]
    page = look("?record=xidit#ply=200&lang=en")
    city = {tile["id"]: tile["city"] for tile in GAMES["xidit"].box()["tiles"]}
    for side, name in (("recruit", "R"), ("threat", "T")):
        queue, now = page.locator(f".x-queue-{side}"), view["queues"][name]
        expect(queue).to_contain_text(f"top of {now['size']}")
        expect(queue.locator(".x-tile-card").first).to_have_attribute("alt", re.compile(f"city {city[now['next']]}:"))
        if now["discard"]:
            queue.locator("details", has_text="discarded").locator("summary").click()
            expect(queue.locator("details[open] .x-tile-card")).to_have_count(len(now["discard"]))
    counts = page.locator(".x-barracks li span").all_inner_texts()
    assert counts == [str(view["barracks"][unit["id"]]) for unit in GAMES["xidit"].box()["units"]]
    expect(page.locator(".x-years [aria-current]")).to_have_text(str(view["round"]))
    assert page.locator(".x-years .x-held").count() == 3


def test_an_unknown_top_tells_what_it_can_be_when_asked(look: Look, at: Views) -> None:
    ply, side, top = next(
        (ply, side, view["queues"][name]["top"])
        for ply, view in ((ply, at("xidit")[ply]) for ply in range(1, 400))
        for name, side in (("R", "recruit"), ("T", "threat"))
        if isinstance(view["queues"][name]["top"], dict)
    )
    page = look(f"?record=xidit#ply={ply}&lang=en")
    queue = page.locator(f".x-queue-{side}")
    expect(queue.locator(".x-unknown")).to_have_count(1)
    queue.get_by_text("one of").click()
    expect(queue.locator("details[open] .x-tile-card")).to_have_count(len(top["unknown"]))


def test_a_click_on_a_city_tells_of_it_until_a_second_one_or_a_move(look: Look) -> None:
    page = look("?record=xidit#ply=200&lang=en")
    expect(page.locator(".target-detail")).to_be_hidden()
    page.locator('.x-city[data-city="12"]').click()
    expect(page.locator(".target-detail")).to_contain_text("City 12:")
    expect(page.locator(".target-detail")).to_contain_text("blue → 5")
    page.locator('.x-city[data-city="12"]').click()
    expect(page.locator(".target-detail")).to_be_hidden()
    page.locator('.x-city[data-city="12"]').click()
    expect(page.locator(".target-detail")).to_be_visible()
    page.locator("#next").click()
    expect(page.locator(".target-detail")).to_be_hidden()


@pytest.mark.parametrize(("lang", "city"), [("es", "Ciudad 12"), ("en", "City 12")][: cases(1, 2)])
def test_cities_and_regions_are_buttons_for_keyboard_and_screen_reader(look: Look, lang: str, city: str) -> None:
    region = GAMES["xidit"].box()["regions"][0]
    page = look(f"?record=xidit#ply=200&lang={lang}")
    told, count = page.locator(".target-detail"), page.locator("#count")
    before = count.inner_text()
    expect(page.locator(".x-play").get_by_role("button", name=city, exact=True)).to_be_visible()
    assert page.locator(".x-play").get_by_role("button", name=re.compile("^(City|Ciudad) ")).count() == 21
    button = page.locator('.x-city[data-city="12"]')
    button.focus()
    expect(button).to_have_attribute("aria-label", re.compile(f"^{city}: ."))
    page.keyboard.press("Enter")
    expect(told).to_contain_text(f"{city}:")
    expect(button).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Space")
    expect(told).to_be_hidden()
    expect(button).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.matches('.x-play .target:not([data-city=\"12\"])')")
    page.keyboard.press("Space")
    expect(told).to_be_visible()
    page.keyboard.press("Escape")
    expect(told).to_be_hidden()
    page.locator(f'.x-region[data-region="{region["id"]}"]').focus()
    page.keyboard.press("Enter")
    expect(told).to_contain_text(region["name"][lang])
    expect(button).to_have_attribute("aria-label", city)
    assert count.inner_text() == before, "none of these keys was the replay's"


@pytest.mark.parametrize(
    ("viewport", "lang"), [(DESK, "es"), (PHONE, "en"), (DESK, "en"), (PHONE, "es")][: cases(1, 4)]
)
def test_no_number_of_a_city_is_hidden_by_a_region_s_name_or_bards(
    look: Look, viewport: dict[str, int], lang: str
) -> None:
    page = look(f"?record=crowd#v=9999&lang={lang}", viewport=viewport)
    page.locator("#views button").first.click()
    touching = page.evaluate(
        """() => {
          const all = (what) => [...document.querySelectorAll(what)].map((one) => one.getBoundingClientRect());
          const boxes = (what) => all(what).filter((box) => box.width);
          // The picture of a pill is 48 by 32, the pill in it 44 by 28.
          const inner = ({ x, y, width, height }) =>
            new DOMRect(x + width / 24, y + height / 16, (width * 11) / 12, (height * 7) / 8);
          const met = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
          const numbers = boxes(".x-city .x-number circle");
          const labels = [...boxes(".x-region-name"), ...boxes(".x-pills image[href]").map(inner)];
          return [numbers.length, labels.filter((one) => numbers.some((number) => met(one, number))).length];
        }"""
    )
    assert touching == [21, 0]


def test_programs_are_hidden_then_revealed_and_lit_order_by_order(look: Look, replays: Replays, at: Views) -> None:
    views = at("xidit")
    data = replays["xidit", "public"]
    reveal = ply_of(data, lambda frame: frame["type"] == "reveal_orders")
    page = look(f"?record=xidit#ply={reveal - 1}&lang=en")
    hidden = page.locator(".x-wheel[aria-label*='unknown'], .x-wheel[aria-label*='not set']")
    expect(hidden).to_have_count(24)
    page.keyboard.press("ArrowRight")
    expect(hidden).to_have_count(0)
    for ply in (reveal, reveal + 3, reveal + 6):
        page.locator("#slider").fill(str(ply))
        current = views[ply]["current"]
        busy = page.locator(".card").nth(current["seat"]).locator("li").nth(current["order"] - 1)
        expect(busy).to_have_attribute("aria-current", "step")
        expect(page.locator(".x-wheels [aria-current]")).to_have_count(1)


def test_what_became_of_an_order_stands_under_it(look: Look, replays: Replays) -> None:
    data = replays["xidit", "public"]
    ply = marked(data, "cancelled", reason="nothing_here")
    mark = next(mark for mark in data["frames"][ply - 1]["marks"] if mark["kind"] == "cancelled")
    page = look(f"?record=xidit#ply={ply}&lang=en")
    under = page.locator(".card").nth(mark["seat"]).locator(".x-outcome").nth(mark["order"] - 1)
    expect(under).to_contain_text("city empty")
    page.locator("#language").click()
    under = page.locator(".card").nth(mark["seat"]).locator(".x-outcome").nth(mark["order"] - 1)
    expect(under).to_contain_text("ciudad vacía")


def test_other_eyes_open_their_own_screen_and_program_only(look: Look, at: Views) -> None:
    own = at("xidit", "seat:0")
    ply = next(
        ply
        for ply in range(60, 400)
        if own[ply]["phase"] == "programming"
        and own[ply]["programs"]["0"]["orders"] != at("xidit")[ply]["programs"]["0"]["orders"]
    )
    page = look(f"?record=xidit#ply={ply}&lang=en")
    expect(page.locator(".x-screen.closed")).to_have_count(4)
    hidden = page.locator(".card").first.locator(".x-wheel[aria-label*='unknown']")
    expect(hidden).to_have_count(6)
    page.keyboard.press("f")
    expect(page.locator(".x-screen.closed")).to_have_count(3)
    expect(hidden).to_have_count(0)
    held = own[ply]["derived"]["0"]
    wanted = [*(str(held["units"][unit["id"]]) for unit in GAMES["xidit"].box()["units"]), str(held["gold"])]
    assert page.locator(".x-screen:not(.closed) li span").all_inner_texts()[:6] == wanted


@pytest.mark.parametrize("record", ["crowd", "few"][: cases(1, 2)])
def test_each_evaluation_ranks_tells_ties_and_who_is_out(look: Look, replays: Replays, record: str) -> None:
    data = replays[record, "public"]
    page = look(f"?record={record}#v=9999&lang=en")
    names = {str(seat["seat"]): seat["name"] for seat in data["seats"]} | {"dummy": "The dummy"}
    for one in data["result"]["evaluations"]:
        page.locator("#views").get_by_role("button", name=one["criterion"].capitalize(), exact=True).click()
        ranks = page.locator(".x-rank")
        wanted = sorted(one["ranks"], key=one["ranks"].__getitem__)
        assert ranks.locator(".who").all_inner_texts() == [names[key] for key in wanted]
        assert ranks.locator("strong").all_inner_texts() == [str(one["values"][key]) for key in wanted]
        assert ranks.locator("css=:scope.x-eliminated .who").all_inner_texts() == [
            names[key] for key in wanted if key in one["out"]
        ]
        assert page.locator(".x-tie-words").count() == len(one["ties"])
        if one["criterion"] == "reputation":
            assert page.locator(".x-shape.x-won, .x-shape.x-shared").count() > 0
    page.locator("#views").get_by_role("button", name="Result").click()
    expect(page.locator(".place").first).to_contain_text(names[str(data["result"]["winners"][0])])
    expect(page.locator(".parts")).to_contain_text("Threats eliminated")


def test_any_box_can_be_looked_at_and_a_crossing_road_is_named(visit: Open, tmp_path: Path) -> None:
    page = visit("box.html?game=xidit&lang=en", wait="#box:not([hidden])")
    expect(page.locator(".x-number.x-spot")).to_have_count(21)
    expect(page.locator(".x-faces .x-tile-card")).to_have_count(2 * (21 + 18))
    box = GAMES["xidit"].box()
    box["edition"] = "my-copy"
    box["map"]["roads"].append({"a": 3, "b": 21, "colour": "black"})
    box["map"]["cities"][4] |= {"x": None, "y": None}
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(box), encoding="utf-8")
    page.locator("#file").set_input_files(file)
    expect(page.locator("#title")).to_contain_text("my-copy")
    expect(page.locator(".box-note").first).to_contain_text("3–21")
    expect(page.locator(".box-note").last).to_have_text("1 city has no coordinates and is not on the map: 5.")
    file.write_text(json.dumps(GAMES["kingdoms"].box()), encoding="utf-8")
    page.locator("#file").set_input_files(file)
    expect(page.locator(".e-sheet img")).to_have_count(16)
    file.write_text("{", encoding="utf-8")
    page.locator("#file").set_input_files(file)
    expect(page.locator("#message")).to_contain_text("not valid JSON")


def test_where_the_figures_of_a_box_come_from_is_told_in_the_language_shown(visit: Open, tmp_path: Path) -> None:
    page = visit("box.html?game=xidit&lang=es", wait="#box:not([hidden])")
    box = GAMES["xidit"].box()
    expect(page.locator(".box-origin")).to_have_text(box["origin"]["es"])
    page.locator("#language").click()
    expect(page.locator(".box-origin")).to_have_text(box["origin"]["en"])
    # An owner who writes in one language is read in it.
    file = tmp_path / "mine.json"
    file.write_text(json.dumps({**box, "origin": "Contado en mi ejemplar."}), encoding="utf-8")
    page.locator("#file").set_input_files(file)
    expect(page.locator(".box-origin")).to_have_text("Contado en mi ejemplar.")


def test_from_one_game_to_another_and_back_each_draws_its_own(visit: Open) -> None:
    page = visit("?record=xidit#ply=200")
    page.evaluate("history.replaceState(null, '', './')")
    for record, shown in (("three", ".k-board"), ("xidit", ".x-play"), ("three", ".k-board")):
        page.evaluate("(record) => { location.hash = `record=${record}&ply=20`; }", record)
        expect(page.locator(shown)).to_be_visible()
        expect(page.locator(".card").first).to_be_visible()
