"""The board of Architects in a real browser: places, track, cards, movement, players' boards, result, the box page."""

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from engines import GAMES
from engines.kernel.game import Json
from tests.long import cases
from tests.viewer.conftest import Look, Open, Site
from tests.viewer.page_checks import all_views, faults, first, text
from tests.viewer.pages.watch.test_viewer import DESK, PHONE
from tests.viewer.replay_fixture import played, replay

GAME = "architects"
FOUR, FIVE = ("blue", "green", "red", "yellow"), ("blue", "green", "purple", "red", "yellow")
SIDE = {"width": 844, "height": 390}
BOX = GAMES[GAME].box()
NAMES = {one["id"]: one["name"] for table in ("apprentices", "buildings", "locations") for one in BOX[table]}


@pytest.fixture(scope="module")
def data(served: Site) -> Iterator[Json]:
    """A whole game of four, the same before its end as a seat knows it, and a game of five, at the server."""
    line = played(GAME, FOUR, seed=4)
    over = {**replay(line, "public", FOUR, GAME), "eyes_allowed": ["public"]}
    laid = {
        ("architects", "public"): over,
        ("own", "public"): {**replay(line[:-2], "public", FOUR, GAME), "eyes_allowed": ["public", "seat:1"]},
        ("own", "seat:1"): {**replay(line[:-2], "seat:1", FOUR, GAME), "eyes_allowed": ["public", "seat:1"]},
        ("five", "public"): {**replay(played(GAME, FIVE, seed=2), "public", FIVE, GAME), "eyes_allowed": ["public"]},
    }
    other = {"side": 2, "alternate_characters": True, "promos": True, "starting_apprentice": True}
    people = replay(played(GAME, FOUR, seed=6, **other), "public", FOUR, GAME, **other)
    laid["characters", "public"] = {**people, "eyes_allowed": ["public"]}
    served.replays.update(laid)
    yield over
    for key in laid:
        del served.replays[key]


@pytest.fixture(scope="module")
def views(data: Json) -> list[Json]:
    return all_views(data)


def place(page: Page, name: str) -> Locator:
    return page.locator(f'.a-board [data-place="{name}"]')


def workers(there: Locator, data: Json) -> dict[str, int]:
    colours = {seat["colour"]: str(seat["seat"]) for seat in data["seats"]}
    out = {}
    for one in there.locator(".a-workers .a-many").all():
        kind = one.get_attribute("class") or ""
        found = re.search(r"a-worker-(\w+)", kind)
        assert found is not None, kind
        out[colours[found[1]]] = int(one.inner_text().strip() or 1)
    return out


@pytest.mark.parametrize("ply", [100, 40, 170][: cases(1, 3)])
def test_workers_track_market_hall_and_cathedral_are_those_of_the_view(
    look: Look, data: Json, views: list[Json], ply: int
) -> None:
    page, view = look(f"?record=architects#ply={ply}&lang=en"), views[ply]
    for name, counts in view["locations"].items():
        assert workers(place(page, name), data) == counts, name
    assert workers(place(page, "prison"), data) == view["prison"]
    for space in ("left", "middle", "right"):
        taken = place(page, f"market_{space}").locator(".a-space .a-many").count()
        assert taken == (view["market"][space] is not None)
    for kind, goods in (("left", view["small_market"]), ("right", view["large_market"])):
        shown = place(page, f"market_{kind}").locator(".a-goods .a-good")
        assert sorted(map(int, text(shown))) == sorted(goods.values())
    hall = page.locator(".a-hall-space")
    assert hall.count() == view["guildhall"]["spaces"]
    assert page.locator(".a-hall-space.a-taken").count() == len(view["guildhall"]["taken"])
    steps = page.locator(".a-step")
    for position in range(15):
        here = sum(seat["virtue"] == position for seat in view["seats"].values())
        assert steps.nth(position).locator(".badge").count() == here
    for level in range(6):
        here = sum(seat["cathedral"] == level for seat in view["seats"].values())
        assert page.locator(".a-level").nth(5 - level).locator(".badge").count() == here


