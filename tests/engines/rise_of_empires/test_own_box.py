"""An owner's box: every fault is found at once and by its path, and what is corrected is played with."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from engines import rise_of_empires
from engines.kernel.game import Json
from engines.rise_of_empires.check_effects import FIELDS
from engines.rise_of_empires.data import COUNTERS, USES
from tests.engines.games import ROOT
from tests.engines.given import in_both_languages
from tests.engines.rise_of_empires.table import act, free, table

TABLES = ("progress", "territory", "cities", "empire", "regions", "trade")


def row(box: Json, table: str, name: str) -> Any:
    """A row of a table of a box."""
    return next(one for one in box[table] if one["id"] == name)


def faults(*changes: Callable[[Json], object]) -> list[str]:
    """The paths of all faults of the default box with some changes."""
    box = rise_of_empires.box()
    for change in changes:
        change(box)
    found = rise_of_empires.check_box(box)
    for _, says in found:
        in_both_languages(says)
    return [path for path, _ in found]


def test_our_box_is_sound() -> None:
    assert faults() == []


def test_the_id_of_a_region_may_be_anything_and_is_told_of() -> None:
    assert "regions.0.id" in faults(lambda box: box["regions"][0].update(id={"name": "Scandinavia"}))


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


@pytest.mark.parametrize(("path", "change"), FAULTS, ids=[f"{at}-{path}" for at, (path, _) in enumerate(FAULTS)])
def test_a_fault_is_found_by_its_path(path: str, change: Callable[[Json], object]) -> None:
    assert path in faults(change)


def test_all_faults_are_found_at_once() -> None:
    # Of an effect of an unknown kind nothing else can be said.
    chosen = {path: change for path, change in FAULTS if path.count(".") > 1 and not path.startswith("progress.6")}
    assert len(chosen) > 10
    assert set(chosen) <= set(faults(*chosen.values()))


def test_an_edition_is_verified_when_no_row_is_a_stand_in() -> None:
    def verify(box: Json) -> None:
        box["stand_in"] = False
        for name in TABLES:
            for one in box[name]:
                one["stand_in"] = []

    assert faults(verify) == []
    box = rise_of_empires.box()
    verify(box)
    t = table(2, box=box)
    assert t.look("edition") == {"id": "stand-in-1", "verified_against_printed_copy": True, "stand_in_tables": 0}


def test_another_name_of_a_tile_is_understood() -> None:
    box = rise_of_empires.box()
    row(box, "progress", "P1-12")["aliases"] = ["Schrift"]
    t = table(2, box=box).on_to(1, "reveal").turn_up(["P1-12"])
    t.when(act(0, "progress", tile="schrift")).accepted()
    assert list(t.look("seats.0.progress")) == ["P1-12"]


def test_an_effect_kept_as_text_does_nothing_and_the_result_names_it() -> None:
    box = rise_of_empires.box()
    kept = {"kind": "text", "text": {"en": "take two of anything", "es": "toma dos de lo que sea"}}
    row(box, "progress", "P1-10").update(effects=[kept])
    assert list(rise_of_empires.check_box(box)) == []
    box["start"]["discs"] = 1
    t = table(2, box=box).on_to(1, "reveal").turn_up(["P1-10"]).owns(0, "P1-10")
    before = t.look("seats.0")
    t.after(act(0, "empire", tile="E1", free_before=[free("P1-10")]))
    after = t.look("seats.0")
    assert after["progress"] == {"P1-10": {"up": False, "waiting": []}}
    assert [after[name] for name in ("gold", "resource", "vp")] == [before[name] for name in ("gold", "resource", "vp")]
    t.on_to(7)
    assert t.fold.result()["unchecked"] == ["P1-10"]  # type: ignore[index]


def test_the_page_for_owners_names_every_word_of_the_vocabulary() -> None:
    page = (ROOT / "docs" / "own-edition-rise-of-empires.md").read_text(encoding="utf-8")
    told = set(re.findall(r"`([a-z_.]+)`", page))
    words = {word for words in FIELDS.values() for word in words}
    assert {*FIELDS, *words, *USES, *COUNTERS} <= told
