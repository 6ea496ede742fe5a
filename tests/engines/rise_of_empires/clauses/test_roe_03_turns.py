"""ROE-3: the six turns."""

from tests.engines.rise_of_empires.positions import at, b_turn, done, eve, opened, over, placed, unkept
from tests.engines.rise_of_empires.table import (
    act,
    box,
    fight,
    first,
    food,
    free,
    keep,
    position,
    put,
    reveal,
    table,
    upkeep,
)

TURNS = [(1, "A"), (1, "B"), (2, "A"), (2, "B"), (3, "A"), (3, "B")]


def test_roe_3_1_three_eras_of_an_a_and_a_b_turn() -> None:
    t = table(box=box(discs=1))
    for turn, (era, letter) in enumerate(TURNS, 1):
        t.on_to(turn, "reveal")
        assert (t.look("round"), t.look("era"), t.look("letter")) == (turn, era, letter)
    t.on_to(7).sees("phase", "finished")


def test_roe_3_2_no_move_of_another_phase_is_taken() -> None:
    t = opened()
    for move in (act(0, "empire", tile="E1"), position(0, 1)):
        t.when(move).refused("ROE-2.14", "ROE-3.2", code="wrong_phase")
    t = at(1)
    for move in (reveal(), position(0, 1)):
        t.when(move).refused("ROE-2.14", "ROE-3.2", code="wrong_phase")


def test_roe_3_2_an_entry_that_does_not_fit_the_table_changes_nothing_and_is_marked() -> None:
    eight, ten = [f"P1-{number:02}" for number in range(1, 9)], ["plain"] * 10
    acting = at(1).after(act(0, "empire", tile="E1"))
    meal = done(eve(1).owns(0, "C1A-1").owns(1, "C1A-2"))
    wage = done(eve(2).owns(0, "C1B-3").owns(1, "C1A-2")).after(food(1), food(0))
    ending = done(at(2).owns(0, "P1-09", "P1-14", "C1B-1", "C1B-2")).on_to(2, "era_end").has(0, gold=1, pool=1)
    own = ("P1-03", "P1-11", "P2-05", "P2-14")
    war = at(3, progress=["P2-05", "P2-06", "P2-14"]).owns(0, *own).cubes(1, ne_africa=1).has(0, pool=5, gold=0)
    discs = b_turn((0, "empire"), (1, "empire"), (2, "empire"))
    for t, entries in (
        (war, (act(0, "empire", tile="E2", place=put(ne_africa=cubes)) for cubes in (0, 6))),
        (war, (act(0, "empire", tile="E2", battles=[fight("ne_africa", seat)]) for seat in (-1, 3))),
        (war, (act(0, "empire", tile="E2", battles=[fight("ne_africa", 1, row=row)]) for row in (-1, 2))),
        (war, (act(0, "empire", tile="E2", free_after=[free("P1-03", "ne_africa", seat)]) for seat in (-1, 3))),
        (
            war,
            (
                act(0, "empire", tile="E2", free_before=[free(tile, "near_east")])
                for tile in ("P1-10", "P1-11", "P2-14")
            ),
        ),
        (war, (act(0, "progress", tile=tile) for tile in ("P1-01", "P1-03", "P2-06"))),
        (war, (act(0, "city", tile="C2A-1"), act(0, "city", tile="C2B-1"), act(0, "territory", kind="plain"))),
        (discs, (act(0, "empire", circle=circle, tile="E2") for circle in (0, 2, 4, 9))),
        (discs, (act(0, "empire", circle=1, perform=False, pay={unit: 17}) for unit in ("gold", "cube", "food", "vp"))),
        (discs, (act(0, "empire", perform=False), act(0, "empire", circle=1, perform=False, pay={"gold": -1}))),
        (table(), (first(3), first(-1), reveal(eight, ten), act(0, "empire", tile="E1"))),
        (opened(), (first(1), reveal(), reveal(eight), reveal(None, ten), reveal(eight, ["plain"] * 11))),
        (opened(), (reveal([*eight[:7], "P1-01"], ten), reveal([*eight[:7], "P4-01"], ten), food(0), position(0, 1))),
        (acting, (act(0, "empire", tile="E2"), act(1, "empire", tile="E1"), act(3, "empire", tile="E2"), reveal())),
        (at(1).after(act(0, "trade", box="1-2-gold")), (act(1, "trade", box="1-2-gold"), act(1, "trade"))),
        (acting, (act(-1, "empire", tile="E2"), {"type": "set_turn", "seat": 3}, {"type": "set_turn", "seat": -1})),
        (meal, (food(1), upkeep(0), keep(0), act(0, "empire", tile="E1"), {"type": "set_turn", "seat": 1})),
        (wage, (upkeep(1), food(0), keep(0))),
        (ending, (keep(1), upkeep(0), food(0), keep(0, ["P1-09", "P1-14"]), keep(0, (), ["C1B-1", "C1B-2"]))),
        (over(at(1)).after(position(2, 2)), (position(2, 1), position(1, 2), position(1, 0), position(1, 4))),
        (over(at(1)), (position(3, 1), position(-1, 1), keep(0), act(0, "empire", tile="E1"))),
    ):
        for entry in entries:
            before = {**t.fold.view(), "contradictions": ...}
            assert [mark["kind"] for mark in t.applied(entry).step["marks"]] == ["contradiction"], entry
            assert {**t.fold.view(), "contradictions": ...} == before, entry
    # tiles of others cost nothing
    assert ending.applied(keep(0, ["P1-09", "P1-12"], ["C1B-1", "C1B-5"])).step["marks"][0]["kind"] == "turn_scored"


def test_roe_3_3_who_has_tiles_is_asked_what_to_keep() -> None:
    t = at(2).owns(1, "P1-09")
    done(t).sees("phase", "era_end")
    t.sees("to_move", [1])
    unkept(t).sees("phase", "turn_order")


def test_roe_3_4_after_the_points_of_turn_6_the_game_is_over() -> None:
    t = done(at(6).owns(0, "P3-12"))
    assert (t.look("phase"), t.look("to_move")) == ("finished", [])
    assert t.fold.result() is not None


def test_roe_3_5_choices_of_phases_3_and_4_and_of_the_era_end_go_by_turn_order() -> None:
    t = placed(over(at(1)), 2, 0, 1).turn_up()
    assert t.look("order") == [2, 0, 1]
    for seat, city in ((0, "C1A-2"), (1, "C1A-4"), (2, "C1B-3")):
        t.owns(seat, city)
    done(t).sees("to_move", [2])
    t.when(food(0)).refused("ROE-3.5", code="not_due")
    t.after(food(2)).sees("to_move", [0])
    t.when(food(1)).refused("ROE-3.5", code="not_due")
    t.after(food(0), food(1)).sees("phase", "income")
    t.sees("to_move", [2])
    t.when(upkeep(0)).refused("ROE-3.5", "ROE-14.5", code="not_due")
    t.after(upkeep(2)).sees("phase", "era_end")
    t.when(keep(1)).refused("ROE-3.5", code="not_due")
    t.after(keep(2)).sees("to_move", [0])


def test_roe_3_6_the_order_chosen_at_the_end_of_a_turn_holds_for_the_next() -> None:
    t = placed(over(at(1)), 1, 2, 0)
    assert t.look("order") == [1, 2, 0]
    t.turn_up()
    for seat in (1, 2, 0):
        t.sees("to_move", [seat]).go()
    assert t.look("turns.2.order") == [1, 2, 0]
    assert t.look("turns.1.order") == [0, 1, 2]
