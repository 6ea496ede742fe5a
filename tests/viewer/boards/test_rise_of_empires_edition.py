"""The box page of Rise of Empires: an owner's edition is entered, kept, saved, played with, drawn, verified offline."""

from __future__ import annotations

import json
from copy import deepcopy
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
import requests
from playwright.sync_api import Page, expect

from engines import GAMES
from engines.kernel.box.hashes import faults_of
from engines.kernel.box.review import complete
from engines.kernel.game import Json
from engines.rise_of_empires.box.components import COUNTERS, USES
from engines.rise_of_empires.box.effect_checks import FIELDS, GAINED, ONLY_AS
from tests.engines.rise_of_empires.editions import one
from tests.engines.rise_of_empires.test_box import FAULTS
from tests.long import long_only
from tests.viewer.conftest import Open
from tests.viewer.replay_fixture import defaults
from tests.viewer.table import PATIENCE_S, Table, stored_box, verified_offline

GAME = "rise_of_empires"
SEATS = ("blue", "red", "green")
TABLES = ("progress", "territory", "cities", "empire", "regions", "trade")
PAGE = f"box.html?game={GAME}&lang=en"
OTHER_USE = {
    "phase": "passive",
    "passive": "free_action",
    "free_action": "with_action_once",
    "with_action_once": "phase",
}
OTHER_ERAS = {(1, 2, 3): [2, 3], (1, 2): [1], (2, 3): [3], (3,): [1, 3]}
OTHER_COUNTS = {"plain": 9, "island": 9, "forest": 7, "mountain": 9}
OTHER_COUNTS |= {"town_gold": 1, "town_resource": 1, "town_food": 2, "town_cube": 2}
NEW_LINKS = (
    ("sw_europe", "ne_africa"),
    ("se_europe", "nw_africa"),
    ("near_east", "central_europe"),
    ("mediterranean", "eastern_europe"),
    ("northern_europe", "russia"),
    ("scandinavia", "sub_saharan_africa"),
    ("north_america", "south_america"),
)


def my_copy() -> Json:
    """An edition in which every value that is a stand-in in ours is another, and every row is compared."""
    box = deepcopy(GAMES[GAME].box())
    dice, copies = Random(7), {}
    for tile in box["progress"]:
        changed = set(tile["stand_in"])
        if "effects" in changed:
            use = OTHER_USE[tile["use"]]
            made = {"use": use, "effects": [one(dice, use)]}
            tile.update(deepcopy(copies.setdefault((tile["era"], tile["name"]["en"]), made)))
        tile["red_stripe"] = not tile["red_stripe"]
        del tile["text"]  # it follows from the effects, which are typed
    for row in box["territory"]:
        row.update(count=OTHER_COUNTS[row["id"]], red_stripe=not row["red_stripe"])
    for row in box["cities"]:
        row["cost"]["gold"] += 1
        if row["kind"] == "wonder":
            row["vp_immediate"] += 3
            continue
        row["upkeep"]["food"] += 1
        row["income"]["gold"] += 1
        row["vp_per_turn"] += 1
        row["red_stripe"] = not row["red_stripe"]
    for row in box["empire"]:
        for side in set(row["stand_in"]):
            face = row[side]
            face.update(regions=face["regions"] % 4 + 1, water=not face["water"])
            for fight in face["battle_rows"]:
                fight["defender_loses"] += 1
    _regions(box["regions"])
    for row in box["trade"]:
        for key in {"resources", "gold", "vp"} & set(row["stand_in"]):
            row[key] += bool(row[key])
        row["eras"] = OTHER_ERAS[tuple(row["eras"])]
    for table in TABLES:
        for row in box[table]:
            if "name" in row["stand_in"]:
                row["name"] = {lang: f"{name} of mine" for lang, name in row["name"].items()}
            row["stand_in"] = []
    box["progress"][0]["aliases"] = ["Ackerbau", "Agricoltura"]
    box.update(edition="my-copy", stand_in=False)
    return box


def _regions(rows: list[Json]) -> None:
    """Other eras, standards, gains and links of the regions."""
    for row in rows:
        for key, value in (("vp_first", 2), ("vp_second", 1)):
            row[key] += value if key in row["stand_in"] else 0
        if "benefit" in row["stand_in"]:
            row["benefit"]["gold"] += 1
        row["era"] = row["era"] % 3 + 1
    by_id = {row["id"]: row for row in rows}
    for a, b in NEW_LINKS:
        for one_end, other in ((a, b), (b, a)):
            by_id[one_end]["adjacent"] = sorted([*by_id[one_end]["adjacent"], other])
    by_id["india"]["adjacent"], by_id["china"]["adjacent"] = [], []


