"""The board of Rise of Empires in a real browser: map, action display, tiles, reports, charts."""

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from engines import GAMES
from engines.kernel.game import Json
from tests.long import cases
from tests.viewer.conftest import Look, Site, rested
from tests.viewer.page_checks import all_views, first, text
from tests.viewer.pages.watch.test_viewer import DESK
from tests.viewer.replay_fixture import played, replay

GAME = "rise_of_empires"
FOUR, FIVE = ("blue", "red", "green", "yellow"), ("white", "blue", "red", "green", "yellow")


@pytest.fixture(scope="module")
def data(served: Site) -> Iterator[Json]:
    """A whole game of four, beside it one of five, at the server."""
    four = {**replay(played(GAME, FOUR, seed=3), "public", FOUR, GAME), "eyes_allowed": ["public"]}
    five = {**replay(played(GAME, FIVE, seed=5), "public", FIVE, GAME), "eyes_allowed": ["public"]}
    served.replays["empires", "public"], served.replays["five", "public"] = four, five
    yield four
    for record in ("empires", "five"):
        del served.replays[record, "public"]


@pytest.fixture(scope="module")
def views(data: Json) -> list[Json]:
    return all_views(data)


def test_the_rows_of_the_action_display_stand_as_in_the_box(look: Look, data: Json) -> None:
    page = look("?record=empires#ply=100&lang=en")
    names = [row["name"]["en"].capitalize() for row in data["box"]["components"]["rows"]]
    assert names == ["Progress", "Territory", "City", "Empire", "Trade"]
    assert text(page.locator(".r-row-name")) == names


def ears(page: Page, table: int) -> dict[str, list[str]]:
    rested(page)
    rows: list[list[str]] = page.evaluate(
        """(place) => [...document.querySelectorAll("#hidden-grid table")[place].tBodies[0].rows]
        .map((row) => [...row.cells].map((cell) => cell.textContent))""",
        table,
    )
    return {row[0]: row[1:] for row in rows}


def region(page: Page, name: str) -> Locator:
    return page.locator(f'.r-region[data-region="{name}"]')


@pytest.mark.parametrize("share", [0.75, 0.25, 0.5][: cases(1, 3)])
def test_cubes_control_and_values_of_regions_are_right(look: Look, data: Json, views: list[Json], share: float) -> None:
    ply = int(share * len(views))
    page = look(f"?record=empires#ply={ply}&lang=en")
    names = [seat["name"] for seat in data["seats"]]
    told = ears(page, 0)
    for row in GAMES[GAME].box()["regions"]:
        held = views[ply]["map"][row["id"]]
        card = region(page, row["id"])
        wanted = sorted(count for count in held["cubes"].values() if count)
        assert sorted(map(int, text(card.locator(".r-cube text")))) == wanted
        assert text(card.locator(".r-standard text")) == [str(row["vp_first"]), str(row["vp_second"])]
        assert sorted(text(card.locator(".r-gain"))) == sorted(str(n) for n in row["benefit"].values() if n)
        # A crown over the cubes of each who controls, and the edge in the colour of the first of them.
        assert card.locator(".r-crown").count() == len(held["control"])
        colours = [data["seats"][seat]["colour"] for seat in held["control"][:1]]
        assert re.findall(r"seat-(\w+)", card.locator(".r-edge").get_attribute("class") or "") == colours
        values, cubes, control = told[row["name"]["en"]]
        assert values.startswith(f"{row['vp_first']} / {row['vp_second']}")
        assert all(f"{names[int(seat)]} {count}" in cubes for seat, count in held["cubes"].items() if count)
        assert all(names[seat] in control for seat in [*held["control"], *held["second"]])


def test_a_tap_on_a_region_tells_who_controls_it_and_why_and_what_it_brings(look: Look, site: Site, data: Json) -> None:
    mine = json.loads(json.dumps(data))
    # Three of Ana, two of Bruno: Ana alone controls the Mediterranean, which gives 2 gold, and 3 VP and 2 VP (box).
    mine["first"]["map"]["mediterranean"] = {"cubes": {"0": 3, "1": 2, "2": 0, "3": 0}, "control": [0], "second": [1]}
    # As many each: jointly, each with half of 2 gold and of 3 + 2 VP, rounded down.
    mine["first"]["map"]["ne_africa"] = {"cubes": {"0": 2, "1": 0, "2": 2, "3": 1}, "control": [0, 2], "second": [3]}
    site.replays["placed", "public"] = {**mine, "frames": [], "result": None}
    page = look("?record=placed#ply=0&lang=en")
    del site.replays["placed", "public"]
    region(page, "mediterranean").click()
    said = page.locator(".r-map .target-detail")
    expect(said).to_contain_text("Mediterranean, Old World, Era I, sea.")
    expect(said).to_contain_text("Ana 3, Bruno 2. Ana controls it: most cubes. Second: Bruno.")
    expect(said).to_contain_text("Would score now: Ana +2 gold, +3 VP; Bruno +2 VP.")
    expect(said).to_contain_text("Placeholder, not checked against a printed copy: era, VP for control")
    region(page, "ne_africa").click()
    expect(said).to_contain_text("Ana and Carmen Echeverría control it jointly, with equal cubes.")
    # Gains 2 food, standard 2 and 1: one food and one VP each (E-6, W-13); nobody is second.
    expect(said).to_contain_text("Ana +1 food, +1 VP; Carmen Echeverría +1 food, +1 VP.")
    expect(said).not_to_contain_text("Second")