def test_the_track_says_what_its_steps_forbid(look: Look, data: Json) -> None:
    assert data
    page = look("?record=architects#ply=60&lang=en")
    # No Cathedral up to 4, no Black Market from 10 on, evasion at 3 and 1 (ARC-15.10, ARC-10.5, ARC-16.9).
    assert page.locator(".a-step.a-low").count() == 5
    assert page.locator(".a-step.a-high").count() == 5
    signs = [page.locator(".a-step").nth(at).locator(".a-sign").count() for at in range(6)]
    assert signs == [2, 2, 1, 1, 0, 0]
    page.locator(".a-step").nth(3).click()
    said = page.locator(".a-board .target-detail")
    expect(said).to_contain_text("Virtue 3: −5 points; no Cathedral; evades 1 tax of each cost.")
    page.locator(".a-step").nth(12).click()
    expect(said).to_contain_text("Virtue 12: 3 points; no Black Market.")


def test_what_the_next_worker_would_bring_is_told_for_the_mover_and_for_all(look: Look, site: Site, data: Json) -> None:
    mine = json.loads(json.dumps(data))
    table = mine["first"]
    table.update(phase="play", to_move=[0], active=0, tax_silver=5)
    # Two of Ana's workers in the Quarry, one of Bruno's, who has a Stonecutter: 3 stone, and 2 + 1 (ARC-6.1, 19.22).
    table["locations"]["quarry"] = {"0": 2, "1": 1}
    table["seats"]["1"]["apprentices"] = ["A29"]
    site.replays["placed", "public"] = {**mine, "frames": [], "result": None}
    page = look("?record=placed#ply=0&lang=en")
    del site.replays["placed", "public"]
    assert text(place(page, "quarry").locator(".a-next .a-good")) == ["3"]
    # The first worker in the Mines may take no gold (ARC-6.7): 2 clay.
    assert text(place(page, "mines").locator(".a-next .a-good")) == ["2"]
    assert text(place(page, "tax_stand").locator(".a-next .a-good")) == ["5"]
    place(page, "quarry").click()
    said = page.locator(".a-board .target-detail")
    expect(said).to_contain_text("Workers: Ana 2, Bruno 1.")
    expect(said).to_contain_text(
        "Ana would get here: 3 stone. Bruno would get here: 3 stone. Carmen Echeverría would get"
    )
    # Ana's first worker in the Workshop reaches column 1; each column more lays a silver on cards (ARC-8.4, ARC-8.6).
    assert text(page.locator(".a-col")) == ["22", "22+1", "22+2", "22+3"]


def test_a_place_tells_what_is_there_in_spanish(look: Look, data: Json, views: list[Json]) -> None:
    assert data
    page = look("?record=architects#ply=100&lang=es")
    place(page, "guildhall").click()
    said = page.locator(".a-board .target-detail")
    free = views[100]["guildhall"]["spaces"] - len(views[100]["guildhall"]["taken"])
    expect(said).to_contain_text(f"Casa gremial. Quedan {free} de 20 espacios.")
    place(page, "market_left").click()
    expect(said).to_contain_text("Mercado negro, izquierda:")
    expect(said).to_contain_text("cuesta 1 de plata y 1 de virtud")


def test_arrows_tell_which_workers_a_move_took_from_where(look: Look, data: Json, views: list[Json]) -> None:
    ply = next(
        frame["ply"]
        for frame in data["frames"]
        if frame["type"] == "place_town_centre"
        and any(
            sum(views[frame["ply"]]["seats"][seat]["captives"].values())
            > sum(views[frame["ply"] - 1]["seats"][seat]["captives"].values())
            for seat in views[0]["seats"]
        )
    )
    before, after = views[ply - 1], views[ply]
    seat = str(data["frames"][ply - 1]["seat"])
    page = look(f"?record=architects#ply={ply}&lang=en")
    flows = page.locator(".a-flow").evaluate_all(
        "(all) => all.map((one) => ({ ...one.dataset, by: one.classList[1] }))"
    )
    colours = {f"seat-{one['colour']}": str(one["seat"]) for one in data["seats"]}
    got = {(colours[flow["by"]], flow["from"], flow["to"]): int(flow["count"]) for flow in flows}
    assert got[seat, f"board:{seat}", "town_centre"] == 1
    for other, count in after["seats"][seat]["captives"].items():
        new = count - before["seats"][seat]["captives"].get(other, 0)
        came = sum(n for (who, _, to), n in got.items() if who == other and to == f"board:{seat}")
        assert came == new
    paid = before["seats"][seat]["goods"]["silver"] - after["seats"][seat]["goods"]["silver"]
    assert f"−{paid}" in text(place(page, f"board:{seat}").locator(".a-changes .less"))
    expect(place(page, "town_centre")).to_have_class(re.compile(r"\blit\b"))