def test_the_edition_of_these_tests_changes_every_stand_in_value_and_is_sound() -> None:
    ours, mine = GAMES[GAME].box(), my_copy()
    # An amount of a trade box that gives the other thing is 0 in both.
    same = [
        f"{row['id']}.{key}"
        for table in TABLES
        for row, own in zip(ours[table], mine[table], strict=True)
        for key in row["stand_in"]
        if row[key] == own[key] != 0
    ]
    assert same == []
    assert GAMES[GAME].check_box(complete(GAMES[GAME], mine)) == []


FILL = """
(rows) => {
  const fill = (row) => {
    const form = () => document.querySelector(".r-form");
    const at = (field, rest) => form().querySelector(`[data-field="${field}"] ${rest}`);
    const put = (input, value) => {
      if (!input) throw new Error(`no field for ${JSON.stringify(value)} of ${row.id}`);
      if (input.type === "checkbox") { if (input.checked !== value) input.click(); return; }
      input.value = value === null ? "" : String(value);
      input.dispatchEvent(new Event(input.localName === "select" ? "change" : "input", { bubbles: true }));
    };
    const press = (where, words) =>
      [...where.querySelectorAll("button")].find((one) => one.textContent.startsWith(words)).click();
    for (const [key, value] of Object.entries(row)) {
      const field = form().querySelector(`[data-field="${key}"]`);
      if (!field) continue;
      if (key === "effects") {
        while (at("effects", "[data-effect]")) press(at("effects", "[data-effect]"), "Remove effect");
        value.forEach((effect, place) => {
          press(form().querySelector('[data-field="effects"]'), "Add an effect");
          const part = (rest) => at("effects", `[data-effect="${place}"] ${rest}`);
          put(part('[name="kind"]'), effect.kind);
          if (effect.phase) put(part('[name="phase"]'), effect.phase);
          const gain = ["gold", "resource", "cubes"].find((unit) => unit in effect);
          if (gain && part('[aria-label="gain"]')) put(part('[aria-label="gain"]'), gain);
          if (effect.on) put(part('[name="on"]'), effect.on);
          for (const [word, amount] of Object.entries(effect)) {
            if (["kind", "phase", "on", "where", "victim"].includes(word)) continue;
            if (word === "text") for (const lang of ["en", "es"]) put(part(`[name="text.${lang}"]`), amount[lang]);
            else if (word === "pay" || word === "gain") {
              for (const unit of ["food", "gold", "resource", "cubes", "vp"])
                put(part(`[name="${word}.${unit}"]`), amount[unit] ?? null);
            } else put(part(`[name="${word}"]`), amount);
          }
        });
      } else if (key === "aliases") put(at(key, "input"), value.join(", "));
      else if (key === "adjacent") {
        for (const input of field.querySelectorAll(".r-tick input")) put(input, value.includes(input.name));
      } else if (key === "eras") {
        for (const id of [1, 2, 3]) put(at(key, `[name="era ${id}"]`), value.includes(id));
      } else if (key.startsWith("side_")) {
        put(at(key, '[name="regions"]'), value.regions);
        put(at(key, '[name="water"]'), value.water);
        value.battle_rows.forEach((fight, place) => {
          for (const side of ["attacker_loses", "defender_loses"])
            put(form().querySelectorAll(`[data-field="${key}"] [name="${side}"]`)[place], fight[side]);
        });
      } else if (typeof value === "object") {
        for (const [part, amount] of Object.entries(value))
          put(at(key, "en" in value ? `[name="${key}.${part}"]` : `[name="${part}"]`), amount);
      } else put(at(key, `[name="${key}"]`), value);
    }
  };
  for (const row of rows) {
    fill(row);
    document.querySelector(".r-verify").click();
  }
}
"""
"""Types rows into the form as a person would: by the fields and buttons of the page, in their order."""


def entered(page: Page, rows: list[Json]) -> None:
    """Type rows, one after another, each said to be compared."""
    page.evaluate(FILL, rows)