def test_no_two_regions_lie_over_each_other_and_every_link_is_drawn(look: Look, data: Json) -> None:
    page = look("?record=empires#ply=0&lang=es", viewport=DESK)
    box = GAMES[GAME].box()
    assert data["first"]["phase"] == "start_player"
    places = page.locator(".r-region .r-plate").evaluate_all(
        "(all) => all.map((one) => { const r = one.getBoundingClientRect(); return [r.x, r.y, r.right, r.bottom]; })"
    )
    assert len(places) == 16
    for at, one in enumerate(places):
        for other in places[at + 1 :]:
            assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
    assert page.locator(".r-link").count() == sum(len(row["adjacent"]) for row in box["regions"]) / 2
    wide = page.locator(".r-region").evaluate_all(
        """(all) => all.filter((one) => {
          const [name, plate] = [one.querySelector(".r-name"), one.querySelector(".r-plate")];
          return name.getBoundingClientRect().width > plate.getBoundingClientRect().width; }).length"""
    )
    assert wide == 0


@pytest.mark.parametrize(("record", "circles"), [("five", 10), ("empires", 8)][: cases(1, 2)])
def test_each_disc_says_what_return_costs_now(look: Look, served: Site, data: Json, record: str, circles: int) -> None:
    assert data["game"] == GAME
    views = all_views(served.replays[record, "public"])
    seats = served.replays[record, "public"]["seats"]
    # In a B turn, half of the discs taken back, and nobody who never pays.
    ply = first(views, lambda view: view["round"] == 2 and sum(seat["acted"] for seat in view["seats"].values()) == 9)
    page = look(f"?record={record}#ply={ply}&lang=en")
    lines = page.locator(".r-row-line")
    assert lines.count() == 5
    for at, (row, held) in enumerate(views[ply]["rows"].items()):
        drawn = lines.nth(at).locator(".r-circle")
        most = 8 if row == "empire" else circles
        assert drawn.count() == len(held) == most
        # Circle 1 is the rightmost: a disc costs 1 for each disc further left, that is on a circle of a higher number.
        for circle, seat in held.items():
            spot = drawn.nth(most - int(circle))
            left = sum(other is not None for number, other in held.items() if int(number) > int(circle))
            assert spot.locator(".r-price").inner_text() == ("" if seat is None else str(left))
            colours = spot.locator(".badge").evaluate_all("(all) => all.map((one) => one.getAttribute('class'))")
            wanted = [] if seat is None else [f"seat-{seats[seat]['colour']}"]
            assert [one.split()[-1] for one in colours] == wanted


def test_tiles_on_offer_and_trade_boxes_are_those_of_the_view(look: Look, data: Json, views: list[Json]) -> None:
    box = GAMES[GAME].box()
    names = {row["id"]: row["name"]["en"] for table in ("progress", "cities") for row in box[table]}
    for ply in (20, 100):
        page = look(f"?record=empires#ply={ply}&lang=en")
        # Tiles on offer lie in no order at the table; they stand in that of the box.
        offer = {
            kind: {row["id"]: lying[row["id"]] for row in box[table] if row["id"] in lying}
            for kind, table in (
                ("progress", "progress"), ("city", "cities"), ("territory", "territory"), ("empire", "empire"),
            )
            for lying in [views[ply]["on_offer"][kind]]
        }  # fmt: skip
        assert offer == views[ply]["on_offer"]
        for kind in ("progress", "city"):
            shown = text(page.locator(f".r-shelf-{kind} .r-tile-name"))
            assert [re.sub(r"^(I+ )| ≈$", "", one).strip() for one in shown] == [names[tile] for tile in offer[kind]]
            assert page.locator(f".r-shelf-{kind} .r-aside").count() == list(offer[kind].values()).count("aside")
        counts = [f"×{lying['new'] + lying['aside']}" for lying in offer["territory"].values()]
        assert text(page.locator(".r-shelf-territory b")) == counts
        assert page.locator(".r-shelf-empire .r-empire").count() == len(offer["empire"])
        taken = [seat is not None for seat in views[ply]["trade"].values()]
        held = page.locator(".r-trade-box .r-held").evaluate_all("(all) => all.map((one) => one.children.length)")
        assert [count == 1 for count in held] == taken
        shut = [views[ply]["era"] not in row["eras"] for row in box["trade"]]
        drawn = page.locator(".r-trade-box").evaluate_all("(all) => all.map((one) => one.matches('.r-shut'))")
        assert drawn == shut
    assert data["result"] is not None


