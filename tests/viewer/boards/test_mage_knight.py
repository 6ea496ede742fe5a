"""The board of Mage Knight in a real browser: map, combat, turn at a glance, heroes, offers, texts, result, box page.

One page for the whole module: it goes from place to place by its address, as a link on a page around it would have it.
"""

import itertools
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from engines import GAMES
from engines.kernel.game import Json
from tests.viewer.conftest import PATIENCE_MS, Site
from tests.viewer.pages.watch.test_viewer import DESK
from tests.viewer.replay_fixture import played, replay

GAME = "mage_knight"
SEATS = ("red", "blue", "green")
BOX = GAMES[GAME].box()
KINDS = ("cards", "units", "tactics", "enemies", "heroes")
NAMES = {one["id"]: one["name"] for kind in KINDS for one in BOX[kind]}
LEVEL_FAME = (0, 1, 2, 3, 4, 6, 8, 63, 80, 99)


class Shown(NamedTuple):
    """The page, the replay it shows, and its views by ply."""

    page: Page
    data: Json
    views: list[Json]

    def at(self, ply: int, **more: str) -> Json:
        wanted = {"record": GAME, "eyes": "public", "lang": "en", **more}
        words = "&".join(f"{name}={value}" for name, value in {**wanted, "ply": ply}.items())
        self.page.evaluate("(hash) => { location.hash = hash }", words)
        self.page.wait_for_function(
            """([ply, lang, eyes]) => document.querySelector("#slider").value === String(ply)
                && document.documentElement.lang === lang && document.querySelector("#eyes").value === eyes""",
            arg=[ply, wanted["lang"], wanted["eyes"]],
        )
        return self.views[ply]

    def first(self, wanted: Callable[[Json], Any], after: int = 0) -> int:
        return next(ply for ply, view in enumerate(self.views) if ply >= after and wanted(view))

    def hero(self, seat: int) -> Locator:
        return self.page.locator(".m-heroes .card").nth(seat)


@pytest.fixture(scope="module")
def data(served: Site) -> Iterator[Json]:
    """A whole game of three with early levels, and the same as the first seat knows it, at the server."""
    box: Any = GAMES[GAME].box()
    for level, fame in zip(box["levels"], LEVEL_FAME, strict=True):
        level["fame"] = fame
    line = played(GAME, SEATS, seed=6, box=box)
    eyes = ("public", "seat:0")
    laid = {(GAME, one): {**replay(line, one, SEATS, GAME, box), "eyes_allowed": [*eyes]} for one in eyes}
    served.replays.update(laid)
    yield laid[GAME, "public"]
    for key in laid:
        del served.replays[key]