def test_a_copy_is_entered_kept_played_with_drawn_and_verified_offline(
    visit: Open, up: dict[str, str], tmp_path: Path
) -> None:
    mine = my_copy()
    whole = complete(GAMES[GAME], mine)
    rows = [row for table in TABLES for row in mine[table]]
    page = visit(PAGE, wait=".r-lead", accept_downloads=True)
    expect(page.locator(".r-tally")).to_have_text("0 of 126 rows checked")
    page.get_by_label("Name of the edition").fill("my-copy")
    entered(page, rows[:60])
    # Half of it is done: the page is left, and opened again.
    page.reload()
    page.wait_for_selector(".r-lead")
    expect(page.locator(".r-tally")).to_have_text("60 of 126 rows checked")
    expect(page.get_by_label("Name of the edition")).to_have_value("my-copy")
    assert page.get_by_label("Row").input_value() == "60"
    entered(page, rows[60:])
    expect(page.locator(".r-tally")).to_contain_text("the edition is verified")
    expect(page.locator(".r-lead .box-faults")).to_be_hidden()
    expect(page.locator(".r-sheet .r-stand-in")).to_have_count(0)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    assert file.name == "my-copy.json"
    assert json.loads(file.read_text(encoding="utf-8")) == mine

    box = stored_box(up, GAME, json.loads(file.read_text(encoding="utf-8")))
    table = Table(up, GAME, SEATS, box=box)
    table.bring(GAMES[GAME].table(Random(4), list(SEATS), defaults(GAME), whole))
    view = table.get("")
    shown = visit(f"{up['url']}/viewer/?record={table.id}#ply=40&lang=en")
    expect(shown.locator(".r-edition")).to_have_text("Edition my-copy: checked against a printed copy")
    expect(shown.locator(".r-stand-in")).to_have_count(0)
    for row in mine["regions"]:
        standard = shown.locator(f'.r-region[data-region="{row["id"]}"] .r-standard text').all_text_contents()
        assert standard == [str(row["vp_first"]), str(row["vp_second"])]
    assert shown.locator(".r-link").count() == sum(len(row["adjacent"]) for row in mine["regions"]) / 2
    result = table.get("/result")
    assert view["box"] == box
    assert result["edition"] == {
        "id": "my-copy",
        "verified_against_printed_copy": True,
        "stand_in_tables": 0,
    }
    verified_offline(table, tmp_path)


def test_an_open_viewer_follows_a_corrected_box_and_its_undo(visit: Open, up: dict[str, str]) -> None:
    table = Table(up, GAME, SEATS)
    table.bring(islice(table.moves(), 6))
    page = visit(f"{up['url']}/viewer/?record={table.id}#lang=en")
    standard = page.locator('.r-region[data-region="india"] .r-standard text')
    printed = next(row for row in GAMES[GAME].box()["regions"] if row["id"] == "india")
    expect(standard).to_have_text([str(printed["vp_first"]), str(printed["vp_second"])])
    box = GAMES[GAME].box() | {"edition": "evening"}
    next(row for row in box["regions"] if row["id"] == "india").update(vp_first=9, vp_second=2)
    table.write("corrections", {"changes": [{"op": "opening", "box": stored_box(up, GAME, box)}]})
    expect(standard).to_have_text(["9", "2"])
    table.write("undo", {"undoes": [str(table.get("")["version"])]})
    expect(standard).to_have_text([str(printed["vp_first"]), str(printed["vp_second"])])


def wrong() -> Json:
    """A copy with a link that leads one way only, a wonder that is missing, and an effect of an unknown word."""
    box: Any = GAMES[GAME].box()
    box["edition"] = "wrong"
    next(row for row in box["regions"] if row["id"] == "india")["adjacent"] = []
    next(row for row in box["cities"] if row["id"] == "C1B-4")["kind"] = "city"
    box["progress"][6]["effects"][0]["kind"] = "conjure"
    return box


def test_a_wrong_copy_is_refused_and_every_fault_is_named_by_its_path(
    visit: Open, up: dict[str, str], tmp_path: Path
) -> None:
    box = wrong()
    china = next(at for at, row in enumerate(box["regions"]) if row["id"] == "china")
    paths = {f"regions.{china}.adjacent.0", "cities", "progress.6.effects.0.kind"}
    file = tmp_path / "wrong.json"
    file.write_text(json.dumps(box), encoding="utf-8")
    page = visit(PAGE, wait=".r-lead")
    page.locator("#file").set_input_files(file)
    expect(page.locator("#title")).to_contain_text("wrong")
    # The page and the service name the same.
    expect(page.locator(".r-lead .box-faults code")).to_have_count(len(paths))
    assert set(page.locator(".r-lead .box-faults code").all_inner_texts()) == paths
    headers = {"Authorization": f"Bearer {up['token']}", "Content-Type": "application/json"}
    refused = requests.post(
        f"{up['url']}/v1/boxes?game={GAME}", data=file.read_bytes(), headers=headers, timeout=PATIENCE_S
    )
    assert refused.status_code == 422
    # The service names the rows as their owner does.
    assert set(refused.json()["errors"]) == {"regions.china.adjacent.0", "cities", "progress.P1-07.effects.0.kind"}
    # What is put right goes from the list at once; a link that is ticked holds both ways.
    page.get_by_label("Row").select_option(label="≈ china China")
    page.locator('[data-field="adjacent"] [name="india"]').uncheck()
    expect(page.locator(".r-lead .box-faults code")).to_have_count(len(paths) - 1)
    page.get_by_label("Row").select_option(label="≈ C1B-4 Pyramids")
    page.locator('[data-field="kind"] select').select_option("wonder")
    expect(page.locator(".r-lead .box-faults code")).to_have_text(["progress.6.effects.0.kind"])