def test_each_player_s_holdings_are_those_of_the_view(look: Look, data: Json, views: list[Json]) -> None:
    box = GAMES[GAME].box()
    names = {row["id"]: row["name"]["en"] for table in ("progress", "cities") for row in box[table]}
    ply = first(views, lambda view: any(not own["up"] for own in view["seats"]["2"]["progress"].values()))
    page = look(f"?record=empires#ply={ply}&lang=en")
    for seat in range(4):
        card, mine = page.locator(".r-cards .card").nth(seat), views[ply]["seats"][str(seat)]
        numbers = [str(mine[key]) for key in ("food", "gold", "resource", "pool", "stock", "on_map", "discs")]
        assert text(card.locator(".r-numbers b")) == numbers
        word = "disc" if mine["discs"] == 1 else "discs"
        assert text(card.locator(".r-numbers li").last)[0] == f"{mine['discs']}{word}"
        assert card.locator(".r-vp .count").inner_text() == str(mine["vp"])
        chips = " ".join(text(card.locator(".r-chip")))
        assert all(names[tile] in chips for tile in [*mine["progress"], *mine["cities"]])
        up = [own["up"] for own in mine["progress"].values()]
        assert card.locator(".r-used").count() == up.count(False)
        waiting = [own for own in mine["progress"].values() if own["waiting"]]
        assert card.locator(".r-waits").count() == len(waiting)
    who = data["seats"][views[ply]["to_move"][0]]["name"]
    expect(page.locator(".card.turn h2")).to_contain_text(who)
    expect(page.locator("#status")).to_contain_text(who)


def test_who_chooses_a_position_next_and_which_are_free_is_told(look: Look, data: Json, views: list[Json]) -> None:
    ply = first(views, lambda view: view["phase"] == "turn_order" and [*view["next_order"].values()].count(None) == 3)
    page = look(f"?record=empires#ply={ply}&lang=en")
    free = sum(seat is None for seat in views[ply]["next_order"].values())
    expect(page.locator(".r-order .r-open")).to_have_count(free)
    who = data["seats"][views[ply]["choosing"][0]]["name"]
    expect(page.locator(".r-order .r-now")).to_have_text(f"{who} chooses next")
    places = [str(at + 1) for at, seat in enumerate(views[ply]["next_order"].values()) if seat is None]
    expect(page.locator("#status")).to_have_text(f"{who} chooses a position: {places[0]}, {places[1]} or {places[2]}.")
    # A turn is called by the same name everywhere.
    assert text(page.locator("#marks .long"))[:2] == ["Turn I-A", "Turn I-B"]
    assert text(page.locator("#views button"))[1:3] == ["Turn I-A", "Turn I-B"]


def test_tiles_that_must_come_are_shown_before_they_do(look: Look, data: Json, views: list[Json]) -> None:
    # In turn 1 the progress tiles of turn 2 are known by elimination: those of Era I not turned up (ROE-4.13).
    ply = first(views, lambda view: view["phase"] == "reveal" and view["round"] == 2)
    coming = views[ply]["coming"]["progress"]
    assert len(coming) == 8
    page = look(f"?record=empires#ply={ply}&lang=en")
    names = {row["id"]: row["name"]["en"] for row in GAMES[GAME].box()["progress"]}
    said = page.locator(".r-coming").inner_text()
    assert all(names[tile] in said for tile in coming)
    assert data["frames"][ply]["type"] == "reveal"


def test_a_battle_is_drawn_with_both_sides_and_what_they_lost(look: Look, data: Json, views: list[Json]) -> None:
    ply = first(views, lambda view: bool(view["battles"]))
    fought = views[ply]["battles"]["0"]
    page = look(f"?record=empires#ply={ply}&lang=en")
    battle = page.locator(".r-cards .r-battle")
    expect(battle).to_have_count(len(views[ply]["battles"]))
    region_name = {row["id"]: row["name"]["en"] for row in GAMES[GAME].box()["regions"]}[fought["region"]]
    expect(battle.locator("h2")).to_contain_text(region_name)
    for side in ("attacker", "defender"):
        one = fought[side]
        drawn = battle.locator(f".r-{side}")
        expect(drawn.locator(".r-square")).to_have_count(one["cubes"])
        expect(drawn.locator(".r-gone")).to_have_count(one["lost"])
        expect(drawn.locator(".who")).to_have_text(data["seats"][one["seat"]]["name"])
        # What is left stands on the map.
        assert views[ply]["map"][fought["region"]]["cubes"][str(one["seat"])] == one["cubes"] - one["lost"]


