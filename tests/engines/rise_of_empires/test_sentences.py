"""What a frame says of a move, in both languages, with the names of the box and the figures that follow; its marks."""

from engines.kernel.game import Json
from tests.engines.rise_of_empires.positions import at, b_turn, done, eve, off, over, turn_of
from tests.engines.rise_of_empires.table import Table, act, fight, first, food, keep, position, table, upkeep


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


def test_battles_wonders_open_seas_the_points_of_a_turn_and_a_new_era_are_marked_once() -> None:
    t = b_turn((0, "city"), (1, "empire"), (2, "empire")).has(0, gold=4, resource=3, pool=2)
    t.cubes(1, ne_africa=2).cubes(2, ne_africa=1)

    def marks(move: Json) -> list[Json]:
        found: list[Json] = turn_of(t, move["seat"]).when(move).accepted().step["marks"]
        return found

    assert marks(act(0, "city", tile="Pyramids")) == [{"kind": "wonder", "city": "C1B-4"}]
    war = {"kind": "battle", "region": "ne_africa", "attacker": 1, "defender": 2}
    assert marks(act(1, "empire", tile="E1", battles=[fight("ne_africa", 2)], **off(t, 1))) == [war]
    assert (marks(act(2, "empire", perform=False)), marks(food(0))) == ([], [])
    # Jericho gave a point in each turn, and the Pyramids 6; seat 1 has the last cube in North East Africa
    assert marks(keep(0)) == [{"kind": "turn_scored", "turn": 2, "vp": {"0": 8, "1": 2, "2": 0}}]
    assert marks(position(2, 1)) == []
    assert marks(position(1, 2)) == [{"kind": "era", "era": 2}, {"kind": "round", "round": 3}]
    t.turn_up(["P2-01"])
    assert marks(act(2, "progress", tile="P2-01")) == [{"kind": "overseas_open"}]
    assert marks(act(1, "empire", tile="E1")) == []
    assert marks(act(0, "empire", tile="E2")) == [{"kind": "turn_scored", "turn": 3, "vp": {"0": 8, "1": 2, "2": 0}}]
    assert (marks(position(2, 1)), marks(position(1, 2))) == ([], [{"kind": "round", "round": 4}])
