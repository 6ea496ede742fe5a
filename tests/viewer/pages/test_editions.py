"""The page of editions: rows are entered by touch, kept, shared by a club, saved, and played with."""

import json
import re
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
import requests
from playwright.sync_api import Browser, Page, expect

from engines import GAMES
from engines.kernel.box.hashes import hash_of
from engines.kernel.box.review import shape_of
from engines.kernel.box.texts import generated
from engines.kernel.game import Json
from engines.rise_of_empires.box.form import SENTENCES
from tests.engines.rise_of_empires.editions import one
from tests.long import cases
from tests.viewer.conftest import Open, Site, Up, on_a_phone
from tests.viewer.table import PATIENCE_S, Table

TAPS: dict[str, dict[str, tuple[tuple[str, ...], Json]]] = {
    "xidit": {
        # The first number clears the placeholders of its field.
        "tiles.A05": (
            (
                *("recruits.archer 1", "recruits.infantry 3", "recruits.peasant 1", "needs.cleric 2"),
                *("rewards.gold 4", "rewards.bards 4", "rewards.stories 2"),
            ),
            {
                "recruits": {"peasant": 1, "archer": 1, "infantry": 3},
                "needs": {"cleric": 2},
                "rewards": {"gold": 4, "bards": 4, "stories": 2},
            },
        ),
        "titans.tiles.T3a": (
            ("rewards.bards 4", "rewards.gold 4", "rewards.stories 2"),
            {"rewards": {"gold": 4, "bards": 4, "stories": 2}},
        ),
        "map.roads.5-6": (("a 6", "a 9", "colour red"), {"a": 5, "b": 9, "colour": "red"}),
        # City 6 leaves the border and comes back as its last.
        "regions.R1": (("first 5", "border 6", "border 6"), {"first": 5, "border": [1, 2, 5, 6]}),
        "dummy.tracks.wealth": (("step 3",), {"start": 6, "step": 3}),
        "map.cities.5": (("x 1", "y -1"), {"x": 565, "y": 202}),
    },
    "rise_of_empires": {
        "progress.P1-07": (
            ("red_stripe true", "effects.0.food 2"),
            {"red_stripe": True, "text": {"en": "+2 food per plain tile each turn, for at most 3",
                                          "es": "+2 alimento por llanura cada turno, por 3 como mucho"}},
        ),
        "territory.plain": (("count 9",), {"count": 9}),
        "cities.C1B-4": (("cost.gold 1", "vp_immediate 7"), {"vp_immediate": 7}),
        "empire.E1": (("side_era_2_3.water false", "side_era_2_3.battle_rows +"), {}),
        "regions.china": (("vp_second 4", "adjacent russia"), {"vp_second": 4, "adjacent": ["india", "russia"]}),
        "trade.1-2-gold": (("eras 1",), {"eras": [2, 3]}),
    },
}  # fmt: skip
"""Game -> row -> what is tapped, by the names of the buttons, and what the row says then (xidit's box, by hand)."""


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    with on_a_phone(browser, has_touch=True, accept_downloads=True) as page:
        yield page


def at(page: Page, name: str) -> Any:
    return page.locator(f'.e-row [data-at="{name}"]')


def row_of(game: str, box: Json, name: str) -> Json:
    shape = shape_of(GAMES[game])
    assert shape is not None
    table = next(one for one in shape.form.tables if name.startswith(f"{one.path}."))
    here: Any = box
    for key in table.path.split("."):
        here = here[key]
    key = name.removeprefix(f"{table.path}.")
    if table.keyed:
        return dict(here[key])
    if table.path == "map.roads":
        ours = GAMES[game].box()["map"]["roads"]
        return dict(here[next(place for place, one in enumerate(ours) if f"{one['a']}-{one['b']}" == key)])
    return next(dict(row) for row in here if str(row["id"]) == key)


def saved(page: Page, folder: Path) -> Json:
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    box: Json = json.loads(file.read_text(encoding="utf-8"))
    return box


