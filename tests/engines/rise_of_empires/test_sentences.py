"""What a frame says of a move, in both languages, with the names of the box and the figures that follow from it."""

from engines.kernel.game import Json
from tests.engines.rise_of_empires.positions import at, done, eve, over
from tests.engines.rise_of_empires.table import Table, first, food, keep, position, table, upkeep


def told(t: Table, move: Json) -> dict[str, str]:
    """The sentence of a move that is played."""
    t.when(move).accepted()
    says: dict[str, str] = t.step["says"]
    return says


def test_who_begins_is_named() -> None:
    says = told(table(3), first(1))
    assert "Red" in says["en"]
    assert "Rojo" in says["es"]


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