def test_an_arrow_begins_and_ends_at_its_places_in_every_size(look: Look, data: Json) -> None:
    ply = next(frame["ply"] for frame in data["frames"] if frame["type"] == "place_quarry")
    for viewport in (DESK, PHONE):
        page = look(f"?record=architects#ply={ply}&lang=en", viewport=viewport)
        met = page.evaluate(
            """() => {
              const line = document.querySelector(".a-flow-line");
              const flow = line.parentElement.dataset;
              const at = (length) => new DOMPoint(...Object.values({ x: line.getPointAtLength(length).x,
                y: line.getPointAtLength(length).y })).matrixTransform(line.getScreenCTM());
              return [[flow.from, at(0)], [flow.to, at(line.getTotalLength())]].map(([name, point]) => {
                const box = document.querySelector(`.a-board [data-place="${name}"]`).getBoundingClientRect();
                return point.x > box.left && point.x < box.right && point.y > box.top && point.y < box.bottom;
              });
            }"""
        )
        assert met == [True, True]


def test_a_card_of_the_display_is_read_by_a_tap_on_a_phone(visit: Open, data: Json, views: list[Json]) -> None:
    assert data
    now = views[100]["apprentices"]["top"]["1"]
    page = visit("?record=architects#ply=100&lang=es", viewport=PHONE, has_touch=True)
    page.locator(".a-card").first.tap()
    reader = page.locator("dialog.a-reader")
    expect(reader).to_be_visible()
    expect(reader.locator("header")).to_contain_text(NAMES[now["card"]]["es"])
    expect(reader).to_contain_text("Cuesta 4 de plata (2 de tributo)")
    box = reader.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    assert float(reader.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)")) >= 16
    reader.get_by_role("button", name="Cerrar").tap()
    expect(reader).to_be_hidden()


def test_keys_belong_to_an_open_card_and_escape_closes_it(look: Look, data: Json, views: list[Json]) -> None:
    assert data
    seat, own = next((seat, own) for seat, own in views[100]["seats"].items() if own["buildings"])
    page = look("?record=architects#ply=100&lang=en")
    chip = page.locator(".card").nth(int(seat)).locator(f'[data-card="{own["buildings"][0]}"]')
    chip.focus()
    page.keyboard.press("Enter")
    reader = page.locator("dialog.a-reader")
    expect(reader).to_contain_text(NAMES[own["buildings"][0]]["en"])
    count = page.locator("#count").inner_text()
    page.keyboard.press("ArrowRight")
    assert page.locator("#count").inner_text() == count
    page.keyboard.press("Escape")
    expect(reader).to_be_hidden()


def test_players_boards_show_goods_cards_and_points(look: Look, data: Json, views: list[Json]) -> None:
    page, view = look("?record=architects#ply=120&lang=en"), views[120]
    for seat in data["seats"]:
        own, card = view["seats"][str(seat["seat"])], page.locator(".card").nth(seat["seat"])
        shown = text(card.locator(".a-figures .a-number"))
        figures = [own[key] for key in ("workers", "virtue", "cathedral", "unpaid", "paid")]
        assert shown == [str(n) for n in (*own["goods"].values(), *figures, own["hand"]["size"])]
        cards = [one.get_attribute("data-card") for one in card.locator("[data-card]").all()]
        assert cards == [*own["apprentices"], *own["buildings"]]
        expect(card.locator(".a-points")).to_have_text(f"{view['standing'][str(seat['seat'])]} pts")


def test_points_below_zero_have_a_minus_and_no_hyphen(look: Look, data: Json) -> None:
    assert data
    page = look("?record=characters#ply=6&lang=en")
    # Therese begins at virtue 5, which is -1; four of her workers are in prison, which is -2 (ARC-23.12).
    expect(page.locator(".a-points").first).to_have_text("−3 pts")


def test_a_hand_is_open_to_its_own_eyes_alone(look: Look, site: Site, data: Json) -> None:
    assert data
    own = all_views(site.replays["own", "seat:1"])
    ply = first(own, lambda view: view["seats"]["1"]["hand"]["known"] != [])
    known = own[ply]["seats"]["1"]["hand"]["known"]
    hand = '[aria-label="Building cards in hand"] [data-card]'
    public = look(f"?record=own#ply={ply}&lang=en")
    expect(public.locator(".card").nth(1).locator(hand)).to_have_count(0)
    page = look(f"?record=own#ply={ply}&lang=en&eyes=seat:1")
    cards = page.locator(".card").nth(1).locator(hand)
    expect(cards).to_have_count(len(known))
    assert [one.get_attribute("data-card") for one in cards.all()] == known