@pytest.mark.parametrize("game", [*TAPS][: cases(1, 2)])
def test_a_row_of_every_kind_is_entered_by_touch(phone: Page, up: Up, game: str, tmp_path: Path) -> None:
    phone.goto(f"{up['url']}/viewer/box.html?game={game}&lang=en")
    before = phone.locator(".e-tally").inner_text()
    for name, (taps, _) in TAPS[game].items():
        row = phone.locator(f'[data-row="{name}"]')
        if row.count() == 0:
            phone.get_by_role("searchbox").fill(name.rpartition(".")[2])
        row.tap()
        for tap in taps:
            at(phone, tap).tap()
        at(phone, "act matches").tap()
        at(phone, "act list").tap()
        phone.get_by_role("searchbox").fill("")
    done = int(before.split()[0]) + len(TAPS[game])
    expect(phone.locator(".e-tally")).to_have_text(f"{done} of {before.split()[2]} compared")
    box = saved(phone, tmp_path)
    for name, (_, wanted) in TAPS[game].items():
        row = row_of(game, box, name)
        assert {key: row[key] for key in wanted} == wanted, name
        assert row["stand_in"] == []
    if game == "rise_of_empires":
        # A link holds both ways.
        assert "china" in row_of(game, box, "regions.russia")["adjacent"]
    # What is kept is there again, and the last step can be undone: also that a row was compared.
    phone.reload()
    expect(phone.locator(".e-tally")).to_have_text(f"{done} of {before.split()[2]} compared")
    first = next(iter(TAPS[game]))
    phone.get_by_role("searchbox").fill(first.rpartition(".")[2])
    phone.locator(f'[data-row="{first}"]').tap()
    expect(phone.locator(".e-state")).to_contain_text("compared")
    at(phone, "act matches").tap()
    expect(phone.locator(".e-state")).to_contain_text("placeholder")
    at(phone, "act undo").tap()
    expect(phone.locator(".e-state")).to_contain_text("compared")


def test_an_edition_opens_and_is_entered_without_a_network(browser: Browser, up: Up) -> None:
    with on_a_phone(browser, service_workers="allow") as phone:
        phone.goto(f"{up['url']}/viewer/box.html?game=kingdoms&lang=en")
        phone.wait_for_selector('html[data-kept="true"]')
        phone.context.set_offline(True)
        phone.reload()
        tap(phone, "kinds.resource_1", "count 4")
        phone.reload()
        expect(phone.locator('[data-row="kinds.resource_1"]')).to_contain_text("≠")


def test_counts_are_enforced_and_an_emptied_number_is_a_fault_of_its_row(visit: Open) -> None:
    page = visit("box.html?game=xidit&lang=en&row=tiles.A05", wait=".e-row:not([hidden])")
    # A first number starts from nothing; then no type can have more than the five leave.
    at(page, "recruits.archer 3").click()
    expect(page.locator(".e-faults")).to_have_text("recruits: 3 so far: must be 5")
    expect(at(page, "act matches")).to_be_disabled()
    expect(at(page, "recruits.infantry 3")).to_be_disabled()
    at(page, "recruits.infantry 2").click()
    expect(page.locator(".e-faults")).to_have_text("")
    expect(at(page, "recruits.mage 1")).to_be_disabled()
    at(page, "rewards.gold +").click()
    at(page, "rewards.gold").fill("")
    expect(page.locator(".e-faults")).to_have_text("rewards gold: enter a value")
    expect(page.locator('[data-row="tiles.A05"]')).to_have_class(re.compile("e-wrong"))
    expect(page.locator('[data-row="tiles.A06"]')).not_to_have_class(re.compile("e-wrong"))
    at(page, "rewards.gold").fill("40")
    expect(page.locator(".e-faults")).to_contain_text("unusual here (0 to 14 would be usual)")
    expect(at(page, "act matches")).to_be_enabled()


def test_texts_follow_from_effects_as_the_service_writes_them(visit: Open) -> None:
    dice = Random(5)
    uses = ("phase", "passive", "free_action", "with_action_once")
    effects = [[one(dice, dice.choice(uses))] for _ in range(60)]
    page = visit("box.html?game=kingdoms&lang=en", wait=".e-editor")
    found = page.evaluate(
        """([all, sentences]) => import("./pages/box/rows.js").then(({ generated }) =>
          all.map((one) => generated(one, sentences)))""",
        [effects, SENTENCES],
    )
    assert found == [generated(each, SENTENCES) for each in effects]


def with_token(page: Page, up: Up, address: str) -> None:
    page.goto(f"{up['url']}/viewer/{address}#t={up['token']}")
    page.wait_for_selector(".e-editor")