@pytest.fixture(scope="module")
def shown(browser: Browser, served: Site, data: Json) -> Iterator[Shown]:
    """The page of the game; whatever it logs as an error fails the module."""
    jsonpatch = pytest.importorskip("jsonpatch")
    views = [data["first"]]
    for frame in data["frames"]:
        views.append(jsonpatch.apply_patch(views[-1], frame["patch"]))
    context = browser.new_context(viewport=DESK, locale="en-GB", bypass_csp=True, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
    page.goto(f"{served.url}/viewer/#record={GAME}&lang=en&ply=0")
    page.wait_for_selector("#replay:not([hidden])")
    yield Shown(page, data, views)
    context.close()
    assert errors == []


READ_MAP = """() => Object.fromEntries([...document.querySelectorAll(".m-map [data-space]")].map((hex) => [
    hex.dataset.space,
    {
        terrain: /--m-(\\w+)/.exec(hex.querySelector(".m-hex").getAttribute("fill"))[1],
        cost: hex.querySelector(".m-cost").textContent,
        site: /m-site-(\\w+)/.exec(hex.querySelector(".m-site")?.getAttribute("class") ?? "")?.[1] ?? null,
        hidden: hex.querySelectorAll(".m-token-back").length,
        tokens: hex.querySelectorAll(".m-token").length,
        shields: [...hex.querySelectorAll(".m-shield")].map((one) => /seat-(\\w+)/.exec(one.getAttribute("class"))[1]),
        figures: [...hex.querySelectorAll(".m-figure")].map((one) => /seat-(\\w+)/.exec(one.getAttribute("class"))[1]),
    },
]))"""


def text(locator: Locator) -> list[str]:
    return [" ".join(one.split()) for one in locator.all_inner_texts()]


def drawn(view: Json) -> Json:
    cost = {one["id"]: one["night" if view["night"] else "day"] for one in BOX["terrain"]}
    out = {}
    for key, space in view["map"]["spaces"].items():
        tokens = [*space["tokens"], *([space["ruin"]] if space["ruin"] else [])]
        here = [seat for seat, hero in view["heroes"].items() if hero["space"] == [int(n) for n in key.split("_")]]
        out[key] = {
            "terrain": space["terrain"],
            "cost": "" if cost[space["terrain"]] is None else str(cost[space["terrain"]]),
            # Rampaging enemies are shown by their tokens.
            "site": None if space["site"] in ("orcs", "draconum") else space["site"],
            "hidden": sum(not isinstance(token["token"], str) for token in tokens),
            "tokens": len(tokens),
            "shields": [SEATS[seat] for seat in space["shield"]],
            "figures": [SEATS[int(seat)] for seat in here],
        }
    return out


def test_the_map_is_that_of_the_view_by_day_and_by_night(shown: Shown) -> None:
    seen = set()
    night = shown.first(lambda view: view["night"] and view["active"] is not None)
    day = shown.first(lambda view: view["active"] is not None)
    later = shown.first(lambda view: any(space["shield"] for space in view["map"]["spaces"].values()))
    for ply in (day, night, later, len(shown.views) - 1):
        view = shown.at(ply)
        assert shown.page.evaluate(READ_MAP) == drawn(view)
        dark = "m-by-night" in (shown.page.locator(".m-map-play").get_attribute("class") or "")
        assert dark == view["night"]
        seen.add(dark)
    assert seen == {True, False}


def test_a_space_tells_its_terrain_site_tokens_and_who_stands_there(shown: Shown) -> None:
    def sure(space: Json) -> bool:
        return any(isinstance(token["token"], str) for token in space["tokens"])

    ply = shown.first(lambda view: any(sure(space) for space in view["map"]["spaces"].values()))
    view = shown.at(ply)
    key, space = next((key, space) for key, space in view["map"]["spaces"].items() if sure(space))
    enemy = next(one for one in BOX["enemies"] if one["id"] == space["tokens"][0]["token"])
    shown.page.locator(f'[data-space="{key}"]').click(force=True)
    told = shown.page.locator(".m-map .target-detail")
    expect(told).to_contain_text(f"{enemy['name']['en']}: Armor {enemy['armor']}")
    expect(told).to_contain_text(f"Fame {enemy['fame']}")
    shown.page.keyboard.press("Escape")
    expect(told).to_be_hidden()


def test_source_order_and_offers_are_those_of_the_view(shown: Shown) -> None:
    ply = shown.first(lambda view: any(die["on"] == "used" for die in view["source"]))
    view, page = shown.at(ply), shown.page
    dice = page.locator(".m-source li")
    assert dice.count() == len(view["source"])
    for place, die in enumerate(view["source"]):
        words = dice.nth(place).get_attribute("title") or ""
        assert words.startswith(die["face"])
        assert ("m-away" in (dice.nth(place).get_attribute("class") or "")) == (die["on"] != "source")
    people = {seat["seat"]: seat["name"] for seat in shown.data["seats"]}
    order = [one.get_attribute("title") or "" for one in page.locator(".m-order li").all()]
    for line, seat in zip(order, view["order"], strict=True):
        assert line.startswith(people[seat])
        assert NAMES[view["heroes"][str(seat)]["tactic"]["id"]]["en"] in line
    units = page.locator('[data-offer="units"] .m-name')
    assert text(units) == [NAMES[unit]["en"] for unit in view["offers"]["units"]]


def test_each_hero_shows_fame_level_cards_units_and_mana(shown: Shown) -> None:
    ply = shown.first(lambda view: any(hero["units"] for hero in view["heroes"].values()), 60)
    view = shown.at(ply)
    for seat, hero in ((int(seat), hero) for seat, hero in view["heroes"].items()):
        card = shown.hero(seat)
        expect(card.locator(".m-fame")).to_have_text(str(hero["fame"]))
        expect(card.locator(".m-level")).to_have_text(f"{NAMES[hero['hero']]['en']}, level {hero['level']}")
        stock = sum(hero["crystals"].values()) + sum(hero["mana"].values())
        assert card.locator(".m-stock > .m-mana").count() == stock
        units = [NAMES[unit["unit"]]["en"] for unit in hero["units"].values()]
        assert text(card.locator(".m-kind-unit .m-name")) == units
        spent = sum(not unit["ready"] for unit in hero["units"].values())
        assert card.locator(".m-kind-unit.m-spent").count() == spent
        piles = f"Hand {hero['hand']} · Deck {hero['deck']} · Discard pile {len(hero['discard'])}"
        expect(card.locator("summary")).to_have_text(piles)
        plays = [NAMES[one["card"] or name.split(".")[0]]["en"] for name, one in hero["played"].items()]
        assert text(card.locator(".m-play .m-kind-card .m-name")) == plays


def test_a_card_in_play_says_how_it_was_used_and_what_it_gave(shown: Shown) -> None:
    def strong(view: Json) -> str | None:
        for seat, hero in view["heroes"].items():
            used = {one["card"]: one["use"] for one in hero["played"].values()}
            if hero["turn"] and used.get("march") == "strong" and "concentration" not in used:
                return str(seat)
        return None

    ply = shown.first(strong)
    view = shown.at(ply)
    chip = shown.hero(int(strong(view) or 0)).locator(".m-use-strong", has_text="March")
    # March, strong: Move 4.
    expect(chip.locator("small")).to_have_text("strong")
    expect(chip.locator(".m-gain").first).to_have_text("+4")


def test_only_the_owner_sees_a_hand_of_which_nobody_was_told(shown: Shown, served: Site) -> None:
    told = [
        frame["ply"]
        for frame in served.replays[GAME, "seat:0"]["frames"]
        if any(one["path"].startswith("/heroes/0/known/hand") for one in frame["patch"])
    ]
    hidden = [ply for ply in told if not shown.views[ply]["heroes"]["0"]["known"]["hand"]]
    cards = {}
    for eyes in ("public", "seat:0"):
        hero = shown.at(hidden[0], eyes=eyes)["heroes"]["0"]
        piles = shown.hero(0).locator("details")
        if piles.get_attribute("open") is None:
            piles.locator("summary").click()
        cards[eyes] = piles.locator(".m-pile").first
        if eyes == "public":
            expect(cards[eyes]).to_have_text(f"Hand{hero['hand']} unknown")
        else:
            expect(cards[eyes].locator(".m-kind-card")).not_to_have_count(0)


def combats(shown: Shown) -> list[tuple[int, str]]:
    """Plies at which a block or an attack met an enemy, or damage was taken: with the type of the move."""
    found = []
    for frame in shown.data["frames"]:
        before, after = shown.views[frame["ply"] - 1]["combat"], shown.views[frame["ply"]]["combat"]
        if frame["type"] in ("block", "attack", "assign_damage") and before and after:
            found.append((frame["ply"], frame["type"]))
    return found


def test_a_combat_shows_its_phase_and_every_enemy_with_values_and_state(shown: Shown) -> None:
    states = {"facing": "Not defeated", "blocked": "Blocked", "assigned": "Damage assigned", "defeated": "Defeated"}
    phases = ["ranged_siege", "block", "damage", "attack"]
    seen = set()
    for phase in phases:
        ply = shown.first(lambda view, phase=phase: view["combat"] and view["combat"]["phase"] == phase)
        fight = shown.at(ply)["combat"]
        now = shown.page.locator(".m-phases [aria-current=step]")
        assert shown.page.locator(".m-phases li").all_inner_texts().index(now.inner_text()) == phases.index(phase)
        enemies = shown.page.locator(".m-combat .m-enemy")
        assert enemies.count() == len(fight["enemies"])
        for place, enemy in enumerate(fight["enemies"].values()):
            one = enemies.nth(place)
            expect(one.locator(".m-name")).to_have_text(NAMES[enemy["token"]]["en"])
            expect(one.locator(".m-enemy-values")).to_contain_text(str(enemy["armor"]))
            expect(one.locator(".m-enemy-state")).to_have_text(states[enemy["state"]])
        seen.add(phase)
    assert seen == set(phases)


def test_every_point_assigned_stands_in_the_story_of_the_combat(shown: Shown) -> None:
    types = set()
    for ply, kind in combats(shown):
        if kind in types:
            continue
        types.add(kind)
        view, before = shown.at(ply), shown.views[ply - 1]
        seat = str(view["combat"]["seat"])
        line = shown.page.locator(".m-story .m-here")
        expect(line).to_have_count(1)
        old, new = before["heroes"][seat]["turn"]["pieces"], view["heroes"][seat]["turn"]["pieces"]
        used = [name for name, piece in old.items() if not piece["used"] and (name not in new or new[name]["used"])]
        assert line.locator(".m-piece").count() == len(used)
        values = sorted(part["value"] for name in used for part in old[name]["parts"])
        shown_values = sorted(int(one) for one in re.findall(r"\d+", " ".join(text(line.locator(".m-piece .m-gain")))))
        assert shown_values == values
        changed = [
            enemy["state"]
            for number, enemy in view["combat"]["enemies"].items()
            if before["combat"]["enemies"][number]["state"] != enemy["state"]
        ]
        assert line.locator(".m-hit").count() == len(changed)
        wounds = [hero["owned"].get("wound", 0) for hero in (before["heroes"][seat], view["heroes"][seat])]
        if wounds[1] > wounds[0]:
            expect(line).to_contain_text(f"wounds to hand: {wounds[1] - wounds[0]}")
    assert types == {"block", "attack", "assign_damage"}


def test_map_and_combat_lie_behind_each_other(shown: Shown) -> None:
    page = shown.page
    shown.at(shown.first(lambda view: view["combat"]))
    expect(page.locator(".m-combat")).to_be_visible()
    expect(page.locator(".m-map")).to_be_hidden()
    page.locator(".m-tabs button", has_text="Map").click()
    expect(page.locator(".m-map")).to_be_visible()
    page.locator(".m-tabs button", has_text="Combat").click()
    shown.at(shown.first(lambda view: view["active"] is not None))
    expect(page.locator(".m-tabs")).to_be_hidden()
    expect(page.locator(".m-map")).to_be_visible()


def test_the_turn_at_a_glance_holds_its_moves_and_leads_to_them(shown: Shown) -> None:
    frames = shown.data["frames"]
    begins = [frame["ply"] for frame in frames if frame["type"] == "begin_turn"]
    begin, seat = begins[3], frames[begins[3] - 1]["seat"]
    shown.at(begin + 1)
    steps = shown.page.locator(".m-turn .m-step")
    mine = [frame for frame in frames if frame["seat"] == seat and frame["ply"] >= begin]
    end = next(place for place, frame in enumerate(mine) if frame["type"] == "draw")
    said = [one.get_attribute("aria-label") or "" for one in steps.all()]
    for one in shown.data["seats"]:  # the page names people where the engine names heroes
        hero = NAMES[shown.views[begin]["heroes"][str(one["seat"])]["hero"]]["en"]
        said = [words.replace(one["name"], hero) for words in said]
    wanted = [frame["says"]["en"] for frame in mine[: end + 1]]
    # Moves that only turn a page stand there while they are shown.
    assert [one for one in wanted if one in said] == said
    assert len(said) >= len([frame for frame in mine[: end + 1] if frame["type"] == "play_card"]) + 2
    steps.last.click()
    assert int(shown.page.locator("#slider").input_value()) == mine[end]["ply"]


@pytest.mark.parametrize(("lang", "word", "close"), [("en", "Move 4.", "Close"), ("es", "Movimiento 4.", "Cerrar")])
def test_a_card_opens_with_its_text(shown: Shown, lang: str, word: str, close: str) -> None:
    ply = shown.first(
        lambda view: any(one["card"] == "march" for hero in view["heroes"].values() for one in hero["played"].values())
    )
    shown.at(ply, lang=lang)
    shown.page.locator('.m-play [data-open="card march"]').first.click()
    reader = shown.page.locator(".m-reader")
    expect(reader).to_contain_text(word)
    reader.get_by_role("button", name=close).click()
    expect(reader).to_be_hidden()


def test_a_tap_says_what_a_mouse_reads(browser: Browser, served: Site, data: Json) -> None:
    context = browser.new_context(
        viewport={"width": 820, "height": 1180}, has_touch=True, is_mobile=True, bypass_csp=True,
        reduced_motion="reduce",
    )  # fmt: skip
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.goto(f"{served.url}/viewer/#record={GAME}&lang=en&ply=50")
    page.wait_for_selector("#replay:not([hidden])")
    for place in (".m-source li", ".m-order li", ".m-figure-value"):
        one = page.locator(place).first
        one.tap()
        expect(page.locator(".note")).to_have_text(one.get_attribute("title") or "")
    page.locator("#next").tap()
    expect(page.locator(".note")).to_be_hidden()
    context.close()


def test_the_result_has_a_line_for_each_achievement(shown: Shown) -> None:
    result = shown.data["result"]
    shown.at(len(shown.views) - 1)
    rows = dict(
        zip(*[text(shown.page.locator(f"#panel tbody {cell}")) for cell in ("th", "td:last-child")], strict=True)
    )
    last = result["seats"][str(len(SEATS) - 1)]["breakdown"]
    for one in BOX["achievements"]:
        value, _, why = rows[one["name"]["en"]].replace("−", "-").partition(" ")
        assert int(value) == last[one["id"]]
        counted = re.findall(r"(\d+) [a-z ]+ × (-?\d+)", why)
        assert one["id"] == "leader" or int(value) == sum(int(n) * int(fame) for n, fame in counted), why
    assert Counter(text(shown.page.locator("#chart-box option"))) == Counter(
        ["Fame", "Reputation", "Cards owned", "Wounds", "Crystals", "Level"]
    )


def test_the_box_page_draws_every_row_of_the_box(shown: Shown, served: Site) -> None:
    page = shown.page.context.new_page()
    page.goto(f"{served.url}/viewer/box.html?game={GAME}&lang=es")
    page.wait_for_selector("#box:not([hidden])")
    faces = page.evaluate("[...document.querySelectorAll('[data-face]')].map((one) => one.dataset.face)")
    tables = ("cards", "units", "enemies", "ruins", "tiles", "tactics")
    rows = [f"{table}.{one['id']}" for table in tables for one in BOX[table]]
    rows += [f"skills.{one['hero']}-{one['id']}" for one in BOX["skills"]]
    assert sorted(faces) == sorted(rows)
    assert "Movimiento 4." in page.locator('[data-face="cards.march"]').inner_text()
    page.close()


def test_the_owners_own_names_and_values_are_drawn(shown: Shown) -> None:
    """The fixture's box has other levels than ours: the track goes by them."""
    ply = shown.first(lambda view: view["heroes"]["0"]["fame"] > 0)
    hero = shown.at(ply)["heroes"]["0"]
    most = LEVEL_FAME[hero["level"]]
    words = f"level {hero['level'] + 1} at {most}"
    expect(shown.hero(0).locator(".m-track")).to_have_attribute("title", words)
    assert json.dumps(BOX["levels"]) != json.dumps(shown.data["box"]["components"]["levels"])


REDRAWN = """async ([views, box]) => {
    const { draw } = await import("/viewer/boards/mage_knight.js");
    const el = document.body.appendChild(document.createElement("div"));
    const context = {
        lang: "en", seats: [], box, ply: 7, name: "7", eyes: "recorder", before: null, seatName: String,
        colourName: String, goto: () => {}, step: () => null,
    };
    const shown = views.map((view) => {
        draw(el, view, [], context);
        return [...el.querySelectorAll(".m-enemy-state")].map((one) => one.textContent.toLowerCase());
    });
    el.remove();
    return shown;
}"""
STATES = {"facing": "not defeated", "stopped": "does not attack", "assigned": "damage assigned"}


def test_another_move_of_the_same_number_changes_the_combat(shown: Shown) -> None:
    def states(view: Json) -> list[str]:
        enemies = (view["combat"] or {"enemies": {}})["enemies"].values()
        return [STATES.get(enemy["state"], enemy["state"]) for enemy in enemies]

    fought = next(
        pair
        for pair in itertools.pairwise(shown.views)
        if all(map(states, pair)) and states(pair[0]) != states(pair[1])
    )
    assert shown.page.evaluate(REDRAWN, [fought, BOX]) == [states(view) for view in fought]
