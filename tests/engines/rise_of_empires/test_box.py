"""The box of an owner: what it may change, and that every fault of a wrong one is named by its path."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from engines import rise_of_empires
from engines.kernel.box.hashes import faults_of
from engines.kernel.game import Json
from engines.rise_of_empires.box.components import COUNTERS, USES
from engines.rise_of_empires.box.effect_checks import FIELDS
from tests.contract.games import ROOT
from tests.engines.given import in_both_languages
from tests.engines.rise_of_empires.editions import edition
from tests.engines.rise_of_empires.positions import FIGURES, at, eve, mine, over, refuses
from tests.engines.rise_of_empires.table import act, box, fight, free, put, table


def row(made: Json, name: str, wanted: str) -> Any:
    """A row of a table of the box."""
    return next(found for found in made[name] if found["id"] == wanted)


def faults(made: Json) -> list[str]:
    """The paths of the faults of a box of six actions a turn; each is told in both languages."""
    found = rise_of_empires.check_box({**made, "start": {**made["start"], "discs": 6}})
    for _, says in found:
        in_both_languages(says)
    return [path for path, _ in found]


def changed(*changes: Callable[[Json], object]) -> list[str]:
    """The paths of all faults of the default box with some changes."""
    made = rise_of_empires.box()
    for change in changes:
        change(made)
    found = faults_of(rise_of_empires, made)
    for _, says in found:
        in_both_languages(says)
    return [path for path, _ in found]


def test_our_box_has_no_fault_and_says_that_it_is_a_stand_in() -> None:
    made = rise_of_empires.box()
    assert (faults(made), made["stand_in"]) == ([], True)
    for name in ("progress", "territory", "cities", "empire", "regions", "trade"):
        assert any(line["stand_in"] for line in made[name])


def test_what_is_marked_as_real_is_what_the_reference_has_from_the_rules_or_in_public() -> None:
    made = rise_of_empires.box()
    real = {line["name"]["en"] for line in made["progress"] if "name" not in line["stand_in"]}
    assert real == {
        "Agriculture",
        "Iron Weapons",
        "Iron Axes",
        "Navigation",
        "Printing",
        "Mercenaries",
        "Religion",
        "Fertilizers",
        "Television",
        "Steam Pump",
        "Ideology",
    }
    sure = [line for line in made["progress"] if "name" not in line["stand_in"]]
    assert len(sure) == 15
    wholly = [line["id"] for line in made["progress"] if "effects" not in line["stand_in"]]
    assert wholly == ["P1-03", "P1-04", "P2-02", "P3-01", "P3-02"]


FAULTS: list[tuple[str, Callable[[Json], object]]] = [
    # China is linked with India, India no longer with China.
    ("regions.12.adjacent.0", lambda box: row(box, "regions", "india").update(adjacent=[])),
    ("regions.0.adjacent.0", lambda box: box["regions"][0]["adjacent"].__setitem__(0, "atlantis")),
    ("regions", lambda box: row(box, "regions", "russia").update(sea=True)),
    ("regions", lambda box: row(box, "regions", "china").update(area="old_world")),
    ("regions", lambda box: box["regions"].pop()),
    ("regions.3.vp_second", lambda box: box["regions"][3].update(vp_second=9)),
    ("regions.3.era", lambda box: box["regions"][3].update(era=4)),
    ("regions.3.benefit", lambda box: box["regions"][3]["benefit"].pop("cubes")),
    # A wonder that is a city now is missing.
    ("cities", lambda box: row(box, "cities", "C1B-4").update(kind="city")),
    ("cities.8.letter", lambda box: row(box, "cities", "C1B-4").update(letter="A")),
    ("cities.8.red_stripe", lambda box: row(box, "cities", "C1B-4").update(red_stripe=True)),
    ("cities.1.cost.gold", lambda box: box["cities"][1]["cost"].update(gold=-1)),
    ("cities.1.name", lambda box: box["cities"][1].update(name=box["cities"][0]["name"])),
    ("progress.6.effects.0.kind", lambda box: box["progress"][6]["effects"][0].update(kind="conjure")),
    ("progress.6.effects.0.per", lambda box: box["progress"][6]["effects"][0].update(per="territory.desert")),
    ("progress.6.effects.0.vp", lambda box: box["progress"][6]["effects"][0].update(vp=1)),
    ("progress.6.effects.0.luck", lambda box: box["progress"][6]["effects"][0].update(luck=1)),
    ("progress.10.effects.0.kind", lambda box: box["progress"][10].update(use="phase")),
    ("progress.1.effects", lambda box: box["progress"][1].update(red_stripe=False)),
    ("progress", lambda box: box["progress"][6].update(era=2)),
    ("progress", lambda box: box["progress"].pop()),
    ("territory", lambda box: box["territory"][0].update(count=11)),
    ("territory.4.group", lambda box: box["territory"][4].update(group="plain")),
    ("empire.0.side_era_1.regions", lambda box: box["empire"][0]["side_era_1"].update(regions=5)),
    ("empire.0.side_era_1.battle_rows", lambda box: box["empire"][0]["side_era_1"].update(battle_rows=[])),
    ("trade.0", lambda box: box["trade"][0].update(vp=1)),
    ("trade.0.eras", lambda box: box["trade"][0].update(eras=[3, 1])),
    ("turns.3.letter", lambda box: box["turns"][3].update(letter="A")),
    ("circles.5", lambda box: box["circles"].update({"5": 9})),
    ("rows", lambda box: box["rows"].pop()),
    ("start.pool", lambda box: box["start"].update(pool=6)),
    ("start.food", lambda box: box["start"].update(food=21)),
    ("colours", lambda box: box["colours"].pop()),
    ("stand_in", lambda box: box.update(stand_in=False)),
    ("trade.0.stand_in.0", lambda box: box["trade"][0].update(stand_in=["weight"])),
]
"""One fault each, which the page of the viewer that checks a box knows too."""
OTHERS: list[tuple[str, Callable[[Json], object]]] = [
    ("progress.0.effects.0.phase", lambda box: box["progress"][0]["effects"][0].update(phase="war")),
    ("progress.11.use", lambda box: box["progress"][11].update(use="sometimes")),
    ("cities", lambda box: box["cities"].remove(row(box, "cities", "C2A-1"))),
    ("cities", lambda box: row(box, "cities", "C2A-1").update(letter="B")),
    ("cities.1.id", lambda box: box["cities"][1].update(id=box["cities"][0]["id"])),
    ("empire.0.side_era_1.water", lambda box: box["empire"][0]["side_era_1"].update(water="yes")),
    ("territory.0.cubes", lambda box: box["territory"][0].update(cubes=0.5)),
    ("trade", lambda box: box["trade"].pop()),
    ("trade.1.eras", lambda box: box["trade"][1].update(eras=[4])),
    ("turns", lambda box: box.pop("turns")),
    ("regions.0.id", lambda box: box["regions"][0].update(id={"name": "Scandinavia"})),
]


@pytest.mark.parametrize(("path", "change"), [*FAULTS, *OTHERS])
def test_a_fault_is_found_by_its_path(path: str, change: Callable[[Json], object]) -> None:
    assert path in changed(change)


def test_all_faults_are_found_at_once() -> None:
    # Of an effect of an unknown kind nothing else can be said.
    chosen = {path: change for path, change in FAULTS if path.count(".") > 1 and not path.startswith("progress.6")}
    assert len(chosen) > 10
    assert set(chosen) <= set(changed(*chosen.values()))


@pytest.mark.parametrize("seed", range(8))
def test_a_box_with_other_values_has_no_fault(seed: int) -> None:
    assert faults(edition(seed)) == []


# ------------------------------------------------------------------------------------------- what an owner may correct


def test_every_value_that_an_owner_corrects_is_the_one_that_is_played() -> None:
    made = box(
        discs=1,
        start={"gold": 7, "food": 11, "pool": 8, "stock": 22},
        cities={"C1A-1": {"cost": {"gold": 4, "resource": 0, "cubes": 0}, "vp_per_turn": 9}},
        territory={"plain": {"food": 1, "gold": 2}},
        trade={"2-4-gold": {"resources": 1, "gold": 6}},
        regions={"ne_africa": {"vp_first": 8, "benefit": {"food": 0, "gold": 3, "resource": 0, "cubes": 0}}},
    )
    t = at(1, made=made)
    assert mine(t, 0, "gold", "food", "pool") == (7, 11, 8)
    t.when(act(0, "city", tile="Jericho")).accepted()
    assert mine(t, 0, "gold") == (3,)
    t = eve(1, made=made).owns(0, "plain").cubes(0, ne_africa=1).after(act(0, "trade", box="2-4-gold"))
    over(t)
    # 7 and 6 of the box, 2 of the plain, 3 of the region
    assert mine(t, 0, "gold", "resource", "vp", "food") == (18, 1, 8, 12)


def test_an_owner_may_change_the_number_of_circles_and_the_cap_of_a_row() -> None:
    made = box(discs=2)
    made["circles"]["3"] = 2
    t = at(1, made=made)
    for seat in (0, 1):
        t.after(act(seat, "territory", kind="plain"))
    refuses(t, act(2, "territory", kind="plain"), "5.13", "row_full")


def test_names_of_other_editions_are_aliases() -> None:
    made = box(discs=1)
    row(made, "cities", "C1A-1")["aliases"] = ["Jericó la Vieja"]
    row(made, "progress", "P1-12")["aliases"] = ["Schrift"]
    assert faults(made) == []
    t = at(1, made=made, progress=["P1-12"]).when(act(0, "progress", tile="Schrift")).accepted()
    assert list(t.look("seats.0.progress")) == ["P1-12"]


TEXT = {"kind": "text", "text": {"en": "draw a card from nowhere", "es": "roba una carta de ninguna parte"}}


def test_an_effect_that_the_vocabulary_lacks_is_kept_as_text_and_named_in_the_result() -> None:
    made = box(discs=1, progress={"P3-16": {"effects": [TEXT], "use": "phase"}})
    assert faults(made) == []
    t = eve(6, made=made, progress=["P3-16"]).owns(0, "P3-16")
    told = over(t).fold.result()
    assert told is not None
    assert told["unchecked"] == ["P3-16"]
    assert ("progress", "P3-16") not in {(gain["from"], gain["of"]) for gain in t.look("turns.6.vp.0.items")}


def test_an_effect_kept_as_text_does_nothing_when_its_tile_is_used() -> None:
    made = box(discs=1, progress={"P1-12": {"effects": [TEXT], "use": "free_action"}})
    t = at(1, made=made, progress=["P1-12"]).owns(0, "P1-12")
    before = mine(t, 0, "gold", "food", "vp", "resource", "pool")
    t.after(act(0, "empire", tile="E1", free_before=[free("P1-12")]))
    assert mine(t, 0, "gold", "food", "vp", "resource", "pool") == before
    assert t.look("seats.0.progress.P1-12.up") is False


def test_a_verified_box_says_so_in_view_and_result() -> None:
    made = box(discs=1)
    for name in ("progress", "territory", "cities", "empire", "regions", "trade"):
        for line in made[name]:
            line["stand_in"] = []
    made["stand_in"] = False
    assert faults(made) == []
    t = table(3, box=made)
    assert t.look("edition.verified_against_printed_copy") is True
    assert t.look("edition.stand_in_tables") == 0
    told = t.on_to(7).fold.result()
    assert told is not None
    assert told["edition"]["verified_against_printed_copy"] is True


def test_a_box_is_not_verified_while_a_row_is_not() -> None:
    made = box()
    made["stand_in"] = False
    assert "stand_in" in [path for path, _ in faults_of(rise_of_empires, made)]


def test_two_rows_in_era_1_are_one_battle_as_the_table_of_turns_says() -> None:
    made = box(discs=1)
    two = [{"attacker_loses": 0, "defender_loses": 1}, {"attacker_loses": 0, "defender_loses": 2}]
    row(made, "empire", "E1")["side_era_1"]["battle_rows"] = two
    assert faults(made) == []
    t = at(1, made=made).cubes(0, ne_africa=2).cubes(1, ne_africa=3)
    refuses(t, act(0, "empire", tile="E1", battles=[fight("ne_africa", 1, row=1)]), "11.12", "battle_row")
    t.after(act(0, "empire", tile="E1", place=put(near_east=1), battles=[fight("ne_africa", 1)]))
    assert t.look("map.ne_africa.cubes.1") == 2


def test_the_figures_of_the_reference_name_every_row() -> None:
    made = rise_of_empires.box()
    assert [line["id"] for line in made["regions"]] == list(FIGURES["regions"])
    assert sorted(line["id"] for line in made["cities"]) == sorted([*FIGURES["cities"], *FIGURES["wonders"]])


def test_the_page_for_owners_names_every_word_of_the_vocabulary() -> None:
    page = (ROOT / "docs" / "own-edition.md").read_text(encoding="utf-8")
    told = set(re.findall(r"`([a-z_.]+)`", page))
    words = {word for words in FIELDS.values() for word in words}
    assert {*FIELDS, *words, *USES, *COUNTERS} <= told