def test_two_phones_fill_one_edition_and_decide_on_a_row_of_both(browser: Browser, up: Up, tmp_path: Path) -> None:
    with on_a_phone(browser) as one, on_a_phone(browser, accept_downloads=True) as other:
        with_token(one, up, "box.html?game=kingdoms&lang=en")
        one.get_by_label("Name of the edition").fill("Club nº1 é")
        one.get_by_label("Name of the edition").press("Tab")
        expect(one.get_by_label("Name of the edition")).to_have_value("Club-n-1-e")
        tap(one, "kinds.resource_1", "count 3")
        expect(one.locator(".e-head [role=status]")).to_contain_text("shared with the club")
        # The other goes on where the first stopped, and fills another row.
        with_token(other, up, "box.html?game=kingdoms&edition=Club-n-1-e&lang=en")
        tap(other, "kinds.resource_2", "count 4")
        expect(other.locator(".e-head [role=status]")).to_contain_text("shared with the club")
        tap(one, "kinds.resource_3", "count 1")
        expect(one.locator('[data-row="kinds.resource_2"]')).to_contain_text("≠")
        # Both change one row: the second phone sees both values, and nothing is lost until somebody decides.
        one.context.set_offline(True)
        tap(one, "kinds.resource_1", "count 5")
        tap(other, "kinds.resource_1", "count 1")
        drafts(up, lambda box: box["kinds"][0]["count"] == 1)
        one.context.set_offline(False)
        expect(one.locator(".e-question li")).to_have_count(1)
        expect(one.locator(".e-question li")).to_contain_text("Here: number: 5There: number: 1")
        expect(one.get_by_role("button", name="Take these")).to_be_disabled()
        one.get_by_role("button", name="Keep both").click()
        expect(one.get_by_label("Name of the edition")).to_have_value("Club-n-1-e-2")
        drafts(up, lambda box: box["kinds"][0]["count"] == 5, "Club-n-1-e-2")
        drafts(up, lambda box: box["kinds"][0]["count"] == 1)


def drafts(up: Up, fits: Callable[[Json], bool], name: str = "Club-n-1-e") -> None:
    headers = {"Authorization": f"Bearer {up['token']}"}

    def there() -> bool:
        answer = requests.get(f"{up['url']}/v1/drafts/kingdoms/{name}", headers=headers, timeout=PATIENCE_S)
        return answer.status_code == 200 and fits(answer.json())

    end = time.monotonic() + PATIENCE_S
    while not there():
        assert time.monotonic() < end, f"no such draft {name}"
        time.sleep(0.1)


def tap(page: Page, row: str, *taps: str) -> None:
    page.get_by_role("searchbox").fill(row.rpartition(".")[2])
    page.locator(f'[data-row="{row}"]').click()
    for name in taps:
        at(page, name).click()
    at(page, "act list").click()
    page.get_by_role("searchbox").fill("")


def test_an_opened_file_that_differs_from_kept_work_overwrites_nothing_unasked(visit: Open, tmp_path: Path) -> None:
    page = visit("box.html?game=kingdoms&lang=en", wait=".e-editor")
    page.locator('[data-row="kinds.resource_1"]').click()
    at(page, "count 3").click()
    expect(page.get_by_label("Name of the edition")).to_have_value("my-copy")
    box = GAMES["kingdoms"].box()
    box["edition"] = "my-copy"
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(box), encoding="utf-8")
    page.locator("#file").set_input_files(file)
    expect(page.locator(".e-question li")).to_have_count(2)  # the row, and who entered it
    expect(page.locator(".e-question li").last).to_contain_text("Here: number: 3There: number: 2")
    expect(page.locator('[data-row="kinds.resource_1"]')).to_contain_text("≠")
    page.get_by_role("button", name="Keep both").click()
    expect(page.get_by_label("Name of the edition")).to_have_value("my-copy-2")
    page.goto(page.url.replace("&lang", "&edition=my-copy&lang"))
    expect(page.locator('[data-row="kinds.resource_1"]')).to_contain_text("≠")


def test_two_halves_are_compared_merged_and_conflicts_asked(browser: Browser, up: Up, tmp_path: Path) -> None:
    with on_a_phone(browser, accept_downloads=True) as third:
        for edition, counts in (("half-a", {1: 3, 2: 5}), ("half-b", {1: 4, 3: 4})):
            box = GAMES["kingdoms"].box() | {"edition": edition, "origin": "Ana"}
            for number, count in counts.items():
                kind = next(one for one in box["kinds"] if one["id"] == f"resource_{number}")
                kind["count"] = count
            headers = {"Authorization": f"Bearer {up['token']}", "If-Match": '"0"'}
            url = f"{up['url']}/v1/drafts/kingdoms/{edition}"
            assert requests.put(url, json=box, headers=headers, timeout=PATIENCE_S).status_code == 200
        with_token(third, up, "box.html?game=kingdoms&edition=half-a&lang=en")
        third.get_by_text("Editions", exact=True).last.click()
        third.get_by_role("button", name="Compare with half-b").click()
        question = third.locator(".e-question")
        expect(question).to_contain_text("3 rows differ; 1 was changed in both.")
        assert question.locator("li").evaluate_all("(all) => all.map((one) => one.dataset.differs)") == [
            f"kinds.{place}" for place, one in enumerate(GAMES["kingdoms"].box()["kinds"])
            if one["id"] in ("resource_1", "resource_2", "resource_3")
        ]  # fmt: skip
        done = third.get_by_role("button", name="Take these")
        expect(done).to_be_disabled()
        question.locator("li", has_text="Village").get_by_role("button", name="There:").click()
        done.click()
        found = {one["id"]: one["count"] for one in saved(third, tmp_path)["kinds"]}
        # 1 by hand, 2 from the first half, 3 from the second.
        assert [found[f"resource_{number}"] for number in (1, 2, 3)] == [4, 5, 4]


