"""The box of an owner: what it may change, and that every fault of a wrong one is named by its path."""

import re
from typing import Any

import pytest

from engines import rise_of_empires
from engines.kernel.box.hashes import faults_of
from engines.kernel.box.review import shape_of
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


def test_our_box_has_no_fault_and_says_that_it_is_a_stand_in() -> None:
    made = rise_of_empires.box()
    assert (faults(made), made["stand_in"]) == ([], True)
    for name in ("progress", "territory", "cities", "empire", "regions", "trade"):
        assert any(line["stand_in"] for line in made[name])


def test_what_is_marked_as_real_is_what_the_reference_has_from_the_rules_or_in_public() -> None:
    made = rise_of_empires.box()
    real = {line["name"]["en"] for line in made["progress"] if "name" not in line["stand_in"]}
    assert real == {
        "Agriculture", "Iron Weapons", "Iron Axes", "Navigation", "Printing", "Mercenaries", "Religion",
        "Fertilizers", "Television", "Steam Pump", "Ideology",
    }  # fmt: skip
    sure = [line for line in made["progress"] if "name" not in line["stand_in"]]
    assert len(sure) == 15
    wholly = [line["id"] for line in made["progress"] if "effects" not in line["stand_in"]]
    assert wholly == ["P1-03", "P1-04", "P2-02", "P3-01", "P3-02"]


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


def test_the_form_asks_for_what_an_effect_needs_and_the_phase_that_follows_from_its_gain() -> None:
    """P1-07 gains food for each plain, P1-11 one region more; P1-16 lowers the losses of one side only."""
    fields = {path: of for path, of, _ in shape_of(rise_of_empires).walk(rise_of_empires.box()) if of}
    found = [fields[f"progress.{effect}"] for effect in ("6.effects.0.phase", "6.effects.0.per")]
    assert [bool(field.follows) for field in found] == [True, False]
    paths = ("6.effects.0.max_units", "10.effects.0.count", "6.effects.0.food", "15.effects.0.attacker_loss")
    assert [fields[f"progress.{path}"].optional for path in paths] == [False, False, True, True]
    assert [fields[f"progress.{path}"].nullable for path in paths] == [True, False, False, False]
    eras = [fields[path] for path in ("progress.0.era", "cities.0.era", "regions.0.era", "trade.0.eras.0")]
    sides = [fields[f"empire.0.side_{side}.regions"] for side in ("era_1", "era_2_3")]
    assert [[(one.low, one.high) for one in of] for of in (eras, sides)] == [[(1, 3)] * 4, [(1, 4)] * 2]


def test_each_effect_that_the_form_begins_is_playable_at_both_ends_of_its_numbers() -> None:
    fields = {path: of for path, of, _ in shape_of(rise_of_empires).walk(rise_of_empires.box()) if of}
    bounds: set[Any] = set()

    def wrong(effect: Json) -> list[str]:
        use = fields["progress.0.use"].follows[effect["kind"]]
        return faults(box(progress={"P1-12": {"use": use, "effects": [effect]}}))

    for kind, words in fields["progress.0.effects.0"].variants.items():
        effect: Json = {"kind": kind, "food": 1} if "phase" in words else {"kind": kind}
        for word, field in words.items():
            assert (bool(field.label), field.choices) == (True, tuple(field.words)), word
            if not field.optional:
                first = {
                    "choice": field.choices[:1],
                    "integer": [field.low],
                    "names": [TEXT["text"]],
                    "map": [{"gold": 1}],
                }
                effect[word] = first[field.kind][0]
            bounds |= {(one.low, one.high) for one in (field, *field.fields.values()) if one.kind == "integer"}
        assert wrong(effect) == []
        for word in [word for word, field in words.items() if field.kind == "integer" and "phase" not in words]:
            low, high = words[word].low or 0, words[word].high
            assert [wrong({**effect, word: number}) for number in (low, high)] == [[], []]
            assert low < 0 or wrong({**effect, word: low - 1}), (kind, word)
    assert bounds == {(-4, 9), (0, 9), (1, 9)}


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