def test_the_last_turn_s_food_is_doubled_before_their_eyes(look: Look, data: Json, views: list[Json]) -> None:
    food = views[-1]["turns"]["6"]["food"]
    page = look(f"?record=empires#ply={len(views) - 1}&lang=en")
    page.locator("#views").get_by_role("button", name="Turn III-B").click()
    rows = page.locator(".r-phase-food tfoot tr").evaluate_all(
        "(all) => all.map((row) => [...row.cells].map((cell) => cell.textContent))"
    )
    told = {row[0]: [one.replace("−", "-") for one in row[1:]] for row in rows}
    # ROE-13.4: the total, gain or loss, counts twice.
    assert [int(one) for one in told["Total"]] == [food[str(seat)]["total"] for seat in range(4)]
    assert [int(one) for one in told["Doubled in the last turn"]] == [2 * food[str(seat)]["total"] for seat in range(4)]
    assert data["result"] is not None


def test_the_report_of_a_turn_tells_who_got_what_from_which_region(look: Look, data: Json, views: list[Json]) -> None:
    ply = first(views, lambda view: view["phase"] == "turn_order" and view["round"] == 4)
    page = look(f"?record=empires#ply={ply}&lang=en")
    expect(page.locator('#views button[aria-pressed="true"]')).to_have_text("Turn II-B")
    box, report = GAMES[GAME].box(), views[ply]["turns"]["4"]
    names = {row["id"]: row["name"]["en"] for table in ("regions", "cities", "progress") for row in box[table]}
    rows = page.locator(".r-phase-vp tbody tr").evaluate_all(
        "(all) => all.map((row) => [...row.cells].map((cell) => cell.ariaLabel ?? cell.textContent))"
    )
    found = {row[0].removesuffix(", jointly"): row[1:] for row in rows}
    for seat, phase in report["vp"].items():
        for gain in phase["items"]:
            if gain["from"] in ("region", "city", "progress") and gain.get("vp"):
                assert found[names[gain["of"]]][int(seat)] == f"+{gain['vp']} VP"
    sums = text(page.locator(".r-phase-vp .r-sum td"))
    wanted = [sum(gain.get("vp", 0) for gain in report["vp"][str(seat)]["items"]) for seat in range(4)]
    assert [int(one.replace("−", "-")) for one in sums] == wanted
    # The same points stand on the map, at their regions.
    points = text(page.locator(".r-points text"))
    regions = [
        f"+{gain['vp']}"
        for phase in report["vp"].values()
        for gain in phase["items"]
        if gain["from"] in ("region", "second") and "vp" in gain
    ]
    assert sorted(points) == sorted(regions)
    assert [int(one) for one in text(page.locator(".r-phase-vp tfoot tr").last.locator("td"))] == list(
        report["vp_after"].values()
    )
    # What was kept, paid and lost: a block for each seat, in whole lists.
    ends = page.locator(".r-ends > div")
    assert text(ends.locator("h4")) == [seat["name"] for seat in data["seats"]]
    for seat in range(4):
        kept = text(ends.nth(seat).locator("dd").first)[0]
        end = report["era_end"][str(seat)]
        assert sum(name in names.values() for name in kept.split(", ")) == len(end["progress"]) + len(end["cities"])
    expect(page.locator(".r-phase-food .r-sum td").first).to_have_text(
        f"{report['food']['0']['total']:+d}".replace("-", "−")
    )
    assert data["seats"][0]["name"] == "Ana"


def test_points_by_source_add_up_to_the_score_of_each(look: Look, data: Json, views: list[Json]) -> None:
    last = len(views) - 1
    page = look("?record=empires#v=9999&lang=en")
    expect(page.locator(".result")).to_contain_text("not checked against a printed copy")
    for seat, one in data["result"]["seats"].items():
        ledger = views[last]["ledger"][seat]
        assert sum(sum(lines.values()) for lines in ledger.values()) == one["score"]
    page.locator("#views").get_by_role("button", name="Turn III-B").click()
    bars = page.locator(".r-bars > li")
    expect(bars).to_have_count(4)
    for seat in range(4):
        sums = [int(one.replace("−", "-")) for one in text(bars.nth(seat).locator(".r-bar-line b"))]
        assert sum(sums) == data["result"]["seats"][str(seat)]["score"]
    options = text(page.locator("#chart-box select option"))
    assert {"Victory points", "Gold", "Cubes on the map", "Regions controlled", "VP: regions, control"} <= set(options)


def test_before_the_starting_player_is_known_no_order_of_turns_is_shown(look: Look, data: Json) -> None:
    page = look("?record=empires#ply=0&lang=en")
    expect(page.locator(".r-order")).to_be_empty()
    assert data["first"]["order"] == []