def test_the_chart_shows_points_virtue_workers_and_silver(look: Look, data: Json, views: list[Json]) -> None:
    page = look("?record=architects#ply=120&lang=en")
    labels = ["Points so far", "Virtue", "Workers on own board", "Silver"]
    assert page.locator(".chart-pick option").all_inner_texts() == labels
    seats = [views[120]["seats"][str(seat["seat"])] for seat in data["seats"]]
    wanted = {
        "points": [views[120]["standing"][str(seat["seat"])] for seat in data["seats"]],
        "virtue": [own["virtue"] for own in seats],
        "workers": [own["workers"] for own in seats],
        "silver": [own["goods"]["silver"] for own in seats],
    }
    for key, values in wanted.items():
        page.locator(".chart-pick").select_option(key)
        assert page.locator(".chart-legend strong").all_inner_texts() == [str(value) for value in values]


def test_the_result_has_every_line_and_its_sum_is_the_score(look: Look, data: Json) -> None:
    page = look("?record=architects#v=9999&lang=en")
    rows = page.locator("#panel table").first.locator("tr")
    told = {row[0]: row[1:] for row in ([*text(one.locator("th, td"))] for one in rows.all()) if row}
    lines = ("Buildings", "Cathedral", "Virtue", "Debts", "Gold and marble", "Silver", "Prison")
    for seat in data["seats"]:
        score = data["result"]["seats"][str(seat["seat"])]["score"]
        parts = [int(told[line][seat["seat"]].split()[0].replace("−", "-")) for line in lines]
        assert sum(parts) == score
        assert told["Total"][seat["seat"]].replace("−", "-") == str(score)
    built = {card["id"] for one in data["result"]["seats"].values() for card in one["breakdown"]["buildings"]["cards"]}
    for card in built:
        assert f"· {NAMES[card]['en']}" in told


def test_a_phone_on_its_side_shows_who_acts_and_where_the_worker_is(look: Look, data: Json, views: list[Json]) -> None:
    ply = next(frame["ply"] for frame in data["frames"] if frame["type"] == "place_guardhouse")
    page = look(f"?record=architects#ply={ply}&lang=es", viewport=SIDE)
    controls = page.locator("#controls").bounding_box()
    assert controls is not None
    stands = [place(page, f"board:{seat}") for seat in views[0]["seats"]]
    for one in (page.locator("#status"), place(page, "guardhouse"), place(page, "prison"), *stands):
        box = one.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= controls["y"]
    board, seats = (page.locator(one).bounding_box() for one in (".a-board", ".a-seats"))
    assert board is not None
    assert seats is not None
    # A finger's way further lies what is left of the board, then the players; nothing lies on anything.
    assert board["height"] < 390
    assert board["y"] + board["height"] <= seats["y"]


def test_the_box_page_draws_every_card_and_a_corrected_one(
    visit: Open, tmp_path_factory: pytest.TempPathFactory
) -> None:
    page = visit("box.html?game=architects&lang=es", wait="#box:not([hidden])")
    cards = [one["id"] for table in ("apprentices", "buildings", "characters") for one in BOX[table]]
    faces = page.evaluate(
        "[...document.querySelectorAll('.e-sheet .a-face')].map((one) => one.parentElement.dataset.face)"
    )
    assert [one.partition(".")[2] for one in faces] == cards
    mine = GAMES[GAME].box()
    well = next(one for one in mine["buildings"] if one["id"] == "B11")
    well.update(cost={"wood": 5, "stone": 1}, vp=9)
    well["effect"]["gain"]["clay"] = 7
    file = tmp_path_factory.mktemp("box") / "mine.json"
    file.write_text(json.dumps(mine))
    page.locator("#file").set_input_files(file)
    card = page.locator('[data-face="buildings.B11"]')
    expect(card).to_contain_text("Al construirlo: gana 7 de arcilla.")
    expect(card.locator("header")).to_contain_text("9")
    assert card.locator(".a-cost").get_attribute("aria-label") == "5 de madera y 1 de piedra"


def test_axe_finds_nothing_serious_in_an_open_card(look: Look, data: Json) -> None:
    assert data
    page = look("?record=architects#ply=100&lang=en")
    page.locator(".a-card").first.click()
    expect(page.locator("dialog.a-reader")).to_be_visible()
    assert faults(page, "dialog.a-reader") == []
