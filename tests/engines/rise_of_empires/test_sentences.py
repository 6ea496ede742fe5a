"""What a frame says of a move, in both languages, with the names of the box and the figures that follow from it."""

from __future__ import annotations

import pytest

from engines.kernel.game import Json
from tests.engines.rise_of_empires.positions import at, b_turn, done, eve, off, over
from tests.engines.rise_of_empires.table import (
    Table,
    act,
    box,
    fight,
    first,
    food,
    free,
    keep,
    position,
    put,
    table,
    upkeep,
)


def told(t: Table, move: Json) -> dict[str, str]:
    """The sentence of a move that is played."""
    t.when(move).accepted()
    says: dict[str, str] = t.step["says"]
    return says


def test_who_begins_is_named() -> None:
    says = told(table(3), first(1))
    assert "Red" in says["en"]
    assert "Rojo" in says["es"]


CASES: list[tuple[Json, list[str], list[str]]] = [
    (act(0, "progress", tile="P1-05"), ["Blue", "Iron Axes"], ["Azul", "Hachas de hierro"]),
    (act(0, "territory", kind="plain"), ["Blue", "Plain"], ["Azul", "Llanura"]),
    (act(0, "city", tile="C1A-5"), ["Blue", "Athens"], ["Azul", "Atenas"]),
    (act(0, "trade", box="2-4-gold"), ["Blue", "4"], ["Azul", "4"]),
    (
        act(0, "empire", tile="E2", place=put(nw_africa=2, ne_africa=1)),
        ["Blue", "E2", "North West Africa", "North East Africa"],
        ["Azul", "E2", "África noroccidental", "África nororiental"],
    ),
]


@pytest.mark.parametrize(
    ("move", "en", "es"), CASES, ids=lambda case: case.get("row") if isinstance(case, dict) else ""
)
def test_an_action_is_told_with_what_it_took(move: Json, en: list[str], es: list[str]) -> None:
    says = told(at(1), move)
    for lang, parts in (("en", en), ("es", es)):
        for part in parts:
            assert part.lower() in says[lang].lower(), says[lang]


def test_a_battle_is_told_with_both_sides_and_their_losses() -> None:
    t = at(1).cubes(0, ne_africa=3).cubes(1, ne_africa=3)
    says = told(t, act(0, "empire", tile="E1", battles=[fight("ne_africa", 1)]))
    for part in ("Blue", "Red", "North East Africa", "1", "2"):
        assert part in says["en"], says["en"]
    assert "África nororiental" in says["es"]
    fought = t.look("battles.0")
    assert (fought["region"], fought["tile"]) == ("ne_africa", "E1")
    assert (fought["attacker"]["seat"], fought["attacker"]["lost"]) == (0, 1)
    assert (fought["defender"]["seat"], fought["defender"]["lost"]) == (1, 2)


def test_a_removal_is_told_with_its_price() -> None:
    t = b_turn((0, "empire"), (1, "empire"), (2, "empire"))
    says = told(t, act(0, "empire", perform=False, **off(t, 0)))
    assert "2" in says["en"]
    assert "2" in says["es"]


def test_one_of_a_thing_is_told_as_one() -> None:
    says = told(at(1), act(0, "trade", box="1-2-gold"))
    assert "trades 1 resource for 2 gold" in says["en"]
    assert "cambia 1 recurso por 2 de oro" in says["es"]
    t = b_turn((0, "empire"), (1, "empire"), (2, "empire"))
    says = told(t, act(0, "empire", perform=False, circle=1, pay={"cube": 1, "food": 1}))
    assert "for 1 cube and 1 food" in says["en"]
    assert "por 1 cubo y 1 de alimento" in says["es"]


def test_a_free_action_is_told_with_its_tile_and_victim() -> None:
    t = at(1, progress=["P1-04"]).owns(0, "P1-04").cubes(2, ne_africa=1)
    says = told(t, act(0, "empire", tile="E1", free_before=[free("P1-04", "ne_africa", 2)]))
    for part in ("Iron Weapons", "Green", "North East Africa"):
        assert part in says["en"], says["en"]


def test_choices_of_the_other_phases_name_their_cities_tiles_and_places() -> None:
    says = told(done(eve(1).owns(0, "C1A-4")), food(0, "C1A-4"))
    assert "Babylon" in says["en"]
    t = done(eve(2).owns(0, "C1B-3")).after(food(0))
    assert "Rome" in told(t, upkeep(0, "C1B-3"))["en"]
    t = done(at(2).owns(0, "P1-09")).on_to(2, "era_end").has(0, gold=3)
    assert "Mining" in told(t, keep(0, ["P1-09"]))["en"]
    says = told(over(at(1)), position(2, 3))
    assert "Green" in says["en"]
    assert "3" in says["en"]


def test_the_names_are_those_of_the_owners_box() -> None:
    t = at(1, made=box(discs=1, cities={"C1A-5": {"name": {"en": "Sparta", "es": "Esparta"}}}))
    says = told(t, act(0, "city", tile="C1A-5"))
    assert "Sparta" in says["en"]
    assert "Esparta" in says["es"]
