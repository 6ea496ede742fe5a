"""ROE-3: the six turns."""

from tests.engines.rise_of_empires.positions import at, done, opened, over, placed, unkept
from tests.engines.rise_of_empires.table import act, box, food, keep, position, reveal, table, upkeep

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