def test_what_the_service_refuses_or_asks_is_at_the_row_and_an_edition_is_played(phone: Page, up: Up) -> None:
    with_token(phone, up, "box.html?game=xidit&lang=en")
    tap(phone, "tiles.A05", "rewards.bards 4", "rewards.stories 2", "rewards.gold +", *["rewards.gold 1"] * 5)
    save = phone.get_by_role("button", name="Save edition")
    save.click()
    expect(phone.locator(".e-question")).to_contain_text("say who entered it")
    phone.get_by_label("Entered by").fill("Ana, from her copy")
    # A tap on the button leaves the field, too: what was typed is saved, however slowly the device stores it.
    save.evaluate("(button) => { document.activeElement.blur(); button.click(); }")
    expect(phone.locator(".e-question")).to_contain_text("tiles.A05.rewards.gold 15 is unusual here")
    phone.get_by_role("button", name="tiles.A05.rewards.gold").click()
    expect(phone.locator(".e-faults")).to_contain_text("15 is unusual here")
    at(phone, "act list").click()
    phone.get_by_role("button", name="Yes, save it").click()
    expect(phone.locator("#message")).to_contain_text("Records can be played with my-copy")
    phone.get_by_role("link", name="Record a game").click()
    expect(phone.locator("#edition")).to_contain_text("my-copy")


def test_the_page_of_a_game_links_to_its_edition(visit: Open, site: Site) -> None:
    box = site.replays["three", "public"]["box"]
    page = visit("?record=three#lang=en")
    link = page.locator("#about").get_by_role("link", name=f"edition {box['edition']}")
    expect(link).to_have_attribute("href", f"box.html?game=kingdoms&hash={box['hash']}")


def test_a_tile_that_says_something_else_corrects_the_game_after_its_impact_is_shown(phone: Page, up: Up) -> None:
    table = Table(up, "xidit", ("red", "blue", "yellow"))
    table.bring(islice(table.moves(), 4))
    phone.goto(f"{up['url']}/viewer/record.html?record={table.id}#t={up['token']}")
    # The tile in the city that was tapped last is meant.
    phone.wait_for_selector("#board [data-target]")
    city, tile = next((number, one["tile"]["id"]) for number, one in table.get("/state")["view"]["cities"].items()
                      if one["tile"])  # fmt: skip
    phone.locator(f"#board [data-target='{{\"city\":{city}}}']").tap()
    phone.keyboard.press("Escape")
    phone.locator("#line-open, #moves-open").locator("visible=true").first.click()
    named = re.compile(f"of={tile}$")
    expect(phone.get_by_role("link", name="This tile says something else")).to_have_attribute("href", named)
    phone.get_by_role("link", name="This tile says something else").click()
    expect(phone.locator(".e-row h2")).to_have_text(f"City tiles · {tile}")
    at(phone, "act list").click()
    phone.get_by_label("Name of the edition").fill("evening")
    phone.get_by_label("Name of the edition").press("Tab")
    phone.get_by_label("Entered by").fill("Ana")
    phone.get_by_label("Entered by").press("Tab")
    tap(phone, "tiles.B05", "rewards.gold 9", "rewards.bards 1", "rewards.stories 1")
    phone.get_by_role("button", name="Save edition").click()
    phone.get_by_role("link", name="Correct the game").click()
    expect(phone.locator("#dialog")).to_contain_text("The edition of this game")
    assert table.get("")["box"] == hash_of(GAMES["xidit"].box())
    phone.get_by_role("button", name="Correct", exact=True).click()
    expect(phone.locator("#dialog")).to_be_hidden()
    phone.wait_for_function("!new URLSearchParams(location.search).has('box')")
    end = time.monotonic() + PATIENCE_S
    while table.get("")["edition"]["edition"] != "evening":
        assert time.monotonic() < end
        time.sleep(0.1)