def test_the_page_s_vocabulary_of_effects_is_that_of_the_rules(visit: Open) -> None:
    page = visit(PAGE, wait=".r-lead")
    words = page.evaluate("import('./boards/rise_of_empires/edition/vocabulary.js').then((all) => ({ ...all }))")
    assert set(words["NEW"]) == set(FIELDS)
    assert all(set(begun) <= set(FIELDS[kind]) for kind, begun in words["NEW"].items())
    assert (set(words["USES"]), set(words["COUNTERS"])) == (set(USES), set(COUNTERS))
    assert {phase: tuple(gained) for phase, gained in words["GAINED"].items()} == dict(GAINED)
    assert words["ONLY_AS"] == ONLY_AS
    # What an effect begins with in the form is sound.
    for kind, begun in words["NEW"].items():
        box: Any = GAMES[GAME].box()
        row = next(row for row in box["progress"] if row["id"] == "P1-12")
        effect = {"kind": kind, **begun} if kind != "text" else {"kind": kind, "text": {"en": "a", "es": "b"}}
        row.update(use=ONLY_AS.get(kind, "phase"), effects=[effect])
        assert GAMES[GAME].check_box(box) == [], kind


@long_only
def test_what_the_page_finds_wrong_the_service_finds_wrong_under_the_same_path(visit: Open) -> None:
    page = visit(PAGE, wait=".r-lead")
    found: set[str] = set()
    for _, change in FAULTS:
        box: Any = GAMES[GAME].box()
        change(box)
        paths = page.evaluate(
            """(box) => import("./boards/rise_of_empires/edition/faults.js")
            .then(({ faultsOf }) => faultsOf(box, "en").map(({ path }) => path))""",
            box,
        )
        assert set(paths) <= {path for path, _ in faults_of(GAMES[GAME], box)}
        found |= set(paths)
    assert len(found) > 12


@pytest.mark.parametrize(("width", "height"), [(844, 390), (390, 844)])
def test_the_page_of_the_box_is_no_wider_than_a_phone(visit: Open, width: int, height: int) -> None:
    page = visit(PAGE, wait=".r-lead", viewport={"width": width, "height": height})
    expect(page.locator(".r-box-regions .r-map")).to_be_attached()
    assert page.evaluate("document.documentElement.scrollWidth") == width
    title, language = (page.locator(name).bounding_box() for name in ("#title", "#language"))
    assert title is not None
    assert language is not None
    assert title["width"] > 60
    assert language["x"] + language["width"] < width


@long_only
def test_work_that_was_begun_is_offered_beside_another_box(visit: Open, tmp_path: Path) -> None:
    page = visit(PAGE, wait=".r-lead")
    page.get_by_label("Name of the edition").fill("begun")
    page.get_by_role("button", name="Matches print, next").click()
    box = GAMES[GAME].box()
    box["edition"] = "another"
    file = tmp_path / "another.json"
    file.write_text(json.dumps(box), encoding="utf-8")
    page.locator("#file").set_input_files(file)
    expect(page.locator(".r-lead")).to_contain_text("You have an edition in progress: begun, 1 of 126 rows checked.")
    page.get_by_role("button", name="Continue begun").click()
    expect(page.get_by_label("Name of the edition")).to_have_value("begun")
    page.reload()
    page.wait_for_selector(".r-tally")
    # The address asks for the edition that the work began with.
    expect(page.locator(".r-tally")).to_have_text("1 of 126 rows checked")


def test_an_effect_that_the_vocabulary_lacks_is_kept_as_text(visit: Open) -> None:
    page = visit(PAGE, wait=".r-lead")
    page.locator('[data-effect="0"] select[name="kind"]').select_option("text")
    page.locator('[data-field="effects"] [name="text.en"]').fill("draw what you like")
    page.locator('[data-field="effects"] [name="text.es"]').fill("saca lo que quieras")
    effects = page.evaluate(
        "JSON.parse(localStorage.getItem('movebook-edition-rise_of_empires')).box.progress[0].effects"
    )
    assert effects == [{"kind": "text", "text": {"en": "draw what you like", "es": "saca lo que quieras"}}]
